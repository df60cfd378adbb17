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
  }

  private let pricer: Pricer
  private let bookings: BookingRun
  private let columns: QuoteColumns
  private let options: Options
  private let sink: QuoteSink
  // Only touched in turn.
  private var progress: RunProgress

  init(
    pricer: Pricer, reader: BookingReader, columns: QuoteColumns, sink: QuoteSink,
    report: FaultReport, progress: Progress, options: Options
  ) {
    self.pricer = pricer
    self.columns = columns
    self.sink = sink
    self.options = options
    bookings = BookingRun(reader)
    self.progress = RunProgress(report, progress)
  }

  /// What it holds that is only memory, and not a file to be ended or taken away.
  var memory: Any { (pricer, bookings) }

  /// Prices everything and puts the output in its place.
  func run() throws(Trouble) -> ExitStatus {
    defer { progress.clear() }
    do throws(Trouble) {
      try bookings.run(threads: options.threadCount) { self.work() }
    } catch {
      sink.discard()
      throw error
    }
    if !(options.isStrict && progress.hasFaults) { try sink.finish() }
    return try progress.finish(remarks: bookings.remarks)
  }

  private func work() {
    let evaluator = pricer.makeEvaluator()
    let writer = columns.writer(
      options.format, isForSpreadsheets: options.isForSpreadsheets)
    let rows = ByteBuffer()
    bookings.hold([evaluator, rows])
    bookings.readAll { batch throws(Trouble) in
      let faults = BookingRun.faults(of: batch) { block in
        let quotes = evaluator.price(batch, rows: block)
        writer.append(quotes, of: batch, to: rows)
        return quotes
      }
      var place: QuoteSink.Place?
      let goesOn = bookings.take(batch) { () throws(Trouble) in
        try deliver(rows, batch.count, faults, &place)
      }
      if goesOn, let place { try sink.write(rows, to: place) }
      return goesOn
    }
  }

  /// Takes one chunk's faults in turn, and says where its rows go. False ends the run.
  private func deliver(
    _ rows: ByteBuffer, _ count: Int, _ faults: [RowFault], _ place: inout QuoteSink.Place?
  ) throws(Trouble) -> Bool {
    if options.isStrict, let first = faults.first {
      try progress.add([first], rows: first.row + 1)
      return false
    }
    place = try sink.take(rows)
    try progress.add(faults, rows: count)
    return true
  }
}
