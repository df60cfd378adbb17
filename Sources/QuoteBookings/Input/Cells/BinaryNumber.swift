import QuoteLanguage
import QuoteSyntax

/// Texts to the nearest binary64, halves to even, as every correctly rounding
/// `strtod` gives it.
enum BinaryNumber {
  /// A plain decimal (see `DecimalParts`) as a finite double.
  static func read(_ text: TextSlice) -> Result<Double, CellFault> {
    guard let parts = DecimalParts(text) else {
      return .failure(DecimalParts.complaint(about: text))
    }
    let value = nearest(parts, text)
    return value.isFinite ? .success(value) : .failure(.outOfRange)
  }

  /// Clinger's fast case: digits under 2^53 and a power of ten up to 10^22 are
  /// both exact, so one operation rounds once. Anything else goes through
  /// the slower correctly rounding reader.
  static func nearest(_ parts: DecimalParts, _ text: TextSlice) -> Double {
    if parts.isExact, parts.digits <= 1 << 53, abs(parts.exponent) <= 22 {
      let digits = Double(parts.digits)
      let value =
        parts.exponent < 0
        ? digits / powers[-parts.exponent] : digits * powers[parts.exponent]
      return parts.isNegative ? -value : value
    }
    return unsafe DoubleText.read(text.bytes) ?? .nan
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
