internal import CVector

/// Words so few and short that the cells of a column are compared with each of them. Never
/// changed, so sound to share between threads.
struct FewWords: @unchecked Sendable {
  let words = ColumnBuffer<cvector_word>()

  static let most = 16

  /// The first ones first, which should be those that cells are most; of a word that stands
  /// twice the first code counts. Empty words are left out. Nil for others.
  init?(_ list: [(word: String, code: Int32)]) {
    guard list.count <= Self.most, list.allSatisfy({ $0.word.utf8.count <= 15 }) else { return nil }
    var known: Set<String> = [""]
    for (text, code) in list where known.insert(text).inserted {
      let word = Array(text.utf8)
      let low = FewWords.load(word.prefix(8))
      let high = FewWords.load(word.dropFirst(8)) | UInt64(word.count) << 56
      words.append(cvector_word(low: low, high: high, above: UInt64(code + 1)))
    }
    while words.count % 4 > 0 { words.append(cvector_word(low: .max, high: .max, above: 0)) }
  }

  private static func load(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
