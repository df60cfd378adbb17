/// The texts that rules name for one field, where they are few and short.
///
/// A reader of many cells at once tells the place of each among them, so that
/// look-ups need not find the text again. An object: codes mean something only
/// to those who know the same one.
package final class Vocabulary: Sendable {
  /// Codes below are places in this list.
  package let words: [String]
  /// The code of an empty text, and that of every text that is not among the words.
  package var empty: Int32 { Int32(words.count) }
  package var other: Int32 { empty + 1 }

  /// At most this many words are compared with a cell at once.
  package static let most = 16
  package static let longest = 15

  /// Nil if there are too many or too long ones. Not the empty text, which has its own code.
  package init?(_ words: [String]) {
    guard !words.isEmpty, words.count <= Self.most, words.count == Set(words).count,
      words.allSatisfy({ (1...Self.longest).contains($0.utf8.count) })
    else { return nil }
    self.words = words
  }
}
