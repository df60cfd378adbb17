import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What is told of many bookings at fault is put together once and kept: each must be told what it
/// would be told alone.
@Suite struct ManyFaultsTests {
  private static let schema = Reading.schema([
    Reading.field("id", .text),
    Reading.field("size", .number, step: Ratio(1, 10), range: Interval(0, 100)),
    Reading.field("kind", Reading.oneOf("small", "medium", "large")),
    Reading.field("day", .date),
  ])

  private static func faults(_ text: String, _ format: InputFormat) throws -> [RowFault] {
    var options = ReaderOptions()
    options.format = format
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "input", bytes: Array(text.utf8))], options: options)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: schema)
    var faults: [RowFault] = []
    while try parser.read(into: batch) { faults += batch.faults.all }
    return faults
  }

  /// A cell that one of the fields cannot take, another in nearly every row.
  private static func cells(_ number: Int) -> [String] {
    let fine = ["1.5", "small", "2026-03-04"]
    var cells = fine
    switch number % 8 {
    case 0: cells[0] = "\(number % 3000)kg"
    case 1: cells[0] = "\(1 + number % 9),\(100 + number % 900).5"
    case 2: cells[0] = "\(200 + number)"
    case 3: cells[1] = "smal\(number)"
    case 4: cells[1] = number % 3 == 0 ? "médium" : "n/a"
    case 5: cells[2] = "2026-02-\(30 + number % 60)"
    case 6: cells[2] = ["tomorrow", "TBD", "04/0\(1 + number % 9)/2026"][number % 3]
    case _: cells[0] = ["", "1.55", " 2", "2\u{A0}"][number % 4]
    }
    return cells
  }

  @Test func eachIsToldWhatItWouldBeToldAlone() throws {
    let rows = (0..<9000).map { "B\($0)," + Self.cells($0).joined(separator: ",") + "\n" }
    let many = try Self.faults("id,size,kind,day\n" + rows.joined(), .csv)
    #expect(many.count == rows.count)
    for fault in many where fault.row % 37 == 0 || fault.record > 8990 {
      let alone = try Self.faults(
        "id,size,kind,day\n" + rows[Int(fault.record) - 1], .csv)
      #expect(alone.count == 1)
      #expect(alone.first?.message == fault.message, "record \(fault.record)")
      #expect(alone.first?.value == fault.value)
      #expect(alone.first?.field == fault.field)
      #expect(fault.line == fault.record + 1)
    }
  }

  /// What a glance says of a value is never less than what there is to tell.
  @Test func aGlanceMissesNothing() {
    var random = SeededGenerator(seed: 29)
    let letters =
      Array("0123456789,.-/: '()%$+USDkgnaTZpmjeuly#?=~<>*co").map(String.init) + ["é", "\t"]
    let words = ["n/a", "NULL", " unknown ", "Tbd", "#REF!", "-", "(blank)", "missing", "?", "None"]
    let fields = [
      Reading.field("a", .number), Reading.field("b", .money), Reading.field("c", .date),
      Reading.field("d", .time), Reading.field("e", .instant), Reading.field("f", .flag),
      Reading.field("g", .text), Reading.field("h", Reading.oneOf("x", "y")),
    ]
    let reasons = CellFault.allCases.filter(\.isOfNotation)
    var silent = 0
    for _ in 0..<40_000 {
      let count = Int.random(in: 0...9, using: &random)
      let text =
        count == 0
        ? words.randomElement(using: &random)!
        : (0..<count).map { _ in letters.randomElement(using: &random)! }.joined()
      let field = fields.randomElement(using: &random)!
      let reason = reasons.randomElement(using: &random)!
      let buffer = ByteBuffer()
      buffer.append(text: text)
      let decoder = FieldDecoder(field, asOf: nil)
      let value = buffer.slice(0, buffer.count)
      guard !NotationGuess.mayTell(of: value, ByteKinds(of: value), reason, decoder) else {
        continue
      }
      silent += 1
      #expect(NotationGuess.all(for: text, of: field).isEmpty, "\(text) as \(field.name)")
      #expect(UnusualSpace.told(of: text) == nil && !field.hasForm(text), "\(text)")
      func message(of value: String) -> String {
        reason.message(
          FaultContext(field: field.name, value: value, schema: field, currency: ["$", "USD"]))
      }
      #expect(message(of: text) == message(of: "&&"), "\(text) as \(field.name)")
    }
    #expect(silent > 5000)
  }
}

/// Faults as columns, and those of a block beside those that the reader found.
@Suite struct RowFaultsTests {
  private static func fault(_ row: Int, _ message: String) -> RowFault {
    RowFault(
      row: row, record: Int64(row + 1), line: Int64(row + 2), field: "size", value: "v\(row)",
      reason: "not-a-number", message: message)
  }

  @Test func theFirstOfARowStaysAndAllAreInOrder() {
    let faults = RowFaults()
    for row in [7, 2, 900, 2] { faults.add(Self.fault(row, "m\(faults.count)")) }
    #expect(faults.count == 3)
    #expect(faults.all.map(\.row) == [2, 7, 900])
    #expect(faults[2]?.message == "m1")
    #expect(faults[7]?.value == "v7")
    #expect(faults.has(900) && !faults.has(3) && faults[3] == nil)
    faults.removeAll()
    #expect(faults.isEmpty && !faults.has(7) && faults.all.isEmpty)
    faults.add(Self.fault(7, "again"))
    #expect(faults[7]?.message == "again")
  }

  @Test func aBlockHasItsOwnAndThoseOfItsRows() {
    let (read, priced) = (RowFaults(), RowFaults())
    for row in [1, 5, 6, 9] { read.add(Self.fault(row, "read")) }
    read.shift(records: 100, lines: 10, source: "a.csv")
    var told: [Int] = []
    priced.add(Self.fault(4, "priced"))
    priced.borrow(read, 4..<8) { told.append($0) }
    #expect(told == [5, 6])
    #expect(priced.all.map(\.row) == [4, 5, 6])
    #expect(priced.all.map(\.message) == ["priced", "read", "read"])
    #expect(priced[5] == read[5] && priced[5]?.source == "a.csv" && priced[5]?.record == 106)
    #expect(priced[9] == nil && priced[1] == nil)
    var found = FoundFaults(first: 2)
    found.add(priced, in: 4..<8)
    #expect(found.count == 3 && found.first.map(\.row) == [4, 5])
    #expect(found.byReason.map(\.count) == [3])
    priced.removeAll()
    #expect(priced.isEmpty && priced[5] == nil && read.count == 4)
  }

  /// A batch has many blocks, and faults perhaps only in the first of them.
  @Test func aBlockBehindAllFaultsHasNone() {
    let (read, priced) = (RowFaults(), RowFaults())
    read.add(Self.fault(3, "read"))
    priced.borrow(read, 2048..<4096) { _ in Issue.record("no row of the block is at fault") }
    #expect(priced.isEmpty && priced[3] == nil && priced[2048] == nil)
  }

  /// More texts than are found again at once, and the same ones in turn.
  @Test func everyFaultKeepsItsText() {
    let texts = (0..<300).map { FaultText(field: "f", reason: "r", message: "m\($0)") }
    let faults = RowFaults()
    for row in 0..<3000 {
      faults.add(
        RowFault(row: row, record: 1, line: 1, value: "", told: texts[row * 7 % texts.count]))
    }
    for row in 0..<3000 { #expect(faults[row]?.message == "m\(row * 7 % texts.count)") }
  }
}
