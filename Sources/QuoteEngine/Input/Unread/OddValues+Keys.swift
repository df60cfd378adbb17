import QuoteLanguage
import QuoteSyntax

/// Texts that find no row of a table, and are nearly a key of it, and texts that only spaces around
/// them, or marks that nobody sees, keep from being a word of the rules.
extension OddValues {
  /// So many different texts of a batch are held against the keys, and fewer where these are many.
  private static func mostMissed(_ keys: KeyWords) -> Int {
    max(1, min(64, 1024 / max(1, keys.words.count)))
  }

  private static let mostElements = 8192

  /// Whether some text is none of the words, as far as readers told: mostly none is.
  func hasOthers(_ batch: BookingBatch, _ place: Place, _ vocabulary: Vocabulary) -> Bool {
    let column = batch.lists[.booking].columns[place.field]
    guard column.codes.count == column.heldTexts.count else { return true }
    let other = vocabulary.other
    var count = 0
    for row in 0..<column.codes.count { count &+= column.codes[row] == other ? 1 : 0 }
    return count > 0
  }

  mutating func noteKeys(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    let texts = column.heldTexts
    let isCoded = input.vocabulary != nil && column.codes.count == texts.count
    // Where only some have codes, those have no text here.
    guard let keys = input.keyWords, isCoded || input.vocabulary == nil && column.codes.count == 0
    else { return }
    let other = input.vocabulary?.other
    var known: [UInt64: Nearness] = [:]
    let most = Self.mostMissed(keys)
    let isOfBooking = place.list == 0
    // Elements are many: so many of a batch are looked at.
    let count = isOfBooking ? texts.count : min(texts.count, Self.mostElements)
    for row in 0..<count where !isCoded || column.codes[row] == other {
      let text = texts[row]
      let start = unsafe TextSlice(base: text.base, count: min(text.count, 16))
      let (low, high) = start.firstBytes
      if !isCoded, keys.mayHave(low, high, text.count) { continue }
      let hash =
        text.count > 16
        ? UInt64(bitPattern: Int64(text.string.hashValue))
        : (low ^ UInt64(text.count) &* 0x9E37_79B9_7F4A_7C15) &* 31 &+ high
      if known[hash] == nil {
        guard known.count < most, text.count > 0 else { continue }
        let trimmed = text.string.trimmedOfSpaces
        known[hash] =
          !isOfBooking && trimmed != text.string && keys.words.contains(trimmed)
          ? .word(trimmed) : nearness(text.string, keys.near, isCoded: isCoded)
      }
      switch known[hash] {
      case .word(let word):
        note(
          missed: place, name: input.name, row: isOfBooking ? Int64(row) : nil, text: text.string,
          word: word, table: keys.table, among: keys.words)
      case .nothing:
        // Rules that ask for the word mean it.
        if input.comparedWords.contains(text.string) { continue }
        note(
          missed: place, name: input.name, row: isOfBooking ? Int64(row) : nil, text: text.string,
          word: "", table: keys.table, among: [])
      case .far, nil: continue
      }
    }
  }

  /// What a text is that finds no row: nearly a key, a word for nothing, or something else.
  private enum Nearness {
    case word(String)
    case nothing
    case far
  }

  /// Spaces around a text are told of elsewhere, and so is its case where texts have codes.
  private func nearness(_ text: String, _ near: NearKey?, isCoded: Bool) -> Nearness {
    if let word = near?.meant(by: text) { return .word(word) }
    if NotationGuess.isNothing(text) { return .nothing }
    if isCoded || text != text.trimmedOfSpaces { return .far }
    return (near?.meant(by: text, isKey: true)).map { .word($0) } ?? .far
  }

  /// Words for nothing in a text of which the rules ask whether it is given.
  mutating func noteNothings(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    let texts = column.heldTexts
    guard column.codes.count == 0, input.keyWords == nil, input.defaultValue == nil else { return }
    var words = NothingWords()
    for row in 0..<min(texts.count, Self.mostElements) {
      let text = texts[row]
      guard (1...NothingWords.longest).contains(text.count), words.contains(text),
        !input.comparedWords.contains(text.string)
      else { continue }
      note(
        nothing: place, name: input.name, row: place.list == 0 ? Int64(row) : nil,
        text: text.string)
    }
  }

  /// Texts of any list that look like a word of the rules and are none.
  mutating func noteBlanks(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    let texts = column.heldTexts
    let other = input.vocabulary?.other
    let isCoded = other != nil && column.codes.count == texts.count
    // Where only some have codes, those have no text here.
    guard isCoded || column.codes.count == 0 else { return }
    var seen = SeenWords(input.comparedWords.sorted())
    // Those that differ in capitals of ASCII alone are told of with texts that have no others.
    let cased = comparesCase(input, column) ? ComparedWords(input.comparedWords) : nil
    // A text that has the code of a word is that word.
    for row in 0..<texts.count where !isCoded || column.codes[row] == other {
      let text = texts[row]
      let isBlank = text.count > 1 && (text[0] == 0x20 || text[text.count - 1] == 0x20)
      let index = isBlank ? nil : seen.index(of: text)
      guard isBlank || index != nil else { continue }
      let word = index.map { seen.words[$0] } ?? text.string.trimmedOfSpaces
      guard input.comparedWords.contains(word), !input.comparedWords.contains(text.string),
        !isCoded || input.vocabulary?.words.contains(word) == false
      else { continue }
      let record = place.list == 0 ? Int64(row) : nil
      if isBlank || UnusualSpace.told(of: text.string) != nil {
        note(blank: place, name: input.name, row: record, text: text.string, word: word)
      } else if cased?.meant(by: text) == nil {
        note(
          otherCase: place, name: input.name, row: record, text: text.string, word: word,
          among: input.comparedWords)
      }
    }
  }
}
