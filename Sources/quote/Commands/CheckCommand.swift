import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteReports
import QuoteSamples
import QuoteSyntax

/// The rules alone: what is wrong with them, and what can be said of them.
enum CheckCommand: Command {
  static let declaration = CommandDeclaration(
    "check", "the rules alone: types, gaps, overlaps, dead rows, ranges",
    discussion: "Compiles the rules and prints the range of every line, what the tables leave "
      + "uncovered, and which names nothing uses. It also prices sampled bookings and warns of "
      + "amounts that are not given for some of them. All mistakes are reported together, each "
      + "with its place and an id that `quote help` explains. A map, a ledger or an overlay map, "
      + "recognised by its `schema:` line, is checked too, and if --rules is given, it is checked "
      + "against those rules.",
    options: RulesOptions.changes + [
      .value(
        "--rules", "-r", takes: "FILE", .path,
        help: "the rules file, as in other commands; or give it as RULES"),
      .value(
        "--format", takes: "FORMAT", .words(Format.allCases.map(\.rawValue)),
        help: "text, json (one object per diagnostic, each on its own line), github (its "
          + "annotations) or sarif (code scanning); text by default"),
      .value(
        "--output", "-o", takes: "FILE", .target, repeated: true,
        help: "where it goes; standard output by default; repeatable, each in the format of its "
          + "ending (.txt, .json, .sarif)"),
      .value(
        "--fail-on", takes: "WHAT", .words(["warnings"]),
        help: "warnings: exit status 1 if there are any; errors always fail"),
    ],
    operands: OperandDeclaration(
      "RULES", help: "the rules file; or a map, a ledger or an overlay map"),
    examples: [
      ("quote check rules/umuve.yaml", "how high and low each line can go"),
      ("quote check --fail-on warnings rules/umuve.yaml", "for a build server: warnings fail"),
      (
        "quote check --format github rules/umuve.yaml",
        "annotations on the lines of a pull request"
      ),
    ])

  enum Format: String, FormatOfFile { case text, json, github, sarif }

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    if let path = arguments.operands.first,
      let kind = FileAboutRules(path, arguments.loader)
    {
      return try check(kind, path, arguments, console)
    }
    if arguments.has("--rules"), let second = arguments.operands.first {
      throw .usage(
        arguments.wrong(
          "`check` takes one rules file, and `\(second)` is a second one besides `--rules`"))
    }
    do throws(CommandFailure) {
      let rules = try RulesOptions.compile(arguments)
      let warnings = rules.warned.withoutOrphans + SampledFaults(of: rules).warnings
      let report = CheckReport(of: rules.model, warnings: warnings)
      try tell(warnings, rules.model.sources, arguments, console) {
        report.description.printableLines
      }
      return arguments.has("--fail-on") && !warnings.isEmpty ? .findings : .fine
    } catch {
      guard case .rejected(let rejected) = error else { throw error }
      try tell(rejected.diagnostics, rejected.sources, arguments, console) {
        count(rejected.diagnostics)
      }
      return .findings
    }
  }

  private static func check(
    _ kind: FileAboutRules, _ path: String, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    do throws(CommandFailure) {
      try check(kind, path, arguments)
      try tell([], Sources(), arguments, console) {
        let fits = arguments.value("--rules").map { ", and it fits `\($0)`" } ?? ""
        return "\(kind.called) \(path): no mistakes\(fits)".shown + "\n"
      }
      return .fine
    } catch {
      guard case .rejected(let rejected) = error else { throw error }
      try tell(rejected.diagnostics, rejected.sources, arguments, console) {
        count(rejected.diagnostics)
      }
      return .findings
    }
  }

  /// Writes every report that is asked for; text goes on with what `further` gives.
  private static func tell(
    _ diagnostics: [Diagnostic], _ sources: Sources, _ arguments: ParsedArguments,
    _ console: Console, further: () -> String
  ) throws(CommandFailure) {
    for (path, format) in arguments.reports(usually: Format.text) {
      let said = render(diagnostics, sources, format, arguments, console)
      let text = format == .text ? said + further() : said
      if path == "-" {
        try console.tell(text)
        continue
      }
      do throws(Trouble) {
        try AtomicFile.write(text, to: path)
      } catch {
        throw .trouble(error)
      }
    }
  }

  private static func render(
    _ diagnostics: [Diagnostic], _ sources: Sources, _ format: Format,
    _ arguments: ParsedArguments, _ console: Console
  ) -> String {
    let file = arguments.operands.first ?? arguments.value("--rules") ?? ""
    let report = DiagnosticReport(diagnostics, sources: sources, file: file)
    let renderer = DiagnosticRenderer()
    switch format {
    case .text:
      let style: DiagnosticRenderer.Style = console.isColored(arguments) ? .colored : .plain
      return renderer.render(diagnostics, sources: sources, style: style)
    case .json: return renderer.render(diagnostics, sources: sources, style: .json)
    case .github: return report.gitHubCommands
    case .sarif: return report.sarif(version: Quote.version)
    }
  }

  /// `2 errors, 1 warning`.
  private static func count(_ diagnostics: [Diagnostic]) -> String {
    let parts = Diagnostic.Severity.allCases.compactMap { severity -> String? in
      let count = diagnostics.count { $0.severity == severity }
      guard count > 0 else { return nil }
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.joined(separator: ", ") + "\n"
  }
}
