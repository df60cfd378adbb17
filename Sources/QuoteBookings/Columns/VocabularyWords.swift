import QuoteLanguage
package import QuoteSyntax

/// A vocabulary made ready for readers: its words as a loop compares cells with them, and as
/// texts that columns may hold.
package final class VocabularyWords: Sendable {
  package let vocabulary: Vocabulary
  let few: FewWords
  private let list: WordList

  init?(_ vocabulary: Vocabulary) {
    guard let few = FewWords(vocabulary.words.enumerated().map { ($1, Int32($0)) }) else {
      return nil
    }
    self.vocabulary = vocabulary
    self.few = few
    list = WordList(vocabulary.words)
  }

  /// The text that a code stands for; nil if it may be any.
  package func text(_ code: Int32) -> TextSlice? {
    code < vocabulary.empty
      ? list.slices[Int(code)] : code == vocabulary.empty ? .empty : nil
  }
}
