/// The texts that rules name for one field, where they are few and short.
///
/// A reader of many cells at once tells the place of each among them, so that
/// look-ups need not find the text again. An object: codes mean something only
/// to those who know the same one.
final class Vocabulary: Sendable {
  let few: FewWords
  /// Codes below are places in this list.
  let words: [String]
  private let list: WordList
  /// The code of an empty text, and that of every text that is not among the words.
  var empty: Int32 { Int32(words.count) }
  var other: Int32 { empty + 1 }

  /// Nil where there are too many or too long ones. Not the empty text, which has its own code.
  init?(_ words: [String]) {
    self.words = words
    guard !words.isEmpty, !words.contains(""), words.count == Set(words).count,
      let few = FewWords(words.enumerated().map { ($1, Int32($0)) })
    else { return nil }
    self.few = few
    list = WordList(words)
  }

  /// The text that a code stands for; nil where it may be any.
  func text(_ code: Int32) -> TextSlice? {
    code < empty ? list.slices[Int(code)] : code == empty ? .empty : nil
  }
}
