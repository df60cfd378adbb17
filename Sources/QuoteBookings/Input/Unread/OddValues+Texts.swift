import QuoteLanguage
import QuoteSyntax

/// The texts of a column in one pass: most come again and again, and nothing is to be said of them,
/// so each is held against the words of the rules once.
extension OddValues {
  /// So many elements of a batch are looked at, and so many texts for words of conditions.
  static let mostRows = 8192

  mutating func noteTexts(_ batch: BookingBatch, _ place: Place, _ elements: ListSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    let texts = column.heldTexts
    guard texts.count > 0 else { return }
    var words = TextWords(elements, column, place)
    guard words.hasSome else { return }
    var plain = PlainTexts()
    let (isCoded, other) = (words.isCoded, words.vocabulary?.other)
    let end = words.isOfFirst ? min(texts.count, Self.mostChanged) : texts.count
    for row in 0..<end where !isCoded || column.codes[row] == other {
      let text = texts[row]
      if !plain.has(text), !note(text, row, &words) { plain.add() }
    }
  }

  /// False where nothing is to be said of the text, in this row or another one.
  private mutating func note(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    var isNoted = false
    if words.isCoded, noteWord(text, row, &words) { isNoted = true }
    if words.keys != nil, noteKey(text, row, &words) { isNoted = true }
    if words.asksIfGiven, noteNothing(text, row, words) { isNoted = true }
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
    if !isNoted, row < Self.mostChanged {
      isNoted = noteError(text, row, &words) || noteChanged(text, row, &words)
    }
    return isNoted
  }
}

/// The words of the rules that the texts of one column are held against.
struct TextWords {
  let place: OddValues.Place
  let input: FieldSchema
  /// Readers of files tell no codes of elements.
  let vocabulary: Vocabulary?
  /// Whether texts have codes, of which the last stands for all that are no words.
  let isCoded: Bool
  let isOfBooking: Bool
  private let isPlain: Bool
  /// The keys of the table that they are looked up in, if they are held against them.
  let keys: KeyWords?
  let asksIfGiven: Bool
  /// Whether conditions ask for words, and texts are held against them.
  let isAskedFor: Bool
  /// The words of conditions, where texts are held against them without their case.
  let compared: ComparedWords?
  /// The ranges of a table that texts may be in but for their case.
  let ranged: RangedTexts?
  var triedRanges = 0
  /// How a cell holds several elements, where it may be texts that are these.
  let cell: CompactCell?
  /// The fields of an element.
  let fields: [FieldSchema]

  lazy var coded = CodedWords(vocabulary?.words ?? [])
  lazy var zerosOfCodes = LostZeros(vocabulary?.words ?? [])
  lazy var seenOfCodes = SeenWords(vocabulary?.words ?? [])
  lazy var zeros = LostZeros(input.comparedWords)
  lazy var seen = SeenWords(input.comparedWords)
  /// All words of the rules that a text of the column may be.
  lazy var all = input.comparedWords.union(input.vocabulary?.words ?? [])
    .union(input.foldedWords)
  lazy var changeable = ChangeableWords(input)
  var known: [UInt64: OddValues.Nearness] = [:]

  /// With more words, texts are told of by chance.
  private static let mostCompared = 32

  init(_ elements: ListSchema, _ column: FieldColumn, _ place: OddValues.Place) {
    fields = elements.fields
    input = fields[place.field]
    self.place = place
    cell = input.type == .text ? elements.cell : nil
    isOfBooking = place.list == 0
    vocabulary = isOfBooking ? input.vocabulary : nil
    isCoded = vocabulary != nil && column.codes.count == column.heldTexts.count
    // Where only some have codes, those have no text here.
    isPlain = column.codes.count == 0
    keys = isCoded || vocabulary == nil && isPlain ? input.keyWords : nil
    asksIfGiven =
      input.asksIfGiven && input.type == .text && isPlain && input.keyWords == nil
      && input.defaultValue == nil
    ranged = isCoded || isPlain ? input.rangedTexts : nil
    isAskedFor = !input.comparedWords.isEmpty && (isCoded || isPlain)
    compared =
      isAskedFor && isPlain && input.comparedWords.count <= Self.mostCompared
      ? ComparedWords(input.comparedWords) : nil
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

/// Short texts of one column of which nothing was to be said.
private struct PlainTexts {
  private struct Entry: BitwiseCopyable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    /// Nothing is ever said of an empty text.
    var count = 0
  }

  private var entries = [Entry](repeating: Entry(), count: 256)
  private var asked = Entry()
  private var slot = 0

  /// Whether the text is one of them. Long ones never are.
  mutating func has(_ text: TextSlice) -> Bool {
    let (low, high) = text.firstBytes
    asked = Entry(low: low, high: high, count: text.count)
    let mixed = (low ^ high &* 31 ^ UInt64(text.count)) &* 0x9E37_79B9_7F4A_7C15
    slot = Int(mixed >> 56)
    let entry = entries[slot]
    return entry.low == low && entry.high == high && entry.count == text.count
  }

  /// Adds the text that was asked for last.
  mutating func add() {
    if asked.count <= 16 { entries[slot] = asked }
  }
}
