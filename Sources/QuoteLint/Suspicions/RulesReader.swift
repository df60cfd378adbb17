import QuoteLanguage
import QuoteSyntax

/// What looks for slips in rules, and says how they are written.
protocol RulesReader {
  var model: PriceModel { get }
}

extension RulesReader {
  func text(_ span: SourceSpan) -> String { model.sources.text(at: span).trimmedOfSpaces }
}

extension PriceModel {
  /// A value as it is written, in brackets where it could not be subtracted or multiplied without.
  func operand(_ value: PriceExpression) -> String {
    let written = sources.text(at: value.span).trimmedOfSpaces
    let isPart = written.wholeMatch(of: kept(/[^\s()+\-*\/]+(?:\([^()]*\))?/)) != nil
    return isPart || isBracketed(value) || !isSum(value) ? written : "(\(written))"
  }

  private func isSum(_ value: PriceExpression) -> Bool {
    switch value.operation {
    case .apply(.arithmetic(let act), _): act == .add || act == .subtract
    case .apply(.converted, let parts): isSum(parts[0])
    // A figure behind a name may be computed where it stands.
    case .constant: sources.text(at: value.span).contains(kept(/\s[+\-]\s/))
    case .conditional, .defaulting, .and, .or, .apply(.not, _), .apply(.negate, _),
      .apply(.compare, _): true
    case _: false
    }
  }

  /// Whether one pair of brackets is around all of what is written.
  func isBracketed(_ value: PriceExpression) -> Bool {
    let written = sources.text(at: value.span).trimmedOfSpaces
    guard written.hasPrefix("("), written.hasSuffix(")") else { return false }
    var depth = 0
    for character in written.dropLast() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return false }
    }
    return true
  }
}

extension PriceExpression {
  /// What is rounded, or the value itself.
  var unrounded: PriceExpression {
    if case .apply(.round, let parts) = operation { return parts[0].unrounded }
    return self
  }
}
