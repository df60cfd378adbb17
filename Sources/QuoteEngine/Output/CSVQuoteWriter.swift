/// Quotes as CSV (RFC 4180, lines end in `\n`): a row a booking, under a header.
public final class CSVQuoteWriter: QuoteWriter {
  private let columns: QuoteColumns
  private var block: QuoteBlock
  /// What a column's cell is, resolved once.
  private let cells: [Cell]

  private enum Cell {
    case key
    case result(Int)
    case records(Int)
    case other(QuoteColumns.Source)
  }

  public init(columns: QuoteColumns) {
    self.columns = columns
    block = QuoteBlock(columns: columns)
    let schema = columns.quotes
    cells = columns.sources.map { source in
      switch source {
      case .line(let line): return .result(schema.rowColumn(of: schema.lines[line]))
      case .total: return .result(schema.total)
      case .output(let output):
        if case .value(let column) = schema.outputs[output].body { return .result(column) }
        return .records(output)
      case .key: return .key
      case .record, .status, .reasons, .faultField, .faultValue, .faultMessage, .carried:
        return .other(source)
      }
    }
  }

  public var rowSeparatorLength: Int { 0 }

  public func appendPrologue(to buffer: ByteBuffer) {
    for (index, name) in columns.names.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(text: name, as: .csv)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  public func appendEpilogue(to buffer: ByteBuffer) {}

  public func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer) {
    block.prepare(quotes, of: bookings)
    let block = block
    let cells = cells
    let rows = QuoteRows(shape: block.shape, results: block.results, quotes: quotes)
    var cursor = RowCursor(buffer)
    for row in 0..<block.count {
      let isQuoted = quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
      for index in cells.indices {
        if index > 0 { cursor.append(UInt8(ascii: ",")) }
        switch cells[index] {
        case .result(let column):
          if isQuoted { cursor.append(csv: rows.results[column], row: row) }
        case .key: append(keyOf: row, of: block, to: &cursor)
        case .records(let output):
          guard isQuoted else { continue }
          cursor.pause { buffer in
            let start = buffer.count
            rows.append(output: output, at: row, to: buffer)
            buffer.quoteCSV(from: start)
          }
        case .other(let source): cursor.pause { append(source, row, of: rows, block, to: $0) }
        }
      }
      cursor.append(UInt8(ascii: "\n"))
    }
    cursor.finish()
  }

  @inline(__always)
  private func append(keyOf row: Int, of block: QuoteBlock, to cursor: inout RowCursor) {
    if let key = block.key, block.firstRow + row < key.count {
      cursor.append(csv: key, row: block.firstRow + row)
    } else {
      cursor.pause { block.appendKey(row, to: $0, as: .csv) }
    }
  }

  private func append(
    _ source: QuoteColumns.Source, _ row: Int, of rows: QuoteRows, _ block: QuoteBlock,
    to buffer: ByteBuffer
  ) {
    switch source {
    case .record: block.appendRecord(row, to: buffer)
    case .status: buffer.append(status: rows.quotes.statuses[row])
    case .carried(let column): block.appendCarried(column, row, to: buffer, as: .csv)
    case .reasons: append(reasonsOf: row, of: rows, block, to: buffer)
    case .faultField: append(fault(row, of: rows, block)?.field, to: buffer)
    case .faultValue: append(fault(row, of: rows, block)?.value, to: buffer)
    case .faultMessage: append(fault(row, of: rows, block)?.message, to: buffer)
    case .key, .line, .total, .output: break
    }
  }

  private func fault(_ row: Int, of rows: QuoteRows, _ block: QuoteBlock) -> RowFault? {
    guard rows.quotes.statuses[row] == QuoteBatch.Status.fault.rawValue else { return nil }
    return rows.quotes.faults[block.firstRow + row]
  }

  private func append(_ text: String?, to buffer: ByteBuffer) {
    if let text { buffer.append(text: text, as: .csv) }
  }

  private func append(
    reasonsOf row: Int, of rows: QuoteRows, _ block: QuoteBlock, to buffer: ByteBuffer
  ) {
    switch QuoteBatch.Status(rawValue: rows.quotes.statuses[row]) {
    case .declined: buffer.append(rows.quotes.declineReasons[row], as: .csv)
    case .fault, nil: append(fault(row, of: rows, block)?.reason, to: buffer)
    case .quoted:
      let start = buffer.count
      rows.forEachReason(of: row) {
        if buffer.count > start { buffer.append("; ") }
        buffer.append($0)
      }
      if buffer.count > start { buffer.quoteCSV(from: start) }
    }
  }
}
