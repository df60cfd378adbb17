import QuoteEngine

/// Bookings priced from a reader into a sink: every thread parses, prices and
/// prints chunks of its own, and they are written in the order of the input.
final class PriceRun: @unchecked Sendable {
  struct Options {
    var threadCount = 1
    var isStrict = false
    var format = OutputFormat.csv
  }

  private let pricer: Pricer
  private let reader: BookingReader
  private let columns: QuoteColumns
  private let options: Options
  private let turns = Turns()
  private let sink: QuoteSink
  // What follows is only touched in turn.
  private var report: FaultReport
  private var progress: Progress
  private var rowCount = 0
  private var trouble: Trouble?

  init(
    pricer: Pricer, reader: BookingReader, columns: QuoteColumns, sink: QuoteSink,
    report: FaultReport, progress: Progress, options: Options
  ) {
    self.pricer = pricer
    self.reader = reader
    self.columns = columns
    self.sink = sink
    self.report = report
    self.progress = progress
    self.options = options
  }

  /// Prices everything and puts the output in its place.
  func run() throws(Trouble) -> ExitStatus {
    WorkerTeam.run(options.threadCount) { self.work() }
    progress.clear()
    if let trouble {
      sink.discard()
      throw trouble
    }
    if !(options.isStrict && report.count > 0) { try sink.finish() }
    try report.finish(rows: rowCount)
    return report.count > 0 ? .findings : .fine
  }

  private func work() {
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: reader.schema)
    let evaluator = pricer.makeEvaluator()
    let writer = columns.writer(options.format)
    let rows = ByteBuffer()
    do throws(Trouble) {
      while try parser.read(into: batch) {
        let faults = price(batch, evaluator, writer, rows)
        var place: QuoteSink.Place?
        let goesOn = turns.take(batch.ordinal) {
          self.deliver(rows, batch.count, faults, &place)
        }
        guard goesOn else { return }
        if let place { try sink.write(rows, to: place) }
      }
    } catch {
      turns.stop { self.trouble = self.trouble ?? error }
    }
  }

  private func price(
    _ batch: BookingBatch, _ evaluator: Evaluator, _ writer: any QuoteWriter, _ rows: ByteBuffer
  ) -> [RowFault] {
    var faults: [RowFault] = []
    var lower = 0
    while lower < batch.count {
      let upper = min(lower + Evaluator.blockSize, batch.count)
      let quotes = evaluator.price(batch, rows: lower..<upper)
      writer.append(quotes, of: batch, to: rows)
      if !quotes.faults.isEmpty { faults += quotes.faults.all.sorted { $0.row < $1.row } }
      lower = upper
    }
    return faults
  }

  /// In turn: one chunk's faults, and where its rows go. False ends the run.
  private func deliver(
    _ rows: ByteBuffer, _ count: Int, _ faults: [RowFault], _ place: inout QuoteSink.Place?
  ) -> Bool {
    do throws(Trouble) {
      if !faults.isEmpty { progress.clear() }
      if options.isStrict, let first = faults.first {
        try report.add([first])
        rowCount += first.row + 1
        return false
      }
      place = try sink.take(rows)
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
