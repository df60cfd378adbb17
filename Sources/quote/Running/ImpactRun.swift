import QuoteAnalysis
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteReports
import QuoteSyntax

/// Bookings priced by the rules before and after on several threads; what chunks come to is
/// added up in the order of the input.
final class ImpactRun: @unchecked Sendable {
  private let bookings: BookingRun
  private let makeWorker: @Sendable () -> ImpactWorker
  // What follows is only touched in turn.
  private var total = ImpactSummary()
  private var progress: Progress

  init(
    _ reader: BookingReader, progress: Progress,
    _ makeWorker: @escaping @Sendable () -> ImpactWorker
  ) {
    bookings = BookingRun(reader)
    self.progress = progress
    self.makeWorker = makeWorker
  }

  func run(threads: Int) throws(Trouble) -> (summary: ImpactSummary, remarks: [String]) {
    defer { progress.clear() }
    try bookings.run(threads: threads) { self.work() }
    return (total, bookings.remarks)
  }

  private func work() {
    let worker = makeWorker()
    bookings.readAll { (batch) throws(Trouble) in
      let summary = try worker.summary(of: batch)
      return bookings.take(batch) { () throws(Trouble) in
        total.add(summary)
        progress.show(rows: total.bookings)
        return true
      }
    }
  }
}
