/// Quotes as CSV (RFC 4180, lines end in `\n`): a row a booking, under a header.
public final class CSVQuoteWriter: QuoteWriter {
  private let columns: QuoteColumns
  private var block: QuoteBlock
  /// What a column's cell is, resolved once.
  private let cells: [Cell]
  private let json: OutputRecordWriter

  private enum Cell {
    case result(Int)
    case records(Int)
    case other(QuoteColumns.Source)
  }

  public init(columns: QuoteColumns) {
    self.columns = columns
    block = QuoteBlock(columns: columns)
    json = OutputRecordWriter(schema: columns.quotes)
    let schema = columns.quotes
    cells = columns.sources.map { source in
      switch source {
      case .line(let line): return .result(schema.rowColumn(of: schema.lines[line]))
      case .total: return .result(schema.total)
      case .output(let output):
        if case .value(let column) = schema.outputs[output].body { return .result(column) }
        return .records(output)
      case .key, .record, .status, .reasons, .faultField, .faultValue, .faultMessage, .carried:
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
    for row in 0..<block.count {
      let isQuoted = quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
      for index in cells.indices {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        switch cells[index] {
        case .result(let column):
          if isQuoted { buffer.append(block.results[column], row: row, as: .csv) }
        case .records(let output):
          if isQuoted { append(records: output, row, of: quotes, to: buffer) }
        case .other(let source): append(source, row, of: quotes, to: buffer)
        }
      }
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  private func append(
    records output: Int, _ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer
  ) {
    let start = buffer.count
    json.append(columns.quotes.outputs[output], at: row, of: quotes, block.results, to: buffer)
    buffer.quoteCSV(from: start)
  }

  private func append(
    _ source: QuoteColumns.Source, _ row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer
  ) {
    switch source {
    case .key: block.appendKey(row, to: buffer, as: .csv)
    case .record: block.appendRecord(row, to: buffer)
    case .status: buffer.append(status: quotes.statuses[row])
    case .carried(let column): block.appendCarried(column, row, to: buffer, as: .csv)
    case .reasons: append(reasonsOf: row, of: quotes, to: buffer)
    case .faultField, .faultValue, .faultMessage:
      guard quotes.statuses[row] == QuoteBatch.Status.fault.rawValue,
        let fault = quotes.faults[block.firstRow + row]
      else { return }
      let texts = (fault.field, fault.value, fault.message)
      let text =
        source == .faultField ? texts.0 : source == .faultValue ? texts.1 : texts.2
      buffer.append(text: text, as: .csv)
    case .line, .total, .output: break
    }
  }

  private func append(reasonsOf row: Int, of quotes: QuoteBatch, to buffer: ByteBuffer) {
    let start = buffer.count
    quotes.appendReasons(of: row, firstRow: block.firstRow, block.results, to: buffer) { isFirst in
      if !isFirst { buffer.append("; ") }
    } each: { buffer.append($0) }
    buffer.quoteCSV(from: start)
  }
}
