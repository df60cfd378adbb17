import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Shell completions on standard output.
enum CompletionsCommand: Command {
  static let declaration = CommandDeclaration(
    "completions", "shell completions",
    operands: OperandDeclaration(
      "SHELL", required: true, .words(Completions.Shell.allCases.map(\.rawValue)),
      help: "bash, zsh or fish"),
    examples: [
      (
        "quote completions bash > ~/.local/share/bash-completion/completions/quote",
        "installs the completions for bash"
      )
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    guard let shell = Completions.Shell(rawValue: arguments.operands[0]) else {
      let names = Completions.Shell.allCases.map(\.rawValue)
      throw .usage(
        UsageError(
          "completions are for \(names.joined(separator: ", ")), not `\(arguments.operands[0])`",
          command: "completions", near: Suggestion.nearest(to: arguments.operands[0], among: names))
      )
    }
    do throws(Trouble) {
      try console.say(Completions.script(for: shell, Commands.declarations))
    } catch {
      throw .trouble(error)
    }
    return .fine
  }
}

/// The man page on standard output.
enum ManCommand: Command {
  static let declaration = CommandDeclaration(
    "man", "the man page",
    examples: [("quote man | man -l -", "shows the man page")])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    do throws(Trouble) {
      try console.say(ManPage.text(Commands.declarations))
    } catch {
      throw .trouble(error)
    }
    return .fine
  }
}
