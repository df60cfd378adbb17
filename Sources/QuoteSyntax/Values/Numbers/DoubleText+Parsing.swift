import CDoubleText

/// Reads binary64 numbers from decimal text.
package enum DoubleText {
  /// A decimal text (`12`, `-0.5`, `1e3`; also `.5` and `5.`), correctly
  /// rounded, halves to even; beyond the range ±infinity or zero. Nil for
  /// anything else, a plus, spaces and words included.
  package static func read(_ text: Span<UInt8>) -> Double? {
    guard isDecimal(text) else { return nil }
    return parse(text)
  }

  package static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    read(unsafe bytes.span)
  }

  package static func read(_ text: String) -> Double? {
    read(text.utf8.span)
  }

  private static func parse(_ text: Span<UInt8>) -> Double? {
    var value = 0.0
    let isRead = unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      return unsafe double_parse(base, bytes.count, &value) == 1
    }
    return isRead ? value : nil
  }

  /// `-`? digits with at most one point, at least one digit, then an optional
  /// exponent.
  private static func isDecimal(_ text: Span<UInt8>) -> Bool {
    var index = text.has("-", at: 0) ? 1 : 0
    var digits = 0
    var points = 0
    while index < text.count {
      let byte = text[index]
      if byte &- UInt8(ascii: "0") <= 9 {
        digits += 1
      } else if byte == UInt8(ascii: ".") {
        points += 1
      } else {
        break
      }
      index += 1
    }
    guard digits > 0, points <= 1 else { return false }
    guard index < text.count else { return true }
    guard text.has("e", at: index) || text.has("E", at: index) else { return false }
    index += 1
    if text.has("-", at: index) || text.has("+", at: index) { index += 1 }
    guard index < text.count else { return false }
    while index < text.count {
      guard text[index] &- UInt8(ascii: "0") <= 9 else { return false }
      index += 1
    }
    return true
  }
}
