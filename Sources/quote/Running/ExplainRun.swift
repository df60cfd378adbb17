import QuoteBookings
import QuoteEngine
import QuoteExplanation
import QuoteLanguage
import QuoteSyntax

/// Bookings looked for in a reader by several threads, and explained in the
/// order of the input.
final class ExplainRun: @unchecked Sendable {
  private let bookings: BookingRun
  private let search: ExplanationSearch
  // Only touched in turn.
  private let collector: ExplanationCollector

  init(
    _ pricer: Pricer, reader: BookingReader, search: ExplanationSearch,
    options: ExplanationOptions
  ) {
    bookings = BookingRun(reader)
    self.search = search
    collector = ExplanationCollector(pricer, search, options)
  }

  func run() throws(Trouble) -> ExplanationSearch.Result {
    try bookings.run(threads: WorkerTeam.processorCount) { self.work() }
    return collector.result
  }

  private func work() {
    let finder = BookingFinder(search)
    bookings.readAll { batch in
      let found = finder.search(batch)
      return bookings.take(batch) { collector.take(found, of: batch) }
    }
  }
}
