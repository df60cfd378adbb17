package import QuoteBookings
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

extension Pricer {
  /// Explains bookings of a reader; the pricer must have been made to record.
  package func explanations(
    of reader: BookingReader, _ search: ExplanationSearch, options: ExplanationOptions
  ) throws(Trouble) -> ExplanationSearch.Result {
    let parser = reader.makeParser()
    return try explanations(search, of: reader.schema, options: options) { batch throws(Trouble) in
      try parser.read(into: batch)
    }
  }

  /// Explains bookings of batches, until `next` has no more of them. Only what is explained is
  /// priced, and what a condition asks for.
  package func explanations(
    _ search: ExplanationSearch, of read: BookingSchema? = nil, options: ExplanationOptions,
    next: (BookingBatch) throws(Trouble) -> Bool
  ) throws(Trouble) -> ExplanationSearch.Result {
    let batch = BookingBatch(schema: read ?? schema)
    let finder = BookingFinder(search)
    let collector = ExplanationCollector(self, search, options)
    while try next(batch), collector.take(finder.search(batch), of: batch) {}
    return collector.result
  }

  /// Explains one booking, priced by an evaluator of this pricer that records.
  func explanation(
    of batch: BookingBatch, row: Int, by evaluator: Evaluator, _ options: ExplanationOptions
  ) -> Explanation {
    _ = evaluator.price(batch, rows: row..<row + 1)
    var explanation = Explanation(
      reading: evaluator.recording(row: 0), of: batch, options: options)
    if options.saysChanges { explanation.changes = nearestChanges(of: batch, row: row) }
    return explanation
  }
}
