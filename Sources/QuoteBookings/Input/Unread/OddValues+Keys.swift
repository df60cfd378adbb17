import QuoteLanguage
import QuoteSyntax

/// Texts that find no row of a table, and are nearly a key of it, and texts that only spaces around
/// them, or marks that nobody sees, keep from being a word of the rules.
extension OddValues {
  /// So many different texts of a batch are held against the keys, and fewer where these are many.
  private static func mostMissed(_ keys: KeyWords) -> Int {
    max(1, min(64, 1024 / max(1, keys.words.count)))
  }

  /// A text that has no row in a table.
  mutating func noteKey(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    guard let keys = words.keys, words.isOfBooking || row < Self.mostRows else { return false }
    let start = unsafe TextSlice(base: text.base, count: min(text.count, 16))
    let (low, high) = start.firstBytes
    if !words.isCoded, keys.mayHave(low, high, text.count) { return false }
    guard text.count > 0 else { return false }
    let (isOfBooking, isCoded) = (words.isOfBooking, words.isCoded)
    let nearness = words.nearness.answer(about: text.string, most: Self.mostMissed(keys)) {
      let trimmed = $0.trimmedOfSpaces
      return !isOfBooking && trimmed != $0 && keys.words.contains(trimmed)
        ? .word(trimmed) : Self.nearness($0, keys.near, isCoded: isCoded)
    }
    switch nearness {
    case .word(let word):
      note(
        .missedKey, words.place,
        Found(words, row, text, word: word).of(keys.table).among(keys.words))
    case .nothing:
      // Rules that ask for the word mean it.
      if words.input.comparedWords.contains(text.string) { return false }
      note(.missedKey, words.place, Found(words, row, text).of(keys.table).among([]))
    case .far, nil: return false
    }
    return true
  }

  /// What a text is that finds no row: nearly a key, a word for nothing, or something else.
  enum Nearness {
    case word(String)
    case nothing
    case far
  }

  /// Spaces around a text are told of elsewhere, and so is its case where texts have codes.
  private static func nearness(_ text: String, _ near: NearKey?, isCoded: Bool) -> Nearness {
    if let word = near?.meant(by: text) { return .word(word) }
    if NotationGuess.isNothing(text) { return .nothing }
    if isCoded || text != text.trimmedOfSpaces { return .far }
    return (near?.meant(by: text, isKey: true)).map { .word($0) } ?? .far
  }

  /// A word for nothing in a text of which the rules ask whether it is given.
  mutating func noteNothing(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    guard row < Self.mostRows else { return false }
    let place = words.place
    if NothingWords.has(text) {
      guard !words.input.comparedWords.contains(text.string) else { return false }
      note(.nothing, place, Found(words, row, text))
      return true
    }
    guard NothingWords.mayBeNo(text), !areSeveral(.denial, place), NothingWords.saysNo(text),
      !words.input.comparedWords.contains(text.string)
    else { return false }
    note(.denial, place, Found(words, row, text))
    return true
  }

  /// An error of a spreadsheet or a word for nothing in a text that is looked up and is none of
  /// the words there, so that the row for all others takes it.
  mutating func noteError(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    let kind: Kind? =
      NothingWords.isError(text) ? .sheetError : NothingWords.isSurely(text) ? .nothing : nil
    guard let kind, words.changeable.hasSome, !words.changeable.has(text.string) else {
      return false
    }
    note(kind, words.place, Found(words, row, text))
    return true
  }

  /// A text of any list that looks like a word that conditions ask for, and is none.
  mutating func noteBlank(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    let isBlank = text.count > 1 && (text[0] == 0x20 || text[text.count - 1] == 0x20)
    let index = isBlank ? nil : words.seen.index(of: text)
    guard isBlank || index != nil else { return false }
    let input = words.input
    let word = index.map { words.seen.words[$0] } ?? text.string.trimmedOfSpaces
    guard input.comparedWords.contains(word), !input.comparedWords.contains(text.string),
      !words.isCoded || words.vocabulary?.words.contains(word) == false
    else { return false }
    if isBlank || UnusualSpace.told(of: text.string) != nil {
      note(.blank, words.place, Found(words, row, text, word: word))
      return true
    }
    // Those that differ in capitals of ASCII alone are told of with texts that have no others.
    guard words.compared?.meant(by: text) == nil else { return false }
    note(
      .otherCase, words.place, Found(words, row, text, word: word).among(input.comparedWords))
    return true
  }
}
