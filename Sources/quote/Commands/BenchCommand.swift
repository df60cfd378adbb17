import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// How fast rules price a batch held in memory, stage by stage.
enum BenchCommand: Command {
  static let declaration = CommandDeclaration(
    "bench", "how fast rules price a batch held in memory",
    discussion: "Prices the given bookings, or bookings sampled from the declared inputs, again "
      + "and again: the stages compile, read, evaluate and write each by itself on one thread, and "
      + "the whole as `price` does it on all threads. Reports medians and spread, bookings and "
      + "bytes per second, the heap that each stage keeps, and a checksum of the output. Exit "
      + "status 1 means that some of the given bookings are at fault; with "
      + "--compare, exit status 1 means that the output differs from the saved run's; a slower "
      + "stage is reported, and fails only with --fail-slower.",
    options: RulesOptions.all + BookingOptions.all + [
      .value(
        "--rows", "-n", takes: "N", .whole(1...100_000_000),
        help: "how many bookings to sample; 100000 by default"),
      .value(
        "--seed", takes: "S", .whole(0...Int.max), help: "the seed of the sample; 1 by default"),
      .value(
        "--threads", takes: "N", .whole(1...256),
        help: "how many threads for the whole; by default one per processor"),
      .value(
        "--repeat", takes: "N", .whole(1...10_000), help: "how many timed rounds; 7 by default"),
      .value("--columns", takes: "NAMES", help: "write only these columns, as in price"),
      .flag("--recording", help: "record what explanations need, to see what that costs"),
      .flag(
        "--why",
        help: "how many JSON records were read one by one, which is several times slower than many "
          + "at a time, and why"),
      .value(
        "--format", takes: "FORMAT", .words(Format.allCases.map(\.rawValue)),
        help: "text or json; by default taken from the ending of the output, else text"),
      .value(
        "--compare", takes: "FILE", .report,
        help: "a saved run to compare with, as written by --format json"),
      .value(
        "--fail-slower", takes: "PERCENT", .whole(0...100_000),
        help: "exit status 1 also if the median of a stage grew by more than this"),
      .value(
        "--output", "-o", takes: "FILE", .target,
        help: "where the report goes; standard output by default"),
    ],
    operands: OperandDeclaration(
      "BOOKINGS", repeated: true, help: "files of bookings, read into memory; if none, a sample"),
    examples: [
      ("quote bench --rules rules/umuve.yaml", "a hundred thousand sampled bookings"),
      (
        "quote bench --rules rules.yaml --format json -o before.json bookings.csv",
        "a run to compare later ones with"
      ),
      (
        "quote bench --rules rules.yaml --compare before.json --fail-slower 20 bookings.csv",
        "fails if the output differs or a stage takes a fifth longer"
      ),
      (
        "quote bench --rules rules.yaml --why requests.jsonl",
        "also which records, and what in the rules, cannot be read many at a time"
      ),
    ])

  enum Format: String, FormatOfFile { case text, json }

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let saved = try saved(arguments)
    var options = BenchRun.Options()
    options.roundCount = arguments.whole("--repeat") ?? 7
    options.threadCount = arguments.whole("--threads") ?? WorkerTeam.processorCount
    options.reading = try BookingOptions.readerOptions(arguments, console)
    options.isRecording = arguments.has("--recording")
    options.asksWhy = arguments.has("--why")
    let records = options.isRecording
    let subject = BenchRun.Subject(
      compile: { () throws(CommandFailure) in
        try RulesOptions.pricer(arguments, recording: records, linting: true)
      },
      columns: { pricer throws(Trouble) in try PriceCommand.columns(arguments, pricer) })
    let run = try BenchRun(subject: subject, input: input(arguments), options: options)
    WarningNotice.tell(run.pricer.warned, console)
    let report = try run.run()
    let comparison = saved.map { BenchComparison(saved: $0, report: report) }
    let isJSON = arguments.format(Format.self) == .json
    try write(
      isJSON ? report.json : report.text + (comparison?.text ?? ""),
      to: arguments.value("--output"), console)
    let hasFaults = report.faultCount > 0 && !arguments.operands.isEmpty
    guard let comparison else { return hasFaults ? .findings : .fine }
    if isJSON { console.complain(comparison.text) }
    let percent = arguments.whole("--fail-slower")
    let slower = percent.map { comparison.slower(by: $0) } ?? []
    for stage in slower {
      console.complain("quote: \(stage.rawValue) is more than \(percent ?? 0) % slower\n")
    }
    return comparison.isSameOutput && slower.isEmpty && !hasFaults ? .fine : .findings
  }

  private static func saved(_ arguments: ParsedArguments) throws(CommandFailure) -> SavedRun? {
    guard let path = arguments.value("--compare") else {
      if arguments.has("--fail-slower") {
        throw .usage(UsageError("`--fail-slower` needs `--compare FILE`", command: "bench"))
      }
      return nil
    }
    do throws(Trouble) {
      return try SavedRun(
        BenchInput.contents(of: path, atMost: SavedRun.mostBytes), name: path)
    } catch {
      throw .trouble(error)
    }
  }

  private static func input(_ arguments: ParsedArguments) throws(CommandFailure) -> BenchInput {
    if arguments.operands.isEmpty {
      let model = try RulesOptions.compile(arguments).model
      do throws(Trouble) {
        return try BenchInput.sampling(
          model, rows: arguments.whole("--rows") ?? 100_000, seed: arguments.whole("--seed") ?? 1)
      } catch {
        throw .trouble(error)
      }
    }
    for option in ["--rows", "--seed"] where arguments.has(option) {
      throw .usage(
        UsageError("`\(option)` is for samples, but bookings are given", command: "bench"))
    }
    do throws(Trouble) {
      return try BenchInput.reading(arguments.operands)
    } catch {
      throw .trouble(error)
    }
  }

  private static func write(
    _ text: String, to path: String?, _ console: Console
  ) throws(CommandFailure) {
    guard let path else { return try console.tell(text) }
    do throws(Trouble) {
      try AtomicFile.write(text, to: path)
    } catch {
      throw .trouble(error)
    }
  }
}
