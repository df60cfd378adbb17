import QuoteEngine
import QuoteLanguage
import QuoteTools

/// Help on a command, on a diagnostic, on a fault, or the whole reference.
enum HelpCommand: Command {
  static let declaration = CommandDeclaration(
    "help", "help on a command, on a diagnostic by its id, or on a fault by its reason",
    discussion: "Every diagnostic has a page: the rule, an example, and what to write instead. So "
      + "does every reason why a booking is at fault.",
    options: [
      .flag("--reference", help: "print the reference of all commands as Markdown")
    ],
    operands: OperandDeclaration(
      "TOPIC", .words(topics), help: "a command, the id of a diagnostic, or the reason of a fault"),
    examples: [
      ("quote help money-times-money", "the page of that diagnostic"),
      ("quote help unknown-choice", "the page of that fault"),
    ])

  /// Everything that has a page, besides the commands.
  private static let topics = Set(Documents.diagnostics.keys).union(Documents.faults.keys).sorted()

  /// Both pages are shown of an id that rules and bookings share.
  private static func page(on topic: String) -> String? {
    switch (Documents.diagnostics[topic], Documents.faults[topic]) {
    case (let rules?, let bookings?):
      "In rules:\n\n\(rules)\n---\n\nIn a booking:\n\n\(bookings)"
    case (let page, nil), (nil, let page): page
    }
  }

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
      if let page = page(on: topic) {
        try console.say(page)
        return .fine
      }
    } catch {
      throw .trouble(error)
    }
    let known = Commands.declarations.map(\.name) + topics
    throw .usage(
      UsageError(
        "there is no command, no diagnostic and no fault `\(arguments.operands[0])`",
        command: "help", near: Suggestion.nearest(to: arguments.operands[0], among: known)))
  }
}
