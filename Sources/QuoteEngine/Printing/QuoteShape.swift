import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// A quote schema as plain numbers: what a writer reads for every row, without
/// a name, a list or anything else with reference counting.
///
/// Sound to share between threads: never written again.
final class QuoteShape: @unchecked Sendable {
  /// Result columns of a line, or −1.
  struct Line {
    var list: ListID
    var applies: Int
    var amount: Int
    var running: Int
    var label: Int
    var sum: Int
    /// What a subtotal names in each element, summed up.
    var named: Int
    /// Where its reasons start among all, and where they end.
    var firstReason: Int
    var lastReason: Int

    var reasons: Range<Int> { firstReason..<lastReason }
  }

  /// A value (`column`), or the records of a list (`fields` of `list`) that stands somewhere
  /// below the list of what holds them (`above`).
  struct Output {
    var column = -1
    var list = ListID.booking
    var above = ListID.booking
    var firstField = 0
    var lastField = 0

    var fields: Range<Int> { firstField..<lastField }
  }

  let lines = ColumnBuffer<Line>()
  /// Those of them that have reasons.
  let linesWithReasons = ColumnBuffer<Line>()
  /// The result columns of all lines' reasons.
  let reasons = ColumnBuffer<Int>()
  /// Fields stand after what holds them; the first ones are the outputs.
  let outputs = ColumnBuffer<Output>()
  let outputCount: Int
  /// `"name":` of each output, a comma before all but the first of its record.
  let outputMembers: WordList
  /// The list that holds each list, by its number.
  let listParents = ColumnBuffer<ListID>()
  let total: Int

  init(_ schema: QuoteSchema) {
    var flat = FlatOutputs()
    _ = flat.add(schema.outputs)
    outputCount = schema.outputs.count
    outputMembers = WordList(flat.members)
    total = schema.total
    for output in flat.outputs { outputs.append(output) }
    for parent in schema.listParents { listParents.append(parent ?? .booking) }
    for line in schema.lines { add(line, of: schema) }
  }

  private func add(_ line: QuoteLine, of schema: QuoteSchema) {
    let start = reasons.count
    for reason in line.reasons { reasons.append(reason) }
    let running = line.running.flatMap { schema.columns[$0].grain == line.grain ? $0 : nil }
    let flat = Line(
      list: line.grain.list, applies: line.applies ?? -1, amount: line.amount,
      running: running ?? -1, label: line.label ?? -1, sum: line.sum,
      named: line.named ?? -1, firstReason: start, lastReason: reasons.count)
    lines.append(flat)
    if !line.reasons.isEmpty { linesWithReasons.append(flat) }
  }

  private struct FlatOutputs {
    var outputs: [Output] = []
    var members: [String] = []

    mutating func add(_ fields: [QuoteOutput], in above: ListID = .booking) -> Range<Int> {
      let start = outputs.count
      for (index, field) in fields.enumerated() {
        members.append(JSONRowWriter.member(field.name, index))
        switch field.body {
        case .value(let column):
          outputs.append(Output(column: column))
        case .records(let list, _):
          outputs.append(Output(list: list, above: above))
        }
      }
      for (index, field) in fields.enumerated() {
        guard case .records(let list, let inner) = field.body else { continue }
        let fields = add(inner, in: list)
        outputs[start + index].firstField = fields.lowerBound
        outputs[start + index].lastField = fields.upperBound
      }
      return start..<start + fields.count
    }
  }
}

/// One block on its way out: its shape, its columns, and where its lists end.
/// Passed along, never stored.
struct QuoteRows {
  let shape: QuoteShape
  let results: ColumnBuffer<PrintedColumn>
  let quotes: QuoteBatch
  /// Amounts that were printed ahead.
  var amounts = PrintedAmounts.none

  /// The elements of a list that belong to one booking of the block.
  func elements(of list: ListID, row: Int) -> Range<Int> {
    elements(of: list, below: row, of: .booking)
  }

  /// The elements of a list that belong to one element of a list above it.
  func elements(of list: ListID, below element: Int, of above: ListID) -> Range<Int> {
    guard list != above else { return element..<element + 1 }
    let parents = elements(of: shape.listParents[list.position], below: element, of: above)
    let ends = quotes.offsets[list]
    return Int(ends[parents.lowerBound])..<Int(ends[parents.upperBound])
  }

  @inline(__always)
  func applies(_ line: QuoteShape.Line, _ element: Int) -> Bool {
    guard line.applies >= 0 else { return true }
    let column = unsafe results.pointer + line.applies
    return unsafe column.pointee.isGiven(element)
      && column.pointee.cell(element, as: UInt8.self) != 0
  }

  func forEachReason(
    of line: QuoteShape.Line, _ element: Int, _ body: (TextSlice) -> Void
  ) {
    for index in line.reasons {
      let cells = results[shape.reasons[index]]
      guard cells.isGiven(element) else { continue }
      switch cells.form {
      case .texts: for word in cells.range(element) { body(cells.word(word)) }
      case .text: body(cells.cell(element, as: TextSlice.self))
      case .decimal, .wide, .fraction, .wideFraction, .double, .flag, .choice, .date, .time,
        .instant, .weekday, .point:
        break
      }
    }
  }

  /// Says of each row whether it may have a reason when it is quoted: most have none.
  func markReasons(_ marks: ColumnBuffer<UInt8>) {
    marks.resize(to: quotes.count)
    for row in 0..<quotes.count { marks[row] = 0 }
    for index in 0..<shape.linesWithReasons.count {
      let line = shape.linesWithReasons[index]
      for reason in line.reasons { mark(results[shape.reasons[reason]], of: line, marks) }
    }
  }

  private func mark(
    _ reasons: PrintedColumn, of line: QuoteShape.Line, _ marks: ColumnBuffer<UInt8>
  ) {
    switch reasons.form {
    case .texts where line.list == .booking:
      for row in 0..<quotes.count { marks[row] |= reasons.range(row).isEmpty ? 0 : 1 }
    case .text where line.list == .booking:
      for row in 0..<quotes.count { marks[row] |= reasons.isGiven(row) ? 1 : 0 }
    case .texts, .text, .decimal, .wide, .fraction, .wideFraction, .double, .flag, .choice, .date,
      .time, .instant, .weekday, .point:
      for row in 0..<quotes.count { marks[row] = 1 }
    }
  }

  /// Every reason of a quoted row: of the lines that apply, in their order.
  func forEachReason(of row: Int, _ body: (TextSlice) -> Void) {
    for index in 0..<shape.linesWithReasons.count {
      let line = shape.linesWithReasons[index]
      for element in elements(of: line.list, row: row) where applies(line, element) {
        forEachReason(of: line, element, body)
      }
    }
  }

  /// A result at one element, as JSON.
  @inline(__always)
  func append(result column: Int, at element: Int, to buffer: ByteBuffer) {
    if amounts.append(column, row: element, to: buffer) { return }
    precondition(column < results.count)
    let cells = unsafe results.pointer + column
    guard unsafe cells.pointee.isGiven(element) else { return buffer.append("null") }
    switch unsafe cells.pointee.plain {
    case .text: unsafe buffer.append(json: cells.pointee.cell(element, as: TextSlice.self))
    case .flag:
      let flag = unsafe cells.pointee.cell(element, as: UInt8.self)
      if flag != 0 { buffer.append("true") } else { buffer.append("false") }
    case .whole: unsafe buffer.append(integer: cells.pointee.cell(element, as: Int64.self))
    case .wideWhole:
      let number = unsafe cells.pointee.cell(element, as: Int128.self)
      let low = Int64(truncatingIfNeeded: number)
      if Int128(low) == number { return buffer.append(integer: low) }
      buffer.append(results[column], row: element, as: .json)
    case .none: buffer.append(results[column], row: element, as: .json)
    }
  }

  /// The elements of a list that belong to some rows of the block.
  func elements(of list: ListID, rows: Range<Int>) -> Range<Int> {
    guard let last = rows.last else { return 0..<0 }
    let first = elements(of: list, row: rows.lowerBound)
    return first.lowerBound..<elements(of: list, row: last).upperBound
  }

  /// The value of an output at one element (a row of the block, at the top).
  func append(output index: Int, at element: Int, to buffer: ByteBuffer) {
    let output = shape.outputs[index]
    guard output.column < 0 else {
      return append(result: output.column, at: element, to: buffer)
    }
    buffer.append(UInt8(ascii: "["))
    let elements = elements(of: output.list, below: element, of: output.above)
    for inner in elements {
      if inner > elements.lowerBound { buffer.append(UInt8(ascii: ",")) }
      append(record: output.fields, at: inner, to: buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  func append(record fields: Range<Int>, at element: Int, to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    for index in fields {
      buffer.append(shape.outputMembers.slices[index])
      append(output: index, at: element, to: buffer)
    }
    buffer.append(UInt8(ascii: "}"))
  }
}
