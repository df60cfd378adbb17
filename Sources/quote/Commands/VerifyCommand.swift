import QuoteEngine
import QuoteExplanation
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// Quotes of a receipt priced again: equal or not, and what changed.
enum VerifyCommand: Command {
  static let declaration = CommandDeclaration(
    "verify", "price the quotes of a receipt again: equal or not, and what changed",
    discussion: "Reads a document written by `quote explain --format json`, prices its bookings "
      + "again and reports, line by line, which quotes are equal, and what has changed in the "
      + "rules, the settings and the engine. The rules, overlays and settings are those that the "
      + "receipt names, unless others are given; the files that it names must be inside the "
      + "working directory, or inside --root. Exit status 1: some quote is not equal.",
    options: [
      .value(
        "--rules", "-r", takes: "FILE", .path,
        help: "the rules file; by default the one that the receipt names"),
      .value(
        "--format", takes: "FORMAT", .words(VerificationFormat.allCases.map(\.rawValue)),
        help: "text or json; text by default"),
    ] + RulesOptions.changes,
    operands: OperandDeclaration(
      "RECEIPT", required: true, help: "a document written by quote explain --format json"),
    examples: [
      ("quote verify receipt.json", "with the files that the receipt names"),
      ("quote verify --rules new.yaml receipt.json", "the same bookings by other rules"),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let document: ReceiptDocument
    do throws(Trouble) {
      let path = arguments.operands[0]
      document = try ReceiptDocument(reading: try FileLoader.disk().read(path), called: path)
    } catch {
      throw .trouble(error)
    }
    let verification = try pricer(document.receipt, arguments).verify(document)
    do throws(Trouble) {
      let format = arguments.choice("--format", VerificationFormat.self) ?? .text
      try console.say(format.render(verification))
    } catch {
      throw .trouble(error)
    }
    return verification.isEqual ? .fine : .findings
  }

  private static func pricer(
    _ receipt: Receipt, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Pricer {
    func names(_ role: Receipt.File.Role) -> [String] {
      receipt.files.filter { $0.role == role }.map(\.name)
    }
    let rules = arguments.value("--rules") ?? names(.rules).first ?? ""
    let distrusted =
      (arguments.has("--rules") ? [] : [rules])
      + (arguments.has("--overlay") ? [] : names(.overlay))
    var loader = arguments.loader.distrusting(distrusted)
    // Where the command line names no rules, a receipt names them from the working directory.
    if !arguments.has("--rules"), loader.root == nil { loader = loader.rooted(at: "") }
    do throws(RulesFailure) {
      return try Pricer(
        rulesAt: rules,
        overlays: arguments.has("--overlay") ? arguments.values("--overlay") : names(.overlay),
        settings: arguments.has("--set") ? arguments.values("--set") : names(.setting),
        loader: loader, recording: true)
    } catch {
      throw CommandFailure(error)
    }
  }
}
