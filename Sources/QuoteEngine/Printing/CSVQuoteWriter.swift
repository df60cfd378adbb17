package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Quotes as CSV (RFC 4180, lines end in `\n`): a row a booking, under a header.
package final class CSVQuoteWriter: QuoteWriter {
  private let columns: QuoteColumns
  private let block: QuoteBlock
  private let printer = RowPrinter()
  /// What a column's cell is, resolved once.
  private let cells: [Cell]
  /// Which rows of a block may have reasons; not made where no column shows them.
  private let mayHaveReasons = ColumnBuffer<UInt8>()
  private let faultRows: FaultRows

  private enum Cell {
    case key
    case result(Int)
    case records(Int)
    case other(QuoteColumns.Source)
  }

  package init(columns: QuoteColumns) {
    self.columns = columns
    block = QuoteBlock(columns: columns, format: .csv)
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
    let sources = columns.sources
    faultRows = FaultRows { Self.draft(sources, $0, $1) }
  }

  /// The row of a booking at fault.
  private static func draft(
    _ sources: [QuoteColumns.Source], _ told: FaultText, _ row: FaultRows
  ) {
    for (index, source) in sources.enumerated() {
      if index > 0 { row.write { $0.append(UInt8(ascii: ",")) } }
      switch source {
      case .key: row.leave(.key)
      case .record: row.leave(.record)
      case .carried(let column): row.leave(.carried(column))
      case .status: row.write { $0.append(status: QuoteBatch.Status.fault.rawValue) }
      case .reasons: row.write { $0.append(text: told.reason, as: .csv) }
      case .faultField: row.write { $0.append(text: told.field, as: .csv) }
      case .faultValue: row.leave(.value)
      case .faultMessage: row.write { $0.append(text: told.message, as: .csv) }
      case .line, .total, .output: break
      }
    }
    row.write { $0.append(UInt8(ascii: "\n")) }
  }

  package var rowSeparatorLength: Int { 0 }

  package func appendPrologue(to buffer: ByteBuffer) {
    for (index, name) in columns.names.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(text: name, as: .csv)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  package func appendEpilogue(to buffer: ByteBuffer) {}

  package func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer) {
    block.prepare(quotes, of: bookings)
    let rows = QuoteRows(shape: block.shape, results: block.results, quotes: quotes)
    if columns.sources.contains(.reasons) { rows.markReasons(mayHaveReasons) }
    printer.append(
      cells.map { lent($0, block) }, quotes.statuses, plain: QuoteBatch.Status.quoted.rawValue,
      to: buffer, other: { append(cell: cells[$1], $0, of: rows, block, to: $2) },
      whole: { append(faultsOf: $0, of: quotes, block, to: $1) })
  }

  /// The whole rows of bookings at fault, up to the first that is none; gives how many.
  private func append(
    faultsOf rows: Range<Int>, of quotes: QuoteBatch, _ block: QuoteBlock, to buffer: ByteBuffer
  ) -> Int {
    let fault = QuoteBatch.Status.fault.rawValue
    let end = rows.first { quotes.statuses[$0] != fault } ?? rows.upperBound
    let (first, keys) = (block.firstRow, block.keyTexts)
    return faultRows.append(
      quotes.faults, first + rows.lowerBound..<first + end, to: buffer, as: .csv, keys: keys
    ) { hole, row in
      if case .carried(let column) = hole {
        block.appendCarried(column, row - first, to: buffer, as: .csv)
      } else if let keys {
        // One that is not given is an empty text.
        buffer.append(keys.cell(row, as: TextSlice.self), as: .csv)
      } else {
        block.appendKey(row - first, to: buffer, as: .csv)
      }
    }
  }

  /// What a cell of a quoted row is printed from, where a printer can do it alone.
  private func lent(_ cell: Cell, _ block: QuoteBlock) -> PrintedCell {
    switch cell {
    case .result(let column): return .column(block.results[column], first: 0)
    case .key: return block.lent(block.key)
    case .records: return .asked
    case .other(let source):
      switch source {
      case .status: return .word(Self.words.slices[0])
      case .faultField, .faultValue, .faultMessage: return .word(Self.words.slices[1])
      case .reasons where block.shape.linesWithReasons.count == 0:
        return .word(Self.words.slices[1])
      case .reasons: return .askedWhere(mayHaveReasons)
      case .carried(let column):
        return block.lent(column < block.carried.count ? block.carried[column] : nil)
      case .key, .line, .total, .output, .record: return .asked
      }
    }
  }

  /// What every quoted row has for its status, and for its fault, as for reasons where no
  /// line has any.
  private static let words = WordList(["quoted", ""])

  /// Any cell of any row.
  private func append(
    cell: Cell, _ row: Int, of rows: QuoteRows, _ block: QuoteBlock, to buffer: ByteBuffer
  ) {
    let isQuoted = rows.quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
    switch cell {
    case .result(let column):
      if isQuoted { buffer.append(rows.results[column], row: row, as: .csv) }
    case .key: block.appendKey(row, to: buffer, as: .csv)
    case .records(let output):
      guard isQuoted else { return }
      let start = buffer.count
      rows.append(output: output, at: row, to: buffer)
      buffer.quoteCSV(from: start)
    case .other(let source): append(source, row, of: rows, block, to: buffer)
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
    // Bookings at fault have a row of their own.
    case .faultField, .faultValue, .faultMessage, .key, .line, .total, .output: break
    }
  }

  private func append(
    reasonsOf row: Int, of rows: QuoteRows, _ block: QuoteBlock, to buffer: ByteBuffer
  ) {
    switch QuoteBatch.Status(rawValue: rows.quotes.statuses[row]) {
    case .declined: buffer.append(rows.quotes.declineReason(of: row), as: .csv)
    case .fault, nil: break
    case .quoted:
      guard mayHaveReasons[row] != 0 else { return }
      let start = buffer.count
      rows.forEachReason(of: row) {
        if buffer.count > start { buffer.append("; ") }
        buffer.append($0)
      }
      if buffer.count > start { buffer.quoteCSV(from: start) }
    }
  }
}
