import QuoteLanguage
import CDoubleText
import CVector
package import QuoteSyntax

extension ByteBuffer {
  /// The shortest decimal that reads back as `value`, spelled as `arithmetic`'s
  /// language prints it: Python's `repr` (also for `exact`, which prints no
  /// doubles of its own), JavaScript's `String(x)`.
  package func append(shortest value: Double, as arithmetic: Arithmetic) {
    let isPython = arithmetic != .javascript
    guard value.isFinite else { return append(notFinite: value, isPython: isPython) }
    if value == 0 {
      if isPython { append(value.sign == .minus ? "-0.0" : "0.0") } else { append("0") }
      return
    }
    if appendCents(value, isPython: isPython) { return }
    if value < 0 { append(UInt8(ascii: "-")) }
    let digits = unsafe room(for: 400)
    var point: Int32 = 0
    // Written where the number will stand, then moved to where its digits go.
    let length = Int(unsafe double_shortest_digits(value.magnitude, digits, &point))
    unsafe spell(digits, length: length, point: Int(point), isPython: isPython)
  }

  @inline(__always)
  private func appendCents(_ value: Double, isPython: Bool) -> Bool {
    let cents = cvector_cents_of(value)
    guard cents != .min else { return false }
    if value < 0 { append(UInt8(ascii: "-")) }
    append(magnitude: cents.magnitude, places: 2, minimum: isPython ? 1 : 0)
    return true
  }

  private func append(notFinite value: Double, isPython: Bool) {
    if value.isNaN { return append(isPython ? "nan" : "NaN") }
    if value < 0 { append(UInt8(ascii: "-")) }
    append(isPython ? "inf" : "Infinity")
  }

  /// The value is 0.DIGITS × 10^`point`. Python turns to exponents from 1e16
  /// and below 1e-4, JavaScript from 1e21 and below 1e-6.
  @unsafe private func spell(
    _ digits: UnsafeMutablePointer<UInt8>, length: Int, point: Int, isPython: Bool
  ) {
    let plain = isPython ? -4 < point && point <= 16 : -6 < point && point <= 21
    if !plain {
      if length > 1 {
        unsafe (digits + 2).update(from: digits + 1, count: length - 1)
        unsafe digits[1] = UInt8(ascii: ".")
      }
      advance(by: length > 1 ? length + 1 : 1)
      return appendExponent(point - 1, width: isPython ? 2 : 1)
    }
    if point <= 0 {
      unsafe (digits + 2 - point).update(from: digits, count: length)
      unsafe digits.update(repeating: UInt8(ascii: "0"), count: 2 - point)
      unsafe digits[1] = UInt8(ascii: ".")
      return advance(by: length + 2 - point)
    }
    if point < length {
      unsafe (digits + point + 1).update(from: digits + point, count: length - point)
      unsafe digits[point] = UInt8(ascii: ".")
      return advance(by: length + 1)
    }
    unsafe (digits + length).update(repeating: UInt8(ascii: "0"), count: point - length)
    advance(by: point)
    if isPython { append(".0") }
  }

  private func appendExponent(_ exponent: Int, width: Int) {
    append(UInt8(ascii: "e"))
    append(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let value = UInt64(exponent.magnitude)
    append(digits: value, width: max(width, ByteBuffer.digitCount(value)))
  }

  /// `places` decimals (0…100), rounded from the exact binary value: Python's
  /// `format(x, ".2f")`, halves to even; JavaScript's `x.toFixed(2)`, halves
  /// away from zero, and `String(x)` from 1e21 on.
  package func append(_ value: Double, places: Int, as arithmetic: Arithmetic) {
    let isPython = arithmetic != .javascript
    guard value.isFinite else { return append(notFinite: value, isPython: isPython) }
    if !isPython, value.magnitude >= 1e21 { return append(shortest: value, as: arithmetic) }
    let isNegative = isPython ? value.sign == .minus : value < 0
    if isNegative { append(UInt8(ascii: "-")) }
    if !isPython, isTie(value.magnitude, places: places) {
      return append(tie: value.magnitude, places: places)
    }
    append(fixed: value.magnitude, places: places)
  }

  private func append(fixed value: Double, places: Int) {
    let capacity = 320 + places
    let target = unsafe room(for: capacity)
    advance(by: Int(unsafe double_fixed(value, Int32(places), target, Int32(capacity))))
  }

  /// Whether `value` lies exactly half-way between two decimals of so many
  /// places: then it has at most `places` + 1 binary digits after the point,
  /// and the last of its `places` + 1 decimals is a 5.
  private func isTie(_ value: Double, places: Int) -> Bool {
    let scaled = value * Double(sign: .plus, exponent: places + 1, significand: 1)
    guard scaled == scaled.rounded(), scaled.magnitude < 0x1p53 else { return false }
    let start = count
    append(fixed: value, places: places + 1)
    let last = self[count - 1]
    truncate(to: start)
    return last == UInt8(ascii: "5")
  }

  /// Half-way values, away from zero: the decimal below, one step up.
  private func append(tie value: Double, places: Int) {
    let start = count
    append(fixed: value, places: places + 1)
    truncate(to: count - 1)
    if places == 0, self[count - 1] == UInt8(ascii: ".") { truncate(to: count - 1) }
    increment(from: start)
  }

  /// Adds one to the last digit of the decimal that begins at `start`.
  private func increment(from start: Int) {
    let text = unsafe room(for: 1) - (count - start)
    var index = count - start - 1
    while index >= 0 {
      if unsafe text[index] != UInt8(ascii: ".") {
        if unsafe text[index] != UInt8(ascii: "9") {
          unsafe text[index] += 1
          return
        }
        unsafe text[index] = UInt8(ascii: "0")
      }
      index -= 1
    }
    insert(UInt8(ascii: "1"), at: start)
  }
}
