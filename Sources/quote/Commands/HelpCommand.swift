import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Help on a command, on a diagnostic, on a fault, or the whole reference.
enum HelpCommand: Command {
  static let declaration = CommandDeclaration(
    "help", "help on a command, on a diagnostic by its id, or on a fault by its reason",
    discussion: "Every diagnostic has a page: the rule, an example, and what to write instead. So "
      + "does every reason why a booking is at fault. Any other words are searched for in all of "
      + "these and in the options, and whatever contains all of them is listed.",
    options: [
      .flag("--reference", help: "print the reference of all commands as Markdown")
    ],
    operands: OperandDeclaration(
      "TOPIC", repeated: true, .words(topics),
      help: "a command, the id of a diagnostic, the reason of a fault, or words to look for"),
    examples: [
      ("quote help money-times-money", "the page of that diagnostic"),
      ("quote help unknown-choice", "the page of that fault"),
      ("quote help decimal comma", "the pages that have both words"),
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
      if near(topic) == nil {
        let found = HelpSearch(topic).rows
        if !found.isEmpty {
          try console.say(HelpText.table(found) + "\n`quote help NAME` shows one of them\n")
          return .fine
        }
      }
    } catch {
      throw .trouble(error)
    }
    let topic = arguments.operands.joined(separator: " ")
    throw .usage(
      UsageError(
        "there is no command, no diagnostic and no fault `\(topic)`", command: "help",
        near: near(topic)))
  }

  private static func near(_ topic: String) -> String? {
    Suggestion.nearest(to: topic, among: Commands.declarations.map(\.name) + topics)
  }
}

/// Pages and commands that have all words that somebody looks for.
struct HelpSearch {
  /// The name of each, and its title; those whose title has the words first.
  let rows: [(String, String)]
  private static let most = 20

  init(_ words: String) {
    let words = words.lowercased().split(separator: " ").map(String.init)
    func has(_ text: String) -> Bool {
      let text = text.lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    var named: [(String, String)] = []
    var told: [(String, String)] = []
    for command in Commands.declarations {
      if has("\(command.name) \(command.summary)") {
        named.append((command.name, command.summary))
      } else if let option = command.options.firstIndex(where: { has($0.name) || has($0.help) }) {
        let declared = command.options[option]
        told.append((command.name, "\(declared.name): \(declared.help)"))
      } else if has(command.discussion) {
        told.append((command.name, command.summary))
      }
    }
    for pages in [Documents.diagnostics, Documents.faults] {
      for (id, page) in pages.sorted(by: { $0.key < $1.key }) {
        let title = String(page.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
        if has("\(id) \(title)") {
          named.append((id, title))
        } else if has(page) {
          told.append((id, title))
        }
      }
    }
    let all = named + told
    let more = all.count - Self.most
    rows = Array(all.prefix(Self.most)) + (more > 0 ? [("", "and \(more) more")] : [])
  }
}
