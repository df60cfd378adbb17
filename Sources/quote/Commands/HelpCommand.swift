import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Help on a command, on a diagnostic, on a fault, or the whole reference.
enum HelpCommand: Command {
  static let declaration = CommandDeclaration(
    "help", "help on a command, on a diagnostic by its id, or on a fault by its reason",
    discussion: "Every diagnostic has a page: the rule, an example, and what to write instead. So "
      + "does every reason why a booking is at fault. Any other words are searched for in all of "
      + "these, in the options, in the recipes and in the rules language, and whatever contains "
      + "all of them is listed.",
    options: [
      .flag("--reference", help: "print the reference of all commands as Markdown")
    ],
    operands: OperandDeclaration(
      "TOPIC", repeated: true, .words(topics),
      help: "a command, the id of a diagnostic, the reason of a fault, a recipe, or words to look "
        + "for"),
    examples: [
      ("quote help money-times-money", "the page of that diagnostic"),
      ("quote help unknown-choice", "the page of that fault"),
      ("quote help decimal comma", "the pages that have both words"),
      ("quote help pro rata", "the recipes for it"),
    ])

  /// Everything that has a page, besides the commands.
  private static let topics = Set(Documents.diagnostics.keys).union(Documents.faults.keys).sorted()

  /// Both pages are shown of an id that rules and bookings share.
  private static func page(on topic: String) -> String? {
    switch (Documents.diagnostics[topic], Documents.faults[topic]) {
    case (let rules?, let bookings?):
      "In rules:\n\n\(rules)\n---\n\nIn a booking:\n\n\(bookings)"
    case (let page?, nil), (nil, let page?): page
    case (nil, nil): HelpGuide.section(named: topic)?.text
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
      if arguments.operands.isEmpty {
        try console.say(Quote.overview)
        return .fine
      }
      let topic = arguments.operands.joined(separator: " ")
      if let command = Commands.named(topic) {
        try console.say(HelpText(declaration: command.declaration).text)
        return .fine
      }
      if let page = page(on: topic) {
        try console.say(page)
        return .fine
      }
      let found = HelpSearch(topic).rows
      if !found.isEmpty {
        try console.say(HelpText.table(found) + "\n`quote help NAME` shows one of them\n")
        return .fine
      }
    } catch {
      throw .trouble(error)
    }
    let topic = arguments.operands.joined(separator: " ")
    throw .usage(
      UsageError(
        "no command, diagnostic, fault or recipe has `\(topic)`", command: "help",
        near: near(topic)))
  }

  private static func near(_ topic: String) -> String? {
    Suggestion.nearest(to: topic, among: Commands.declarations.map(\.name) + topics)
  }
}
