import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One reader's bookings, gone through by several threads, each with chunks of
/// its own; what must be in the order of the input is done in turns.
final class BookingRun: @unchecked Sendable {
  private let reader: BookingReader
  private let turns = RunTurns()
  // Only touched alone.
  private var held: [AnyObject] = []

  init(_ reader: BookingReader) {
    self.reader = reader
  }

  /// What is to be known of the input, once it is read.
  var remarks: [String] { reader.remarks }

  /// Does the work on every thread; throws the first that went wrong.
  func run(threads: Int, _ work: @escaping @Sendable () -> Void) throws(Trouble) {
    WorkerTeam.run(threads, work)
    if let trouble = turns.trouble { throw trouble }
  }

  /// One thread's chunks, until there are no more or the body says so.
  func readAll(_ body: (BookingBatch) throws(Trouble) -> Bool) {
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: reader.schema)
    hold([parser, batch])
    do throws(Trouble) {
      while try parser.read(into: batch), try body(batch) {}
    } catch {
      turns.fail(error, at: batch.ordinal)
    }
  }

  /// What must be done in order with a chunk. False if it ended the run, or
  /// another did before.
  func take(_ batch: BookingBatch, _ body: () throws(Trouble) -> Bool) -> Bool {
    turns.take(batch.ordinal, body)
  }

  /// Keeps what a thread works with for as long as there is the run, so that who abandons the
  /// run abandons that too.
  func hold(_ things: [AnyObject]) { turns.alone { held += things } }

  /// Out of turn, but one thread at a time.
  func alone(_ body: () -> Void) { turns.alone(body) }

  /// Prices some runs of a chunk's rows, block by block; gives what their faults come to, the
  /// first so many of them whole.
  static func faults(
    of runs: [Range<Int>], first most: Int, by evaluator: Evaluator,
    _ price: (Range<Int>) -> QuoteBatch
  ) -> FoundFaults {
    var found = FoundFaults(first: most)
    for run in runs {
      evaluator.forEachBlock(of: run) { rows in found.add(price(rows).faults, in: rows) }
    }
    return found
  }
}

/// What a run tells while it goes on: faults, and how far it has come.
struct RunProgress {
  private var report: FaultReport
  private var progress: Progress
  private var rowCount = 0

  init(_ report: FaultReport, _ progress: Progress) {
    self.report = report
    self.progress = progress
  }

  var hasFaults: Bool { report.count > 0 }

  mutating func add(_ faults: FoundFaults, rows: Int) throws(Trouble) {
    if faults.count > 0 { progress.clear() }
    try report.add(faults)
    rowCount += rows
    progress.show(rows: rowCount)
  }

  mutating func clear() { progress.clear() }

  /// What remains to be said and written at the end.
  mutating func finish(remarks: [String]) throws(Trouble) -> ExitStatus {
    progress.clear()
    try report.finish(rows: rowCount)
    report.tell(remarks)
    return hasFaults ? .findings : .fine
  }
}
