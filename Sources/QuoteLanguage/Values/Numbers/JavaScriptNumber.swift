/// Numbers from texts as JavaScript's `Number()` reads them (ECMA-262,
/// StringToNumber): white space around, a sign, `Infinity`, `0x`, `0o` and `0b`
/// without a sign; the empty text is 0, anything else is not a number.
package enum JavaScriptNumber {
  /// `Number(text)`; NaN where it is no number.
  package static func double(_ text: Span<UInt8>) -> Double {
    let body = trimmed(text)
    if body.isEmpty { return 0 }
    if body.count > 2, body[0] == UInt8(ascii: "0"), let bits = radixBits(body[1]) {
      return radixLiteral(body[2...], bits: bits)
    }
    var digits = body[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let value: Double
    if digits.elementsEqual("Infinity".utf8) {
      value = .infinity
    } else {
      guard digits.first != UInt8(ascii: "-"), let read = DoubleText.read(Array(digits).span)
      else { return .nan }
      value = read
    }
    return isNegative ? -value : value
  }

  package static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    double(unsafe bytes.span)
  }

  package static func double(_ text: String) -> Double { double(text.utf8.span) }

  private static func radixBits(_ letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 4
    case UInt8(ascii: "o"): 3
    case UInt8(ascii: "b"): 1
    default: nil
    }
  }

  /// Correctly rounded: the first 64 bits, and whether any of the rest is set.
  private static func radixLiteral(_ digits: ArraySlice<UInt8>, bits: Int) -> Double {
    var value: UInt64 = 0
    var dropped = 0
    var isSticky = false
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < 1 << bits,
        byte < 0x80
      else { return .nan }
      for bit in stride(from: bits - 1, through: 0, by: -1) {
        let isSet = digit >> bit & 1 == 1
        if value >> 63 == 0 {
          value = value << 1 | (isSet ? 1 : 0)
        } else {
          dropped += 1
          isSticky = isSticky || isSet
        }
      }
    }
    if isSticky { value |= 1 }
    return Double(sign: .plus, exponent: dropped, significand: Double(value))
  }

  private static func trimmed(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices { bytes.append(text[index]) }
    guard let first = bytes.first, let last = bytes.last else { return bytes }
    if first > 0x20, first < 0x80, last > 0x20, last < 0x80 { return bytes }
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    guard let start = scalars.firstIndex(where: { !isSpace($0) }),
      let end = scalars.lastIndex(where: { !isSpace($0) })
    else { return [] }
    var body = String.UnicodeScalarView()
    body.append(contentsOf: scalars[start...end])
    return Array(String(body).utf8)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFEFF:
      true
    default: false
    }
  }
}
