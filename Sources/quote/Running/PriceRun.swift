import QuoteEngine
import QuoteLanguage
import QuoteTools

/// Bookings priced from a reader into a sink: every thread parses, prices and
/// prints chunks of its own, and they are written in the order of the input.
final class PriceRun: @unchecked Sendable {
  struct Options {
    var threadCount = 1
    var isStrict = false
    var format = OutputFormat.csv
    var isForSpreadsheets = false
    /// Whether it is counted what the quotes come to.
    var isTallied = false
    /// A pricer of the same rules that says which bookings are wanted; nil for all.
    var condition: Pricer?
    /// At most so many of them. One thread reads then.
    var limit = Int.max
  }

  private let pricer: Pricer
  private let bookings: BookingRun
  private let columns: QuoteColumns
  private let options: Options
  private let target: any QuoteTarget
  /// Whether totals are computed.
  private let showsTotals: Bool
  /// How many of a chunk's faults are wanted whole.
  private let mostFaults: Int
  // Only touched in turn.
  private var progress: RunProgress
  private var taken = 0
  private var tally: QuoteTally?
  private var declines = DeclineTally()

  init(
    pricer: Pricer, reader: BookingReader, columns: QuoteColumns, target: any QuoteTarget,
    report: FaultReport, progress: Progress, options: Options
  ) {
    self.pricer = pricer
    self.columns = columns
    self.target = target
    self.options = options
    bookings = BookingRun(reader)
    mostFaults = target.takesFaults ? .max : report.most
    self.progress = RunProgress(report, progress)
    showsTotals = columns.results(in: options.format) == nil || columns.sources.contains(.total)
    tally = options.isTallied ? QuoteTally(columns.quotes, hasTotals: showsTotals) : nil
  }

  /// What it all came to, as a sentence; nil where that is not counted.
  func sums(of file: String, seconds: Double) -> String? {
    tally?.sentence(of: file, columns.quotes, seconds: seconds)
  }

  /// What it holds that is only memory, and not a file to be ended or taken away.
  var memory: Any { (pricer, bookings) }

  /// Prices everything and puts the output in its place.
  func run() throws(Trouble) -> ExitStatus {
    defer { progress.clear() }
    do throws(Trouble) {
      try bookings.run(threads: options.threadCount) { self.work() }
    } catch {
      target.discard()
      throw error
    }
    var remarks: [String] = []
    if !(options.isStrict && progress.hasFaults) { remarks = try target.end() }
    return try progress.finish(remarks: bookings.remarks + remarks + declines.remarks)
  }

  private func work() {
    let evaluator = pricer.makeEvaluator()
    let writer = columns.writer(
      options.format, isForSpreadsheets: options.isForSpreadsheets)
    let rows = ByteBuffer()
    let choice = options.condition.map { BookingChoice($0) }
    bookings.hold([evaluator, rows])
    bookings.readAll { batch throws(Trouble) in
      let wanted = wanted(of: batch, choice)
      let count = wanted.reduce(0) { $0 + $1.count }
      var sums =
        options.isTallied ? QuoteTally(columns.quotes, hasTotals: showsTotals) : nil
      var declined = DeclineTally()
      var found = BookingRun.faults(of: wanted, first: mostFaults) { block in
        let quotes = evaluator.price(batch, rows: block)
        sums?.add(quotes)
        declined.add(quotes)
        writer.append(quotes, of: batch, to: rows)
        return quotes
      }
      if target.takesFaults { found.nameBookings(of: batch) }
      let faults = found
      var place: QuoteSink.Place?
      let goesOn = bookings.take(batch) { () throws(Trouble) in
        if let sums { tally?.add(sums) }
        declines.add(declined)
        return try deliver(rows, count, faults, &place)
      }
      if goesOn, let place { try target.write(rows, to: place) }
      return goesOn && taken < options.limit
    }
  }

  /// The rows of a chunk that are priced, as runs of neighbours.
  private func wanted(of batch: BookingBatch, _ choice: BookingChoice?) -> [Range<Int>] {
    let all = choice?.rows(of: batch) ?? [0..<batch.count]
    if options.limit == .max { return all }
    var runs: [Range<Int>] = []
    for run in all where taken < options.limit {
      let end = min(run.upperBound, run.lowerBound + options.limit - taken)
      runs.append(run.lowerBound..<end)
      taken += end - run.lowerBound
    }
    return runs
  }

  /// Takes one chunk's faults in turn, and says where its rows go. False ends the run.
  private func deliver(
    _ rows: ByteBuffer, _ count: Int, _ faults: FoundFaults, _ place: inout QuoteSink.Place?
  ) throws(Trouble) -> Bool {
    if options.isStrict, let first = faults.first.first {
      try progress.add(FoundFaults(only: first), rows: first.row + 1)
      return false
    }
    place = try target.take(rows, faults)
    try progress.add(faults, rows: count)
    return true
  }
}
