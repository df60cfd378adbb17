import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteReports
import QuoteSyntax

/// Bookings of a reader priced only to count what they use of the rules: every
/// thread counts chunks of its own, and what they counted is added up.
final class ProfileRun: @unchecked Sendable {
  private let pricer: Pricer
  private let bookings: BookingRun
  private let threadCount: Int
  // What follows is only touched in turn.
  private let total: ProfileCounters
  private let mostFaults: Int
  private var progress: RunProgress

  init(
    pricer: Pricer, reader: BookingReader, report: FaultReport, progress: Progress,
    threadCount: Int
  ) {
    self.pricer = pricer
    self.threadCount = threadCount
    bookings = BookingRun(reader)
    mostFaults = report.most
    self.progress = RunProgress(report, progress)
    total = ProfileCounters(pricer.plan)
  }

  /// Counts everything; faults are told at the end.
  func run() throws(Trouble) -> (profile: Profile, status: ExitStatus) {
    defer { progress.clear() }
    try bookings.run(threads: threadCount) { self.work() }
    let status = try progress.finish(remarks: bookings.remarks)
    return (Profile(total, of: pricer.plan), status)
  }

  private func work() {
    let evaluator = pricer.makeEvaluator()
    let counters = ProfileCounters(pricer.plan)
    bookings.readAll { batch in
      let faults = BookingRun.faults(of: [0..<batch.count], first: mostFaults, by: evaluator) {
        evaluator.price(batch, rows: $0, counting: counters)
      }
      return bookings.take(batch) { () throws(Trouble) in
        try progress.add(faults, rows: batch.count)
        return true
      }
    }
    bookings.alone { total.add(counters) }
  }
}
