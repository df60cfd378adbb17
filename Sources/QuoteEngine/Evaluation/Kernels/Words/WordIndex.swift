import QuoteBookings
import QuoteLanguage
import CScan
import CVector
import QuoteSyntax

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The words that some rules know, each with a small code: its position in the
/// order given. Every other text has the code after the last.
///
/// A hash table made when rules are prepared: of up to a thousand words usually
/// without a collision (several seeds are tried), so that a text costs one
/// probe. Words of up to 16 bytes are compared as one or two machine words,
/// longer ones byte by byte. The empty text is in the table too, for that is what
/// a text not given looks like. Immutable, so sound to share between threads.
@safe final class WordIndex: @unchecked Sendable {
  /// Code of a text that is none of the words: their number.
  let unknown: Int32
  let table: cscan_word_table
  /// Each word, for those longer than 16 bytes; the last is empty, with the code
  /// of what is unknown, unless it is among those given.
  let words: UnsafeMutablePointer<TextSlice>
  private let arena = BlockTexts()
  /// Whether a text that is none of the words is looked up once more in Unicode's form C, in
  /// which the words are.
  let composes: Bool
  /// A vocabulary that texts to be looked up may come with, and the code here of each of
  /// its codes. Told before the index is shared.
  private var learned: (vocabulary: ObjectIdentifier, codes: ColumnBuffer<Int32>)?

  /// `list` without repetitions.
  init(_ list: [String], composes: Bool = false) {
    self.composes = composes
    unknown = Int32(list.count)
    let all = list.contains("") ? list : list + [""]
    unsafe words = .allocate(capacity: all.count)
    for (index, word) in all.enumerated() { unsafe words[index] = arena.copy(word) }
    let isWide = unsafe UnsafeBufferPointer(start: words, count: all.count).contains {
      $0.count > 8
    }
    // Half as wide and twice as many cost the same memory, and most words are found at once.
    let apart = isWide && all.count > 1024 ? 2 : 4
    var size = 8
    while size < all.count * apart { size *= 2 }
    guard let slots = unsafe cscan_new_slots(UInt64(size), isWide ? 1 : 0) else {
      preconditionFailure("there is memory for \(size) words")
    }
    var table = unsafe cscan_word_table(
      slots: slots, mask: UInt64(size - 1), seed: 0, unknown: unknown, is_wide: isWide ? 1 : 0)
    let tries = all.count <= 1024 ? 64 : 1
    var best = (seed: UInt64(0), probes: Int.max)
    var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<tries where best.probes > 1 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      unsafe table.seed = seed | 1
      let probes = unsafe WordIndex.fill(table, words, all.count)
      if probes < best.probes { best = (seed | 1, probes) }
    }
    if best.seed != seed | 1 {
      unsafe table.seed = best.seed
      _ = unsafe WordIndex.fill(table, words, all.count)
    }
    unsafe self.table = table
  }

  deinit {
    unsafe free(table.slots)
    unsafe words.deallocate()
  }

  /// Fills a table with all words; the longest probe.
  @unsafe private static func fill(
    _ table: cscan_word_table, _ words: UnsafeMutablePointer<TextSlice>, _ count: Int
  ) -> Int {
    unsafe cscan_clear_words(table)
    var longest = 0
    for code in 0..<count {
      let word = unsafe words[code]
      let (low, high) = WordIndex.key(word)
      let probes = unsafe cscan_add_word(table, low, high, UInt32(word.count), Int32(code))
      longest = max(longest, probes)
    }
    return longest
  }

  /// Two machine words that stand for a text: its bytes where there are at
  /// most 16, else the first eight and a hash of all.
  @inline(__always)
  static func key(_ text: TextSlice) -> (UInt64, UInt64) {
    text.count <= 16 ? text.firstBytes : longKey(text)
  }

  private static func longKey(_ text: TextSlice) -> (UInt64, UInt64) {
    var mixed: UInt64 = 0x2545_F491_4F6C_DD1D
    var at = 0
    let raw = unsafe UnsafeRawPointer(text.base)
    while at + 8 <= text.count {
      let word = unsafe raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let product = (mixed ^ word).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
      mixed = product.high ^ product.low &+ 1
      at += 8
    }
    let tail = unsafe raw.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
    return unsafe (raw.loadUnaligned(as: UInt64.self), mixed ^ (tail &* 0x9E37_79B9_7F4A_7C15))
  }

  // MARK: - Vocabularies

  /// Makes ready to be asked with codes of a vocabulary that has every word, if it can have.
  func learn(_ vocabulary: Vocabulary) {
    guard learned == nil, Int(unknown) <= vocabulary.words.count + 1 else { return }
    let all = Set(vocabulary.words)
    let own = unsafe UnsafeBufferPointer(start: words, count: Int(unknown)).map(\.string)
    guard own.allSatisfy({ $0.isEmpty || all.contains($0) }) else { return }
    let codes = ColumnBuffer<Int32>()
    let arena = BlockTexts()
    for word in vocabulary.words + [""] { codes.append(code(arena.copy(word))) }
    codes.append(unknown)
    learned = (ObjectIdentifier(vocabulary), codes)
  }

  func knows(_ vocabulary: Vocabulary) -> Bool {
    learned?.vocabulary == ObjectIdentifier(vocabulary)
  }

  /// The code here of each code of the vocabulary that was learned.
  var learnedCodes: [Int32] {
    guard let codes = learned?.codes else { return [] }
    return (0..<codes.count).map { codes[$0] }
  }

  @unsafe func knows(_ texts: KnownTexts) -> Bool {
    unsafe texts.vocabulary == learned?.vocabulary
  }

  /// The code of every text, by its code in the vocabulary that was learned.
  @unsafe func encode(
    _ known: UnsafePointer<Int32>, into codes: UnsafeMutablePointer<Int32>, count: Int
  ) {
    guard let own = learned?.codes else { return }
    unsafe cvector_take_32(own.pointer, own.count, known, count, codes)
  }
}
