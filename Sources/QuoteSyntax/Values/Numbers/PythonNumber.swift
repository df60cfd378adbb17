/// Numbers from texts as Python's `int()` and `float()` read them: white space
/// around, a sign, decimal digits of any script, single underscores between
/// digits, and for `float` the words for infinity and not a number.
package enum PythonNumber {
  package enum Failure: Error, Hashable, Sendable {
    /// Python raises ValueError.
    case notANumber
    /// A whole number that Python holds and 64 bits do not.
    case tooLarge
  }

  /// `int(text)`.
  package static func integer(_ text: Span<UInt8>) throws(Failure) -> Int64 {
    guard let plain = plainText(text) else { throw .notANumber }
    var digits = plain[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard let cleaned = withoutUnderscores(digits), !cleaned.isEmpty,
      cleaned.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 })
    else { throw .notANumber }
    var value: Int64 = 0
    for digit in cleaned {
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      let step = Int64(digit - UInt8(ascii: "0"))
      let (sum, over2) = product.addingReportingOverflow(isNegative ? -step : step)
      if over || over2 { throw .tooLarge }
      value = sum
    }
    return value
  }

  /// `float(text)`; nil if Python raises ValueError.
  package static func double(_ text: Span<UInt8>) -> Double? {
    guard let plain = plainText(text) else { return nil }
    var body = plain[...]
    let isNegative = body.first == UInt8(ascii: "-")
    if isNegative || body.first == UInt8(ascii: "+") { body.removeFirst() }
    if let word = word(body) { return isNegative ? -word : word }
    guard let cleaned = withoutUnderscores(body), cleaned.first != UInt8(ascii: "-"),
      let value = DoubleText.read(cleaned.span)
    else { return nil }
    return isNegative ? -value : value
  }

  /// What `float(text)` reads, before it is rounded to a double; nil if Python
  /// raises ValueError, for the words, and for what no `DecimalNumber` holds.
  package static func decimal(_ text: Span<UInt8>) -> DecimalNumber? {
    guard let spelling = spelling(of: text) else { return nil }
    return try? DecimalNumber.read(spelling.span, spelling: .json)
  }

  /// The number that `float(text)` reads, as JSON spells it: digits on both sides of the
  /// point, no zeros before others. Nil for the words and where there are no digits; whether
  /// what follows an `e` is an exponent is left to who reads it.
  package static func spelling(of text: Span<UInt8>) -> [UInt8]? {
    guard let plain = plainText(text) else { return nil }
    var body = plain[...]
    let isNegative = body.first == UInt8(ascii: "-")
    if isNegative || body.first == UInt8(ascii: "+") { body.removeFirst() }
    guard let cleaned = withoutUnderscores(body) else { return nil }
    let parts = cleaned.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 | 0x20 == UInt8(ascii: "e")
    }
    let digits = parts[0].split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard digits.contains(where: { !$0.isEmpty }),
      digits.allSatisfy({ $0.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 } })
    else { return nil }
    let zero = UInt8(ascii: "0")
    let whole = digits[0].drop { $0 == zero }
    let rest = digits.count == 2 && !digits[1].isEmpty ? digits[1] : [zero]
    var spelled: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    spelled += whole.isEmpty ? [zero] : whole
    spelled.append(UInt8(ascii: "."))
    spelled += rest
    if parts.count == 2 {
      spelled.append(UInt8(ascii: "e"))
      spelled += parts[1]
    }
    return spelled
  }

  package static func spelling(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    spelling(of: unsafe bytes.span)
  }

  package static func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> DecimalNumber? {
    decimal(unsafe bytes.span)
  }

  package static func decimal(_ text: String) -> DecimalNumber? { decimal(text.utf8.span) }

  package static func integer(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) -> Int64 {
    try integer(unsafe bytes.span)
  }

  package static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    double(unsafe bytes.span)
  }

  package static func integer(_ text: String) throws(Failure) -> Int64 {
    try integer(text.utf8.span)
  }

  package static func double(_ text: String) -> Double? { double(text.utf8.span) }

  private static func word(_ body: ArraySlice<UInt8>) -> Double? {
    guard let first = body.first.map({ $0 | 0x20 }),
      first == UInt8(ascii: "i") || first == UInt8(ascii: "n")
    else { return nil }
    switch String(decoding: body.map { $0 | 0x20 }, as: UTF8.self) {
    case "inf", "infinity": return .infinity
    case "nan": return .nan
    default: return nil
    }
  }

  /// Nil if an underscore does not stand between two digits.
  private static func withoutUnderscores(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(text.count)
    var mayPart = false
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "_") {
        guard mayPart, index + 1 < text.endIndex, text[index + 1] &- UInt8(ascii: "0") <= 9 else {
          return nil
        }
        mayPart = false
      } else {
        cleaned.append(byte)
        mayPart = byte &- UInt8(ascii: "0") <= 9
      }
      index += 1
    }
    return cleaned
  }

  /// The text without the space around it, digits of other scripts as ASCII. A text of ASCII alone
  /// is trimmed of the six ASCII spaces; any other also of what else Unicode calls space. Nil if
  /// anything else is not ASCII.
  private static func plainText(_ text: Span<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var isASCII = true
    for index in text.indices {
      bytes.append(text[index])
      if text[index] >= 0x80 { isASCII = false }
    }
    if !isASCII {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      bytes.removeAll(keepingCapacity: true)
      for scalar in scalars {
        guard let byte = plainByte(scalar) else { return nil }
        bytes.append(byte)
      }
    }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = (bytes.lastIndex { !isSpace($0) } ?? start - 1) + 1
    return Array(bytes[start..<max(start, end)])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func plainByte(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
      return 0x20
    case 0..<0x80: return UInt8(scalar.value)
    default:
      guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
      else { return nil }
      return UInt8(ascii: "0") + UInt8(value)
    }
  }
}
