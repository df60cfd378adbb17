import QuoteLanguage
import QuoteSyntax

/// Texts of the first rows that are no word of the rules, and are one once a known change is taken
/// back: `Smith &amp; Co`, and `2.0` for `2`.
extension OddValues {
  mutating func noteChanged(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    guard isClose(row, text), (1..<200).contains(text.count) else { return false }
    let signs = TextSigns(of: text, mayBeYesOrNo: TextChange.saysYesOrNo)
    guard !signs.isEmpty, words.changeable.hasSome else { return false }
    let whole = text.string
    guard !words.changeable.has(whole) else { return false }
    for change in TextChange.all where !change.signs.isDisjoint(with: signs) {
      let kind = Kind.changed(by: change.order)
      if areSeveral(kind, words.place) { continue }
      guard let word = words.changeable.word(whole, by: change) else { continue }
      let few = words.changeable.few
      note(kind, words.place, Found(words, row, text, word: word).among(few))
      return true
    }
    return false
  }
}

/// The words of the rules that texts of one column may be, with what each change makes of them.
struct ChangeableWords {
  /// With more words, these are not changed as well: a table of them is made for each change.
  private static let most = 128

  private let compared: Set<String>
  private let coded: [String]
  /// Those that are looked up in small letters or without spaces around them, in small letters.
  private let folded: Set<String>
  /// All of them, where they are few.
  private(set) lazy var few: [String] = {
    guard compared.count + folded.count <= Self.most else { return [] }
    // Blanks around a word are meant.
    return compared.union(coded).union(folded).filter { $0 == $0.trimmedOfSpaces }.sorted()
  }()
  private lazy var beyondASCII = few.filter { !Self.isASCII($0) }
  private lazy var small = Set(few.map { $0.lowercased() })
  private var tables: [Int: [String: String]] = [:]

  init(_ input: FieldSchema) {
    compared = input.comparedWords
    coded = input.vocabulary?.words ?? []
    folded = input.foldedWords
  }

  var hasSome: Bool { !compared.isEmpty || !coded.isEmpty || !folded.isEmpty }

  /// Whether a text is one of them as it stands.
  func has(_ text: String) -> Bool { isWord(text) || isFolded(text) }

  private func isWord(_ text: String) -> Bool { compared.contains(text) || coded.contains(text) }

  private func isFolded(_ text: String) -> Bool {
    !folded.isEmpty && folded.contains(text.trimmedOfSpaces.lowercased())
  }

  /// The word that a text is after a change.
  mutating func word(_ text: String, by change: TextChange) -> String? {
    if let isMeant = change.isMeant, few.isEmpty || !isMeant(small) { return nil }
    if change.signs.contains(.beyondASCII), Self.isASCII(text), beyondASCII.isEmpty { return nil }
    let undone = change.undone(text)
    if undone != text {
      if isWord(undone) { return undone }
      if isFolded(undone) { return undone.trimmedOfSpaces.lowercased() }
    }
    guard change.isOfWords, !few.isEmpty else { return nil }
    let words = change.signs.contains(.beyondASCII) ? beyondASCII : few
    let table = tables[change.order] ?? Self.table(of: words, by: change)
    tables[change.order] = table
    return table[undone] ?? (folded.isEmpty ? nil : table[undone.lowercased()])
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The words that a change makes others of, by what they are then. What two of them are is none
  /// of them.
  private static func table(of words: [String], by change: TextChange) -> [String: String] {
    let changed = words.map { (word: $0, undone: change.undone($0)) }
      .filter { $0.word != $0.undone }
    return Dictionary(grouping: changed, by: \.undone).compactMapValues { found in
      found.count == 1 ? found[0].word : nil
    }
  }
}
