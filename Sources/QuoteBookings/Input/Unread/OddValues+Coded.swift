import QuoteLanguage
import QuoteSyntax

/// Texts that are none of the words that have codes, and are one of them but for case, for spaces
/// around them or for zeros in front.
extension OddValues {
  mutating func noteWord(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    guard let vocabulary = words.vocabulary else { return false }
    let (place, input) = (words.place, words.input)
    if let word = words.zerosOfCodes.word(of: text) {
      if input.comparedWords.contains(text.string) { return false }
      note(.lostZeros, place, Found(words, row, text, word: word))
      return true
    }
    let bare = text.withoutBlanks
    guard bare.count > 0,
      let index = words.coded.index(of: bare) ?? words.seenOfCodes.index(of: text)
    else { return false }
    note(
      .nearWord, place,
      Found(words, row, text, word: vocabulary.words[index]).among(vocabulary.words))
    return true
  }
}

/// Words that have codes, in small letters.
struct CodedWords {
  /// A word as two machine words.
  private struct SmallWord {
    var low: UInt64
    var high: UInt64
    var count: Int
  }

  private let words: [SmallWord]

  init(_ words: [String]) {
    let list = WordList(words)
    self.words = words.indices.map { index in
      let word = list.slices[index]
      let (low, high) = word.firstBytes
      return SmallWord(
        low: ComparedWords.small(low), high: ComparedWords.small(high), count: word.count)
    }
  }

  /// The first word that a text is but for the case of its letters.
  func index(of text: TextSlice) -> Int? {
    guard text.count <= 16 else { return nil }
    let (low, high) = text.firstBytes
    let (a, b) = (ComparedWords.small(low), ComparedWords.small(high))
    return words.firstIndex { $0.low == a && $0.high == b && $0.count == text.count }
  }
}

extension TextSlice {
  /// Without spaces and tabs at both ends.
  fileprivate var withoutBlanks: TextSlice {
    var (start, end) = (0, count)
    while start < end, unsafe base[start] == 0x20 || base[start] == 0x09 { start += 1 }
    while end > start, unsafe base[end - 1] == 0x20 || base[end - 1] == 0x09 { end -= 1 }
    return unsafe TextSlice(base: base + start, count: end - start)
  }
}
