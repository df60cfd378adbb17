import QuoteAnalysis
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

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
    let comparison = try AskedComparison(arguments, console)
    do throws(Trouble) { return try comparison.run() } catch { throw .trouble(error) }
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
