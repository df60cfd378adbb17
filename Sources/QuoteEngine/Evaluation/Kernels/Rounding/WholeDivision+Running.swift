import QuoteLanguage
import CVector
import QuoteSyntax

extension WholeDivision {
  /// Integer cells to integers. Where the true result does not fit 64 bits
  /// (which the compiler's ranges rule out) its low bits are kept.
  @unsafe func run(
    _ source: UnsafePointer<Int64>, into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    guard isNarrow else {
      for i in 0..<count {
        unsafe target[i] = Int64(truncatingIfNeeded: wide(Int128(source[i])))
      }
      return
    }
    switch mode {
    case .halfUp:
      unsafe halves(source, into: target, count: count, add: UInt64(divisor) / 2)
    case .halfDown:
      unsafe halves(source, into: target, count: count, add: (UInt64(divisor) - 1) / 2)
    case .towardsZero: unsafe halves(source, into: target, count: count, add: 0)
    case .awayFromZero: unsafe halves(source, into: target, count: count, add: UInt64(divisor) - 1)
    case .halfEven, .up, .down: unsafe adjusted(source, into: target, count: count)
    }
  }

  /// Integer cells to wide ones.
  @unsafe func run(
    _ source: UnsafePointer<Int64>, into target: UnsafeMutablePointer<Int128>, count: Int
  ) {
    for i in 0..<count { unsafe target[i] = wide(Int128(source[i])) }
  }

  /// Wide cells to integers, as in the first.
  @unsafe func run(
    _ source: UnsafePointer<Int128>, into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    for i in 0..<count { unsafe target[i] = Int64(truncatingIfNeeded: wide(source[i])) }
  }

  @unsafe func run(
    _ source: UnsafePointer<Int128>, into target: UnsafeMutablePointer<Int128>, count: Int
  ) {
    for i in 0..<count { unsafe target[i] = wide(source[i]) }
  }

  /// Modes that are a truncation after adding a constant to the magnitude:
  /// trunc((|x|·m + a) / d) with the sign put back.
  @unsafe private func halves(
    _ source: UnsafePointer<Int64>, into target: UnsafeMutablePointer<Int64>, count: Int,
    add: UInt64
  ) {
    let factor = UInt64(multiplier.magnitude)
    let flip: Int64 = multiplier < 0 ? -1 : 0
    let limit = bound
    if smallMagic != 0, unsafe cvector_bits(source, count) & notSmall == 0 {
      return unsafe cvector_divide(
        source, target, count, UInt32(factor), UInt32(add), UInt32(smallMagic),
        UInt32(smallShift), flip)
    }
    for i in 0..<count {
      let x = unsafe source[i]
      guard x.magnitude <= limit else {
        unsafe target[i] = Int64(truncatingIfNeeded: wide(Int128(x)))
        continue
      }
      let q = Int64(bitPattern: quotient(x.magnitude &* factor &+ add))
      let sign = (x &>> 63) ^ flip
      unsafe target[i] = (q ^ sign) &- sign
    }
  }

  /// Modes that look at the remainder or the sign.
  @unsafe private func adjusted(
    _ source: UnsafePointer<Int64>, into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    let factor = UInt64(multiplier.magnitude)
    let flip: Int64 = multiplier < 0 ? -1 : 0
    let d = UInt64(divisor)
    for i in 0..<count {
      let x = unsafe source[i]
      guard x.magnitude <= bound else {
        unsafe target[i] = Int64(truncatingIfNeeded: wide(Int128(x)))
        continue
      }
      let n = x.magnitude &* factor
      let q = quotient(n)
      let rest = n &- q &* d
      let sign = (x &>> 63) ^ flip
      let up: Bool
      switch mode {
      case .up: up = rest != 0 && sign == 0
      case .down: up = rest != 0 && sign != 0
      case .halfEven: up = rest > d &- rest || (rest == d &- rest && q & 1 == 1)
      case .halfUp, .halfDown, .towardsZero, .awayFromZero: up = false
      }
      let magnitude = Int64(bitPattern: q &+ (up ? 1 : 0))
      unsafe target[i] = (magnitude ^ sign) &- sign
    }
  }

  /// One number of any size; the product is held in 256 bits, its quotient's
  /// low 128 are the result.
  func wide(_ x: Int128) -> Int128 {
    if isNarrow, x.magnitude <= UInt128(bound) {
      let n = UInt64(x.magnitude) * UInt64(multiplier.magnitude)
      let q = quotient(n)
      return WholeDivision.settle(
        UInt128(q), rest: UInt128(n - q * UInt64(divisor)), of: divisor.magnitude,
        isNegative: (x < 0) != (multiplier < 0), mode)
    }
    return WholeDivision.divide(x, multiplier, by: divisor, mode)
  }

  /// `a × b ÷ d` rounded, d not zero; the result's low 128 bits.
  static func divide(_ a: Int128, _ b: Int128, by d: Int128, _ mode: RoundingMode) -> Int128 {
    let product = a.magnitude.multipliedFullWidth(by: b.magnitude)
    let divisor = d.magnitude
    let isNegative = (a < 0) != ((b < 0) != (d < 0))
    let low: (quotient: UInt128, remainder: UInt128)
    if product.high == 0 {
      low = product.low.quotientAndRemainder(dividingBy: divisor)
    } else {
      low = divisor.dividingFullWidth((product.high % divisor, product.low))
    }
    return settle(low.quotient, rest: low.remainder, of: divisor, isNegative: isNegative, mode)
  }

  /// The rounded quotient, from that of the magnitudes and what it left.
  @inline(__always)
  static func settle(
    _ quotient: UInt128, rest: UInt128, of divisor: UInt128, isNegative: Bool,
    _ mode: RoundingMode
  ) -> Int128 {
    let up: Bool
    switch mode {
    case .halfUp: up = rest >= divisor - rest
    case .halfDown: up = rest > divisor - rest
    case .halfEven:
      up = rest > divisor - rest || (rest == divisor - rest && quotient & 1 == 1)
    case .up: up = rest != 0 && !isNegative
    case .down: up = rest != 0 && isNegative
    case .towardsZero: up = false
    case .awayFromZero: up = rest != 0
    }
    let magnitude = Int128(truncatingIfNeeded: up ? quotient &+ 1 : quotient)
    return isNegative ? 0 &- magnitude : magnitude
  }
}
