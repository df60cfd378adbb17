package import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

/// Where one thread prices bookings that came as text: an evaluator, and the batch that the
/// bookings are read into, kept from call to call.
package final class PricingDesk: @unchecked Sendable {
  private let pricer: Pricer
  private let evaluator: Evaluator
  private let batch: BookingBatch
  private lazy var writer = QuoteColumns(quotes: pricer.plan.quoteSchema, bookings: pricer.schema)
    .writer(.jsonl)

  package init(_ pricer: Pricer) {
    self.pricer = pricer
    evaluator = pricer.makeEvaluator()
    batch = BookingBatch(schema: pricer.schema)
  }

  /// Prices all bookings of a text and gives each block of quotes with the batch that it is of.
  ///
  /// - Parameter asOf: stands in for a moment that a booking does not give.
  package func price(
    _ bytes: [UInt8], in format: InputFormat, asOf: Instant?,
    _ body: (QuoteBatch, BookingBatch) -> Void
  ) throws(Trouble) {
    var options = ReaderOptions()
    options.format = format
    options.asOf = asOf
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "bookings", bytes: bytes)], options: options)
    let parser = reader.makeParser()
    while try parser.read(into: batch) {
      evaluator.forEachBlock(of: 0..<batch.count) { block in
        body(evaluator.price(batch, rows: block), batch)
      }
    }
  }

  /// Quotes of JSON Lines, as JSON Lines.
  package func quoteLines(of bytes: [UInt8], asOf: Instant?) throws(Trouble) -> ByteBuffer {
    let (rows, writer) = (ByteBuffer(), self.writer)
    try price(bytes, in: .jsonl, asOf: asOf) { writer.append($0, of: $1, to: rows) }
    return rows
  }
}

/// The same rules for many threads: each call has a desk to itself, and the last one is kept.
package final class PricingDesks: Sendable {
  private let pricer: Pricer
  private let idle = Idle<PricingDesk>()

  package init(_ pricer: Pricer) { self.pricer = pricer }

  package func quoteLines(of bytes: [UInt8], asOf: Instant?) throws(Trouble) -> ByteBuffer {
    let desk = idle.take() ?? PricingDesk(pricer)
    defer { idle.put(desk) }
    return try desk.quoteLines(of: bytes, asOf: asOf)
  }
}
