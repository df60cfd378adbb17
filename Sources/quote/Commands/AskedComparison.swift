import QuoteAnalysis
import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteReports
import QuoteSyntax

/// The comparison that the options of `quote diff` ask for.
struct AskedComparison {
  private let arguments: ParsedArguments
  private let console: Console
  private let reports: [(path: String, format: DifferenceFormat)]
  private let side: DiffOptions.Side
  /// What the sides are called in tables; nil if the options do not say.
  private let names: (ours: String, theirs: String)?
  private let reading: ReaderOptions
  private let live: LiveRun?
  private let differ: Differ
  /// The other rules, if they are the other side: one for each form of the map.
  private let others: [Pricer]

  /// Reads the options, the map and the rules, and tells the warnings of the rules. No booking is
  /// read.
  init(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) {
    self.arguments = arguments
    self.console = console
    reports = arguments.reports(usually: DifferenceFormat.text)
    let formats = reports.map(\.format)
    if arguments.has("--spreadsheet"), !formats.contains(.csv) {
      throw DiffOptions.wrong("`--spreadsheet` is for CSV", arguments)
    }
    side = try DiffOptions.side(arguments)
    let map = try DiffOptions.map(arguments, side)
    names = try ImpactCommand.names(arguments)
    reading = try BookingOptions.readerOptions(arguments, console)
    live = try LiveOptions.run(arguments, console, map: map, asOf: reading.asOf)
    try DiffOptions.checkDraft(arguments)
    differ = try DiffOptions.differ(
      arguments, map, formats, asOf: reading.asOf ?? live?.now(), now: console.now(),
      isLive: live != nil)
    others = try DiffOptions.others(arguments, side, map)
    try DiffOptions.checkTolerances(of: differ, beside: others, arguments)
    var notice = WarningNotice(console)
    for warned in differ.warned + others.map(\.warned) { notice.tell(warned) }
  }

  /// Compares everything and writes the reports, and the draft of a ledger if one is asked for.
  func run() throws(Trouble) -> ExitStatus {
    let (run, others) = try otherSide()
    let targets = try targets(of: run, others: others)
    let ledger = arguments.value("--accept")
    let draft = ledger.map { _ in AcceptedDraft(rules: differ.rulesName) }
    let threads = live == nil ? arguments.whole("--threads") ?? WorkerTeam.processorCount : 1
    let progress = live == nil ? Progress(console: console, meter: reading.meter) : nil
    let summary = try DiffRun(differ, run, targets: targets, draft: draft, progress: progress)
      .finish(threads: threads) { (live?.ending, live?.notes ?? [], live?.failures ?? []) }
    if let ledger, let draft, live?.ending == nil { try write(draft, to: ledger) }
    let isToldWhole = reports.contains { $0.format.tellsWhole }
    try live?.finish(tellsNotes: isToldWhole)
    if let ending = live?.ending { throw ending }
    if !isToldWhole {
      for line in summary.otherFailures.map({ "fails: \($0)" }) + summary.notes {
        console.complain("quote: \(line.shown)\n")
      }
    }
    if let live, live.faultCount > 0 { return .trouble }
    return summary.failures.isEmpty ? .fine : .findings
  }

  /// Opens the bookings and the other side, and gives what reports call the latter.
  private func otherSide() throws(Trouble) -> (run: DifferenceRun, names: [String]) {
    let sources = live.map { [$0.source] } ?? BookingOptions.sources(arguments)
    switch side {
    case .records, .live:
      return (try differ.records(sources, meter: reading.meter), sources.map(\.name))
    case .reference(let file):
      return (try reference(file, of: sources), [file])
    case .rules(let name) where DiffOptions.areRecords(arguments):
      return (try differ.rules(others, records: sources, meter: reading.meter), [name])
    case .rules(let name):
      return (try differ.rules(others[0], bookings: sources, reading: reading), [name])
    }
  }

  /// Bookings against a second file; a user who gives no bookings is told so.
  private func reference(
    _ file: String, of bookings: [ByteSource]
  ) throws(Trouble) -> DifferenceRun {
    do throws(Trouble) {
      return try differ.reference(
        .file(path: file), format: nil, bookings: bookings, reading: reading)
    } catch {
      guard error.id == "empty-input", arguments.operands.isEmpty else { throw error }
      throw .noBookings(file)
    }
  }

  private func targets(
    of run: DifferenceRun, others: [String]
  ) throws(Trouble) -> [DiffRun.Target] {
    var context = differ.context(of: run, others: others)
    context.version = Quote.version
    if let names { (context.ourName, context.theirName) = names }
    if case .records = side { context.map = arguments.value("--map") ?? "" }
    context.explaining = explaining
    var targets: [DiffRun.Target] = []
    for (path, format) in reports {
      var report = DifferenceReport(format, context: context)
      report.isForSpreadsheets = arguments.has("--spreadsheet")
      report.screen = console.screen(path, arguments)
      targets.append(DiffRun.Target(report: report, file: try AtomicFile(path: path)))
    }
    return targets
  }

  /// What `quote explain` has to be told to read the same bookings by the same rules.
  private var explaining: [String] {
    let options = [
      "--overlay", "--set", "--as-of", "--from", "--sheet", "--booking-at", "--delimiter",
    ]
    let flags = ["--gather", "--unique-keys"].filter { arguments.has($0) }
    let told = options.flatMap { name in arguments.values(name).flatMap { [name, $0] } }
    return flags + told + arguments.operands.filter { $0 != "-" }
  }

  private func write(_ draft: AcceptedDraft, to path: String) throws(Trouble) {
    let buffer = ByteBuffer()
    draft.append(to: buffer)
    try AtomicFile.write(buffer.string, to: path)
  }
}

extension Trouble {
  /// A second file without the bookings that it is of.
  fileprivate static func noBookings(_ reference: String) -> Trouble {
    Trouble(
      "no-bookings",
      "there are no bookings to compare with `\(reference)`: standard input is empty, and no file "
        + "of bookings follows the options, as in `quote diff --rules RULES --reference "
        + "\(reference) BOOKINGS`")
  }
}
