import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A command: its declaration, and what it does.
protocol Command: Sendable {
  static var declaration: CommandDeclaration { get }
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure)
    -> ExitStatus
}

/// What ends a command early.
enum CommandFailure: Error {
  case usage(UsageError)
  /// Rules, a map or a ledger with mistakes: findings, in every command.
  case rejected(RulesRejected)
  case trouble(Trouble)
}

/// All commands, in the order in which help lists them. Adding one is a file
/// and a line here.
enum Commands {
  static let all: [any Command.Type] = [
    InitCommand.self, PriceCommand.self, ExplainCommand.self, VerifyCommand.self,
    ProfileCommand.self, DiffCommand.self, ImpactCommand.self, OverlayCommand.self,
    CheckCommand.self, SampleCommand.self, BenchCommand.self, DumpCommand.self,
    HelpCommand.self, CompletionsCommand.self, ManCommand.self,
  ]

  static var declarations: [CommandDeclaration] { all.map { $0.declaration } }

  static func named(_ name: String) -> (any Command.Type)? {
    all.first { $0.declaration.name == name }
  }
}
