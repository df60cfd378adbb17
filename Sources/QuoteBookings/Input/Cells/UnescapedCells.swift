/// Cells that do not stand in a chunk as they mean: texts with escapes, and `true` where it is 1.
/// They are put behind the chunk's content, so that marks lead to them as to all others.
///
/// Sound while the chunk holds what it held.
@safe final class UnescapedCells {
  @unsafe private var bytes: UnsafeMutablePointer<UInt8>?
  private var limit = 0
  /// The next free place.
  private var next = 0

  /// Starts on a chunk's memory, of which so many bytes from a place on are free.
  @unsafe func begin(_ bytes: UnsafeMutablePointer<UInt8>, from first: Int, room: Int) {
    unsafe self.bytes = bytes
    next = first
    limit = first + room
  }

  /// Puts a byte there; gives its place.
  func add(_ byte: UInt8) -> Int? {
    guard next < limit, let bytes = unsafe bytes else { return nil }
    unsafe bytes[next] = byte
    next += 1
    return next - 1
  }

  /// Puts a text there without its escapes, between the places given; nil where one of them is no
  /// character of its own, or NUL.
  func add(unescaped source: InputBytes, _ start: Int, _ end: Int) -> Range<Int>? {
    guard let bytes = unsafe bytes, next + (end - start) <= limit else { return nil }
    var (from, to) = (start, next)
    while from < end {
      let byte = source[from]
      if byte != UInt8(ascii: "\\") {
        unsafe bytes[to] = byte
        (from, to) = (from + 1, to + 1)
      } else if source[from + 1] == UInt8(ascii: "u") {
        guard let scalar = Self.scalar(source, from + 2), scalar.value != 0 else { return nil }
        for unit in UTF8.encode(scalar)! {
          unsafe bytes[to] = unit
          to += 1
        }
        from += 6
      } else {
        guard let plain = Self.plain(source[from + 1]) else { return nil }
        unsafe bytes[to] = plain
        (from, to) = (from + 2, to + 1)
      }
    }
    guard from == end else { return nil }
    defer { next = to }
    return next..<to
  }

  /// The character of four hexadecimal digits, if it is one.
  private static func scalar(_ source: InputBytes, _ place: Int) -> Unicode.Scalar? {
    var value: UInt32 = 0
    for at in place..<place + 4 {
      let byte = source[at]
      let letter = (byte | 0x20) &- UInt8(ascii: "a")
      guard byte &- 0x30 < 10 || letter < 6 else { return nil }
      value = value << 4 | UInt32(byte &- 0x30 < 10 ? byte &- 0x30 : letter + 10)
    }
    return Unicode.Scalar(value)
  }

  /// What an escape of one letter means.
  private static func plain(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
