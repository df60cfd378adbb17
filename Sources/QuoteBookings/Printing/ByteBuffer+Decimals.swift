import QuoteLanguage
import QuoteSyntax

/// `00` to `99`, so that digits are written by pairs.
private let digitPairs: StaticString = """
  00010203040506070809101112131415161718192021222324252627282930313233343536373839\
  40414243444546474849505152535455565758596061626364656667686970717273747576777879\
  8081828384858687888990919293949596979899
  """

extension ByteBuffer {
  /// A whole number.
  @inline(__always)
  package func append(integer value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude)
  }

  @inline(__always)
  package func append(digits value: UInt64) {
    append(digits: value, width: ByteBuffer.digitCount(value))
  }

  /// The last `width` digits of `value`, zeros before it where it has fewer.
  @inline(__always)
  package func append(digits value: UInt64, width: Int) {
    let target = unsafe room(for: width)
    unsafe ByteBuffer.write(value, width: width, to: target)
    advance(by: width)
  }

  @inline(__always)
  @unsafe private static func write(
    _ value: UInt64, width: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let pairs = unsafe digitPairs.utf8Start
    var rest = value
    var index = width
    while index >= 2 {
      let pair = Int(rest % 100) * 2
      rest /= 100
      index -= 2
      unsafe target[index] = pairs[pair]
      unsafe target[index + 1] = pairs[pair + 1]
    }
    if index == 1 { unsafe target[0] = UInt8(ascii: "0") + UInt8(rest % 10) }
  }

  /// 1 for 0.
  @inline(__always)
  package static func digitCount(_ value: UInt64) -> Int {
    if value < 10 { return 1 }
    if value < 100 { return 2 }
    if value < 1000 { return 3 }
    if value < 10_000 { return 4 }
    if value < 100_000 { return 5 }
    var count = 6
    var limit: UInt64 = 1_000_000
    while value >= limit {
      count += 1
      if count == 20 { break }
      limit *= 10
    }
    return count
  }

  /// `value` × 10^-`places`, trailing zeros of the fraction cut down to
  /// `minimum` digits: 1250 with 2 places is `12.5`, with a minimum of 2 `12.50`.
  @inline(__always)
  package func append(decimal value: Int64, places: Int, minimum: Int = 0) {
    if places == 2, minimum == 2 { return append(cents: value) }
    if value < 0 { append(UInt8(ascii: "-")) }
    append(magnitude: value.magnitude, places: places, minimum: minimum)
  }

  /// Most of all that is written: two decimals, always both.
  @inline(__always)
  private func append(cents value: Int64) {
    guard value.magnitude < DecimalTexts.mostCents else {
      if value < 0 { append(UInt8(ascii: "-")) }
      return append(magnitude: value.magnitude, places: 2, minimum: 2)
    }
    let target = unsafe room(for: 24)
    let end = unsafe DecimalTexts.write(value, to: target)
    advance(by: unsafe end - target)
  }

  @inline(__always)
  package func append(magnitude: UInt64, places: Int, minimum: Int) {
    var rest = magnitude
    var places = places
    while places > minimum, rest % 10 == 0 {
      rest /= 10
      places -= 1
    }
    append(untrimmed: rest, places: places)
    guard places < minimum else { return }
    if places <= 0 { append(UInt8(ascii: ".")) }
    for _ in max(places, 0)..<minimum { append(UInt8(ascii: "0")) }
  }

  private func append(untrimmed value: UInt64, places: Int) {
    guard places > 0 else { return append(digits: value) }
    let digits = ByteBuffer.digitCount(value)
    if digits <= places {
      append("0.")
      for _ in digits..<places { append(UInt8(ascii: "0")) }
      return append(digits: value, width: digits)
    }
    let target = unsafe room(for: digits + 1)
    unsafe ByteBuffer.write(value, width: digits, to: target)
    let point = unsafe target + (digits - places)
    unsafe (point + 1).update(from: point, count: places)
    unsafe point[0] = UInt8(ascii: ".")
    advance(by: digits + 1)
  }

  /// Does the same as the one for `Int64`, for numbers of 128 bits.
  package func append(wide value: Int128, places: Int, minimum: Int = 0) {
    append(wide: value, times: 1, places: places, minimum: minimum)
  }

  /// `value` × `factor` × 10^-`places`, whatever its size.
  package func append(wide value: Int128, times factor: UInt64, places: Int, minimum: Int) {
    let low = Int64(truncatingIfNeeded: value)
    if Int128(low) == value {
      let (units, isMore) = low.magnitude.multipliedReportingOverflow(by: factor)
      if !isMore {
        if value < 0 { append(UInt8(ascii: "-")) }
        return append(magnitude: units, places: places, minimum: minimum)
      }
    }
    append(wider: value, times: factor, places: places, minimum: minimum)
  }

  @inline(never)
  private func append(wider value: Int128, times factor: UInt64, places: Int, minimum: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let (product, over) = value.magnitude.multipliedReportingOverflow(by: UInt128(factor))
    if !over, let narrow = UInt64(exactly: product) {
      return append(magnitude: narrow, places: places, minimum: minimum)
    }
    let start = count
    append(limbsOf: value.magnitude, times: factor, carry: 0)
    setPoint(from: start, places: places, minimum: minimum)
  }

  /// Appends limbs of eighteen digits, the highest first; a limb times a factor stays below 2^124.
  private func append(limbsOf value: UInt128, times factor: UInt64, carry: UInt128) {
    let limb: UInt128 = 1_000_000_000_000_000_000
    let product = value % limb * UInt128(factor) + carry
    let (rest, up) = (value / limb, product / limb)
    if rest == 0, up < limb {
      if up > 0 { append(digits: UInt64(up)) }
      return up > 0
        ? append(digits: UInt64(product % limb), width: 18) : append(digits: UInt64(product % limb))
    }
    append(limbsOf: rest, times: factor, carry: up)
    append(digits: UInt64(product % limb), width: 18)
  }

  /// Puts a point before the last `places` of the digits from `start` on, and
  /// takes trailing zeros off down to `minimum`.
  private func setPoint(from start: Int, places: Int, minimum: Int) {
    while count - start <= places { insert(UInt8(ascii: "0"), at: start) }
    if places > 0 || minimum > 0 { insert(UInt8(ascii: "."), at: count - places) }
    var fraction = places
    while fraction > minimum, self[count - 1] == UInt8(ascii: "0") {
      truncate(to: count - 1)
      fraction -= 1
    }
    if fraction == 0, minimum == 0, places > 0 { truncate(to: count - 1) }
    while fraction < minimum {
      append(UInt8(ascii: "0"))
      fraction += 1
    }
  }

  /// Puts zeros before a decimal that is all there is, until so many digits stand
  /// before its point. What has an exponent, or is no number, stays as it is.
  package func pad(wholeDigits: Int) {
    guard wholeDigits > 1, let first = unsafe bytes.first else { return }
    let start = first == UInt8(ascii: "-") ? 1 : 0
    let digits = unsafe bytes[start...].prefix { (0x30...0x39).contains($0) }.count
    let end = start + digits
    guard digits > 0, end == count || self[end] == UInt8(ascii: ".") else { return }
    for _ in digits..<max(digits, wholeDigits) { insert(UInt8(ascii: "0"), at: start) }
  }

  package func insert(_ byte: UInt8, at index: Int) {
    precondition(index >= 0 && index <= count)
    append(byte)
    for position in stride(from: count - 1, to: index, by: -1) { swapBytes(position) }
  }

  /// Exchanges the byte at `index` with the one before it.
  private func swapBytes(_ index: Int) {
    let target = unsafe room(for: 0) - (count - index)
    let byte = unsafe target[0]
    unsafe target[0] = target[-1]
    unsafe target[-1] = byte
  }
}
