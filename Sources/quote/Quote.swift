private import CHeap
private import CProcess
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

#if canImport(Glibc)
  import Glibc
#endif

@main struct Quote {
  static let version = Pricer.version

  static func main() {
    Console.occupyStandardStreams()
    cheap_use_large_pages()
    cprocess_end_tidily()
    cprocess_deepen_stack()
    let status = run(words, .process())
    // Everything is put away by now: it ends as other programs do.
    if status == .closedPipe { Console.endByClosedPipe() }
    exit(status.rawValue)
  }

  /// What the command was called with, whether or not there is a /proc.
  private static var words: [String] {
    let count = cprocess_argument_count()
    if count == 0 { return Array(CommandLine.arguments.dropFirst()) }
    return (1..<max(1, count)).compactMap { index in
      unsafe cprocess_argument(index).map { unsafe String(cString: $0) }
    }
  }

  /// A whole command line, on any console.
  static func run(_ words: [String], _ console: Console) -> ExitStatus {
    do throws(CommandFailure) {
      return try dispatch(words, console)
    } catch {
      return report(error, console)
    }
  }

  private static func dispatch(_ words: [String], _ console: Console) throws(CommandFailure)
    -> ExitStatus
  {
    guard let name = words.first else {
      console.complain(overview)
      return .trouble
    }
    switch name {
    case "--help", "-h": return try tell(overview, console)
    case "--version", "-V": return try tell(VersionText.text, console)
    default: break
    }
    guard let command = Commands.named(name) else {
      if let example = forgotten(name) {
        throw .usage(UsageError("a command comes before the files: `\(example)`"))
      }
      throw .usage(
        UsageError(
          "there is no command `\(name)`",
          near: OtherOption.command(meantBy: name)
            ?? Suggestion.nearest(to: name, among: Commands.declarations.map(\.name))))
    }
    let arguments: ParsedArguments
    do throws(UsageError) {
      arguments = try ParsedArguments(Array(words.dropFirst()), for: command.declaration)
    } catch {
      throw .usage(error)
    }
    if arguments.has("--help") {
      return try tell(HelpText(declaration: command.declaration).text, console)
    }
    if arguments.has("--quiet"), arguments.has("--verbose") {
      throw .usage(arguments.wrong("`--quiet` and `--verbose` exclude each other"))
    }
    var told = arguments.has("--quiet") ? console.quiet : console
    told.isVerbose = arguments.has("--verbose")
    do throws(CommandFailure) {
      return try command.run(arguments, told)
    } catch {
      throw withKey(error, arguments, command.declaration)
    }
  }

  /// A key of a booking is soon taken for what stands behind the command.
  private static func withKey(
    _ failure: CommandFailure, _ arguments: ParsedArguments, _ declaration: CommandDeclaration
  ) -> CommandFailure {
    guard case .trouble(var trouble) = failure, trouble.id == "cannot-open",
      trouble.message.hasSuffix("No such file or directory"),
      declaration.options.contains(where: { $0.names.contains("--id") }),
      let key = arguments.operands.first(where: { trouble.message.hasPrefix("`\($0)` ") }),
      !key.contains("."), !key.contains("/")
    else { return failure }
    trouble.message += "; where it is the key of a booking, write `--id \(key)`"
    return .trouble(trouble)
  }

  /// The command line that may be meant by one that begins with a file.
  private static func forgotten(_ name: String) -> String? {
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      return "quote price --rules \(name.shown) BOOKINGS"
    }
    return [".csv", ".json", ".jsonl", ".xlsx"].contains(where: name.hasSuffix)
      ? "quote price --rules RULES \(name.shown)" : nil
  }

  private static func tell(_ text: String, _ console: Console) throws(CommandFailure) -> ExitStatus
  {
    do throws(Trouble) {
      try console.say(text)
      return .fine
    } catch {
      throw .trouble(error)
    }
  }

  private static func report(_ failure: CommandFailure, _ console: Console) -> ExitStatus {
    switch failure {
    case .usage(let error):
      var text = "quote: \(error.message.shown)\n"
      if let near = error.near { text += "did you mean `\(near.shown)`?\n" }
      text += "see `quote\(error.command.isEmpty ? "" : " " + error.command) --help`\n"
      console.complain(text)
      return .trouble
    case .rejected(let rejected):
      console.complain(
        DiagnosticRenderer().render(
          rejected.diagnostics, sources: rejected.sources, style: console.errorStyle))
      return .findings
    case .trouble(let trouble):
      // A reader that has gone away needs no message.
      if trouble.id == "closed-pipe" { return .closedPipe }
      console.complain("quote: \(trouble.message)\n")
      return .trouble
    }
  }

  static var overview: String {
    """
    quote prices bookings by declared rules, explains every cent, and compares with reference output

    usage: quote COMMAND [OPTION]... [FILE]...

    \(HelpText.table(Commands.declarations.map { ($0.name, $0.summary) }))
    `quote COMMAND --help` shows more; `quote help ID` explains a diagnostic or a fault

    """
  }
}
