import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Lines that the other side only has up to some number, or from one on: free delivery from €500.
extension RemedySearch {
  /// So many bookings that have the line say where it begins or ends, and so many of both: fewer
  /// are parted by some number or other.
  private static let leastHaving = 5
  private static let leastTold = 20

  /// The line with one condition more: a number of the booking, or an amount above the line, is
  /// always greater where theirs is nothing than where they have it, or always less. The bound is
  /// the roundest number between.
  func thresholds(_ trial: Trial) -> [RulesEdit] {
    let model = pricer.model
    guard !trial.isOfTotal, let base = rules.pricer(trial.edits),
      let at = model.waterfall.firstIndex(where: { $0.name == trial.departing }),
      case let line = model.waterfall[at], line.kind == .line, line.grain.list == .booking
    else { return [] }
    let above = model.waterfall[..<at].filter { $0.kind == .line }.map(\.name)
    let indices = trial.own + trial.steady.map(\.index)
    let outcomes = bench.outcomes(base, of: indices, values: above + [trial.departing])
    let recorder = base.recording()
    let numbers = Self.numbers(of: recorder.model)
    let evaluator = recorder.makeEvaluator()
    var mine: [String: [Ratio]] = [:]
    var others: [String: [Ratio]] = [:]
    for (position, index) in indices.enumerated() {
      let isMine = position < trial.own.count
      guard isMine || outcomes[position].ours[trial.departing]?.isZero == false else { continue }
      var found = outcomes[position].ours.filter { $0.key != trial.departing }
      let one = bench.cases[index]
      let batch = one.batch(by: base.schema)
      _ = evaluator.price(batch, rows: one.row..<one.row + 1)
      let recording = evaluator.recording(row: 0)
      for (name, node) in numbers {
        let value = recording.value(of: node, at: recording.booking)
        found[name] = RemedyBounds.number(value, of: node)
      }
      for (name, number) in found {
        if isMine { mine[name, default: []].append(number) } else {
          others[name, default: []].append(number)
        }
      }
    }
    let money = Set(above + numbers.filter { $0.node.type == .quantity(.money) }.map(\.name))
    return (above.reversed() + numbers.map(\.name)).compactMap { name -> RulesEdit? in
      guard let own = mine[name], own.count == trial.own.count, let having = others[name],
        having.count >= Self.leastHaving, own.count + having.count >= Self.leastTold,
        let least = own.min(), let most = own.max(), let low = having.min(), let high = having.max()
      else { return nil }
      // On the first of these, not on the second.
      func bound(_ first: Ratio, _ second: Ratio) -> String {
        let round = Self.roundest(from: first, to: second)
        let bound = round == second ? first : round
        return money.contains(name)
          ? CurrencySign.amount("\(bound)", model.currency) : "\(bound)"
      }
      if high < least {
        return RemedyTurns.only(line, where: "\(name) < \(bound(least, high))", model)
      }
      guard most < low else { return nil }
      return RemedyTurns.only(line, where: "\(name) >= \(bound(low, most))", model)
    }
  }

  /// Inputs and names that are a number of the booking, each as it is called in formulas.
  private static func numbers(
    of model: PriceModel
  ) -> [(name: String, node: PriceExpression)] {
    var found: [(name: String, node: PriceExpression)] = []
    func visit(_ node: PriceExpression) {
      switch node.operation {
      case .reference(.field), .reference(.letValue):
        let name = RemedyTurns.text(node, model)
        let isNumber = node.type.isPlainNumber || node.type == .quantity(.count)
          || node.type == .quantity(.money)
        if isNumber, node.grain.list == .booking, !node.isConstant,
          !found.contains(where: { $0.name == name })
        {
          found.append((name, node))
        }
      default: break
      }
      node.parts.forEach(visit)
    }
    for line in model.allLines { line.formulas.forEach(visit) }
    for named in model.lets { visit(named.value) }
    return found
  }
}
