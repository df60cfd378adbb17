import QuoteLanguage
import QuoteSyntax

/// Multiplication and division of exact numbers by constants, the quotient
/// rounded to a whole number: `cell × multiplier ÷ divisor`.
///
/// Made once when a plan is prepared; the loops are in `WholeDivision+Running`.
///
/// The quotient of magnitudes below 2⁶³ is taken by multiplication: with
/// l = ⌈log₂ d⌉ and m = ⌈2⁶³⁺ˡ / d⌉, which fits 64 bits, ⌊n / d⌋ is
/// ⌊m·n / 2⁶³⁺ˡ⌋ for every n < 2⁶³ (Granlund and Montgomery, "Division by
/// Invariant Integers using Multiplication", 1994, theorem 4.2 with N = 63).
/// Below 2³¹ the same with N = 31 stays in 64 bits, which vectors multiply.
struct WholeDivision: Sendable {
  let multiplier: Int128
  /// Positive.
  let divisor: Int128
  let mode: RoundingMode
  /// Whether multiplier and divisor are small enough for the 64-bit loop.
  let isNarrow: Bool
  /// Largest magnitude of a cell whose product stays below 2⁶² (of 63 bits, one
  /// is left for adding half a divisor).
  let bound: UInt64
  let magic: UInt64
  let shift: UInt64
  /// Likewise for N = 31; zero where divisor or multiplier is too large for that.
  let smallMagic: UInt64
  let smallShift: UInt64
  /// Bits that no magnitude may have for the loop with N = 31.
  let notSmall: UInt64

  /// `divisor` is not zero. Both are brought to lowest terms, sign in the multiplier.
  init(multiplier: Int128, divisor: Int128, mode: RoundingMode) {
    precondition(divisor != 0)
    let common = Int128(Ratio.greatestCommonDivisor(multiplier.magnitude, divisor.magnitude))
    let sign: Int128 = divisor < 0 ? -1 : 1
    self.multiplier = sign * (multiplier / common)
    self.divisor = sign * (divisor / common)
    self.mode = mode
    let limit: Int128 = 1 << 62
    isNarrow = self.divisor < limit && self.multiplier.magnitude < UInt128(limit)
    guard isNarrow else {
      (bound, magic, shift) = (0, 0, 0)
      (smallMagic, smallShift, notSmall) = (0, 0, 0)
      return
    }
    bound = UInt64(limit - 1) / max(1, UInt64(self.multiplier.magnitude))
    let d = UInt64(self.divisor)
    let l = d == 1 ? 0 : 64 - (d - 1).leadingZeroBitCount
    // 2⁶³⁺ˡ / d: below 2⁶⁴ because d > 2ˡ⁻¹.
    let dividend = UInt128(1) << UInt128(63 + l)
    magic = UInt64((dividend + UInt128(d) - 1) / UInt128(d))
    shift = UInt64(l)
    let factor = UInt64(self.multiplier.magnitude)
    guard d <= 1 << 29, factor > 0, factor <= 1 << 29 else {
      (smallMagic, smallShift, notSmall) = (0, 0, 0)
      return
    }
    // At most d is added to the product.
    let most = ((1 << 31) - 1 - d) / factor
    let bits = UInt64(63 - most.leadingZeroBitCount)
    notSmall = UInt64.max << bits
    smallShift = 31 + UInt64(l)
    smallMagic = ((1 << smallShift) + d - 1) / d
  }

  /// ⌊n / divisor⌋ for n < 2⁶³.
  @inline(__always)
  func quotient(_ n: UInt64) -> UInt64 {
    // (m·n) >> (63 + l): the high word holds bits from 64 on, so one bit short of it.
    let product = n.multipliedFullWidth(by: magic)
    return ((product.high &<< 1) | (product.low &>> 63)) &>> shift
  }
}
