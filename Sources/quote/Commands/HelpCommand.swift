import QuoteEngine

/// Help on a command, on a diagnostic, or the whole reference.
enum HelpCommand: Command {
  static let declaration = CommandDeclaration(
    "help", "help on a command, or on a diagnostic by its id",
    discussion: "Every diagnostic has a page: what the rule is, an example, what to write instead.",
    options: [
      .flag("--reference", help: "print the reference of all commands as Markdown")
    ],
    operands: OperandDeclaration("TOPIC", .text, help: "a command, or the id of a diagnostic"),
    examples: [("quote help money-times-money", "the page of that diagnostic")])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    do throws(Trouble) {
      if arguments.has("--reference") {
        try console.say(CommandReference.markdown(Commands.declarations))
        return .fine
      }
      guard let topic = arguments.operands.first else {
        try console.say(Quote.overview)
        return .fine
      }
      if let command = Commands.named(topic) {
        try console.say(HelpText(declaration: command.declaration).text)
        return .fine
      }
      if let page = DiagnosticPages.all[topic] {
        try console.say(page)
        return .fine
      }
    } catch {
      throw .trouble(error)
    }
    let known = Commands.declarations.map(\.name) + DiagnosticPages.all.keys.sorted()
    throw .usage(
      UsageError(
        "there is no command and no diagnostic `\(arguments.operands[0])`", command: "help",
        near: Suggestion.nearest(to: arguments.operands[0], among: known)))
  }
}
