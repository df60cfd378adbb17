import QuoteEngine
import QuoteLanguage
import QuoteTools

/// Quotes against what another program answered.
enum DiffCommand: Command {
  static let declaration = CommandDeclaration(
    "diff", "quotes against reference output, value by value",
    discussion: "Reads records that hold a request and its reply, prices each request and compares "
      + "every value of the reply; the map says where everything is in a record. Or reads bookings "
      + "and compares their quotes with a second file (--reference), other rules (--against) or a "
      + "running backend (--live). Warnings of the rules are only counted, and quote check shows "
      + "them. Exit status 0: all the same; 1: something differs, cannot be read, or nothing was "
      + "compared; 2: trouble.",
    options: RulesOptions.all + DiffOptions.sides + DiffOptions.report + BookingOptions.all
      + LiveOptions.all,
    operands: OperandDeclaration(
      "RECORDS", repeated: true,
      help: "files of records (JSON, JSON Lines; also gzip or zstd), or of bookings (CSV as well); "
        + "- or none: standard input"),
    examples: [
      (
        "quote diff --rules rules.yaml --map map.yaml replies.jsonl",
        "what differs from the recorded replies"
      ),
      (
        "quote diff --rules rules.yaml --reference last-month.csv bookings.csv",
        "what differs from quotes written earlier"
      ),
      (
        "quote diff --rules rules.yaml --against-set rate=9% bookings.csv",
        "how much more or less today's rules charge than with another rate"
      ),
      (
        "quote diff -r rules.yaml -m map.yaml --tolerance 1c --format junit replies.jsonl",
        "for a build server, allowing a difference of one cent"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    if arguments.has("--suggest-map") { return try suggest(arguments, console) }
    let reports = arguments.reports(usually: DifferenceFormat.text)
    let formats = reports.map(\.format)
    if arguments.has("--spreadsheet"), !formats.contains(.csv) {
      throw DiffOptions.wrong("`--spreadsheet` is for CSV", arguments)
    }
    let side = try DiffOptions.side(arguments)
    let map = try DiffOptions.map(arguments, side)
    let called = try ImpactCommand.names(arguments)
    let reading = try BookingOptions.readerOptions(arguments, console)
    let live = try LiveOptions.run(arguments, console, map: map, asOf: reading.asOf)
    try DiffOptions.checkDraft(arguments)
    let differ = try DiffOptions.differ(
      arguments, map, formats, asOf: reading.asOf ?? live?.now(), now: console.now(),
      isLive: live != nil)
    let others = try DiffOptions.others(arguments, side, map)
    var notice = WarningNotice(console)
    for warned in differ.warned { notice.tell(warned) }
    for other in others { notice.tell(other.warned) }
    do throws(Trouble) {
      let sources = live.map { [$0.source] } ?? BookingOptions.sources(arguments)
      let run: DifferenceRun
      var names = sources.map(\.name)
      switch side {
      case .records, .live: run = try differ.records(sources, meter: reading.meter)
      case .reference(let file):
        names = [file]
        run = try held(differ, against: file, sources, reading: reading, arguments: arguments)
      case .rules(let name):
        names = [name]
        run =
          DiffOptions.areRecords(arguments)
          ? try differ.rules(others, records: sources, meter: reading.meter)
          : try differ.rules(others[0], bookings: sources, reading: reading)
      }
      var context = differ.context(of: run, others: names)
      context.version = Quote.version
      if let called { (context.ourName, context.theirName) = called }
      if case .records = side { context.map = arguments.value("--map") ?? "" }
      context.explaining = explaining(arguments)
      var targets: [DiffRun.Target] = []
      for (path, format) in reports {
        var report = DifferenceReport(format, context: context)
        report.isForSpreadsheets = arguments.has("--spreadsheet")
        targets.append(DiffRun.Target(report: report, file: try AtomicFile(path: path)))
      }
      let threads = live == nil ? arguments.whole("--threads") ?? WorkerTeam.processorCount : 1
      let draft = arguments.value("--accept").map {
        (path: $0, draft: AcceptedDraft(rules: differ.rulesName))
      }
      let progress = live == nil ? Progress(console: console, meter: reading.meter) : nil
      let summary = try DiffRun(
        differ, run, targets: targets, draft: draft?.draft, progress: progress
      ).finish(threads: threads) { (live?.ending, live?.notes ?? []) }
      if let draft, live?.ending == nil { try write(draft.draft, to: draft.path) }
      try live?.finish(tellsNotes: formats.contains(where: \.tellsWhole))
      if let ending = live?.ending { throw ending }
      if !formats.contains(where: \.tellsWhole) {
        for line in summary.otherFailures.map({ "fails: \($0)" }) + summary.notes {
          console.complain("quote: \(line.shown)\n")
        }
      }
      if let live, live.faultCount > 0 { return .trouble }
      return summary.failures.isEmpty ? .fine : .findings
    } catch {
      throw .trouble(error)
    }
  }

  /// What `quote explain` has to be told to read the same bookings by the same rules.
  private static func explaining(_ arguments: ParsedArguments) -> [String] {
    let options = [
      "--overlay", "--set", "--as-of", "--from", "--sheet", "--booking-at", "--delimiter",
    ]
    let told = options.flatMap { name in arguments.values(name).flatMap { [name, $0] } }
    return told + arguments.operands.filter { $0 != "-" }
  }

  private static func write(_ draft: AcceptedDraft, to path: String) throws(Trouble) {
    let buffer = ByteBuffer()
    draft.append(to: buffer)
    try AtomicFile.write(buffer.string, to: path)
  }

  /// Bookings against a second file; who gives no bookings is told so.
  private static func held(
    _ differ: Differ, against file: String, _ sources: [ByteSource], reading: ReaderOptions,
    arguments: ParsedArguments
  ) throws(Trouble) -> DifferenceRun {
    do throws(Trouble) {
      return try differ.reference(
        .file(path: file), format: nil, bookings: sources, reading: reading)
    } catch {
      guard error.id == "empty-input", arguments.operands.isEmpty else { throw error }
      throw .noBookings(file)
    }
  }

  /// Drafts a map from records, or from a second file.
  private static func suggest(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    for option in DiffOptions.sides + DiffOptions.report + LiveOptions.all {
      guard let name = option.names.first, arguments.has(name),
        !["--suggest-map", "--reference", "--output", "--threads"].contains(name)
      else { continue }
      throw DiffOptions.wrong(
        "`\(name)` is for comparisons, and `--suggest-map` drafts a map", arguments)
    }
    let pricer = try RulesOptions.pricer(arguments)
    let reading = try BookingOptions.readerOptions(arguments, console)
    do throws(Trouble) {
      let suggestion = MapSuggestion(pricer, asOf: reading.asOf)
      let sources = BookingOptions.sources(arguments)
      let text =
        if let reference = arguments.value("--reference") {
          try suggestion.map(
            reference: .file(path: reference), bookings: sources, reading: reading)
        } else {
          try suggestion.map(from: sources, format: reading.format)
        }
      try AtomicFile.write(text, to: arguments.value("--output") ?? "-")
      return .fine
    } catch {
      throw .trouble(error)
    }
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
