import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Texts whose codes readers tell are looked up as those that are found again.
@Suite struct VocabularyTests {
  private static let rules = """
    schema: quote/1
    name: words
    title: Words in tables
    currency: USD
    inputs:
      id: text, key
      kind: optional text
      size: text
      place: optional text, default "town"
    let:
      by_kind:
        first: |
          | kind               | size         || price |
          | sofa, chair        | small        || $1    |
          | fifteen_letters    | -            || $2    |
          | not sofa, not lamp | large, small || $4    |
          | none               | -            || $8    |
      by_size:
        unique: |
          | size  || price |
          | small || $16   |
          | large || $32   |
      by_place:
        first: |
          | place || price |
          | town  || $64   |
          | -     || $128  |
    quote:
      - line: of_kind
        amount: by_kind default $256
      - line: of_size
        amount: by_size default $512
      - line: of_place
        amount: by_place
    """

  private static let texts = [
    "sofa", "chair", "lamp", "fifteen_letters", "fifteen_letterz", "fifteen_letters_", "small",
    "large", "", "", "town", "none", "sofa\0", "Sofa", "é",
    "a text that is longer than any of the words",
  ]

  private func totals(
    _ pricer: Pricer, _ schema: BookingSchema, _ text: String, _ format: InputFormat
  ) throws -> [String] {
    var options = ReaderOptions()
    options.format = format
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "words", bytes: Array(text.utf8))], options: options)
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: schema))
    let evaluator = pricer.makeEvaluator()
    var totals: [String] = []
    while try parser.read(into: batch) {
      totals += self.totals(evaluator.price(batch, rows: 0..<batch.count))
    }
    return totals
  }

  @Test(arguments: 1...6) func lookUpsFindTheSame(_ seed: Int) throws {
    let pricer = try Pricer(
      rulesAt: "words.yaml", loader: .memory(["words.yaml": Self.rules]))
    let fields = pricer.schema.lists[.booking].fields
    #expect(fields.map { $0.vocabulary?.words.count } == [nil, 5, 2, 1])
    var plain = pricer.schema
    for field in fields.indices { plain.lists[.booking].fields[field].vocabulary = nil }
    var random = SeededBytes(state: UInt64(seed))
    var (csv, json) = ("id,kind,size,place\n", "")
    for row in 0..<3000 {
      let (kind, size, place) = (
        Self.texts[random.next(Self.texts.count)], Self.texts[random.next(Self.texts.count)],
        Self.texts[random.next(Self.texts.count)]
      )
      csv += "\(row),\(kind),\(size),\(place)\n"
      json += #"{"id":"\#(row)","kind":"\#(kind)","size":"\#(size)","place":"\#(place)"}"# + "\n"
    }
    json = json.replacing("\0", with: "\\u0000")
    let wanted = try totals(pricer, plain, csv, .csv)
    #expect(Set(wanted).count > 15)
    #expect(try totals(pricer, pricer.schema, csv, .csv) == wanted)
    let quoted = csv.replacing("id,kind", with: "\"id\",kind")
    #expect(try totals(pricer, pricer.schema, quoted, .csv) == wanted)
    let records = try totals(pricer, plain, json, .jsonl)
    #expect(try totals(pricer, pricer.schema, json, .jsonl) == records)
  }

  /// Texts whose codes are told are written when somebody asks for them, and to whoever
  /// knows other codes.
  @Test(arguments: [InputFormat.csv, .jsonl]) func textsAreThereWhenAskedFor(
    _ format: InputFormat
  ) throws {
    let loader = FileLoader.memory(["words.yaml": Self.rules])
    let pricer = try Pricer(rulesAt: "words.yaml", loader: loader)
    let other = try Pricer(rulesAt: "words.yaml", loader: loader)
    var random = SeededBytes(state: 9)
    let rows = (0..<3000).map { _ in
      (0..<2).map { _ in Self.texts.filter { !$0.contains("\0") }[random.next(15)] }
    }
    var text = format == .csv ? "id,kind,size,place\n" : ""
    for (row, cells) in rows.enumerated() {
      text +=
        format == .csv
        ? "\(row),\(cells[0]),\(cells[1]),\n"
        : #"{"id":"\#(row)","kind":"\#(cells[0])","size":"\#(cells[1])"}"# + "\n"
    }
    var options = ReaderOptions()
    options.format = format
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "words", bytes: Array(text.utf8))],
      options: options)
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    let (evaluator, another) = (pricer.makeEvaluator(), other.makeEvaluator())
    var first = 0
    while try parser.read(into: batch) {
      let own = totals(evaluator.price(batch, rows: 0..<batch.count))
      #expect(totals(another.price(batch, rows: 0..<batch.count)) == own)
      for (field, column) in batch.lists[.booking].columns[1...2].enumerated() {
        let wanted = rows[first..<first + batch.count].map { $0[field] }
        #expect((0..<batch.count).map { column.texts[$0].string } == wanted)
      }
      #expect(totals(evaluator.price(batch, rows: 0..<batch.count)) == own)
      first += batch.count
    }
    #expect(first == rows.count)
  }

  private func totals(_ quotes: QuoteBatch) -> [String] {
    let total = quotes.columns[quotes.schema.total].integers
    return (0..<quotes.statuses.count).map { row in
      let isQuoted = quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
      return isQuoted ? "\(total[row])" : "not quoted"
    }
  }

  /// A text that is looked up by its code and shown as well.
  @Test func aResultIsTheText() throws {
    let rules = Self.rules + "\noutputs:\n  shown: size\n"
    let pricer = try Pricer(rulesAt: "words.yaml", loader: .memory(["words.yaml": rules]))
    let sizes = (0..<3000).map { ["small", "large", "other", "huge and longer than words"][$0 % 4] }
    let csv = sizes.enumerated().reduce("id,kind,size,place\n") { $0 + "\($1.0),,\($1.1),\n" }
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "words", bytes: Array(csv.utf8))])
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    let evaluator = pricer.makeEvaluator()
    var shown: [String] = []
    while try parser.read(into: batch) {
      let quotes = evaluator.price(batch, rows: 0..<batch.count)
      guard case .value(let column) = quotes.schema.outputs[0].body else { break }
      shown += (0..<batch.count).map { quotes.columns[column].texts[$0].string }
    }
    #expect(shown == sizes)
  }

  /// A register that stood for texts with codes, and then gets cells of its own.
  @Test func codesAreOfTheCellsThatTheyCameWith() throws {
    let pricer = try Pricer(rulesAt: "words.yaml", loader: .memory(["words.yaml": Self.rules]))
    let registers = pricer.makeEvaluator().registers
    let texts = ColumnBuffer<TextSlice>(capacity: 8)
    let codes: [Int32] = [0, 1]
    let vocabulary = try #require(Vocabulary(["a"]))
    let register = Register(0)
    unsafe codes.withUnsafeBufferPointer { codes in
      let known = unsafe KnownTexts(
        codes: codes.baseAddress!, vocabulary: ObjectIdentifier(vocabulary))
      unsafe registers.alias(
        register, to: UnsafeMutableRawPointer(texts.pointer), known: known)
      #expect(unsafe registers.known(register) != nil)
      unsafe registers.target(register, rows: 2)
      #expect(unsafe registers.known(register) == nil)
    }
  }

  @Test func codesArePlacesAmongTheWords() throws {
    let vocabulary = try #require(Vocabulary(["sofa", "fifteen_letters", "é"]))
    let index = WordIndex(["é", "", "sofa"])
    index.learn(vocabulary)
    var codes = [Int32](repeating: -1, count: 5)
    unsafe index.encode([0, 1, 2, vocabulary.empty, vocabulary.other], into: &codes, count: 5)
    #expect(codes == [2, index.unknown, 0, 1, index.unknown])
    #expect(Vocabulary(["sixteen_letters_"]) == nil)
    #expect(Vocabulary((0..<17).map { "word \($0)" }) == nil)
    #expect(Vocabulary([]) == nil)
  }

  /// Codes come for all texts of a column, or nobody trusts them.
  @Test func codesAreOfAllOrOfNone() throws {
    let vocabulary = try #require(Vocabulary(["b"]))
    var field = Reading.field("text", .text, optional: true)
    field.vocabulary = vocabulary
    let decoder = FieldDecoder(field, asOf: nil)
    let column = FieldColumn(storage: .text, isOptional: true)
    let bytes = ColumnBuffer<UInt8>()
    for byte in String(repeating: " ", count: 64).utf8 + Array("b,a,,b".utf8) { bytes.append(byte) }
    for _ in 0..<64 { bytes.append(0x20) }
    let marks = ColumnBuffer<UInt32>()
    for mark in [63, 65, 67, 68, 70] as [UInt32] { marks.append(mark) }
    let run = unsafe CellRun(
      InputBytes(UnsafePointer(bytes.pointer)), UnsafePointer(marks.pointer), stride: 1, count: 4)
    column.resize(to: 4)
    decoder.read(run, into: column, at: 0, CellScratch()) { _, _ in Issue.record("no fault") }
    #expect((0..<4).map { column.codes[$0] } == [0, 2, 1, 0])
    column.cut(to: 2)
    #expect(column.codes.count == 2)
    column.append(CellValue(text: run[0]), isGiven: true, at: 2)
    column.resize(to: 7)
    decoder.read(run, into: column, at: 3, CellScratch()) { _, _ in Issue.record("no fault") }
    #expect(column.codes.count == 2)
  }
}
