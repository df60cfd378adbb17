/// A closed set of words, each with a number, found without comparing twice.
///
/// Words up to 16 bytes are two machine words; open addressing over a quarter
/// full, so that the first slot looked at is nearly always the one. Longer
/// words are compared byte by byte behind an equal start.
final class WordTable: @unchecked Sendable {
  struct Slot: BitwiseCopyable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// -1 marks an empty slot.
    var count: Int32 = -1
    var code: Int32 = -1
  }

  let slots: ColumnBuffer<Slot>
  let mask: UInt64
  /// The words' bytes, by code, for those over 16 bytes.
  private var long: [Int32: [[UInt8]]] = [:]

  /// Of a word that stands twice the first number counts.
  init(_ words: [(word: String, code: Int32)]) {
    var size = 8
    while size < words.count * 4 { size *= 2 }
    slots = ColumnBuffer(capacity: size)
    slots.resize(to: size)
    mask = UInt64(size - 1)
    for i in 0..<size { slots[i] = Slot() }
    for (word, code) in words { insert(Array(word.utf8), code) }
  }

  private func insert(_ word: [UInt8], _ code: Int32) {
    var padded = word + [UInt8](repeating: 0, count: 16)
    padded = Array(padded[0..<16])
    func load(_ from: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(padded[from + $1]) << UInt64(8 * $1) }
    }
    let (low, high) = (load(0), load(8))
    var at = Int(Self.hash(low, high, word.count) & mask)
    while slots[at].count >= 0 {
      let slot = slots[at]
      if slot.low == low, slot.high == high, slot.count == Int32(word.count), word.count <= 16 { return }
      at = (at + 1) & Int(mask)
    }
    slots[at] = Slot(low: low, high: high, count: Int32(word.count), code: code)
    if word.count > 16 { long[code, default: []].append(word) }
  }

  @inline(__always) static func hash(_ low: UInt64, _ high: UInt64, _ count: Int) -> UInt64 {
    let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count))
      &* 0xD6E8_FEB8_6659_FD93
    return mixed >> 32
  }

  /// The word's number, or -1. Sixteen bytes must be readable at `start`.
  @inline(__always) func code(_ bytes: InputBytes, _ start: Int, _ count: Int) -> Int32 {
    let low = bytes.word(at: start) & Self.first(count)
    let high = bytes.word(at: start + 8) & Self.first(max(0, count - 8))
    var at = Self.hash(low, high, count) & mask
    while true {
      let slot = unsafe slots.pointer[Int(at)]
      if slot.low == low, slot.high == high, slot.count == Int32(truncatingIfNeeded: count) {
        if count <= 16 || isSame(slot.code, bytes.slice(start, count)) { return slot.code }
      }
      if slot.count < 0 { return -1 }
      at = (at &+ 1) & mask
    }
  }

  @inline(__always) func code(_ text: TextSlice) -> Int32 {
    code(InputBytes(text), 0, text.count)
  }

  private func isSame(_ code: Int32, _ text: TextSlice) -> Bool {
    long[code]?.contains { word in
      word.count == text.count && (0..<word.count).allSatisfy { word[$0] == text[$0] }
    } ?? false
  }

  /// The lowest `count` bytes, all of them from 8 on.
  @inline(__always) static func first(_ count: Int) -> UInt64 { (1 << UInt64(8 * count)) &- 1 }

  /// Spellings of yes and no: `true`, `yes`, `1` and `false`, `no`, `0`, lower
  /// case, capitalised or all capitals, as spreadsheets and Python print them.
  static let flags = WordTable(
    ["true", "True", "TRUE", "yes", "Yes", "YES", "1"].map { ($0, 1) }
      + ["false", "False", "FALSE", "no", "No", "NO", "0"].map { ($0, 0) })
}
