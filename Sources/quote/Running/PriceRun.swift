import QuoteAnalysis
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bookings priced from a reader into one file or several: every thread parses, prices and
/// prints chunks of its own, and they are written in the order of the input.
final class PriceRun: @unchecked Sendable {
  struct Options {
    var threadCount = 1
    var isStrict = false
    /// Whether it is counted what the quotes come to.
    var isTallied = false
    /// A pricer of the same rules that says which bookings are wanted; nil for all.
    var condition: Pricer?
    /// At most so many of them. One thread reads then.
    var limit = Int.max
  }

  /// A file of quotes, and what they are written as.
  struct Output {
    let target: any QuoteTarget
    let format: OutputFormat
    /// Whether cells that a spreadsheet would take for formulas are made harmless.
    let isForSpreadsheets: Bool
  }

  private let pricer: Pricer
  private let bookings: BookingRun
  private let columns: QuoteColumns
  private let options: Options
  private let outputs: [Output]
  /// Whether totals are computed.
  private let showsTotals: Bool
  /// Whether a total below zero is to be told of: no line of the rules may pay money out, and they
  /// do not pay alone.
  private let mayTellTotals: Bool
  /// How many of a chunk's faults are wanted whole.
  private let mostFaults: Int
  // Only touched in turn.
  private var progress: RunProgress
  private var taken = 0
  private var tally: QuoteTally?
  private var declines = DeclineTally()
  private var totalsBelowZero = TotalsBelowZero()

  init(
    pricer: Pricer, reader: BookingReader, columns: QuoteColumns, outputs: [Output],
    report: FaultReport, progress: Progress, options: Options
  ) {
    self.pricer = pricer
    self.columns = columns
    self.outputs = outputs
    self.options = options
    bookings = BookingRun(reader)
    mostFaults = outputs.contains { $0.target.takesFaults } ? .max : report.most
    self.progress = RunProgress(report, progress)
    showsTotals =
      columns.results(in: Self.widest(outputs, columns)) == nil || columns.sources.contains(.total)
    let total = pricer.plan.results[pricer.plan.quoteSchema.total].cells
    mayTellTotals = showsTotals && !pricer.model.paysOut && pricer.plan[total].range.upper > 0
    tally = options.isTallied ? QuoteTally(columns.quotes, hasTotals: showsTotals) : nil
  }

  /// The format that shows most of a quote: one that shows all of it, where there is one.
  static func widest(_ outputs: [Output], _ columns: QuoteColumns) -> OutputFormat {
    let formats = outputs.map(\.format)
    return formats.first { columns.results(in: $0) == nil } ?? formats.first ?? .csv
  }

  /// What it all came to, as a sentence; nil if that is not counted.
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
      for output in outputs { output.target.discard() }
      throw error
    }
    // What was read behind the first fault depends on how many threads there are.
    if options.isStrict, progress.hasFaults { return try progress.finish(remarks: []) }
    var remarks: [String] = []
    for output in outputs { remarks += try output.target.end() }
    remarks += declines.remarks + totalsBelowZero.remarks
    return try progress.finish(remarks: bookings.remarks + remarks)
  }

  private func work() {
    let evaluator = pricer.makeEvaluator()
    let parts = outputs.map { Part(output: $0, columns) }
    let choice = options.condition.map { BookingChoice($0) }
    bookings.hold([evaluator] + parts)
    bookings.readAll { batch throws(Trouble) in
      let wanted = wanted(of: batch, choice)
      let count = wanted.reduce(0) { $0 + $1.count }
      var sums =
        options.isTallied ? QuoteTally(columns.quotes, hasTotals: showsTotals) : nil
      var declined = DeclineTally()
      var belowZero = TotalsBelowZero(of: batch, for: mayTellTotals ? columns.quotes : nil)
      var found = BookingRun.faults(of: wanted, first: mostFaults, by: evaluator) { block in
        let quotes = evaluator.price(batch, rows: block)
        sums?.add(quotes)
        declined.add(quotes)
        belowZero.add(quotes, rows: block)
        for part in parts { part.writer.append(quotes, of: batch, to: part.rows) }
        return quotes
      }
      if outputs.contains(where: \.target.takesFaults) { found.nameBookings(of: batch) }
      let faults = found
      let goesOn = bookings.take(batch) { () throws(Trouble) in
        if let sums { tally?.add(sums) }
        declines.add(declined)
        totalsBelowZero.add(belowZero)
        return try deliver(parts, count, faults)
      }
      if goesOn { for part in parts { try part.write() } }
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

  /// One thread's rows for one file.
  private final class Part {
    let target: any QuoteTarget
    let writer: any QuoteWriter
    let rows = ByteBuffer()
    /// Where the chunk at hand goes, if it has a place of its own.
    var place: QuoteSink.Place?

    init(output: Output, _ columns: QuoteColumns) {
      target = output.target
      writer = columns.writer(output.format, isForSpreadsheets: output.isForSpreadsheets)
    }

    /// Writes the chunk to its place, beside other threads.
    func write() throws(Trouble) {
      if let place { try target.write(rows, to: place) }
    }
  }

  /// Takes one chunk's faults in turn, and says where its rows go. False ends the run.
  private func deliver(
    _ parts: [Part], _ count: Int, _ faults: FoundFaults
  ) throws(Trouble) -> Bool {
    if options.isStrict, let first = faults.first.first {
      try progress.add(FoundFaults(only: first), rows: first.row + 1)
      return false
    }
    for part in parts { part.place = try part.target.take(part.rows, faults) }
    try progress.add(faults, rows: count)
    return true
  }
}
