import QuoteLanguage
import QuoteSyntax

/// The texts of a column in one pass: most come again and again, and nothing is to be said of them,
/// so each is held against the words of the rules once.
extension OddValues {
  /// So many elements of a batch are looked at, and so many texts for words of conditions.
  static let mostRows = 8192

  mutating func noteTexts(_ column: FieldColumn, _ words: inout TextWords) {
    let texts = column.heldTexts
    words.begin(column)
    guard words.hasSome else { return }
    let (isCoded, other) = (words.isCoded, words.vocabulary?.other)
    let end = words.isOfFirst ? min(texts.count, Self.closeRows) : texts.count
    for row in 0..<end where !isCoded || column.codes[row] == other {
      let text = texts[row]
      switch words.verdicts.verdict(on: text) {
      case .plain: continue
      case .odd(let said): note(again: words.verdicts.said[said])
      case .unknown:
        words.beginText()
        let noted = noting { $0.note(text, row, &words) }
        let isFinal = noted.isEmpty && row < Self.closeRows && !words.usedMemory
        words.verdicts.add(noted, isFinal: isFinal)
      }
    }
  }

  /// What is to be said of a text in the first row that has it.
  private mutating func note(_ text: TextSlice, _ row: Int, _ words: inout TextWords) {
    var isNoted = false
    if words.isCoded, noteWord(text, row, &words) { isNoted = true }
    if words.keys != nil, noteKey(text, row, &words) { isNoted = true }
    if words.asksIfGiven, noteNothing(text, row, &words) { isNoted = true }
    if words.isAskedFor {
      if noteBlank(text, row, &words) { isNoted = true }
      if words.compared != nil, noteCompared(text, row, &words) { isNoted = true }
    }
    if !isNoted, words.ranged != nil, noteRanged(text, row, &words) { isNoted = true }
    if let cell = words.cell {
      if noteJoined(text, row: row, &words, as: cell) { isNoted = true }
    } else if !isNoted, noteSeveral(text, row, &words) {
      isNoted = true
    }
    if !isNoted, isClose(row, text), !noteError(text, row, &words) {
      _ = noteChanged(text, row, &words)
    }
  }
}

/// The words of the rules that the texts of one column are held against, and what was found out
/// about texts: a parser keeps it from batch to batch.
struct TextWords {
  let place: OddValues.Place
  let input: FieldSchema
  /// Readers of files tell no codes of elements.
  let vocabulary: Vocabulary?
  /// Whether texts of this batch have codes, of which the last stands for all that are no words.
  private(set) var isCoded = false
  let isOfBooking: Bool
  private var isPlain = false
  /// How a cell holds several elements, where it may be texts that are these.
  let cell: CompactCell?
  /// The fields of an element.
  let fields: [FieldSchema]

  lazy var coded = CodedWords(vocabulary?.words ?? [])
  lazy var zerosOfCodes = LostZeros(vocabulary?.words ?? [])
  lazy var zeros = LostZeros(input.comparedWords)
  /// All words of the rules that a text of the column may be.
  lazy var all = input.comparedWords.union(input.vocabulary?.words ?? [])
    .union(input.foldedWords)
  lazy var changeable = ChangeableWords(input)
  private lazy var fewCompared = input.comparedWords.count <= Self.mostCompared
    ? ComparedWords(input.comparedWords) : nil

  var seenOfCodes: SeenWords
  var seen: SeenWords
  /// What texts are that find no row of a table.
  var nearness = TextMemory<OddValues.Nearness>()
  /// What would put texts into a range of a table.
  var ranges = TextMemory<RangedTexts.Near?>()
  var verdicts = TextVerdicts()

  /// With more words, texts are told of by chance.
  private static let mostCompared = 32

  init(_ elements: ListSchema, _ place: OddValues.Place) {
    fields = elements.fields
    input = fields[place.field]
    self.place = place
    cell = input.type == .text ? elements.cell : nil
    isOfBooking = place.list == 0
    vocabulary = isOfBooking ? input.vocabulary : nil
    seenOfCodes = SeenWords(vocabulary?.words ?? [])
    seen = SeenWords(input.comparedWords)
  }

  /// Goes on to the next batch.
  mutating func begin(_ column: FieldColumn) {
    let isCoded = vocabulary != nil && column.codes.count == column.heldTexts.count
    let isPlain = column.codes.count == 0
    if isCoded != self.isCoded || isPlain != self.isPlain {
      (self.isCoded, self.isPlain) = (isCoded, isPlain)
      (nearness, verdicts) = (TextMemory(), TextVerdicts())
    }
    guard hasSome else { return }
    nearness.begin()
    ranges.begin()
    seen.begin()
    seenOfCodes.begin()
    verdicts.begin()
  }

  /// Goes on to the next text.
  mutating func beginText() {
    nearness.wasAsked = false
    ranges.wasAsked = false
    seen.wasAsked = false
    seenOfCodes.wasAsked = false
  }

  /// Whether a memory was asked about the text. A batch may ask about so many only, and each parser
  /// must count the same ones, whatever it knows: such a text is asked about in every batch.
  var usedMemory: Bool {
    nearness.wasAsked || ranges.wasAsked || seen.wasAsked || seenOfCodes.wasAsked
  }

  /// The keys of the table that they are looked up in, if they are held against them.
  var keys: KeyWords? { isCoded || vocabulary == nil && isPlain ? input.keyWords : nil }

  var asksIfGiven: Bool {
    input.asksIfGiven && input.type == .text && isPlain && input.keyWords == nil
      && input.defaultValue == nil
  }

  /// The ranges of a table that texts may be in but for their case.
  var ranged: RangedTexts? { isCoded || isPlain ? input.rangedTexts : nil }

  /// Whether conditions ask for words, and texts are held against them.
  var isAskedFor: Bool { !input.comparedWords.isEmpty && (isCoded || isPlain) }

  /// The words of conditions, where texts are held against them without their case.
  var compared: ComparedWords? {
    mutating get { isAskedFor && isPlain ? fewCompared : nil }
  }

  var hasSome: Bool { hasMany || isOfFirst }

  private var hasMany: Bool {
    isCoded || keys != nil || asksIfGiven || isAskedFor || ranged != nil || cell != nil
  }

  /// Whether only the first texts are held against words: those that are looked up without case.
  var isOfFirst: Bool { !hasMany && isPlain && !input.foldedWords.isEmpty }

  /// Whether a part of a text is one of them.
  mutating func isWord(_ part: String) -> Bool {
    all.contains(part)
      || !input.foldedWords.isEmpty && input.foldedWords.contains(part.lowercased())
  }

  /// The row of a booking; nil for elements, whose record is not known here.
  func record(_ row: Int) -> Int64? { isOfBooking ? Int64(row) : nil }
}
