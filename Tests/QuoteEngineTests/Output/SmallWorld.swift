@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Three bookings as an evaluator would leave them: one quoted with two items,
/// one declined, one at fault.
struct SmallWorld {
  let bookings: BookingBatch
  let quotes: QuoteBatch
  private let arena: WordList

  private static func column(
    _ storage: ResultColumnSchema.Storage, _ type: ValueType, list: ListID = .booking,
    scale: Ratio = 1, choices: [String] = []
  ) -> ResultColumnSchema {
    ResultColumnSchema(
      storage: storage, type: type, grain: Grain(list: list), scale: scale, choices: choices)
  }

  private static func line(
    _ id: Int, _ name: String, _ kind: LineDeclaration.Kind = .line, list: ListID = .booking,
    applies: Int? = nil, amount: Int, running: Int? = nil, label: Int? = nil,
    reasons: [Int] = [], sum: Int
  ) -> QuoteLine {
    QuoteLine(
      id: id, name: name, kind: kind, depth: 0, group: nil, grain: Grain(list: list),
      place: .booking, applies: applies, amount: amount, running: running, label: label,
      reasons: reasons, sum: sum, span: .nowhere)
  }

  private static func output(_ name: String, _ column: Int) -> QuoteOutput {
    QuoteOutput(name: name, body: .value(column: column), span: .nowhere)
  }

  static let cent = Ratio(1, 100)
  static let items = ListID(1)

  static func schema(_ arithmetic: Arithmetic) -> QuoteSchema {
    let money = ValueType.quantity(.money)
    let isExact = arithmetic == .exact
    let amount: ResultColumnSchema.Storage = isExact ? .integer : .double
    let columns = [
      column(amount, money, list: items, scale: cent),  // 0 junk
      column(amount, money, scale: cent),  // 1 its sum
      column(.text, .text, list: items),  // 2 its label
      column(.flag, .flag),  // 3 whether the surge applies
      column(amount, money, scale: cent),  // 4 surge
      column(amount, money, scale: cent),  // 5 running below it, the total
      column(.texts, .texts),  // 6 its reasons
      column(.wide, .quantity(.number), scale: Ratio(1, 1_000_000)),  // 7
      column(.integer, .date),  // 8
      column(.choice, .choice(["a,b", "c"]), scale: 1, choices: ["a,b", "c"]),  // 9
      column(.flag, .flag),  // 10
      column(.point, .point),  // 11
      column(.integer, money, list: items, scale: Ratio(1, 3)),  // 12
    ]
    let lines = [
      line(0, "junk", list: items, amount: 0, label: 2, sum: 1),
      line(1, "surge", applies: 3, amount: 4, running: 5, reasons: [6], sum: 4),
      line(2, "whole", .subtotal, amount: 4, running: 5, sum: 4),
    ]
    let outputs = [
      output("factor", 7), output("day", 8), output("size", 9), output("open", 10),
      output("place", 11), output("surge", 4),
      QuoteOutput(
        name: "items",
        body: .records(list: items, fields: [output("third", 12), output("what", 2)]),
        span: .nowhere),
    ]
    return QuoteSchema(
      lines: lines, outputs: outputs, total: 5, columns: columns, minorDigits: 2, currency: "USD",
      arithmetic: arithmetic, listParents: [nil, .booking])
  }

  static func bookingSchema(_ arithmetic: Arithmetic) -> BookingSchema {
    let key = FieldSchema(
      name: "booking_id", type: .text, storage: .text, isOptional: false, defaultValue: nil,
      takesAsOf: false, sources: [], choices: [], range: .unbounded, rangeIsOpen: (false, false),
      step: 0, unit: nil, conversions: [], span: .nowhere)
    return BookingSchema(
      lists: [
        ListSchema(name: "", parent: nil, fields: [key], sources: [], bound: 1, span: .nowhere),
        ListSchema(
          name: "items", parent: .booking, fields: [], sources: [], bound: 9, span: .nowhere),
      ], key: 0, arithmetic: arithmetic)
  }

  static let texts = [
    "b-1", "b\"2\"", "b,3", "2 × sofa", "say \"hi\"\n\u{1}", "Weekend", "a; b", "too\tfar",
    "north, of it",
    " padded",
  ]

  init(_ arithmetic: Arithmetic = .exact) {
    arena = WordList(Self.texts)
    let isExact = arithmetic == .exact
    quotes = QuoteBatch(schema: Self.schema(arithmetic))
    bookings = BookingBatch(schema: Self.bookingSchema(arithmetic))
    bookings.count = 4
    bookings.firstRecord = 11
    bookings.carried = [("note", ColumnBuffer())]
    // A row before the block, so that rows of batch and block are kept apart.
    for text in [9, 0, 1, 2] {
      bookings.lists[.booking].columns[0].texts.append(arena.slices[text])
    }
    for text in [0, 8, 9, 7] { bookings.carried[0].cells.append(arena.slices[text]) }
    quotes.firstRow = 1
    quotes.count = 3
    for status in [QuoteBatch.Status.quoted, .declined, .fault] {
      quotes.statuses.append(status.rawValue)
    }
    quotes.setReason(arena.slices[7], of: 1)
    for end: Int32 in [0, 2, 2, 3] { quotes.offsets[Self.items].append(end) }
    fill(isExact)
    quotes.faults.add(
      RowFault(
        row: 3, record: 14, line: 20, field: "items[2].quantity", value: "1,000",
        reason: "out-of-range", message: "`1,000` is not a number"))
  }

  private func fill(_ isExact: Bool) {
    func amounts(_ column: Int, _ cents: [Int64]) {
      for value in cents {
        if isExact {
          quotes.columns[column].integers.append(value)
        } else {
          quotes.columns[column].doubles.append(Double(value) / 100)
        }
      }
    }
    amounts(0, [13_000, 5, 99])
    amounts(1, [13_005, 0, 99])
    amounts(4, [1_950, 0, 0])
    amounts(5, [14_955, 0, 99])
    for (text, given) in [(3, 1), (4, 1), (0, 0)] as [(Int, UInt8)] {
      quotes.columns[2].texts.append(arena.slices[text])
      quotes.columns[2].given.append(given)
    }
    for row in 0..<3 {
      quotes.columns[3].flags.append(row == 0 ? 1 : 0)
      quotes.columns[7].wides.append(Int128(1_150_000))
      quotes.columns[8].integers.append(20_000)
      quotes.columns[8].given.append(row == 0 ? 0 : 1)
      quotes.columns[9].choices.append(0)
      quotes.columns[10].flags.append(1)
      quotes.columns[11].points.append(40.7)
      quotes.columns[11].points.append(-74)
      quotes.columns[12].integers.append(Int64(row + 1))
    }
    for offset: Int32 in [0, 2, 2, 2] { quotes.columns[6].listOffsets.append(offset) }
    for text in [5, 6] { quotes.columns[6].listTexts.append(arena.slices[text]) }
  }

  func columns(_ names: [String]? = nil, carried: [String] = []) throws -> QuoteColumns {
    guard let names else {
      return QuoteColumns(quotes: quotes.schema, bookings: bookings.schema, carried: carried)
    }
    return try QuoteColumns(
      selecting: names, quotes: quotes.schema, bookings: bookings.schema, carried: carried)
  }

  func written(_ format: OutputFormat, _ columns: QuoteColumns) -> String {
    let writer = columns.writer(format)
    let buffer = ByteBuffer(capacity: 64)
    writer.appendPrologue(to: buffer)
    let start = buffer.count
    writer.append(quotes, of: bookings, to: buffer)
    writer.appendEpilogue(to: buffer)
    var text = Array(buffer.string.utf8)
    text.removeSubrange(start..<start + writer.rowSeparatorLength)
    return String(decoding: text, as: UTF8.self)
  }
}
