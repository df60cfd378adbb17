import QuoteLanguage
import QuoteSyntax

/// What was to count only above zero and never is: `max(start - end, 0)` where bookings whose end
/// is before their start are declined, and `min(n - 5, 0)`.
struct NeverAboveZero: RulesReader {
  let model: PriceModel
  private let names: SameValues
  /// By what their two sides are made of.
  private let facts: [[Int]: [Fact]]
  private static let most = 20

  /// In every booking that has a price, `small` is no more than `large`.
  private struct Fact {
    var small: PriceExpression
    var large: PriceExpression
    var decline: ModelDecline
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let never = NeverAboveZero(model)
    var found: [Diagnostic] = []
    var told: Set<SourceSpan> = []
    func report(_ warning: Diagnostic?) {
      guard let warning, told.insert(warning.primary.span).inserted else { return }
      found.append(warning)
    }
    for line in model.allLines {
      report(never.leastOfZero(line))
      report(never.leastTakenOff(line))
    }
    if never.facts.isEmpty { return Array(found.prefix(most)) }
    model.visitExpressions { value in report(never.alwaysZero(value)) }
    return Array(found.prefix(most))
  }

  private init(_ model: PriceModel) {
    self.model = model
    let names = SameValues(of: model)
    self.names = names
    let all = model.declines.compactMap { decline -> Fact? in
      guard case .apply(.compare(let comparison), let sides) = decline.when.operation else {
        return nil
      }
      switch comparison {
      case .less, .lessOrEqual: return Fact(small: sides[1], large: sides[0], decline: decline)
      case .greater, .greaterOrEqual:
        return Fact(small: sides[0], large: sides[1], decline: decline)
      case .equal, .notEqual: return nil
      }
    }
    facts = Dictionary(grouping: all) { fact in
      [names.likeness(of: fact.small), names.likeness(of: fact.large)]
    }
  }

  /// A difference the other way round, in brackets where it stood in some.
  private func turned(_ difference: PriceExpression, _ sides: [PriceExpression]) -> String {
    let turned = "\(model.operand(sides[1])) - \(model.operand(sides[0]))"
    return model.isBracketed(difference) ? "(\(turned))" : turned
  }

  // MARK: - After declines

  /// `max(a - b, 0)`, which is 0 for every booking that is not declined.
  private func alwaysZero(_ value: PriceExpression) -> Diagnostic? {
    guard case .extreme(least: false, let parts) = value.operation, parts.count == 2,
      parts.contains(where: names.isZero), let part = parts.first(where: { !names.isZero($0) })
    else { return nil }
    if let always = alwaysAboveZero(value, part) { return always }
    guard part.range.upper > 0, let (most, fact, difference) = greatest(part), most <= 0
    else { return nil }
    guard case .apply(.arithmetic(.subtract), let sides) = difference.operation else { return nil }
    return .neverAboveZero(
      text(difference.span), turned: turned(difference, sides),
      of: text(value.span), declined: text(fact.decline.when.span), at: difference.span,
      decline: fact.decline.when.span)
  }

  /// `max(5 - (a - b), 0)`, which is more than 0 for every booking that is not declined.
  private func alwaysAboveZero(
    _ value: PriceExpression, _ part: PriceExpression
  ) -> Diagnostic? {
    guard case .apply(.arithmetic(.subtract), let sides) = names.resolved(part).operation,
      let least = names.resolved(sides[0]).figure, part.range.lower < 0,
      let (most, fact, difference) = greatest(sides[1]), least - most > 0,
      case .apply(.arithmetic(.subtract), let ends) = difference.operation
    else { return nil }
    return .alwaysAboveZero(
      text(difference.span), turned: turned(difference, ends),
      of: text(value.span), declined: text(fact.decline.when.span), at: difference.span,
      decline: fact.decline.when.span)
  }

  /// The most that a value comes to, the fact that says so and the difference that it is about.
  private func greatest(
    _ value: PriceExpression
  ) -> (most: Ratio, fact: Fact, difference: PriceExpression)? {
    let value = names.resolved(value)
    guard case .apply(let act, let parts) = value.operation else { return nil }
    switch act {
    case .arithmetic(.subtract):
      let fact = facts[[names.likeness(of: parts[0]), names.likeness(of: parts[1])]]?.first {
        names.areSame(parts[0], $0.small) && names.areSame(parts[1], $0.large)
      }
      if let fact { return (0, fact, value) }
      guard let left = greatest(parts[0]), parts[1].type.isQuantity else { return nil }
      return (left.most - parts[1].range.lower, left.fact, left.difference)
    case .arithmetic(.add):
      guard let left = greatest(parts[0]), parts[1].type.isQuantity else { return nil }
      return (left.most + parts[1].range.upper, left.fact, left.difference)
    case .arithmetic(.divide), .arithmetic(.multiply):
      guard let left = greatest(parts[0]), let by = names.resolved(parts[1]).figure, by > 0 else {
        return nil
      }
      let most = act == .arithmetic(.divide) ? left.most / by : left.most * by
      return (most, left.fact, left.difference)
    case .round: return greatest(parts[0]).flatMap { $0.most <= 0 ? $0 : nil }
    case .negate, .compare, .not, .placed, .converted, .within, .contains, .distance, .template,
      .printed, .number, .text, .date:
      return nil
    }
  }

  // MARK: - The highest of what is taken off

  /// A group that takes the highest of amounts of which none is above zero: the least discount. A
  /// name that says so settles it, and so does a plain figure beside what is reckoned, which is
  /// the most that is taken off.
  private func leastTakenOff(_ line: ModelLine) -> Diagnostic? {
    guard case .members(let members, take: .highest) = line.effect, members.count > 1,
      members.allSatisfy({ $0.formula.map { $0.range.upper <= 0 } ?? false }),
      members.allSatisfy({ $0.formula.map { $0.range.lower < 0 } ?? false }),
      !isCapped(members),
      Self.least.isDisjoint(with: line.name.lowercased().split(separator: "_").map(String.init))
    else { return nil }
    return .leastTakenOff(line, at: line.span)
  }

  /// Whether a figure and something that is reckoned are both taken off in every booking.
  private func isCapped(_ members: [ModelLine]) -> Bool {
    let always = members.filter { $0.when == nil }.compactMap { $0.formula?.range.isPoint }
    return always.contains(true) && always.contains(false)
  }

  private static let least: Set<String> = [
    "least", "lowest", "smallest", "smaller", "lesser", "minimum", "min", "worst", "weakest",
    "cheapest", "capped", "cap", "limited", "limit",
  ]

  // MARK: - The lesser of zero

  /// A price times `min(n - 5, 0)`: it is only ever taken off, by those who stay below what is
  /// free.
  private func leastOfZero(_ line: ModelLine) -> Diagnostic? {
    guard case .amount(let amount) = line.effect, !line.paysOut, amount.range.upper <= 0,
      let value = factor(amount), case .extreme(least: true, let parts) = names.resolved(value)
        .operation
    else { return nil }
    let span = names.resolved(value).span
    let written = text(span)
    let part = parts.first { !names.isZero($0) }
    guard let part, case .apply(.arithmetic(.subtract), let sides) = names.resolved(part).operation
    else { return nil }
    return .leastOfZero(
      line, written, most: written.replacing("min(", with: "max(", maxReplacements: 1),
      meant: "-max(\(model.operand(sides[1])) - \(model.operand(sides[0])), 0)", at: span)
  }

  /// The factor of an amount that is the lesser of zero and of what is left of a number.
  private func factor(_ amount: PriceExpression) -> PriceExpression? {
    switch amount.operation {
    case .apply(.round, let parts), .apply(.converted, let parts): return factor(parts[0])
    case .apply(.arithmetic(.multiply), let sides):
      for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])]
      where price.range.lower >= 0 && isLeastOfZero(factor) { return factor }
      return nil
    case _: return nil
    }
  }

  private func isLeastOfZero(_ value: PriceExpression) -> Bool {
    guard case .extreme(least: true, let parts) = names.resolved(value).operation,
      parts.count == 2, parts.contains(where: names.isZero),
      let part = parts.first(where: { !names.isZero($0) }),
      case .apply(.arithmetic(.subtract), let sides) = names.resolved(part).operation,
      let figure = names.resolved(sides[1]).figure
    else { return false }
    return figure > 0 && part.range.upper > 0
  }
}
