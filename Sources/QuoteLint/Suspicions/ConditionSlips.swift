import QuoteLanguage
import QuoteSyntax

/// Conditions joined by `or` and `and` without brackets, where the last part was most likely to
/// be asked of both: `a = 1 or a = 2 and b`.
struct ConditionSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = ConditionSlips(model: model, names: SameValues(of: model))
    var found: [Diagnostic] = []
    // Where several parts of an `or` have an `and` of their own, that is how they are meant.
    var meant: Set<ObjectIdentifier> = []
    var inner: Set<ObjectIdentifier> = []
    model.visitExpressions { value in
      guard case .or(let a, let b) = value.operation else { return }
      inner.formUnion([ObjectIdentifier(a), ObjectIdentifier(b)])
    }
    model.visitExpressions { value in
      guard case .or = value.operation, !inner.contains(ObjectIdentifier(value)) else { return }
      let (joined, ors) = slips.alternatives(of: value)
      if joined > 1 { meant.formUnion(ors) }
    }
    model.visitExpressions { value in
      guard case .or(let first, let both) = value.operation,
        !meant.contains(ObjectIdentifier(value)),
        let warning = slips.unbracketed(first, both, value)
          ?? slips.unbracketed(round: first, both, value)
      else { return }
      found.append(warning)
    }
    return Array(found.prefix(most))
  }

  private func unbracketed(
    _ first: PriceExpression, _ both: PriceExpression, _ whole: PriceExpression
  ) -> Diagnostic? {
    guard case .and(let second, let last) = both.operation,
      let one = subject(ofEquality: first), let other = subject(ofEquality: second),
      names.areSame(one, other),
      subject(ofEquality: last).map({ !names.areSame($0, one) }) ?? true,
      !isInBrackets(text(both.span))
    else { return nil }
    return .orBeforeAnd(
      text(first.span), text(second.span), text(last.span), at: last.span, whole: whole.span)
  }

  /// `day = friday and hour >= 22 or hour < 6`: all days have the hours before six.
  private func unbracketed(
    round both: PriceExpression, _ last: PriceExpression, _ whole: PriceExpression
  ) -> Diagnostic? {
    guard case .and(let first, let second) = both.operation,
      let (one, start) = bound(second, isLower: true),
      let (other, end) = bound(last, isLower: false),
      names.areSame(one, other), comesRound(one), end < start, !isInBrackets(text(both.span)),
      bound(first, isLower: true).map({ !names.areSame($0.subject, one) }) ?? true
    else { return nil }
    return .orBeforeAnd(
      text(last.span), text(second.span), text(first.span), at: first.span, whole: whole.span)
  }

  /// Whether the largest of a value is beside its smallest: a time of day, or an hour of it.
  private func comesRound(_ value: PriceExpression) -> Bool {
    if value.type == .time { return true }
    if case .apply(.date(let function), _) = names.resolved(value).operation {
      return function.round != nil
    }
    return value.type.isPlainNumber && value.range.lower == 0
      && [23, 24].contains(value.range.upper)
  }

  /// What is to be no less than a figure or a time, or no more.
  private func bound(
    _ value: PriceExpression, isLower: Bool
  ) -> (subject: PriceExpression, figure: Ratio)? {
    guard case .apply(.compare(let comparison), let sides) = value.operation else { return nil }
    switch comparison {
    case .greater, .greaterOrEqual: if !isLower { return nil }
    case .less, .lessOrEqual: if isLower { return nil }
    case .equal, .notEqual: return nil
    }
    switch sides[1].operation {
    case .constant(.quantity(let figure)): return (sides[0], figure)
    case .constant(.time(let time)):
      return (sides[0], Ratio(Int128(time.secondsSinceMidnight)))
    case _: return nil
    }
  }

  /// How many of what stands between the `or`s of a condition have an `and` of their own, and the
  /// `or`s.
  private func alternatives(
    of value: PriceExpression
  ) -> (joined: Int, ors: [ObjectIdentifier]) {
    var (joined, ors) = (0, [ObjectIdentifier]())
    func gather(_ value: PriceExpression) {
      switch value.operation {
      case .or(let a, let b):
        gather(a)
        gather(b)
        ors.append(ObjectIdentifier(value))
      case .and: joined += 1
      case _: return
      }
    }
    gather(value)
    return (joined, ors)
  }

  private func subject(ofEquality value: PriceExpression) -> PriceExpression? {
    guard case .apply(.compare(.equal), let sides) = value.operation else { return nil }
    switch (sides[0].operation, sides[1].operation) {
    case (_, .constant): return sides[0]
    case (.constant, _): return sides[1]
    case _: return nil
    }
  }

  /// Whether the first bracket of a text is closed by its last.
  private func isInBrackets(_ text: String) -> Bool {
    guard text.hasPrefix("("), text.hasSuffix(")") else { return false }
    var depth = 0
    for (index, character) in text.enumerated() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return index == text.count - 1 }
    }
    return false
  }
}
