/// What bytes of rules text are, and the words that are not free for names.
package enum Lexicon {
  /// Words with a meaning of their own inside formulas.
  static let keywords: Set<String> = [
    "if", "then", "else", "and", "or", "not", "in", "is", "default", "where", "by",
    "yes", "no", "true", "false",
  ]

  /// Names that the waterfall gives a meaning to.
  static let waterfallNames: Set<String> = ["subtotal", "total"]

  /// A text that cannot be a name, as one: `price ($)` as `price`, `1st_class` as `class_1`; nil
  /// where nothing is left of it.
  package static func name(meantBy text: String) -> String? {
    var parts = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
      .map(String.init)
    if parts.count > 1 { parts.removeAll { CurrencySign.isKnown($0) } }
    var name = parts.joined(separator: "_")
    if let number = name.prefixMatch(of: kept(/(\d+)(?:st|nd|rd|th)?_(?=[A-Za-z])/)) {
      name = "\(name[number.range.upperBound...])_\(number.1)"
    }
    return isName(name) ? name : nil
  }

  /// Whether a text is letters, digits and `_`, a letter first.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isLetter(first) else { return false }
    return text.unicodeScalars.allSatisfy(isNamePart)
  }

  /// Whether a text is a name in letters that every keyboard has, and no word of formulas.
  package static func isPlainName(_ text: String) -> Bool {
    isName(text) && text.utf8.allSatisfy { $0 < 0x80 } && !isReserved(text)
  }

  /// Whether formulas give a word a meaning of their own.
  package static func isReserved(_ text: String) -> Bool {
    keywords.contains(text) || waterfallNames.contains(text)
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? UInt8(scalar.value).isLetter : scalar.properties.isAlphabetic
  }

  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? UInt8(scalar.value).isNamePart : scalar.properties.isAlphabetic
  }

  /// The scalar at an offset and its length; nil at the end or in bytes that
  /// are not UTF-8.
  static func scalar(
    _ bytes: [UInt8], at offset: Int, end: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset < end else { return nil }
    let first = bytes[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, offset + length <= end else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for byte in bytes[(offset + 1)..<(offset + length)] {
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  /// The end of a name that begins at an offset; the offset itself if none does.
  static func endOfName(_ bytes: [UInt8], at offset: Int, end: Int) -> Int {
    guard let first = scalar(bytes, at: offset, end: end), isLetter(first.scalar) else {
      return offset
    }
    var at = offset + first.length
    while let next = scalar(bytes, at: at, end: end), isNamePart(next.scalar) { at += next.length }
    return at
  }

  /// A range without the blanks around it.
  static func trimmed(
    _ bytes: [UInt8], _ lower: Int, _ upper: Int
  ) -> (lower: Int, upper: Int) {
    var (low, high) = (lower, upper)
    while low < high, bytes[low].isBlank { low += 1 }
    while high > low, bytes[high - 1].isBlank { high -= 1 }
    return (low, high)
  }
}

extension UInt8 {
  package var isDigit: Bool { self &- 48 < 10 }
  var isLetter: Bool { (self | 0x20) &- 97 < 26 }
  package var isUppercaseLetter: Bool { self &- 65 < 26 }
  var isNamePart: Bool { isDigit || isLetter || self == UInt8(ascii: "_") }
  /// Space, tab, line feed or carriage return.
  package var isBlank: Bool { self == 32 || self == 9 || self == 10 || self == 13 }
}
