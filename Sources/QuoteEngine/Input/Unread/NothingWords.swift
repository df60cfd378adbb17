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

  /// The text has one byte at least, and `longest` at most: its first bytes are all of it.
  mutating func contains(_ text: TextSlice) -> Bool {
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
