import QuoteEngine
import QuoteLanguage

/// The waterfall of some rules, as comparisons walk down it.
struct ComparedWaterfall {
  private struct Step {
    var name: String
    var depth: Int
    var isSubtotal: Bool
    var place: RulePlace?
  }

  private let steps: [Step]
  /// Where the output is written that says the total.
  private let total: RulePlace?

  init(_ schema: QuoteSchema, sources: Sources) {
    steps = schema.lines.map { line in
      Step(
        name: line.name, depth: line.depth, isSubtotal: line.kind == .subtotal,
        place: RulePlace(line.span, in: sources))
    }
    total = schema.outputs.first { $0.name == "total" }.flatMap { RulePlace($0.span, in: sources) }
  }

  /// Both waterfalls side by side; call it after a comparison. A total that is
  /// no line of its own comes last.
  func steps(_ comparer: ReplyComparer) -> [ComparedStep] {
    var compared = steps.map { side(of: $0, comparer) }
    if !steps.contains(where: { $0.name == "total" }) {
      let total = Step(name: "total", depth: 0, isSubtotal: true, place: self.total)
      compared.append(side(of: total, comparer))
    }
    return compared
  }

  private func side(of step: Step, _ comparer: ReplyComparer) -> ComparedStep {
    let ours = comparer.value(named: step.name)?.json ?? ""
    let theirs = comparer.reply(named: step.name)?.json ?? ""
    let isDifferent = comparer.differences.contains { $0.name == step.name }
    let state: ComparedStep.State =
      theirs.isEmpty ? .onlyOurs : ours.isEmpty ? .onlyTheirs : isDifferent ? .different : .same
    return ComparedStep(
      name: step.name, depth: step.depth, isSubtotal: step.isSubtotal, ours: ours, theirs: theirs,
      state: state, place: step.place)
  }
}
