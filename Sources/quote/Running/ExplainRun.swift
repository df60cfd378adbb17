import QuoteEngine

/// Bookings looked for in a reader by several threads, and explained in the
/// order of the input.
final class ExplainRun: @unchecked Sendable {
  private let reader: BookingReader
  private let search: ExplanationSearch
  private let turns = Turns()
  // What follows is only touched in turn.
  private let collector: ExplanationCollector
  private var trouble: Trouble?

  init(
    _ pricer: Pricer, _ reader: BookingReader, _ search: ExplanationSearch,
    _ options: ExplanationOptions
  ) {
    self.reader = reader
    self.search = search
    collector = ExplanationCollector(pricer, search, options)
  }

  func run() throws(Trouble) -> ExplanationSearch.Result {
    WorkerTeam.run(WorkerTeam.processorCount) { self.work() }
    if let trouble { throw trouble }
    return collector.result
  }

  private func work() {
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: reader.schema)
    let finder = BookingFinder(search)
    do throws(Trouble) {
      while try parser.read(into: batch) {
        let found = finder.search(batch)
        guard turns.take(batch.ordinal, { self.collector.take(found, of: batch) }) else { return }
      }
    } catch {
      turns.stop { self.trouble = self.trouble ?? error }
    }
  }
}
