import QuoteLanguage
import QuoteSyntax

/// Texts that are a word of the rules but for case, and codes that lost the zeros in front, as in
/// a spreadsheet: `ny` where conditions ask for `NY`, and `7` for `007`.
extension OddValues {
  /// A text that conditions ask for, where no table has it as a key.
  mutating func noteCompared(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    guard row < Self.mostRows else { return false }
    let place = words.place
    if let word = words.compared?.meant(by: text) {
      let all = words.input.comparedWords
      note(.otherCase, place, Found(words, row, text, word: word).among(all))
      return true
    }
    guard let word = words.zeros.word(of: text) else { return false }
    note(.lostZeros, place, Found(words, row, text, word: word))
    return true
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
      let small = (Self.small(low), Self.small(high))
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
      if found == nil, word.small == (Self.small(low), Self.small(high)) {
        found = word.word
      }
    }
    return found
  }

  /// Eight bytes, capitals of ASCII made small.
  static func small(_ bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let isASCII = ~bytes & (ones &* 0x80)
    let plain = bytes & (ones &* 0x7F)
    let capitals = (plain &+ ones &* 0x3F) ^ (plain &+ ones &* 0x25)
    return bytes | (capitals & isASCII) &>> 2
  }
}

/// Codes of digits, and texts that are the same number with other zeros in front.
struct LostZeros {
  /// So many words are taken; with more, none is looked for.
  private static let mostWords = 16_384

  private let given: any Collection<String>
  private var known: Known?

  private struct Known {
    /// By its digits without zeros in front, each code that has some, and one that has none.
    var words: [String: String] = [:]
    var bare: Set<String> = []
    var all: Set<String> = []
  }

  init(_ words: any Collection<String>) { given = words }

  private func gathered() -> Known {
    var known = Known()
    let words = given
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
