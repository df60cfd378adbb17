import QuoteAnalysis
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// A record of configuration as an overlay of the rules.
enum OverlayCommand: Command {
  static let declaration = CommandDeclaration(
    "overlay", "a record of configuration as an overlay of the rules",
    discussion: "Reads one JSON record (rows of a database, settings of another program) as the "
      + "overlay map says, and writes the resulting overlay, which is first tried on the rules. "
      + "Exit status 0: written; 1: the record, the map or the rules refuse it; 2: trouble.",
    options: RulesOptions.all + [
      .value(
        "--map", "-m", takes: "FILE", .path, required: true,
        help: "the overlay map: what the record says, and which parts of the rules it replaces"),
      .value(
        "--output", "-o", takes: "FILE", .target,
        help: "where the overlay goes, whole or not at all; standard output by default"),
    ],
    operands: OperandDeclaration(
      "RECORD", help: "a JSON file (also gzip or zstd); - or none: standard input"),
    examples: [
      ("quote overlay --rules rules.yaml --map database.map.yaml settings.json > overlay.yaml",
        "the settings in force in a database; price with --overlay overlay.yaml")
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let rules = try RulesOptions.path(arguments)
    let source = BookingOptions.sources(arguments)[0]
    let text: String
    do throws(RulesFailure) {
      let maker = try OverlayMaker(
        rulesAt: rules, overlays: arguments.values("--overlay"),
        settings: arguments.values("--set"), map: arguments.value("--map") ?? "",
        loader: arguments.loader)
      text = try maker.overlay(of: source) { console.complain("quote: \($0.shown)\n") }
    } catch {
      throw CommandFailure(error)
    }
    let made =
      "# Made by `quote overlay` from \(source.name.printable) with "
      + "\(arguments.value("--map")?.printable ?? "").\n"
    do throws(Trouble) {
      try AtomicFile.write(made + text, to: arguments.value("--output") ?? "-")
    } catch {
      throw .trouble(error)
    }
    return .fine
  }
}
