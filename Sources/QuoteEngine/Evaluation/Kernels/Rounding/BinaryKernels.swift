import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// Rounding of doubles as the languages of the binary profiles do it.
///
/// Nothing is contracted or reassociated; fused multiply-adds are written.
/// Loops are vector code for the ordinary row and fall back to a careful scalar
/// function for the others.
enum BinaryKernels {
  /// Rounds to `places` decimals (negative: to tens, hundreds …) in the style's way.
  @unsafe static func round(
    _ source: UnsafePointer<Double>, into target: UnsafeMutablePointer<Double>, count: Int,
    places: Int, _ style: BinaryRounding
  ) {
    switch style {
    case .python:
      unsafe python(source, into: target, count: count, places: places)
    case .javascript:
      for i in 0..<count { unsafe target[i] = javascript(source[i], places: places) }
    case .up:
      for i in 0..<count { unsafe target[i] = scaled(source[i], places, .up) }
    case .down:
      for i in 0..<count { unsafe target[i] = scaled(source[i], places, .down) }
    case .towardsZero:
      for i in 0..<count { unsafe target[i] = scaled(source[i], places, .towardZero) }
    case .awayFromZero:
      for i in 0..<count { unsafe target[i] = scaled(source[i], places, .awayFromZero) }
    }
  }

  /// CPython's `round(x, places)`: the exact binary value to so many decimals,
  /// halves to even, then the nearest double. NaN and infinities come back.
  ///
  /// With y = x·10ᵖ rounded once and n = y rounded to even: wherever y is not a
  /// half, n is right, since halves below 2⁵² are doubles and rounding to
  /// doubles keeps order. Where it is, what was lost in y, which a fused
  /// multiply-add tells, says on which side of the half x·10ᵖ is. n / 10ᵖ is then
  /// the double nearest to the decimal.
  @unsafe static func python(
    _ source: UnsafePointer<Double>, into target: UnsafeMutablePointer<Double>, count: Int,
    places: Int
  ) {
    guard places >= 0, places <= 22 else {
      for i in 0..<count { unsafe target[i] = python(source[i], places: places) }
      return
    }
    guard unsafe cvector_round_python(source, count, powerOfTen(places), target) != 0 else {
      return
    }
    for i in 0..<count where !(unsafe target[i].isFinite) {
      unsafe target[i] = python(source[i], places: places)
    }
  }

  /// One of them, any places.
  static func python(_ x: Double, places: Int) -> Double {
    guard x.isFinite, x != 0 else { return x }
    if places < 0 { return pythonTens(x, -places) }
    // A double has at most 1074 decimals, and below 2⁻¹⁰²² no more digits than that.
    if x.magnitude >= 0x1p52 || places > 323 { return x }
    guard places <= 22 else { return viaText(x, places: places) }
    let scale = powerOfTen(places)
    let y = x.magnitude * scale
    guard y < 0x1p52 else { return viaText(x, places: places) }
    var n = y.rounded(.toNearestOrEven)
    if (y - n).magnitude == 0.5 {
      let rest = (-y).addingProduct(x.magnitude, scale)
      if rest > 0 { n = y.rounded(.up) } else if rest < 0 { n = y.rounded(.down) }
    }
    return Double(signOf: x, magnitudeOf: n / scale)
  }

  /// Rounds to a multiple of 10ᵏ.
  private static func pythonTens(_ x: Double, _ k: Int) -> Double {
    if k > 308 { return Double(signOf: x, magnitudeOf: 0) }
    guard k <= 22 else { return tensViaText(x, k) }
    let scale = powerOfTen(k)
    let y = x.magnitude / scale
    guard y < 0x1p52 else { return tensViaText(x, k) }
    var n = y.rounded(.toNearestOrEven)
    if (y - n).magnitude == 0.5 {
      let rest = x.magnitude.addingProduct(-y, scale)
      if rest > 0 { n = y.rounded(.up) } else if rest < 0 { n = y.rounded(.down) }
    }
    return Double(signOf: x, magnitudeOf: n * scale)
  }

  /// By printing all digits and reading what is left: rare, slow, always right.
  private static func viaText(_ x: Double, places: Int) -> Double {
    let text = ByteBuffer(capacity: 1024)
    text.append(x, places: places, as: .python)
    return unsafe DoubleText.read(text.bytes) ?? x
  }

  private static func tensViaText(_ x: Double, _ k: Int) -> Double {
    let text = ByteBuffer(capacity: 1024)
    text.append(x.magnitude, places: 0, as: .python)
    var digits = unsafe Array(text.bytes)
    let isWhole = x == x.rounded(.towardZero)
    if digits.count < k { return Double(signOf: x, magnitudeOf: 0) }
    let kept = digits.count - k
    let tail = digits[kept...]
    let first = tail.first! - UInt8(ascii: "0")
    let isHalf = first == 5 && isWhole && tail.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
    let isOdd = kept > 0 && digits[kept - 1] & 1 == 1
    digits.removeLast(k)
    if isHalf ? isOdd : first >= 5 { increment(&digits) }
    digits += [UInt8](repeating: UInt8(ascii: "0"), count: k)
    let value = unsafe digits.withUnsafeBufferPointer { unsafe DoubleText.read($0) }
    return Double(signOf: x, magnitudeOf: value ?? .infinity)
  }

  private static func increment(_ digits: inout [UInt8]) {
    var index = digits.count - 1
    while index >= 0, digits[index] == UInt8(ascii: "9") {
      digits[index] = UInt8(ascii: "0")
      index -= 1
    }
    if index < 0 { digits.insert(UInt8(ascii: "1"), at: 0) } else { digits[index] += 1 }
  }

  /// `Math.round(x * 10ᵖ) / 10ᵖ`; for negative places `Math.round(x / 10ᵏ) * 10ᵏ`.
  @inline(__always)
  static func javascript(_ x: Double, places: Int) -> Double {
    let scale = powerOfTen(abs(places))
    return places >= 0 ? mathRound(x * scale) / scale : mathRound(x / scale) * scale
  }

  /// ECMAScript's `Math.round`: halves towards positive infinity, the sign of a
  /// zero that of `y`.
  @inline(__always)
  static func mathRound(_ y: Double) -> Double {
    guard y.magnitude < 0x1p52 else { return y }
    let floor = y.rounded(.down)
    let n = y - floor >= 0.5 ? floor + 1 : floor
    return n == 0 ? Double(signOf: y, magnitudeOf: 0) : n
  }

  /// The binary product with 10ᵖ rounded to whole in one direction, then
  /// divided by 10ᵖ again: as a program in that language would write it.
  @inline(__always)
  static func scaled(
    _ x: Double, _ places: Int, _ rule: FloatingPointRoundingRule
  ) -> Double {
    let scale = powerOfTen(abs(places))
    let result = places >= 0 ? (x * scale).rounded(rule) / scale : (x / scale).rounded(rule) * scale
    return result.isFinite ? result : x
  }

  /// A double to a whole number. `given` is 0, and the cell zero, for what is
  /// not a number or above `most` in size, which is below 2⁶³. `half_even` is Python's `round(x)`;
  /// `half_up` here is away from zero, as under `exact`.
  @unsafe static func whole(
    _ source: UnsafePointer<Double>, into target: UnsafeMutablePointer<Int64>,
    given: UnsafeMutablePointer<UInt8>?, count: Int, _ mode: RoundingMode, most: Double
  ) {
    for i in 0..<count {
      let n = unsafe whole(source[i], mode)
      let fits = n.magnitude <= most
      unsafe target[i] = fits ? Int64(n) : 0
      unsafe given?[i] = fits ? 1 : 0
    }
  }

  @inline(__always)
  static func whole(_ x: Double, _ mode: RoundingMode) -> Double {
    switch mode {
    case .halfUp: return x.rounded(.toNearestOrAwayFromZero)
    case .halfEven: return x.rounded(.toNearestOrEven)
    case .halfDown:
      let cut = x.rounded(.towardZero)
      return (x - cut).magnitude > 0.5 ? x.rounded(.awayFromZero) : cut
    case .up: return x.rounded(.up)
    case .down: return x.rounded(.down)
    case .towardsZero: return x.rounded(.towardZero)
    case .awayFromZero: return x.rounded(.awayFromZero)
    }
  }

  /// Exact up to 10²²; beyond that the nearest double.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> Double {
    if exponent < tens.count { return tens[exponent] }
    return Ratio(powerOfTen: exponent).nearestDouble
  }

  private static let tens: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
