import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// A stage of the compiler, printed.
enum DumpCommand: Command {
  enum Stage: String, CaseIterable { case tree, model, plan, loops }

  /// What loops can be printed for, whether or not this processor has it.
  static let codes = [MachineCodeUse.avx512, .avx2]

  static let declaration = CommandDeclaration(
    "dump", "a stage of the compiler, printed",
    discussion: "The tree is what was written, the model is what it means, the plan is what is "
      + "done, and the loops are how it is done for many bookings at a time. Each is printed with "
      + "the places in the rules that it came from. A loop is printed step by step: the value that "
      + "a step makes, how wide its lanes are, the processor's registers that hold it, and what is "
      + "done. Instructions that are in no loop are listed under `one by one`.",
    options: RulesOptions.all + [
      .value(
        "--stage", takes: "STAGE", .words(Stage.allCases.map(\.rawValue)), required: true,
        help: "tree, model, plan or loops"),
      .value(
        "--machine-code", takes: "KIND", .words(codes.map(\.rawValue)),
        help: "for the loops: avx512 (the default) or avx2, on any machine"),
    ],
    examples: [
      ("quote dump --stage plan --rules rules/tiers.yaml", "registers, their widths and ranges"),
      (
        "quote dump --stage loops --rules rules/tiers.yaml",
        "the loops of machine code, step by step"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let dump =
      switch arguments.choice("--stage", Stage.self) ?? .plan {
      case .tree: try tree(arguments)
      case .model: try RulesOptions.compile(arguments).model.dump()
      case .plan: try RulesOptions.pricer(arguments).plan.dump()
      case .loops: try loops(arguments)
      }
    try console.tell(dump.printableLines)
    return .fine
  }

  private static func loops(_ arguments: ParsedArguments) throws(CommandFailure) -> String {
    let model = try RulesOptions.compile(arguments).model
    let code = arguments.choice("--machine-code", MachineCodeUse.self) ?? .avx512
    return Pricer(lowering: model).dumpLoops(code)
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
