import QuoteLanguage
import QuoteSyntax

extension FieldColumn {
  /// Takes the codes of so many more texts, which the body writes: the only way by which codes
  /// reach look-ups and loops, whose tables have a cell for each code of the vocabulary and
  /// none beyond. A code that the vocabulary does not have ends the program here, before a
  /// table is read where it has no cells. Gives whether some text is none of the vocabulary's.
  @unsafe @discardableResult func tellCodes(
    of words: VocabularyWords, for count: Int, _ write: (UnsafeMutablePointer<Int32>) -> Void
  ) -> Bool {
    vocabulary = words
    let base = codes.count
    codes.resize(to: base + count)
    let told = unsafe codes.pointer + base
    unsafe write(told)
    var most: UInt32 = 0
    // What is below zero is beyond all codes without its sign.
    for index in 0..<count { unsafe most = max(most, UInt32(bitPattern: told[index])) }
    precondition(
      most <= UInt32(words.vocabulary.other),
      "a reader told code \(most) of a vocabulary whose last is \(words.vocabulary.other)")
    return count > 0 && most == words.vocabulary.other
  }
}
