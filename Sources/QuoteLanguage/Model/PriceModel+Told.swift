package import QuoteSyntax

extension PriceModel {
  /// A figure as rules have it beside a value: with its unit, an amount with its currency.
  package func written(_ figure: Ratio, of value: PriceExpression) -> String {
    value.type == .quantity(.money)
      ? CurrencySign.amount("\(figure)", currency) : ExampleText.value(figure, of: value)
  }

  /// The value to show in place of another: for a text that was padded so that its numbers sort,
  /// the original text.
  package func told(by value: PriceExpression) -> PriceExpression {
    var inner = value
    while case .reference(.letValue(let index)) = inner.operation { inner = lets[index].value }
    guard case .apply(.text(.natural), let parts) = inner.operation else { return value }
    return parts[0]
  }
}
