import QuoteLanguage
import QuoteSyntax

/// What is left of a division that is rounded down: zero, or of the divisor's sign.
enum RemainderKernels {
  /// Zero where the divisor is.
  @inline(__always)
  static func remainder<Cell: FixedWidthInteger & SignedInteger>(
    of a: Cell, by b: Cell
  ) -> Cell {
    // By -1 nothing is left, and the division of the least number would overflow.
    if b == 0 || b == -1 { return 0 }
    let rest = a % b
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
  }

  /// Computes `a % b` as CPython does for floats: exact but for one rounding where the signs
  /// differ. Zero has the divisor's sign.
  @inline(__always)
  static func remainder(of a: Double, by b: Double) -> Double {
    if b == 0 { return 0 }
    let rest = a.truncatingRemainder(dividingBy: b)
    if rest == 0 { return Double(signOf: b, magnitudeOf: 0) }
    return (rest < 0) != (b < 0) ? rest + b : rest
  }
}
