package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// One quote as a JSON object: key, status, lines, total, outputs, what was
/// carried through; or, where columns were chosen, these and no others.
package final class JSONRowWriter {
  private let columns: QuoteColumns
  private let block: QuoteBlock
  private let cells: [Cell]

  private enum Cell {
    case result(Int)
    case records(Int)
    case other(QuoteColumns.Source)
  }
  /// `"name":` of each column, with a comma before all but the first.
  private let members: WordList
  /// `{"id":"name"` of each line, with its kind and group.
  private let lineHeads: WordList
  /// What stands in every quote, as texts that are copied in whole vectors.
  private let parts = WordList(Part.allCases.map(\.text))

  private enum Part: Int, CaseIterable {
    case status, quoted, lines, amount, running, label, instances, element, total, outputs

    var text: String {
      switch self {
      case .status: ",\"status\":"
      case .quoted: "\"quoted\""
      case .lines: ",\"lines\":["
      case .amount: ",\"amount\":"
      case .running: ",\"running\":"
      case .label: ",\"label\":"
      case .instances: ",\"instances\":["
      case .element: "{\"element\":"
      case .total: "],\"total\":"
      case .outputs: ",\"outputs\":"
      }
    }
  }
  private let carriedMembers: WordList
  private let amounts: PrintedAmounts
  private let faultRows = FaultRows { JSONRowWriter.draft($0, $1) }
  /// Result columns that are shown; and for all the list of each.
  private let shown: [Int]
  private let grains: [ListID]

  /// Rows whose amounts are printed at once: they stay in the cache.
  private static let blockRows = 128

  package init(columns: QuoteColumns) {
    self.columns = columns
    block = QuoteBlock(columns: columns, format: .json)
    members = WordList(columns.names.enumerated().map { Self.member($1, $0) })
    carriedMembers = WordList(columns.carried.enumerated().map { Self.member($1, $0) })
    let schema = columns.quotes
    shown = columns.results(in: .json)?.sorted() ?? Array(schema.columns.indices)
    grains = schema.columns.map(\.grain.list)
    amounts = PrintedAmounts(columns: schema.columns.count)
    cells = columns.sources.map { source in
      switch source {
      case .line(let line): return .result(schema.rowColumn(of: schema.lines[line]))
      case .total: return .result(schema.total)
      case .output(let output): return .records(output)
      case .key, .record, .status, .reasons, .faultField, .faultValue, .faultMessage, .carried:
        return .other(source)
      }
    }
    let lines = schema.lines
    lineHeads = WordList(
      lines.map { line in
        let buffer = ByteBuffer()
        buffer.append("{\"id\":")
        buffer.append(text: line.name, as: .json)
        buffer.append(line.kind == .subtotal ? ",\"kind\":\"subtotal\"" : ",\"kind\":\"line\"")
        if let group = line.group, let above = lines.first(where: { $0.id == group }) {
          buffer.append(",\"in\":")
          buffer.append(text: above.name, as: .json)
        }
        return buffer.string
      })
  }

  /// `"name":`, with a comma before all but the first of an object.
  package static func member(_ name: String, _ index: Int) -> String {
    let buffer = ByteBuffer()
    buffer.append(text: name, as: .json)
    return (index > 0 ? "," : "") + buffer.string + ":"
  }

  /// Appends every wanted row of a block, each between `before` and `after`.
  package func append(
    _ quotes: QuoteBatch, of bookings: BookingBatch, before: StaticString, after: StaticString,
    to buffer: ByteBuffer, isWanted: (Int) -> Bool = { _ in true }
  ) {
    block.prepare(quotes, of: bookings)
    let rows = QuoteRows(
      shape: block.shape, results: block.results, quotes: quotes, amounts: amounts)
    for first in stride(from: 0, to: block.count, by: Self.blockRows) {
      let some = first..<min(first + Self.blockRows, block.count)
      var isPrinted = false
      for row in some where isWanted(row) {
        if !isPrinted { printAmounts(some, of: rows) }
        isPrinted = true
        buffer.append(before)
        append(row, of: rows, to: buffer)
        buffer.append(after)
      }
    }
  }

  private func append(_ row: Int, of rows: QuoteRows, to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    if columns.isSelection {
      appendSelection(row, of: rows, block, to: buffer)
    } else {
      appendWhole(row, of: rows, block, to: buffer)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Prints the amounts of some rows and of their elements, column by column.
  private func printAmounts(_ some: Range<Int>, of rows: QuoteRows) {
    amounts.removeAll()
    for column in shown {
      let cells = rows.results[column]
      guard cells.hasAmounts else { continue }
      let elements = rows.elements(of: grains[column], rows: some)
      if elements.upperBound <= cells.count { amounts.print(cells, elements, of: column) }
    }
  }

  // MARK: Chosen columns

  private func appendSelection(
    _ row: Int, of rows: QuoteRows, _ block: QuoteBlock, to buffer: ByteBuffer
  ) {
    let isQuoted = rows.quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
    for index in cells.indices {
      buffer.append(members.slices[index])
      switch cells[index] {
      case .result(let column) where isQuoted:
        rows.append(result: column, at: row, to: buffer)
      case .records(let output) where isQuoted: rows.append(output: output, at: row, to: buffer)
      case .result, .records: buffer.append("null")
      case .other(let source): append(source, row, of: rows, block, to: buffer)
      }
    }
  }

  private func append(
    _ source: QuoteColumns.Source, _ row: Int, of rows: QuoteRows, _ block: QuoteBlock,
    to buffer: ByteBuffer
  ) {
    switch source {
    case .key: block.appendKey(row, to: buffer, as: .json)
    case .record: block.appendRecord(row, to: buffer)
    case .status: appendStatus(row, of: rows, to: buffer)
    case .reasons: appendReasons(row, of: rows, block, to: buffer)
    case .carried(let column): block.appendCarried(column, row, to: buffer, as: .json)
    case .faultField: append(fault(row, of: rows, block)?.field, to: buffer)
    case .faultValue: append(fault(row, of: rows, block)?.value, to: buffer)
    case .faultMessage: append(fault(row, of: rows, block)?.message, to: buffer)
    case .line, .total, .output: break
    }
  }

  private func fault(_ row: Int, of rows: QuoteRows, _ block: QuoteBlock) -> RowFault? {
    guard rows.quotes.statuses[row] == QuoteBatch.Status.fault.rawValue else { return nil }
    return rows.quotes.faults[block.firstRow + row]
  }

  private func append(_ text: String?, to buffer: ByteBuffer) {
    if let text { buffer.append(text: text, as: .json) } else { buffer.append("null") }
  }

  @inline(__always)
  private func append(_ part: Part, to buffer: ByteBuffer) {
    buffer.append(parts.slices[part.rawValue])
  }

  private func appendStatus(_ row: Int, of rows: QuoteRows, to buffer: ByteBuffer) {
    if rows.quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue {
      return append(.quoted, to: buffer)
    }
    buffer.append(UInt8(ascii: "\""))
    buffer.append(status: rows.quotes.statuses[row])
    buffer.append(UInt8(ascii: "\""))
  }

  private func appendReasons(
    _ row: Int, of rows: QuoteRows, _ block: QuoteBlock, to buffer: ByteBuffer
  ) {
    buffer.append(UInt8(ascii: "["))
    switch QuoteBatch.Status(rawValue: rows.quotes.statuses[row]) {
    case .declined: buffer.append(rows.quotes.declineReason(of: row), as: .json)
    case .fault, nil: append(fault(row, of: rows, block)?.reason, to: buffer)
    case .quoted:
      let start = buffer.count
      rows.forEachReason(of: row) {
        if buffer.count > start { buffer.append(UInt8(ascii: ",")) }
        buffer.append($0, as: .json)
      }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  // MARK: Whole quotes

  private func appendWhole(
    _ row: Int, of rows: QuoteRows, _ block: QuoteBlock, to buffer: ByteBuffer
  ) {
    buffer.append(members.slices[0])
    block.appendKey(row, to: buffer, as: .json)
    append(.status, to: buffer)
    appendStatus(row, of: rows, to: buffer)
    switch QuoteBatch.Status(rawValue: rows.quotes.statuses[row]) {
    case .quoted: appendQuote(row, of: rows, to: buffer)
    case .declined:
      buffer.append(",\"total\":null,\"reason\":")
      buffer.append(rows.quotes.declineReason(of: row), as: .json)
    case .fault, nil: appendFault(row, of: rows, block, to: buffer)
    }
    guard carriedMembers.slices.count > 0 else { return }
    buffer.append(",\"input\":{")
    for index in 0..<carriedMembers.slices.count {
      buffer.append(carriedMembers.slices[index])
      block.appendCarried(index, row, to: buffer, as: .json)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  private func appendFault(
    _ row: Int, of rows: QuoteRows, _ block: QuoteBlock, to buffer: ByteBuffer
  ) {
    buffer.append(",\"total\":null,\"fault\":")
    let faults = rows.quotes.faults
    let row = block.firstRow + row
    let count = faultRows.append(faults, row..<row + 1, to: buffer, as: .json) { _, _ in }
    if count == 0 { buffer.append("null") }
  }

  /// The object that tells of a fault.
  private static func draft(_ told: FaultText, _ row: FaultRows) {
    row.write { buffer in
      buffer.append("{\"reason\":")
      buffer.append(text: told.reason, as: .json)
      buffer.append(",\"record\":")
    }
    row.leave(.record)
    row.write { $0.append(",\"line\":") }
    row.leave(.line)
    row.write { buffer in
      buffer.append(",\"field\":")
      buffer.append(text: told.field, as: .json)
      buffer.append(",\"value\":")
    }
    row.leave(.value)
    row.write { buffer in
      buffer.append(",\"message\":")
      buffer.append(text: told.message, as: .json)
      buffer.append(UInt8(ascii: "}"))
    }
  }

  private func appendQuote(_ row: Int, of rows: QuoteRows, to buffer: ByteBuffer) {
    append(.lines, to: buffer)
    let start = buffer.count
    for index in 0..<rows.shape.lines.count {
      let line = rows.shape.lines[index]
      guard line.list != .booking || rows.applies(line, row) else { continue }
      if buffer.count > start { buffer.append(UInt8(ascii: ",")) }
      buffer.append(lineHeads.slices[index])
      if line.list == .booking {
        append(instance: line, row, of: rows, to: buffer)
      } else {
        append(instancesOf: line, row, of: rows, to: buffer)
      }
      buffer.append(UInt8(ascii: "}"))
    }
    append(.total, to: buffer)
    rows.append(result: rows.shape.total, at: row, to: buffer)
    guard rows.shape.outputCount > 0 else { return }
    append(.outputs, to: buffer)
    rows.append(record: 0..<rows.shape.outputCount, at: row, to: buffer)
  }

  /// A line of list elements: its sum, and one instance an element to which it
  /// applies, with the element's position in the booking, from 1.
  private func append(
    instancesOf line: QuoteShape.Line, _ row: Int, of rows: QuoteRows, to buffer: ByteBuffer
  ) {
    append(.amount, to: buffer)
    rows.append(result: line.sum, at: row, to: buffer)
    if line.named >= 0 {
      append(.running, to: buffer)
      rows.append(result: line.named, at: row, to: buffer)
    }
    append(.instances, to: buffer)
    let elements = rows.elements(of: line.list, row: row)
    let start = buffer.count
    for element in elements where rows.applies(line, element) {
      if buffer.count > start { buffer.append(UInt8(ascii: ",")) }
      append(.element, to: buffer)
      buffer.append(integer: Int64(element - elements.lowerBound + 1))
      append(instance: line, element, of: rows, to: buffer)
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Label, amount, running value and reasons.
  private func append(
    instance line: QuoteShape.Line, _ element: Int, of rows: QuoteRows, to buffer: ByteBuffer
  ) {
    if line.label >= 0, unsafe (rows.results.pointer + line.label).pointee.isGiven(element) {
      append(.label, to: buffer)
      rows.append(result: line.label, at: element, to: buffer)
    }
    append(.amount, to: buffer)
    rows.append(result: line.amount, at: element, to: buffer)
    if line.running >= 0 {
      append(.running, to: buffer)
      rows.append(result: line.running, at: element, to: buffer)
    }
    guard !line.reasons.isEmpty else { return }
    let start = buffer.count
    rows.forEachReason(of: line, element) { reason in
      buffer.append(buffer.count == start ? ",\"reasons\":[" : ",")
      buffer.append(reason, as: .json)
    }
    if buffer.count > start { buffer.append(UInt8(ascii: "]")) }
  }
}
