import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A small schema, and batches read from memory shown as plain lines.
enum Reading {
  static func path(_ text: String) -> FieldPath {
    FieldPath(
      steps: text.isEmpty ? [] : text.split(separator: ".").map { .member(String($0)) },
      span: .nowhere)
  }

  static func field(
    _ name: String, _ type: InputType, optional: Bool = false, default value: InputConstant? = nil,
    from sources: [FieldSource]? = nil, step: Ratio = 1,
    range: Interval = Interval(-1_000_000, 1_000_000), takesAsOf: Bool = false,
    conversions: Set<InputConversion> = [], binary: Bool = false
  ) -> FieldSchema {
    var choices: [String] = []
    let storage: ColumnStorage
    var range = range
    switch type {
    case .text: storage = .text
    case .flag: storage = .flag
    case .point: storage = .point
    case .oneOf(let words):
      choices = words.map(\.value)
      storage = .choice
    case .date, .time, .instant:
      storage = .integer
      range = .unbounded
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      storage = binary ? .double : .integer
    }
    return FieldSchema(
      name: name, type: type, storage: storage, isOptional: optional, defaultValue: value,
      takesAsOf: takesAsOf, sources: sources ?? [.path(path(name))], choices: choices,
      range: range, rangeIsOpen: (false, false), step: step, unit: nil, conversions: conversions,
      span: .nowhere)
  }

  static func oneOf(_ words: String...) -> InputType {
    .oneOf(words.map { Spanned($0, at: .nowhere) })
  }

  static func list(
    _ name: String, parent: ListID = .booking, _ fields: [FieldSchema],
    from sources: [ListSourceSchema]? = nil, bound: Int = 1000, cell: CompactCell? = nil
  ) -> ListSchema {
    ListSchema(
      name: name, parent: parent, fields: fields, sources: sources ?? [.path(path(name))],
      bound: bound, cell: cell, span: .nowhere)
  }

  static func schema(
    _ fields: [FieldSchema], _ lists: [ListSchema] = [], key: Int? = 0
  ) -> BookingSchema {
    let own = ListSchema(
      name: "", parent: nil, fields: fields, sources: [], bound: 1, span: .nowhere)
    return BookingSchema(lists: ArrayByID([own] + lists), key: key, arithmetic: .exact)
  }

  /// Every booking as `key=value …`, lists in brackets, faults as `!reason@line field`.
  static func read(
    _ schema: BookingSchema, _ text: String, _ format: InputFormat? = nil,
    _ change: (inout ReaderOptions) -> Void = { _ in }
  ) throws -> [String] {
    try read(schema, Array(text.utf8), format, change)
  }

  /// Whether bookings whose cells are found many at a time read as those that are looked at one
  /// by one; the first that does not is an issue.
  static func isAlike(
    _ schema: BookingSchema, _ text: String, _ format: InputFormat, round: Int,
    _ change: (inout ReaderOptions) -> Void = { _ in }
  ) throws -> Bool {
    let many = try read(schema, text, format, change)
    let each = try read(schema, text, format) {
      change(&$0)
      $0.readsOneByOne = true
    }
    for (one, other) in zip(many, each) where one != other {
      Issue.record("round \(round), \(format): \(one) | one by one: \(other)")
      return false
    }
    #expect(many.count == each.count)
    return many.count == each.count
  }

  /// The parser that has read all records of a text, and counted how.
  static func parser(_ schema: BookingSchema, reading text: String) throws -> BookingParser {
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "in", bytes: Array(text.utf8))],
      options: ReaderOptions())
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: schema)
    while try parser.read(into: batch) {}
    return parser
  }

  /// One place in a record, or the first of several that says something.
  static func from(_ paths: String...) -> [FieldSource] { paths.map { .path(path($0)) } }

  static func read(
    _ schema: BookingSchema, _ bytes: [UInt8], _ format: InputFormat? = nil,
    _ change: (inout ReaderOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = ReaderOptions()
    options.format = format
    change(&options)
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "input", bytes: bytes)], options: options)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: schema)
    var lines: [String] = []
    while try parser.read(into: batch) {
      check(batch)
      for row in 0..<batch.count { lines.append(show(batch, row)) }
    }
    return lines
  }

  /// Every column as long as its list, every offset in order.
  static func check(_ batch: BookingBatch) {
    #expect(batch.lists[.booking].count == batch.count)
    #expect(batch.lines.count == batch.count)
    for (index, list) in batch.lists.withIDs {
      for column in list.columns { #expect(length(column) == list.count) }
      guard index != .booking, let parent = batch.schema.lists[index].parent else { continue }
      #expect(list.offsets.count == batch.lists[parent].count + 1)
      for at in 1..<max(1, list.offsets.count) { #expect(list.offsets[at - 1] <= list.offsets[at]) }
      #expect(Int(list.offsets[list.offsets.count - 1]) == list.count)
      #expect(list.sources.count == list.count)
    }
  }

  private static func length(_ column: FieldColumn) -> Int {
    switch column.storage {
    case .integer: column.integers.count
    case .double: column.doubles.count
    case .flag: column.flags.count
    case .choice: column.choices.count
    case .text: column.texts.count
    case .point: column.points.count / 2
    }
  }

  static func show(_ batch: BookingBatch, _ row: Int) -> String {
    if let fault = batch.faults[row] {
      let place = fault.lastLine == fault.line ? "\(fault.line)" : "\(fault.line)-\(fault.lastLine)"
      let field = fault.field.isEmpty ? "" : " \(fault.field)"
      return "!\(fault.reason)@\(place)\(field)"
    }
    return element(batch, .booking, row)
  }

  private static func element(_ batch: BookingBatch, _ list: ListID, _ row: Int) -> String {
    let schema = batch.schema.lists[list]
    var parts: [String] = []
    for (field, column) in zip(schema.fields, batch.lists[list].columns) {
      parts.append("\(field.name)=\(cell(column, row))")
    }
    for child in batch.schema.lists.indices
    where batch.schema.lists[child].parent == list && child != list {
      let columns = batch.lists[child]
      let elements = (Int(columns.offsets[row])..<Int(columns.offsets[row + 1])).map {
        element(batch, child, $0)
      }
      parts.append("\(batch.schema.lists[child].name)=[\(elements.joined(separator: "; "))]")
    }
    return parts.joined(separator: " ")
  }

  private static func cell(_ column: FieldColumn, _ row: Int) -> String {
    if column.isOptional && column.validity[row >> 6] >> UInt64(row & 63) & 1 == 0 { return "-" }
    switch column.storage {
    case .integer: return "\(column.integers[row])"
    case .double: return "\(column.doubles[row])"
    case .flag: return column.flags[row] == 1 ? "yes" : "no"
    case .choice: return "#\(column.choices[row])"
    case .text: return column.texts[row].string
    case .point: return "(\(column.points[2 * row]),\(column.points[2 * row + 1]))"
    }
  }
}
