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
    for row in 0..<block.count {
      let isQuoted = quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
      for index in cells.indices {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        switch cells[index] {
        case .result(let column):
          if isQuoted { buffer.append(rows.results[column], row: row, as: .csv) }
        case .key: block.appendKey(row, to: buffer, as: .csv)
        case .records(let output):
          guard isQuoted else { continue }
          let start = buffer.count
          rows.append(output: output, at: row, to: buffer)
          buffer.quoteCSV(from: start)
        case .other(let source): append(source, row, of: rows, block, to: buffer)
        }
      }
      buffer.append(UInt8(ascii: "\n"))
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
