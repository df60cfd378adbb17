import QuoteSyntax

extension PriceModel {
  /// The value to show in place of another: for a text that was padded so that its numbers sort,
  /// the original text.
  package func told(by value: PriceExpression) -> PriceExpression {
    var inner = value
    while case .reference(.letValue(let index)) = inner.operation { inner = lets[index].value }
    guard case .apply(.text(.natural), let parts) = inner.operation else { return value }
    return parts[0]
  }
}
