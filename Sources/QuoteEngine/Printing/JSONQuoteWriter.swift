package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Quotes as one JSON list of objects, an object a line of text.
package final class JSONQuoteWriter: QuoteWriter {
  private let rows: JSONRowWriter

  package init(columns: QuoteColumns) { rows = JSONRowWriter(columns: columns) }

  package var rowSeparatorLength: Int { 2 }

  package func appendPrologue(to buffer: ByteBuffer) { buffer.append("[\n") }

  package func appendEpilogue(to buffer: ByteBuffer) { buffer.append("\n]\n") }

  package func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer) {
    rows.append(quotes, of: bookings, before: ",\n", after: "", to: buffer)
  }
}

/// Quotes as JSON Lines: an object a line, each ended by `\n`.
package final class JSONLinesQuoteWriter: QuoteWriter {
  private let rows: JSONRowWriter

  package init(columns: QuoteColumns) { rows = JSONRowWriter(columns: columns) }

  package var rowSeparatorLength: Int { 0 }

  package func appendPrologue(to buffer: ByteBuffer) {}

  package func appendEpilogue(to buffer: ByteBuffer) {}

  package func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer) {
    rows.append(quotes, of: bookings, before: "", after: "\n", to: buffer)
  }
}
