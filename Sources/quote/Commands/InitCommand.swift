import QuoteAnalysis
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteReports
import QuoteSyntax

/// First rules for some bookings.
enum InitCommand: Command {
  static let declaration = CommandDeclaration(
    "init", "first rules, drafted from bookings",
    discussion: "Drafts rules from a file of bookings: inputs with their types, units, ranges and "
      + "how numbers and dates are written, the key, a table for words that keep recurring, and a "
      + "first line. The draft passes quote check and prices every booking of that file. Comments "
      + "beside it say what was guessed and what somebody has to decide. With a second file of "
      + "another program's totals, the table has the lowest of them, and a map for comparing the "
      + "two is drafted beside the rules; so is one for a column of what was charged. Existing "
      + "files are left alone.",
    options: [
      .value(
        "--output", "-o", takes: "FILE", .target,
        help: "where the rules go; rules.yaml by default, - is standard output. The map goes "
          + "beside them: rules.map.yaml"),
      .value(
        "--reference", takes: "FILE", .path,
        help: "a second file with one row per booking and its total (CSV, JSON, JSON Lines, a "
          + "spreadsheet)"),
      .value("--name", takes: "NAME", help: "the name of the rules; by default that of the file"),
      .value(
        "--currency", takes: "CODE",
        help: "the currency of all amounts, such as EUR; by default what the bookings show"),
      BookingOptions.format, BookingOptions.sheet,
      .flag("--force", help: "write over files that exist"),
    ],
    operands: OperandDeclaration(
      "BOOKINGS", required: true,
      help: "a file of bookings (CSV, JSON, JSON Lines, a spreadsheet; also gzip or zstd)"),
    examples: [
      ("quote init bookings.xlsx", "rules.yaml, from a spreadsheet"),
      (
        "quote init -o rides.yaml --reference totals.csv bookings.csv",
        "rules and a map, from bookings and their totals"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let rules = arguments.value("--output") ?? "rules.yaml"
    let map = (rules.hasSuffix(".yaml") ? String(rules.dropLast(5)) : rules) + ".map.yaml"
    var options = RulesSuggestion.Options()
    options.format = arguments.choice("--from", InputFormat.self)
    options.name = arguments.value("--name")
    options.currency = arguments.value("--currency")
    options.reference = arguments.value("--reference").map { .file(path: $0) }
    var source = arguments.operands[0]
    if source == "-" {
      throw .usage(arguments.wrong("`init` reads the bookings several times: give it a file"))
    }
    if let sheet = arguments.value("--sheet") { source += "#" + sheet }
    let targets = [rules] + (options.reference == nil ? [] : [map])
    if let reference = arguments.value("--reference"), AtomicFile.areOne(reference, map) {
      throw .usage(
        arguments.wrong(
          "the map is drafted as `\(map)`, and would overwrite `\(reference)`, which is also read: "
            + "`-o FILE` gives both another name"))
    }
    do throws(Trouble) {
      if !arguments.has("--force") {
        for target in targets where target != "-" && AtomicFile.exists(target) {
          throw .fileExists(target)
        }
      }
      let draft = try RulesSuggestion(
        from: .file(path: source), writtenTo: rules == "-" ? "rules.yaml" : rules, options)
      let isSecond = options.reference != nil
      let mapText = rules == "-" && !isSecond ? nil : draft.map
      if mapText != nil, !isSecond, !arguments.has("--force"), AtomicFile.exists(map) {
        throw .fileExists(map)
      }
      try AtomicFile.write(draft.text, to: rules)
      if let mapText { try AtomicFile.write(mapText, to: rules == "-" ? rules : map) }
      tell(draft, arguments, console, of: source, rules: rules, map: map)
      return .fine
    } catch {
      throw .trouble(error)
    }
  }

  /// What to decide, and what to do next.
  private static func tell(
    _ draft: RulesSuggestion, _ arguments: ParsedArguments, _ console: Console,
    of source: String, rules: String, map: String
  ) {
    for remark in draft.remarks { console.complain("quote: \(remark.shown)\n") }
    guard rules != "-" else { return }
    var lines = ["quote: wrote `\(rules)`, which prices all bookings of `\(source)`:"]
    var commands = [["quote", "price", "--rules", rules, source]]
    if draft.map != nil {
      let reference = arguments.value("--reference") ?? source
      commands.append(
        ["quote", "diff", "--rules", rules, "--map", map, "--reference", reference, source])
    }
    for command in commands {
      lines.append("  " + command.map(DifferenceWords.argument).joined(separator: " "))
    }
    console.complain(lines.joined(separator: "\n") + "\n")
  }
}

extension Trouble {
  fileprivate static func fileExists(_ path: String) -> Trouble {
    Trouble(
      "file-exists",
      "`\(path)` is there already, and is left as it is: `--force` writes over it, and "
        + "`-o FILE` writes another")
  }
}
