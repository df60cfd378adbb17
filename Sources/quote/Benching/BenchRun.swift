private import CHeap
private import Glibc
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A batch of bookings held in memory and put through each stage again and
/// again: stages on one thread, the whole as `price` runs it.
final class BenchRun {
  struct Options {
    /// Timed rounds, after one that is not.
    var roundCount = 7
    var threadCount = 1
    /// Whether the plan records, for which everything is computed.
    var isRecording = false
    /// Whether it is told why records are read one by one.
    var asksWhy = false
    var reading = ReaderOptions()
  }

  /// How the rules are compiled, and which columns of their quotes are written.
  struct Subject {
    var compile: () throws(CommandFailure) -> Pricer
    var columns: (Pricer) throws(Trouble) -> QuoteColumns
  }

  private let subject: Subject
  /// The pricer of the rules, which computes only what the columns show.
  let pricer: Pricer
  private let input: BenchInput
  private let options: Options
  private var batches: [BookingBatch] = []
  private let why: ReadingCounts?
  private let evaluator: Evaluator
  private let columns: QuoteColumns
  private let rows = ByteBuffer()

  /// Compiles the rules once and reads the bookings into columns.
  init(
    subject: Subject, input: BenchInput, options: Options
  ) throws(CommandFailure) {
    self.subject = subject
    self.input = input
    self.options = options
    let compiled = try subject.compile()
    do throws(Trouble) {
      columns = try subject.columns(compiled)
      pricer = options.isRecording ? compiled : compiled.pricing(only: columns, as: .csv)
      evaluator = pricer.makeEvaluator()
      let parser = try BookingReader(
        schema: pricer.schema, sources: input.sources, options: options.reading
      ).makeParser()
      if options.asksWhy { parser.askWhy() }
      var batch = BookingBatch(schema: pricer.schema)
      while try parser.read(into: batch) {
        batches.append(batch)
        batch = BookingBatch(schema: pricer.schema)
      }
      why = options.asksWhy ? parser.counts : nil
    } catch {
      throw .trouble(error)
    }
  }

  /// Every stage once to warm up, then so many rounds, forwards and backwards
  /// by turns, so that no stage always follows the same other.
  func run() throws(CommandFailure) -> BenchReport {
    var report = BenchReport(
      bookings: batches.reduce(0) { $0 + $1.count }, origin: input.origin,
      threadCount: options.threadCount, inputBytes: input.byteCount)
    for stage in BenchStage.allCases { _ = try perform(stage) }
    digest(into: &report)
    for round in 0..<options.roundCount {
      let stages = BenchStage.allCases
      for stage in round.isMultiple(of: 2) ? stages : stages.reversed() {
        let held = Int(cheap_bytes_in_use())
        let elapsed = try perform(stage)
        let kept = Int(cheap_bytes_in_use()) - held
        report.figures[stage, default: BenchFigure()].add(elapsed, heapBytes: kept)
      }
    }
    report.peakBytes = Self.peakBytes
    report.why = why
    return report
  }

  // MARK: - Stages

  private func perform(_ stage: BenchStage) throws(CommandFailure) -> BenchTime {
    let start = BenchTime.now(stage)
    switch stage {
    case .compile: _ = try subject.compile()
    case .read: try inTrouble { () throws(Trouble) in try read() }
    case .evaluate: eachBlock { _, _ in }
    case .write: return write()
    case .whole: try inTrouble { () throws(Trouble) in try price() }
    }
    return BenchTime.now(stage) - start
  }

  private func inTrouble(_ body: () throws(Trouble) -> Void) throws(CommandFailure) {
    do throws(Trouble) { try body() } catch { throw .trouble(error) }
  }

  private func makeReader() throws(Trouble) -> BookingReader {
    try BookingReader(schema: pricer.schema, sources: input.sources, options: options.reading)
  }

  private func read() throws(Trouble) {
    let parser = try makeReader().makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    while try parser.read(into: batch) {}
  }

  private func eachBlock(_ body: (QuoteBatch, BookingBatch) -> Void) {
    for batch in batches {
      evaluator.forEachBlock(of: 0..<batch.count) { body(evaluator.price(batch, rows: $0), batch) }
    }
  }

  /// Prices again for what is to be written, but only the writing counts.
  private func write() -> BenchTime {
    let writer = columns.writer(.csv)
    var elapsed = BenchTime()
    eachBlock { quotes, batch in
      let start = BenchTime.now(.write)
      rows.removeAll()
      writer.append(quotes, of: batch, to: rows)
      elapsed = elapsed + (BenchTime.now(.write) - start)
    }
    return elapsed
  }

  /// As the command does it, into the void.
  private func price() throws(Trouble) {
    var pricing = PriceRun.Options()
    pricing.threadCount = options.threadCount
    let silent = Console(
      write: { _ in }, complain: { _ in }, outputIsTerminal: false, errorsAreTerminal: false,
      environment: { _ in nil }, now: { Instant(microsecondsSince1970: 0) },
      abandon: { _ in })
    let nowhere = try QuoteSink(
      file: AtomicFile(path: "/dev/null"), writer: columns.writer(.csv))
    let run = PriceRun(
      pricer: pricer, reader: try makeReader(), columns: columns,
      outputs: [PriceRun.Output(target: nowhere, format: .csv, isForSpreadsheets: false)],
      report: try FaultReport(console: silent, path: nil), progress: Progress(console: silent),
      options: pricing)
    _ = try run.run()
  }

  /// What is written, in size and checksum; and who could not be priced.
  private func digest(into report: inout BenchReport) {
    let writer = columns.writer(.csv)
    var checksum = Checksum()
    func take() {
      report.outputBytes += rows.count
      unsafe checksum.add(rows.bytes)
      rows.removeAll()
    }
    rows.removeAll()
    writer.appendPrologue(to: rows)
    take()
    eachBlock { quotes, batch in
      writer.append(quotes, of: batch, to: rows)
      report.faultCount += quotes.faults.count
      take()
    }
    writer.appendEpilogue(to: rows)
    take()
    report.checksum = checksum.description
  }

  /// The most memory the process has had.
  private static var peakBytes: Int {
    var usage = rusage()
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss * 1024
  }
}

/// FNV-1a in 64 bits over what is written: tells outputs apart, and is no seal.
struct Checksum: CustomStringConvertible {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for index in bytes.indices {
      unsafe state = (state ^ UInt64(bytes[index])) &* 0x100_0000_01B3
    }
  }

  var description: String {
    let digits = String(state, radix: 16)
    return "fnv1a64:" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A moment, or the time between two: on the wall, and of the processors.
struct BenchTime {
  var seconds = 0.0
  /// The time of the one thread; for the whole, that of all threads.
  var processorSeconds = 0.0

  static func now(_ stage: BenchStage) -> BenchTime {
    BenchTime(
      seconds: read(CLOCK_MONOTONIC),
      processorSeconds: read(
        stage == .whole ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID))
  }

  static func + (a: BenchTime, b: BenchTime) -> BenchTime {
    BenchTime(
      seconds: a.seconds + b.seconds, processorSeconds: a.processorSeconds + b.processorSeconds)
  }

  static func - (a: BenchTime, b: BenchTime) -> BenchTime {
    BenchTime(
      seconds: a.seconds - b.seconds, processorSeconds: a.processorSeconds - b.processorSeconds)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
