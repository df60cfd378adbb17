import QuoteEngine
import QuoteLanguage
import QuoteTools

/// A stage of the compiler, printed.
enum DumpCommand: Command {
  enum Stage: String, CaseIterable { case tree, model, plan }

  static let declaration = CommandDeclaration(
    "dump", "a stage of the compiler, printed",
    discussion: "The tree is what was written, the model is what it means, the plan is what is "
      + "done. Each is printed with the places in the rules that it came from.",
    options: RulesOptions.all + [
      .value(
        "--stage", takes: "STAGE", .words(Stage.allCases.map(\.rawValue)), required: true,
        help: "tree, model or plan")
    ],
    examples: [
      ("quote dump --stage plan --rules rules/tiers.yaml", "registers, their widths and ranges")
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let dump =
      switch arguments.choice("--stage", Stage.self) ?? .plan {
      case .tree: try tree(arguments)
      case .model: try RulesOptions.compile(arguments).model.dump()
      case .plan: try RulesOptions.pricer(arguments).plan.dump()
      }
    try console.tell(dump.printableLines)
    return .fine
  }

  private static func tree(_ arguments: ParsedArguments) throws(CommandFailure) -> String {
    let path = try RulesOptions.path(arguments)
    do throws(RulesFailure) {
      return try CompiledRules.dumpTree(
        rulesAt: path, overlays: arguments.values("--overlay"), settings: arguments.values("--set"),
        loader: arguments.loader)
    } catch {
      throw CommandFailure(error)
    }
  }
}
