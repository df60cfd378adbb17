import QuoteLanguage
import QuoteSyntax

/// Lines that count twice what stands above them, or leave most of it away: a total written as a
/// line, a percentage of which the brackets are missing, `becomes` in the place of `amount`.
struct WaterfallSlips: RulesReader {
  let model: PriceModel
  let names: SameValues
  let allLines: [ModelLine]
  /// The names of all lines, in small letters.
  let lineNames: Set<String>
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let lines = model.allLines
    let slips = WaterfallSlips(
      model: model, names: SameValues(of: model), allLines: lines,
      lineNames: Set(lines.map { $0.name.lowercased() }))
    return Array((slips.firstLines + slips.lines).prefix(most))
  }

  /// A line that reckons with what stands above where nothing does.
  private var firstLines: [Diagnostic] {
    guard let first = model.waterfall.first, first.kind == .line, first.steps == nil else {
      // One that takes elements in order sees what those before made.
      return []
    }
    switch first.effect {
    case .amount(let value), .becomes(let value):
      let formulas = [first.when, value].compactMap(\.self)
      let subtotal = formulas.lazy.compactMap { reference(to: .running, in: $0) }.first
      return subtotal.map { [.nothingAbove(first, at: $0.span)] } ?? []
    case .members, .nothing: return []
    }
  }

  private var lines: [Diagnostic] {
    warnings(of: model.waterfall, isTop: true, apart: [], held: [])
  }

  /// Where a group takes one of its members, the others are not in the subtotal: they are
  /// `apart`. Those above that are in the subtotal are `held`.
  private func warnings(
    of lines: [ModelLine], isTop: Bool, apart: Set<Int>, held: Set<Int>
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var held = held
    /// The first line below those that are replaced already.
    var start = 0
    for (index, line) in lines.enumerated() {
      let above = isTop ? lines[start..<index] : []
      switch line.effect {
      case .amount(let amount):
        let warning =
          takesAll(line, amount) ?? bracketsForgotten(line, amount, apart: apart)
          ?? addedAgain(line, amount, apart: apart)
          ?? grownAgain(line, amount, apart: apart)
          ?? netAgain(line, amount, apart: apart) ?? boundAdded(line, amount)
          ?? toppedUp(line, amount, above: above)
          ?? inSubtotal(line, amount, held)
        if let warning { found.append(warning) }
      case .becomes(let value):
        let warning = shareOnly(line, value) ?? boundTurned(line, value)
          ?? boundTurnedByCondition(line, value)
          ?? linesLost(line, value, above: line.steps == nil ? above : [])
          ?? inSubtotal(line, value, held)
        if let warning { found.append(warning) }
        if line.when == nil, !value.usesRunning { start = index }
      case .members(let members, let take):
        let isOne = take == .lowest || take == .highest
        let inner = isOne ? apart.union(members.flatMap(\.selfAndMembers).map(\.id)) : apart
        // The elements of a list have a subtotal of their own.
        let around = line.grain == line.place && !isOne ? held : []
        found += warnings(of: members, isTop: false, apart: inner, held: around)
      case .nothing: break
      }
      hold(line, in: &held)
    }
    return found
  }

  private func reference(
    to wanted: PriceExpression.Reference, in value: PriceExpression
  ) -> PriceExpression? {
    value.firstPart {
      if case .reference(let found) = $0.operation { found == wanted } else { false }
    }
  }

  // MARK: - What is added again

  /// One term of a sum: how often something in the quote is in it, as far as a figure says so. A
  /// percentage says on purpose how much is meant, and is no such figure.
  struct Term {
    var price: PriceExpression?
    var times: Ratio
  }

  private func addedAgain(
    _ line: ModelLine, _ amount: PriceExpression, apart: Set<Int>
  ) -> Diagnostic? {
    let terms = self.terms(of: amount).filter { term in
      guard case .reference(let reference)? = term.price?.operation else { return true }
      switch reference {
      case .lineAmount(let id), .lineSum(let id): return !apart.contains(id)
      case .field, .element, .letValue, .subtotal, .running, .carried, .total, .lineReasons:
        return true
      }
    }
    // What is taken off again, as by `ceil(subtotal) - subtotal`, is not in it.
    let whole = terms.filter { term in
      guard let price = term.price, term.times == 1 else { return false }
      let same = terms.filter { $0.price.map { names.isOneReference($0, price) } ?? false }
      return same.reduce(Ratio(0)) { $0 + $1.times } == 1
    }.compactMap(\.price)
    // Under a condition, what stands above may well be doubled.
    if line.when != nil, isPlain(amount) { return nil }
    if let subtotal = whole.first(where: \.isSubtotal) {
      return .addedAgain(
        line, "the subtotal", isAlone: isPlain(amount), written: text(subtotal.span),
        at: subtotal.span)
    }
    guard terms.count > 1, let price = whole.first else { return nil }
    return .addedAgain(
      line, "`\(text(price.span))`", isAlone: isPlain(amount),
      written: isPlain(amount) ? "(\(text(amount.span)))" : text(price.span), at: price.span)
  }

  /// A subtotal or lines, added up and nothing else.
  func isPlain(_ value: PriceExpression) -> Bool {
    switch value.operation {
    case .reference: true
    case .apply(.round, let parts): isPlain(parts[0])
    case .apply(.arithmetic(.add), let sides): sides.allSatisfy(isPlain)
    case _: false
    }
  }

  func terms(of value: PriceExpression) -> [Term] {
    switch value.operation {
    case .reference(.running), .reference(.lineAmount), .reference(.lineSum):
      return [Term(price: value, times: 1)]
    case .extreme(least: false, let parts):
      let subtotal = parts.first(where: \.isSubtotal)
      return subtotal.map { [Term(price: $0, times: 1)] } ?? [Term(times: 0)]
    case .apply(.round, let parts), .apply(.converted, let parts): return terms(of: parts[0])
    case .apply(.negate, let parts): return terms(of: parts[0]).map { scaled($0, by: -1) }
    case .apply(.arithmetic(let act), let sides):
      let (left, right) = (sides[0], sides[1])
      switch act {
      case .add: return terms(of: left) + terms(of: right)
      case .subtract: return terms(of: left) + terms(of: right).map { scaled($0, by: -1) }
      case .multiply:
        let (a, b) = (terms(of: left), terms(of: right))
        if holdsPrice(a) { return a.map { scaled($0, by: times(right)) } }
        return holdsPrice(b) ? b.map { scaled($0, by: times(left)) } : [Term(times: 0)]
      case .divide:
        let times = self.times(right)
        return terms(of: left).map { scaled($0, by: times.isZero ? 0 : 1 / times) }
      }
    case _: return [Term(times: 0)]
    }
  }

  private func holdsPrice(_ terms: [Term]) -> Bool { terms.contains { $0.price != nil } }

  private func scaled(_ term: Term, by times: Ratio) -> Term {
    Term(price: term.price, times: term.times * times)
  }

  /// How often a factor takes the whole: 1 in `1 + vat`, `1 - 10%` and `100% - rate`.
  private func times(_ factor: PriceExpression) -> Ratio {
    switch factor.operation {
    case .constant(.quantity(let value)) where factor.type.isPlainNumber:
      return model.sources.isPercent(at: factor.span) ? 0 : value
    case .apply(.arithmetic(.add), let sides): return sides.contains(where: isOne) ? 1 : 0
    case .apply(.arithmetic(.subtract), let sides): return isOne(sides[0]) ? 1 : 0
    case _: return 0
    }
  }

  func isOne(_ value: PriceExpression) -> Bool {
    guard case .constant(.quantity(let figure)) = value.operation else { return false }
    return figure == 1
  }

  // MARK: - What is left of it

  /// A line that leaves less than half of what stood above it, by a percentage: `becomes` where
  /// a percentage was to be added.
  private func shareOnly(_ line: ModelLine, _ value: PriceExpression) -> Diagnostic? {
    var value = value
    if case .apply(.round, let parts) = value.operation { value = parts[0] }
    guard case .apply(.arithmetic(.multiply), let sides) = value.operation else { return nil }
    for (price, rate) in [(sides[0], sides[1]), (sides[1], sides[0])] where price.isSubtotal {
      // Under a condition, a smaller part may well be all that is asked.
      let least = line.when == nil ? Ratio(1, 2) : Ratio(3, 10)
      guard rate.type.isPlainNumber, rate.range.lower >= 0, rate.range.upper < least,
        times(rate) != 1
      else { continue }
      return .shareOnly(line, text(rate.span), at: value.span)
    }
    return nil
  }
}
