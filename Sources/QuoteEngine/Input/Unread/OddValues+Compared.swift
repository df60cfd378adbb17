import QuoteLanguage
import QuoteSyntax

/// Texts that are a word of the rules but for case, and codes that lost the zeros in front, as in
/// a spreadsheet: `ny` where conditions ask for `NY`, and `7` for `007`.
extension OddValues {
  /// So many rows of a batch are looked at, for so few words: others are told of by chance.
  private static let mostRows = 8192
  private static let mostWords = 32

  /// Texts that conditions ask for, where no table has them as keys.
  mutating func noteCompared(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    guard column.codes.count == 0, input.comparedWords.count <= Self.mostWords else { return }
    let texts = column.heldTexts
    let words = ComparedWords(input.comparedWords)
    let zeros = LostZeros(input.comparedWords)
    for row in 0..<min(texts.count, Self.mostRows) {
      let text = texts[row]
      let record = place.list == 0 ? Int64(row) : nil
      if let word = words.meant(by: text) {
        note(
          otherCase: place, name: input.name, row: record, text: text.string, word: word,
          among: input.comparedWords)
      } else if let word = zeros?.word(of: text) {
        note(zeros: place, name: input.name, row: record, text: text.string, word: word)
      }
    }
  }
}

/// Words in small letters, as two machine words each.
struct ComparedWords {
  private var words: [(low: UInt64, high: UInt64, small: (UInt64, UInt64), word: String)] = []
  /// A bit for each length.
  private var lengths: UInt64 = 0

  init(_ words: Set<String>) {
    let short = words.sorted().filter { (1...16).contains($0.utf8.count) }
    let list = WordList(short)
    for (index, word) in short.enumerated() {
      let (low, high) = list.slices[index].firstBytes
      let small = (OddValues.small(low), OddValues.small(high))
      self.words.append((low, high, small, word))
      lengths |= 1 << UInt64(word.utf8.count)
    }
  }

  /// The word that a text is but for the case of its letters; nil if it is one.
  func meant(by text: TextSlice) -> String? {
    guard text.count <= 16, lengths >> UInt64(text.count) & 1 == 1 else { return nil }
    let (low, high) = text.firstBytes
    var found: String?
    for word in words where word.word.utf8.count == text.count {
      if word.low == low, word.high == high { return nil }
      if found == nil, word.small == (OddValues.small(low), OddValues.small(high)) {
        found = word.word
      }
    }
    return found
  }
}

/// Codes of digits, and texts that are the same number with other zeros in front.
struct LostZeros {
  /// By its digits without zeros in front, each code that has some, and one that has none.
  private var words: [String: String] = [:]
  private var bare: Set<String> = []

  /// Nil where there is none.
  init?(_ words: some Sequence<String>) {
    for word in words where word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      let digits = String(word.drop { $0 == "0" })
      if digits.isEmpty { continue }
      if digits.utf8.count < word.utf8.count {
        self.words[digits] = word
      } else {
        bare.insert(word)
      }
    }
    if self.words.isEmpty, bare.isEmpty { return nil }
  }

  /// The code that a number was, or is behind its zeros, if it is none of the codes itself.
  func word(of text: TextSlice) -> String? {
    guard text.count > 0, text.count < 16 else { return nil }
    if text[0] == 0x30 {
      let digits = String(text.string.drop { $0 == "0" })
      return bare.contains(digits) ? digits : nil
    }
    guard (0x31...0x39).contains(text[0]), !words.isEmpty else { return nil }
    return words[text.string]
  }
}
