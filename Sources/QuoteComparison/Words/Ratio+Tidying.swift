package import QuoteSyntax

extension Ratio {
  /// To a billionth, which is finer than any price: what doubles have behind it takes too many
  /// digits to count with.
  package var tidied: Ratio {
    if let digits = decimalDigits, digits <= 9 { return self }
    let billion = Ratio(1_000_000_000)
    return (self * billion + Ratio(1, 2)).floor.map { Ratio($0) / billion } ?? self
  }
}
