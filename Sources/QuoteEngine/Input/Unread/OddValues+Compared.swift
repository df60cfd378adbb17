import QuoteLanguage
import QuoteSyntax

/// Texts that are a word of the rules but for case, and codes that lost the zeros in front, as in
/// a spreadsheet: `ny` where conditions ask for `NY`, and `7` for `007`.
extension OddValues {
  /// So many rows of a batch are looked at, for so few words: others are told of by chance.
  private static let mostRows = 8192
  private static let mostWords = 32

  /// Whether texts are held against the words of conditions without their case.
  func comparesCase(_ input: FieldSchema, _ column: FieldColumn) -> Bool {
    column.codes.count == 0 && input.comparedWords.count <= Self.mostWords
  }

  /// Texts that conditions ask for, where no table has them as keys.
  mutating func noteCompared(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    guard comparesCase(input, column) else { return }
    let texts = column.heldTexts
    let words = ComparedWords(input.comparedWords)
    var zeros = LostZeros(input.comparedWords)
    for row in 0..<min(texts.count, Self.mostRows) {
      let text = texts[row]
      let record = place.list == 0 ? Int64(row) : nil
      if let word = words.meant(by: text) {
        note(
          otherCase: place, name: input.name, row: record, text: text.string, word: word,
          among: input.comparedWords)
      } else if let word = zeros.word(of: text) {
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
  /// So many words are taken; with more, none is looked for.
  private static let mostWords = 16_384

  /// The words are only asked for when a text of digits is met that is none of them.
  private let made: () -> any Collection<String>
  private var known: Known?

  private struct Known {
    /// By its digits without zeros in front, each code that has some, and one that has none.
    var words: [String: String] = [:]
    var bare: Set<String> = []
    var all: Set<String> = []
  }

  init(_ words: @escaping @autoclosure () -> any Collection<String>) { made = words }

  private func gathered() -> Known {
    var known = Known()
    let words = made()
    if words.count > Self.mostWords { return known }
    for word in words where word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      let digits = String(word.drop { $0 == "0" })
      if digits.isEmpty { continue }
      known.all.insert(word)
      if digits.utf8.count == word.utf8.count {
        known.bare.insert(word)
      } else if known.words[digits].map({ word < $0 }) ?? true {
        known.words[digits] = word
      }
    }
    return known
  }

  /// The code that a number was, or is behind its zeros, if it is none of the codes itself.
  mutating func word(of text: TextSlice) -> String? {
    guard (1..<16).contains(text.count),
      (0..<text.count).allSatisfy({ (0x30...0x39).contains(text[$0]) })
    else { return nil }
    let known = known ?? gathered()
    self.known = known
    let code = text.string
    if known.all.contains(code) { return nil }
    guard text[0] == 0x30 else { return known.words[code] }
    let digits = String(code.drop { $0 == "0" })
    return known.bare.contains(digits) ? digits : nil
  }
}
