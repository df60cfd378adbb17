/// One quote as a JSON object: key, status, lines, total, outputs, what was
/// carried through; or, where columns were chosen, these and no others.
final class JSONRowWriter {
  private let columns: QuoteColumns
  private var block: QuoteBlock
  private let json: OutputRecordWriter
  /// `"name":` of each column, with a comma before all but the first.
  private let members: WordList
  /// `{"id":"name"` of each line, with its kind and group.
  private let lineHeads: WordList
  private let carriedMembers: WordList

  init(columns: QuoteColumns) {
    self.columns = columns
    block = QuoteBlock(columns: columns)
    json = OutputRecordWriter(schema: columns.quotes)
    func member(_ name: String, _ index: Int) -> String {
      let buffer = ByteBuffer()
      buffer.append(text: name, as: .json)
      return (index > 0 ? "," : "") + buffer.string + ":"
    }
    members = WordList(columns.names.enumerated().map { member($1, $0) })
    carriedMembers = WordList(columns.carried.enumerated().map { member($1, $0) })
    let lines = columns.quotes.lines
    lineHeads = WordList(lines.map { line in
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

  func prepare(_ quotes: QuoteBatch, of bookings: BookingBatch) {
    block.prepare(quotes, of: bookings)
  }

  func append(_ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    if columns.isSelection {
      appendSelection(row, of: quotes, to: buffer)
    } else {
      appendWhole(row, of: quotes, to: buffer)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  // MARK: Chosen columns

  private func appendSelection(_ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    let schema = columns.quotes
    let isQuoted = quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
    for index in columns.sources.indices {
      buffer.append(members.slices[index])
      switch columns.sources[index] {
      case .line(let line) where isQuoted:
        buffer.append(block.results[schema.rowColumn(of: schema.lines[line])], row: row, as: .json)
      case .total where isQuoted: buffer.append(block.results[schema.total], row: row, as: .json)
      case .output(let output) where isQuoted:
        json.append(schema.outputs[output], at: row, of: quotes, block.results, to: buffer)
      case .line, .total, .output: buffer.append("null")
      case .key: block.appendKey(row, to: buffer, as: .json)
      case .record: block.appendRecord(row, to: buffer)
      case .status: appendStatus(row, of: quotes, to: buffer)
      case .reasons: appendReasons(row, of: quotes, to: buffer)
      case .carried(let column): block.appendCarried(column, row, to: buffer, as: .json)
      case .faultField: append(fault(row, of: quotes)?.field, to: buffer)
      case .faultValue: append(fault(row, of: quotes)?.value, to: buffer)
      case .faultMessage: append(fault(row, of: quotes)?.message, to: buffer)
      }
    }
  }

  private func fault(_ row: Int, of quotes: QuoteBatch) -> RowFault? {
    guard quotes.statuses[row] == QuoteBatch.Status.fault.rawValue else { return nil }
    return quotes.faults[block.firstRow + row]
  }

  private func append(_ text: String?, to buffer: ByteBuffer) {
    if let text { buffer.append(text: text, as: .json) } else { buffer.append("null") }
  }

  private func appendStatus(_ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    buffer.append(status: quotes.statuses[row])
    buffer.append(UInt8(ascii: "\""))
  }

  private func appendReasons(_ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "["))
    if let fault = fault(row, of: quotes) {
      buffer.append(text: fault.reason, as: .json)
    } else {
      quotes.appendReasons(of: row, firstRow: block.firstRow, block.results, to: buffer) { first in
        if !first { buffer.append(UInt8(ascii: ",")) }
      } each: { buffer.append($0, as: .json) }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  // MARK: Whole quotes

  private func appendWhole(_ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    buffer.append(members.slices[0])
    block.appendKey(row, to: buffer, as: .json)
    buffer.append(",\"status\":")
    appendStatus(row, of: quotes, to: buffer)
    switch QuoteBatch.Status(rawValue: quotes.statuses[row]) {
    case .quoted: appendQuote(row, of: quotes, to: buffer)
    case .declined:
      buffer.append(",\"total\":null,\"reason\":")
      buffer.append(quotes.declineReasons[row], as: .json)
    case .fault, nil: appendFault(row, of: quotes, to: buffer)
    }
    guard !columns.carried.isEmpty else { return }
    buffer.append(",\"input\":{")
    for index in columns.carried.indices {
      buffer.append(carriedMembers.slices[index])
      block.appendCarried(index, row, to: buffer, as: .json)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  private func appendFault(_ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    buffer.append(",\"total\":null,\"fault\":")
    guard let fault = fault(row, of: quotes) else { return buffer.append("null") }
    buffer.append("{\"reason\":")
    buffer.append(text: fault.reason, as: .json)
    buffer.append(",\"record\":")
    buffer.append(integer: fault.record)
    buffer.append(",\"line\":")
    buffer.append(integer: fault.line)
    buffer.append(",\"field\":")
    buffer.append(text: fault.field, as: .json)
    buffer.append(",\"value\":")
    buffer.append(text: fault.value, as: .json)
    buffer.append(",\"message\":")
    buffer.append(text: fault.message, as: .json)
    buffer.append(UInt8(ascii: "}"))
  }

  private func appendQuote(_ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    let schema = columns.quotes
    buffer.append(",\"lines\":[")
    var isFirst = true
    for line in schema.lines.indices {
      let isThere =
        schema.lines[line].grain == .booking
        ? appendLine(line, row, isFirst, of: quotes, to: buffer)
        : appendInstances(line, row, isFirst, of: quotes, to: buffer)
      isFirst = isFirst && !isThere
    }
    buffer.append("],\"total\":")
    buffer.append(block.results[schema.total], row: row, as: .json)
    guard !schema.outputs.isEmpty else { return }
    buffer.append(",\"outputs\":")
    json.append(schema.outputs, at: row, of: quotes, block.results, to: buffer)
  }

  /// A line of the booking; nothing where it does not apply.
  private func appendLine(
    _ line: Int, _ row: Int, _ isFirst: Bool, of quotes: QuoteBatch, to buffer: ByteBuffer
  ) -> Bool {
    guard quotes.applies(line, row, block.results) else { return false }
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    buffer.append(lineHeads.slices[line])
    appendParts(line, row, of: quotes, to: buffer)
    buffer.append(UInt8(ascii: "}"))
    return true
  }

  /// A line of list elements: its sum, and one instance an element to which it
  /// applies, with the element's position in the booking, from 1.
  private func appendInstances(
    _ line: Int, _ row: Int, _ isFirst: Bool, of quotes: QuoteBatch, to buffer: ByteBuffer
  ) -> Bool {
    let schema = columns.quotes
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    buffer.append(lineHeads.slices[line])
    buffer.append(",\"amount\":")
    buffer.append(block.results[schema.lines[line].sum], row: row, as: .json)
    buffer.append(",\"instances\":[")
    let elements = quotes.elements(of: schema.lines[line].grain.list, row: row)
    var isFirstInstance = true
    for element in elements where quotes.applies(line, element, block.results) {
      if !isFirstInstance { buffer.append(UInt8(ascii: ",")) }
      isFirstInstance = false
      buffer.append("{\"element\":")
      buffer.append(integer: Int64(element - elements.lowerBound + 1))
      appendParts(line, element, of: quotes, to: buffer)
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append("]}")
    return true
  }

  /// Label, amount, running value and reasons of one instance.
  private func appendParts(
    _ line: Int, _ element: Int, of quotes: QuoteBatch, to buffer: ByteBuffer
  ) {
    let grain = columns.quotes.lines[line].grain
    if let label = columns.quotes.lines[line].label, block.results[label].isGiven(element) {
      buffer.append(",\"label\":")
      buffer.append(block.results[label], row: element, as: .json)
    }
    buffer.append(",\"amount\":")
    buffer.append(
      block.results[columns.quotes.lines[line].amount], row: element, as: .json)
    if let running = columns.quotes.lines[line].running,
      columns.quotes.columns[running].grain == grain
    {
      buffer.append(",\"running\":")
      buffer.append(block.results[running], row: element, as: .json)
    }
    var isFirst = true
    quotes.forEachReason(of: line, element, block.results) { reason in
      buffer.append(isFirst ? ",\"reasons\":[" : ",")
      isFirst = false
      buffer.append(reason, as: .json)
    }
    if !isFirst { buffer.append(UInt8(ascii: "]")) }
  }
}
