/// Conditions joined by `or` and `and` without brackets, where the last part was most likely to
/// be asked of both: `a = 1 or a = 2 and b`.
struct ConditionSlips {
  private let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = ConditionSlips(model: model, names: SameValues(of: model))
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      guard case .or(let first, let both) = value.operation,
        let warning = slips.unbracketed(first, both, value)
      else { return }
      found.append(warning)
    }
    return Array(found.prefix(most))
  }

  private func text(_ span: SourceSpan) -> String { model.sources.text(at: span).trimmedOfSpaces }

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
