import QuoteSyntax

/// Which short texts are words for nothing: most texts of a batch are few, and each is read once.
struct NothingWords {
  /// With longer texts nobody says that there is none.
  static let longest = 11

  private struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var count = 0
    var isNothing = false
  }

  private var entries = [Entry](repeating: Entry(), count: 64)
  private let firstBytes = Self.firstBytes

  /// For each byte, whether such a word may begin with it, or with a space of any kind before it.
  private static let firstBytes: [Bool] = {
    var may = [Bool](repeating: false, count: 256)
    for byte in NotationGuess.nothings.compactMap(\.utf8.first) {
      may[Int(byte)] = true
      if (0x61...0x7A).contains(byte) { may[Int(byte) - 0x20] = true }
    }
    for byte in 0...255 where byte <= 0x20 || byte >= 0x80 { may[byte] = true }
    return may
  }()

  /// The text has one byte at least, and `longest` at most: its first bytes are all of it.
  mutating func contains(_ text: TextSlice) -> Bool {
    guard firstBytes[Int(text[0])] else { return false }
    let (low, high) = text.firstBytes
    let mixed = (low ^ high &* 31 ^ UInt64(text.count)) &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(mixed >> 58)
    let entry = entries[slot]
    if entry.low == low, entry.high == high, entry.count == text.count { return entry.isNothing }
    let isNothing = NotationGuess.isNothing(text.string)
    entries[slot] = Entry(low: low, high: high, count: text.count, isNothing: isNothing)
    return isNothing
  }
}
