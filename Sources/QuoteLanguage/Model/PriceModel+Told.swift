extension PriceModel {
  /// What stands for a value where it is shown: of a text that puts numbers in their order, the
  /// text of which it is made, as it was given.
  package func told(by value: PriceExpression) -> PriceExpression {
    var inner = value
    while case .reference(.letValue(let index)) = inner.operation { inner = lets[index].value }
    guard case .apply(.text(.natural), let parts) = inner.operation else { return value }
    return parts[0]
  }
}
