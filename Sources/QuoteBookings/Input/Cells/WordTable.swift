import QuoteLanguage
import QuoteSyntax

/// A closed set of words, each with a number, found without comparing twice.
///
/// Words up to 16 bytes are two machine words; open addressing over a quarter
/// full, so that the first slot looked at is nearly always the one. Longer
/// words stand in a dictionary. The empty text is in every table, as 0, so that
/// loops over cells need not ask for it first.
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
  private let factor: UInt64
  /// Words over 16 bytes.
  private var long: [[UInt8]: Int32] = [:]
  /// All words, where they are so few and short that whole columns are compared with each;
  /// the first ones first.
  let few: FewWords?

  /// Where a word stands twice, its first number counts.
  init(_ words: [(word: String, code: Int32)]) {
    var size = 8
    while size < (words.count + 1) * 4 { size *= 2 }
    slots = ColumnBuffer(capacity: size)
    slots.resize(to: size)
    mask = UInt64(size - 1)
    for i in 0..<size { slots[i] = Slot() }
    let all = words.map { (Array($0.word.utf8), $0.code) } + [([], 0)]
    factor = Self.factor(for: all.map(\.0).filter { $0.count <= 16 }, mask)
    few = FewWords(words)
    for (word, code) in all { insert(word, code) }
  }

  /// A factor under which few words share a slot, none if there are not many.
  private static func factor(for words: [[UInt8]], _ mask: UInt64) -> UInt64 {
    var best: (factor: UInt64, clashes: Int) = (firstFactor, .max)
    let loaded = words.map { (low: load($0, 0), high: load($0, 8), count: $0.count) }
    let different = Set(words).count
    var factor = firstFactor
    for _ in 0..<(words.count <= 256 ? 64 : 1) where best.clashes > 0 {
      let taken = Set(
        loaded.map { hash(low: $0.low, high: $0.high, count: $0.count, factor: factor) & mask })
      let clashes = different - taken.count
      if clashes < best.clashes { best = (factor, clashes) }
      factor = (factor &* 0x9E37_79B9_7F4A_7C15) | 1
    }
    return best.factor
  }

  private static let firstFactor: UInt64 = 0xD6E8_FEB8_6659_FD93

  private static func load(_ word: [UInt8], _ from: Int) -> UInt64 {
    (from..<from + 8).reduce(0) {
      $1 < word.count ? $0 | UInt64(word[$1]) << UInt64(8 * ($1 - from)) : $0
    }
  }

  private func insert(_ word: [UInt8], _ code: Int32) {
    if word.count > 16 {
      if long[word] == nil { long[word] = code }
      return
    }
    let (low, high) = (Self.load(word, 0), Self.load(word, 8))
    var at = Int(Self.hash(low: low, high: high, count: word.count, factor: factor) & mask)
    while slots[at].count >= 0 {
      let slot = slots[at]
      if slot.low == low, slot.high == high, slot.count == Int32(word.count) { return }
      at = (at + 1) & Int(mask)
    }
    slots[at] = Slot(low: low, high: high, count: Int32(word.count), code: code)
  }

  @inline(__always) static func hash(
    low: UInt64, high: UInt64, count: Int, factor: UInt64
  ) -> UInt64 {
    let mixed =
      (low ^ (high &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count))
      &* factor
    return mixed >> 32
  }

  /// The word's number, or -1. Sixteen bytes must be readable from its start.
  func code(_ text: TextSlice) -> Int32 {
    if text.count <= 16 { return finder.code(InputBytes(text), 0, text.count) }
    return unsafe long[Array(text.bytes)] ?? -1
  }

  /// Finds the same for loops without touching the table's object; -1 for all words over 16 bytes.
  var finder: WordFinder { unsafe WordFinder(UnsafePointer(slots.pointer), mask, factor) }

  /// Sixteen full bytes and sixteen empty ones: read from 16 less a count they keep that
  /// many first bytes. Never freed, never written again.
  nonisolated(unsafe) static let masks: UnsafePointer<UInt8> = {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 32)
    for offset in 0..<32 { unsafe memory[offset] = offset < 16 ? 0xFF : 0 }
    return unsafe UnsafePointer(memory)
  }()

  /// Spellings of yes and no: `true`, `yes`, `1` and `false`, `no`, `0`, lower
  /// case, capitalised or all capitals, as spreadsheets and Python print them.
  static let flags = WordTable(
    [
      ("true", "false"), ("yes", "no"), ("1", "0"), ("True", "False"), ("TRUE", "FALSE"),
      ("Yes", "No"), ("YES", "NO"),
    ].flatMap { [($0, 1), ($1, 0)] })
}

/// Looks short words up in a table that outlives it.
@safe struct WordFinder {
  @unsafe private let slots: UnsafePointer<WordTable.Slot>
  private let mask: UInt64
  private let factor: UInt64
  @unsafe private let masks: UnsafePointer<UInt8>

  @unsafe init(_ slots: UnsafePointer<WordTable.Slot>, _ mask: UInt64, _ factor: UInt64) {
    unsafe masks = WordTable.masks
    unsafe self.slots = slots
    self.mask = mask
    self.factor = factor
  }

  /// The number of the word at `start`, or -1.
  @inline(__always) func code(_ bytes: InputBytes, _ start: Int, _ count: Int) -> Int32 {
    let used = unsafe InputBytes(masks)
    let unused = 16 &- min(count, 16)
    let low = bytes.word(at: start) & used.word(at: unused)
    let high = bytes.word(at: start &+ 8) & used.word(at: unused &+ 8)
    var at = WordTable.hash(low: low, high: high, count: count, factor: factor) & mask
    while true {
      let slot = unsafe slots[Int(truncatingIfNeeded: at)]
      let isSame = slot.low == low && slot.high == high
      if isSame && slot.count == Int32(truncatingIfNeeded: count) { return slot.code }
      if slot.count < 0 { return -1 }
      at = (at &+ 1) & mask
    }
  }
}
