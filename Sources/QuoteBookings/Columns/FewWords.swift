import QuoteLanguage
import CVector
import QuoteSyntax

/// Words so few and short that the cells of a column are compared with each of them. Never
/// changed, so sound to share between threads.
struct FewWords: @unchecked Sendable {
  private let words = ColumnBuffer<cvector_word>()
  /// Whether no word has more than seven bytes.
  private let isShort: Bool

  static let most = Vocabulary.most

  /// Takes the words in their order, so those that most cells have should come first; where a word
  /// stands twice, its first code counts. Empty words are left out. Nil if there are too many
  /// words, or they are too long.
  init?(_ list: [(word: String, code: Int32)]) {
    guard list.count <= Self.most,
      list.allSatisfy({ $0.word.utf8.count <= Vocabulary.longest })
    else { return nil }
    isShort = list.allSatisfy { $0.word.utf8.count <= 7 }
    var known: Set<String> = [""]
    for (text, code) in list where known.insert(text).inserted {
      let word = Array(text.utf8)
      let low = FewWords.load(word.prefix(8))
      let high = FewWords.load(word.dropFirst(8)) | UInt64(word.count) << 56
      words.append(cvector_word(low: low, high: high, code: Int64(code)))
    }
    while words.count % 4 > 0 { words.append(cvector_word(low: .max, high: .max, code: 0)) }
  }

  /// As loops get them, with the codes of empty cells and of those that are none of the
  /// words, and whether each may be.
  @unsafe func lent(
    empty: Int32, _ takesEmpty: Bool, other: Int32 = 0, _ takesOther: Bool = false
  ) -> cvector_words {
    unsafe cvector_words(
      words: words.pointer, count: words.count, is_short: isShort ? 1 : 0, empty: empty,
      other: other, takes_empty: takesEmpty ? 1 : 0, takes_other: takesOther ? 1 : 0)
  }

  private static func load(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
