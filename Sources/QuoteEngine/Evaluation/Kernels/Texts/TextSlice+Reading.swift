package import QuoteBookings
import QuoteLanguage
import QuoteSyntax
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What kernels ask of a text. Every read stays inside the slice.
extension TextSlice {
  /// Byte for byte the same.
  @inline(__always)
  func isSame(as other: TextSlice) -> Bool {
    unsafe count == other.count && memcmp(base, other.base, count) == 0
  }

  /// Below, at or above zero as this comes before, is, or comes after the
  /// other by code point.
  @inline(__always)
  package func order(to other: TextSlice) -> Int {
    let first = unsafe Int(memcmp(base, other.base, min(count, other.count)))
    return first != 0 ? first : count - other.count
  }

  /// Whether no byte is above 0x7F.
  var isASCII: Bool {
    var seen: UInt8 = 0
    for unsafe byte in unsafe bytes { seen |= byte }
    return seen < 0x80
  }

  var scalarCount: Int {
    var continuations = 0
    for unsafe byte in unsafe bytes { continuations += byte & 0xC0 == 0x80 ? 1 : 0 }
    return count - continuations
  }

  func prefix(scalars wanted: Int) -> TextSlice {
    if wanted >= count { return self }
    var seen = 0
    var end = 0
    while end < count {
      if unsafe base[end] & 0xC0 != 0x80 {
        if seen == wanted { break }
        seen += 1
      }
      end += 1
    }
    return unsafe TextSlice(base: base, count: end)
  }

  /// Without the white space of Python's `str.strip()` at both ends: Unicode's
  /// White_Space and the separators U+001C to U+001F. Not the zero-width space.
  var trimmed: TextSlice {
    var start = 0
    var end = count
    while start < end, case let width = spaceWidth(at: start, before: end), width > 0 {
      start += width
    }
    while end > start, case let width = spaceWidth(endingAt: end, from: start), width > 0 {
      end -= width
    }
    return unsafe TextSlice(base: base + start, count: end - start)
  }

  /// Bytes of the white space that begins at `index`; 0 if there is none.
  @inline(__always)
  func spaceWidth(at index: Int, before end: Int) -> Int {
    let first = unsafe base[index]
    if first < 0x80 { return TextSlice.isSpace(first) ? 1 : 0 }
    if first == 0xC2, index + 1 < end {
      let second = unsafe base[index + 1]
      return second == 0x85 || second == 0xA0 ? 2 : 0
    }
    guard first >= 0xE1, first <= 0xE3, index + 2 < end else { return 0 }
    return unsafe TextSlice.isWideSpace(first, base[index + 1], base[index + 2]) ? 3 : 0
  }

  @inline(__always)
  private func spaceWidth(endingAt end: Int, from start: Int) -> Int {
    let last = unsafe base[end - 1]
    if last < 0x80 { return TextSlice.isSpace(last) ? 1 : 0 }
    if end - 2 >= start, spaceWidth(at: end - 2, before: end) == 2 { return 2 }
    if end - 3 >= start, spaceWidth(at: end - 3, before: end) == 3 { return 3 }
    return 0
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x1F)
  }

  /// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
  private static func isWideSpace(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
    switch (a, b) {
    case (0xE1, 0x9A): c == 0x80
    case (0xE2, 0x80): (c >= 0x80 && c <= 0x8A) || c == 0xA8 || c == 0xA9 || c == 0xAF
    case (0xE2, 0x81): c == 0x9F
    case (0xE3, 0x80): c == 0x80
    default: false
    }
  }
}
