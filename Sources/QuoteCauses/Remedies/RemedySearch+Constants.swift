import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One number for all bookings: in the place of what is counted, a week for every stay, and as a
/// limit of an amount.
extension RemedySearch {
  private static let mostConstants = 8

  /// What a formula counts becomes one number where nearly all bookings tell the same: what departs
  /// is in proportion to it. Nobody writes times one: what is counted was forgotten.
  func constants(_ found: [RemedyPlaces.Place], _ trial: Trial) -> [RulesEdit] {
    guard trial.departing != RemedyCase.refusal, let base = rules.pricer(trial.edits) else {
      return []
    }
    let recorder = base.recording()
    let counted = Counted(recorder.model, places: found.filter { $0.kind == .formula })
    guard !counted.nodes.isEmpty else { return [] }
    let own = Array(trial.own.prefix(Self.solved))
    let outcomes = bench.outcomes(base, of: own, values: [trial.departing])
    let evaluator = recorder.makeEvaluator()
    var told: [[Ratio?]] = counted.nodes.map { _ in [] }
    for (index, outcome) in zip(own, outcomes) {
      let one = bench.cases[index]
      let batch = one.batch(by: base.schema)
      _ = evaluator.price(batch, rows: one.row..<one.row + 1)
      let recording = evaluator.recording(row: 0)
      for (number, (node, _)) in counted.nodes.enumerated() {
        let count = RemedyBounds.number(recording.value(of: node, at: recording.booking), of: node)
        told[number].append(self.told(by: count, outcome, trial.departing))
      }
    }
    return zip(counted.nodes, told).compactMap { counted, told -> RulesEdit? in
      let numbers = told.compactMap(\.self)
      guard numbers.count == own.count, let number = numbers.first(where: { one in
        numbers.count { $0 == one } * 10 >= numbers.count * 9
      }), number > .one else { return nil }
      let text = RemedyTurns.text(counted.node, pricer.model)
      return RemedyTurns.edit(
        counted.place, span: counted.node.span, becomes: number.description,
        what: "\(text) becomes \(number)", model: pricer.model)
    }.prefix(Self.mostConstants).map(\.self)
  }

  /// A limit that the other side has and the rules have not: where theirs is one amount whenever
  /// they differ, and ours is always more than that, or always less.
  func limited(
    _ found: [RemedyPlaces.Place], _ trial: Trial, _ before: [RemedyBench.Outcome]
  ) -> [RulesEdit] {
    guard !trial.isOfTotal, trial.departing != RemedyCase.refusal,
      let limit = Self.commonest(before.compactMap { $0.theirs[trial.departing] }), !limit.isZero,
      limit.decimalDigits != nil
    else { return [] }
    let ours = before.compactMap { one in
      one.theirs[trial.departing] == limit ? one.ours[trial.departing] : nil
    }
    // One amount of ours may as well be a figure of its own.
    guard ours.count * 10 >= before.count * 9, Set(ours).count > 1 else { return [] }
    let isMost = ours.allSatisfy { $0 > limit }
    guard isMost || ours.allSatisfy({ $0 < limit }) else { return [] }
    let (model, amount) = (pricer.model, CurrencySign.amount(limit, pricer.model.currency))
    let (call, word) = isMost ? ("min", "most") : ("max", "least")
    return found.compactMap { place in
      let written = model.sources.text(at: place.span).trimmedOfSpaces
      // Where it has a limit, that one is another, or of something else.
      guard place.kind == .formula, place.path.hasSuffix(".\(trial.departing).amount"),
        !written.contains("\(call)(")
      else { return nil }
      return RemedyTurns.edit(
        place, span: place.span, becomes: "\(call)(\(written), \(amount))",
        what: limit < 0
          ? "\(trial.departing) takes off at \(isMost ? "least" : "most") "
            + CurrencySign.amount(limit.magnitude, model.currency)
          : "\(trial.departing) is at \(word) \(amount)", model: model)
    }
  }

  private static func commonest(_ numbers: [Ratio]) -> Ratio? {
    Dictionary(grouping: numbers) { $0 }.max { one, other in
      (one.value.count, other.key) < (other.value.count, one.key)
    }?.key
  }

  /// The whole number that makes ours theirs; nil where there is none.
  private func told(
    by count: Ratio?, _ outcome: RemedyBench.Outcome, _ departing: String
  ) -> Ratio? {
    guard let count, let ours = outcome.ours[departing], !ours.isZero,
      let theirs = outcome.theirs[departing]
    else { return nil }
    return (theirs / ours * count + Ratio(1, 2)).floor.map { Ratio($0) }
  }

  /// What is counted in formulas, one for each booking.
  private struct Counted {
    var nodes: [(node: PriceExpression, place: RemedyPlaces.Place)] = []

    init(_ model: PriceModel, places: [RemedyPlaces.Place]) {
      for line in model.allLines { line.formulas.forEach { visit($0, places) } }
      for named in model.lets { visit(named.value, places) }
    }

    private mutating func visit(_ node: PriceExpression, _ places: [RemedyPlaces.Place]) {
      if isCounted(node), let place = places.first(where: { $0.span.encloses(node.span) }),
        place.span != node.span, !nodes.contains(where: { $0.node.span == node.span })
      {
        nodes.append((node, place))
      }
      for part in node.parts { visit(part, places) }
    }

    private func isCounted(_ node: PriceExpression) -> Bool {
      guard node.type == .quantity(.count), node.grain.list == .booking else { return false }
      switch node.operation {
      case .aggregate, .reference(.field), .reference(.letValue): return true
      default: return false
      }
    }
  }
}
