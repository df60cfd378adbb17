package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// The waterfall of some rules, as comparisons walk down it.
package struct ComparedWaterfall {
  private struct Step {
    var name: String
    var depth: Int
    var isSubtotal: Bool
    var place: RulePlace?
    /// Which of our values it is.
    var value: Int?
  }

  private let steps: [Step]

  /// A total that is no line of its own comes last. `values` are ours, as they are compared.
  package init(_ schema: QuoteSchema, sources: Sources, values: ReplyComparer) {
    var steps = schema.lines.map { line in
      Step(
        name: line.name, depth: line.depth, isSubtotal: line.kind == .subtotal,
        place: RulePlace(line.span, in: sources), value: values.number(of: line.name))
    }
    if !steps.contains(where: { $0.name == "total" }) {
      let output = schema.outputs.first { $0.name == "total" }
      steps.append(
        Step(
          name: "total", depth: 0, isSubtotal: true,
          place: output.flatMap { RulePlace($0.span, in: sources) },
          value: values.number(of: "total")))
    }
    self.steps = steps
  }

  /// Both waterfalls side by side; call it after a comparison.
  package func steps(_ comparer: ReplyComparer) -> [ComparedStep] {
    steps.map { side(of: $0, comparer) }
  }

  private func side(of step: Step, _ comparer: ReplyComparer) -> ComparedStep {
    let ours = step.value.map { comparer.values[$0].json } ?? ""
    let theirs = step.value.flatMap { comparer.reply($0)?.json } ?? ""
    let isDifferent = comparer.differences.contains { $0.name == step.name }
    let state: ComparedStep.State =
      theirs.isEmpty ? .onlyOurs : ours.isEmpty ? .onlyTheirs : isDifferent ? .different : .same
    return ComparedStep(
      name: step.name, depth: step.depth, isSubtotal: step.isSubtotal, ours: ours, theirs: theirs,
      state: state, place: step.place)
  }
}
