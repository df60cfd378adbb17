import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteReports
import QuoteSyntax

/// What a batch of bookings uses of the rules.
enum ProfileCommand: Command {
  static let declaration = CommandDeclaration(
    "profile", "which rules a batch uses, how often, and the money through each",
    discussion: "Prices bookings without writing quotes and counts which lines, table rows, "
      + "brackets, conditions and declines took part, how often, and how much money went through "
      + "each. Rules that never fired are listed.",
    options: RulesOptions.all + BookingOptions.all + [
      .value(
        "--format", takes: "FORMAT", .words(ProfileFormat.allCases.map(\.rawValue)),
        help: "text, json, rules (the rules with counts in their margin) or html (the same as a "
          + "page with bars); by default taken from the ending of the output, else text"),
      .value(
        "--output", "-o", takes: "FILE", .target,
        help: "where it goes; standard output by default"),
      .value(
        "--faults", takes: "FILE", .target,
        help: "where all faults go: CSV, or JSON Lines if the file's ending says so"
      ),
      RulesOptions.spreadsheet,
      .value(
        "--threads", takes: "N", .whole(1...256),
        help: "how many threads; by default one per processor"),
    ],
    operands: BookingOptions.operands,
    examples: [
      (
        "quote profile --rules rules/umuve.yaml samples/umuve/bookings.csv",
        "which rules the sample uses"
      ),
      (
        "quote profile -r rules.yaml --format rules bookings.jsonl.gz",
        "the rules, with counts and money in the margin"
      ),
      (
        "quote profile -r rules.yaml -o profile.html bookings.jsonl.gz",
        "the same as a page to send to somebody"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let faults = arguments.value("--faults")
    let isOfCSV = faults.map { OutputFormat(path: $0) ?? .csv == .csv } ?? false
    if arguments.has("--spreadsheet"), !isOfCSV {
      throw .usage(arguments.wrong("`--spreadsheet` is for `--faults` as CSV"))
    }
    let pricer = try RulesOptions.pricer(arguments, profiling: true)
    WarningNotice.tell(pricer.warned, console)
    let reading = try BookingOptions.readerOptions(arguments, console)
    do throws(Trouble) {
      let reader = try BookingReader(
        schema: pricer.schema, sources: BookingOptions.sources(arguments), options: reading)
      let file = try AtomicFile(path: arguments.value("--output") ?? "-")
      let run = ProfileRun(
        pricer: pricer, reader: reader,
        report: try FaultReport(
          console: console, path: faults,
          of: BookingOptions.sources(arguments),
          isForSpreadsheets: arguments.has("--spreadsheet")),
        progress: Progress(console: console, meter: reading.meter),
        threadCount: arguments.whole("--threads") ?? WorkerTeam.processorCount)
      let (profile, status) = try run.run()
      let buffer = ByteBuffer()
      let format = arguments.format(ProfileFormat.self) ?? .text
      buffer.append(text: format.render(profile, sources: pricer.sources))
      try file.write(buffer)
      try file.commit()
      return status
    } catch {
      throw .trouble(error)
    }
  }
}
