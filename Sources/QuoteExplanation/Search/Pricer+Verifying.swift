import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension Pricer {
  /// Prices the bookings of a document again; the pricer must have been made to
  /// record.
  package func verify(_ document: ReceiptDocument) -> Verification {
    let asOf = document.receipt.asOf.flatMap { Instant(iso: $0) }
    let readable = document.quotes.filter { $0.booking != nil }
    var again = explanations(ofRecords: readable.compactMap(\.booking), asOf: asOf)
      .map(QuoteFacts.init)[...]
    let quotes = document.quotes.map { old -> Verification.Quote in
      guard old.booking != nil, var new = again.popFirst() else {
        return Verification.Quote(key: old.key, outcome: .unread, now: old)
      }
      new.record = old.record
      // Without a key bookings are called by their number in the input.
      if schema.key == nil { new.key = old.key }
      let differences = new.differences(from: old)
      return Verification.Quote(
        key: old.key, outcome: differences.isEmpty ? .equal : .differs(differences),
        now: new)
    }
    return Verification(
      made: receipt(asOf: asOf).differences(from: document.receipt), quotes: quotes)
  }

  /// Explains bookings that a document holds.
  private func explanations(ofRecords records: [String], asOf: Instant?) -> [Explanation] {
    let schema = schema.ofRecords
    let filler = BatchFiller(BookingDecoders(schema, asOf: asOf), lastDuplicateWins: false)
    let batch = BookingBatch(schema: schema)
    // Texts of the batch stay in the filler's memory.
    defer { withExtendedLifetime(filler) {} }
    filler.begin(batch)
    for record in records {
      let text = ByteBuffer()
      text.append(text: record)
      for _ in 0..<InputChunk.padding { text.append(0x20) }
      let copy = filler.arena.copy(text.slice(0, text.count))
      batch.lines.append(0)
      filler.addBooking(copy.part(0, copy.count - InputChunk.padding), at: [])
    }
    batch.count = filler.row
    let evaluator = makeEvaluator()
    return (0..<batch.count).map { row in
      explanation(of: batch, row: row, by: evaluator, ExplanationOptions())
    }
  }
}
