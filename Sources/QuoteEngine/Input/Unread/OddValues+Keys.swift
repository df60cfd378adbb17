import QuoteLanguage

/// Texts that find no row of a table, and are nearly a key of it, and texts that only spaces around
/// them keep from being a word of the rules.
extension OddValues {
  /// So many different texts of a batch are held against the keys.
  private static let mostMissed = 64

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
    let column = batch.lists[.booking].columns[place.field]
    guard let keys = input.keyWords, let vocabulary = input.vocabulary,
      column.codes.count == column.heldTexts.count
    else { return }
    let other = vocabulary.other
    var near: NearKey?
    var known: [UInt64: String?] = [:]
    for row in 0..<column.codes.count where column.codes[row] == other {
      let text = column.heldTexts[row]
      let (low, high) = text.firstBytes
      let hash = (low ^ UInt64(text.count) &* 0x9E37_79B9_7F4A_7C15) &* 31 &+ high
      if known[hash] == nil {
        guard known.count < Self.mostMissed, text.count > 0 else { continue }
        near = near ?? NearKey(keys.words)
        known[hash] = .some(near?.meant(by: text.string))
      }
      guard case .some(.some(let word)) = known[hash] else { continue }
      note(
        missed: place, name: input.name, row: Int64(row), text: text.string, word: word,
        table: keys.table)
    }
  }

  /// Texts of any list that are a word of the rules with spaces around it.
  mutating func noteBlanks(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    let texts = column.heldTexts
    let other = input.vocabulary?.other
    let isCoded = other != nil && column.codes.count == texts.count
    // Where only some have codes, those have no text here.
    guard isCoded || column.codes.count == 0 else { return }
    // A text that has the code of a word is that word.
    for row in 0..<texts.count where !isCoded || column.codes[row] == other {
      let text = texts[row]
      guard text.count > 1, text[0] == 0x20 || text[text.count - 1] == 0x20 else { continue }
      let word = text.string.trimmedOfSpaces
      guard input.comparedWords.contains(word),
        !isCoded || input.vocabulary?.words.contains(word) == false
      else { continue }
      note(
        blank: place, name: input.name, row: place.list == 0 ? Int64(row) : nil,
        text: text.string, word: word)
    }
  }
}
