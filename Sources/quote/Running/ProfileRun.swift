import QuoteEngine

/// Bookings of a reader priced only to count what they use of the rules: every
/// thread counts chunks of its own, and what they counted is added up.
final class ProfileRun: @unchecked Sendable {
  private let pricer: Pricer
  private let reader: BookingReader
  private let threadCount: Int
  private let turns = Turns()
  // What follows is only touched in turn.
  private let total: ProfileCounters
  private var report: FaultReport
  private var progress: Progress
  private var rowCount = 0
  private var trouble: Trouble?

  init(
    pricer: Pricer, reader: BookingReader, report: FaultReport, progress: Progress,
    threadCount: Int
  ) {
    self.pricer = pricer
    self.reader = reader
    self.report = report
    self.progress = progress
    self.threadCount = threadCount
    total = ProfileCounters(pricer.plan)
  }

  /// Counts everything; faults are told at the end.
  func run() throws(Trouble) -> (profile: Profile, status: ExitStatus) {
    WorkerTeam.run(threadCount) { self.work() }
    progress.clear()
    if let trouble { throw trouble }
    try report.finish(rows: rowCount)
    return (Profile(total, of: pricer.plan), report.count > 0 ? .findings : .fine)
  }

  private func work() {
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: reader.schema)
    let evaluator = pricer.makeEvaluator()
    let counters = ProfileCounters(pricer.plan)
    do throws(Trouble) {
      while try parser.read(into: batch) {
        let faults = count(batch, evaluator, counters)
        guard turns.take(batch.ordinal, { self.deliver(batch.count, faults) }) else { return }
      }
    } catch {
      turns.stop { self.trouble = self.trouble ?? error }
    }
    turns.alone { total.add(counters) }
  }

  private func count(
    _ batch: BookingBatch, _ evaluator: Evaluator, _ counters: ProfileCounters
  ) -> [RowFault] {
    var faults: [RowFault] = []
    var lower = 0
    while lower < batch.count {
      let upper = min(lower + Evaluator.blockSize, batch.count)
      let quotes = evaluator.price(batch, rows: lower..<upper, counting: counters)
      if !quotes.faults.isEmpty { faults += quotes.faults.all.sorted { $0.row < $1.row } }
      lower = upper
    }
    return faults
  }

  /// In turn: one chunk's faults. False ends the run.
  private func deliver(_ count: Int, _ faults: [RowFault]) -> Bool {
    do throws(Trouble) {
      if !faults.isEmpty { progress.clear() }
      try report.add(faults)
      rowCount += count
      progress.show(rows: rowCount)
      return true
    } catch {
      trouble = error
      return false
    }
  }
}
