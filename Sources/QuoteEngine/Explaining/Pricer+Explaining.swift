extension Pricer {
  /// Explains bookings of a reader; the pricer must have been made to record.
  /// Only what is explained is priced, and what a condition asks for.
  public func explanations(
    of reader: BookingReader, _ search: ExplanationSearch, options: ExplanationOptions
  ) throws(Trouble) -> ExplanationSearch.Result {
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: reader.schema)
    let finder = BookingFinder(search)
    let collector = ExplanationCollector(self, search, options)
    while try parser.read(into: batch), collector.take(finder.search(batch), of: batch) {}
    return collector.result
  }
}
