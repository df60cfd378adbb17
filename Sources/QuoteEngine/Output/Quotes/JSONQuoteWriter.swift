/// Quotes as one JSON list of objects, an object a line of text.
public final class JSONQuoteWriter: QuoteWriter {
  private let rows: JSONRowWriter

  public init(columns: QuoteColumns) { rows = JSONRowWriter(columns: columns) }

  public var rowSeparatorLength: Int { 2 }

  public func appendPrologue(to buffer: ByteBuffer) { buffer.append("[\n") }

  public func appendEpilogue(to buffer: ByteBuffer) { buffer.append("\n]\n") }

  public func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer) {
    rows.append(quotes, of: bookings, before: ",\n", after: "", to: buffer)
  }
}

/// Quotes as JSON Lines: an object a line, each ended by `\n`.
public final class JSONLinesQuoteWriter: QuoteWriter {
  private let rows: JSONRowWriter

  public init(columns: QuoteColumns) { rows = JSONRowWriter(columns: columns) }

  public var rowSeparatorLength: Int { 0 }

  public func appendPrologue(to buffer: ByteBuffer) {}

  public func appendEpilogue(to buffer: ByteBuffer) {}

  public func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer) {
    rows.append(quotes, of: bookings, before: "", after: "\n", to: buffer)
  }
}
