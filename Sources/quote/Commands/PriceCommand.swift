import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// Bulk quotes from CSV, JSON, JSON Lines or a spreadsheet.
enum PriceCommand: Command {
  static let declaration = CommandDeclaration(
    "price", "bulk quotes from CSV, JSON, JSON Lines or a spreadsheet",
    discussion: "Writes one row per booking, in the order of the input: key, status, each line, "
      + "total, each output, reasons. A booking that cannot be read or priced stays as a row with "
      + "status fault; the first ten are reported in full on standard error, the rest are counted "
      + "by reason. Warnings that an overlay or --set causes are shown there too; other warnings "
      + "that compiling finds are only counted. quote check shows them, and also tries bookings of "
      + "its own, which finds more.",
    options: RulesOptions.all + BookingOptions.all + [
      .value(
        "--format", takes: "FORMAT", .words(OutputFormat.allCases.map(\.rawValue)),
        help: "csv, json, jsonl or xlsx (a spreadsheet, with a sheet of faults); by default taken "
          + "from the ending of the output, else csv"),
      .value(
        "--output", "-o", takes: "FILE", .target, repeated: true,
        help: "where the quotes go; the file appears whole or not at all; repeatable, each in the "
          + "format of its ending"),
      .value(
        "--columns", takes: "NAMES",
        help: "only these columns, by name, in this order: id,status,total"),
      .value(
        "--where", takes: "FORMULA",
        help: "only bookings for which this holds, and those at fault, for which nobody can tell: "
          + "'total > $500'"),
      .value(
        "--first", takes: "N", .whole(1...1_000_000_000), help: "only the first N of these"),
      .flag("--carry", help: "copy CSV columns that no input names through to the output"),
      .value(
        "--faults", takes: "FILE", .target,
        help: "where all faults go: CSV, or JSON Lines if the file's ending says so"
      ),
      .value(
        "--threads", takes: "N", .whole(1...256),
        help: "how many threads; by default one per processor"),
      RulesOptions.spreadsheet,
      .flag("--strict", help: "stop at the first fault and write no quotes at all"),
    ],
    operands: BookingOptions.operands,
    examples: [
      ("quote price --rules rules/umuve.yaml samples/umuve/bookings.csv", "prices the sample"),
      (
        "quote price --rules rules.yaml --set rate=9% -o quotes.jsonl bookings.json.gz",
        "another figure, compressed input, JSON Lines output"
      ),
      (
        "quote price --rules rules.yaml -o quotes.xlsx bookings.xlsx --sheet March",
        "from a spreadsheet into a spreadsheet"
      ),
      (
        "quote price -r rules.yaml -o quotes.jsonl -o quotes.xlsx bookings.csv",
        "the same quotes for a program and for somebody who reads them"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let formats = arguments.reports(usually: OutputFormat.csv).map(\.format)
    if arguments.has("--spreadsheet"), !formats.contains(.csv) {
      throw .usage(arguments.wrong("`--spreadsheet` is for CSV"))
    }
    let pricer = try RulesOptions.pricer(arguments)
    let condition = try arguments.value("--where").map { text throws(CommandFailure) in
      try RulesOptions.pricer(arguments, selecting: text, linting: false)
    }
    WarningNotice.tell(pricer.warned, console)
    var reading = try BookingOptions.readerOptions(arguments, console)
    reading.carriesAll = arguments.has("--carry")
    do throws(Trouble) {
      let reader = try BookingReader(
        schema: pricer.schema, sources: BookingOptions.sources(arguments), options: reading)
      return try run(pricer, selecting: condition, reader: reader, arguments, console)
    } catch {
      throw .trouble(error)
    }
  }

  private static func run(
    _ pricer: Pricer, selecting condition: Pricer?, reader: BookingReader,
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Trouble) -> ExitStatus {
    var options = PriceRun.Options()
    options.threadCount = arguments.whole("--threads") ?? WorkerTeam.processorCount
    options.isTallied = console.errorsAreTerminal && arguments.has("--output")
    options.condition = condition
    if let first = arguments.whole("--first") {
      options.limit = first
      options.threadCount = 1
    }
    options.isStrict = arguments.has("--strict")
    let columns = try columns(arguments, pricer, carried: reader.carriedNames)
    let outputs = try outputs(arguments, columns, console)
    let run = PriceRun(
      pricer: pricer.pricing(only: columns, as: PriceRun.widest(outputs, columns)),
      reader: reader, columns: columns, outputs: outputs,
      report: try FaultReport(
        console: console, path: arguments.value("--faults"),
        of: BookingOptions.sources(arguments),
        isForSpreadsheets: arguments.has("--spreadsheet")),
      progress: Progress(console: console, meter: reader.options.meter), options: options)
    defer { console.abandon((pricer, run.memory)) }
    let start = console.now()
    let status = try run.run()
    let seconds = Double(console.now().microsecondsSince1970 - start.microsecondsSince1970) / 1e6
    let paths = arguments.values("--output").joined(separator: ", ")
    if let sums = run.sums(of: paths, seconds: seconds) {
      console.complain("quote: \(sums.shown)\n")
    }
    return status
  }

  /// Every file that is asked for, or standard output.
  private static func outputs(
    _ arguments: ParsedArguments, _ columns: QuoteColumns, _ console: Console
  ) throws(Trouble) -> [PriceRun.Output] {
    var outputs: [PriceRun.Output] = []
    let folder = BookingOptions.temporaryDirectory(console)
    for (path, format) in arguments.reports(usually: OutputFormat.csv) {
      let isForSpreadsheets = arguments.has("--spreadsheet") && format == .csv
      let file = try AtomicFile(
        path: path, holdingIn: arguments.has("--strict") ? folder : nil)
      let target: any QuoteTarget =
        switch format {
        case .xlsx: try SheetSink(file: file, columns: columns, folder: folder)
        case .csv, .json, .jsonl:
          try QuoteSink(
            file: file, writer: columns.writer(format, isForSpreadsheets: isForSpreadsheets))
        }
      outputs.append(
        PriceRun.Output(target: target, format: format, isForSpreadsheets: isForSpreadsheets))
    }
    return outputs
  }

  /// The columns that `--columns` names, or all.
  static func columns(
    _ arguments: ParsedArguments, _ pricer: Pricer, carried: [String] = []
  ) throws(Trouble) -> QuoteColumns {
    let schema = pricer.plan.quoteSchema
    guard let names = arguments.value("--columns") else {
      return QuoteColumns(quotes: schema, bookings: pricer.schema, carried: carried)
    }
    let wanted = names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    do throws(UnknownColumn) {
      return try QuoteColumns(
        selecting: wanted, quotes: schema, bookings: pricer.schema, carried: carried)
    } catch {
      var unknown = error
      unknown.isLet = pricer.model.lets.contains { $0.name == unknown.name }
      throw unknown.trouble
    }
  }
}
