/// The waterfall of some rules, as comparisons walk down it.
struct ComparedWaterfall {
  private struct Step {
    var name: String
    var depth: Int
    var isSubtotal: Bool
    var place: RulePlace?
  }

  private let steps: [Step]
  private let order: [PriceOrder.Entry]
  private let places: [String: RulePlace]

  init(_ model: PriceModel, _ schema: QuoteSchema, sources: Sources) {
    var places: [String: RulePlace] = [:]
    for output in schema.outputs { places[output.name] = RulePlace(output.span, in: sources) }
    steps = schema.lines.map { line in
      let place = RulePlace(line.span, in: sources)
      places[line.name] = place
      return Step(
        name: line.name, depth: line.depth, isSubtotal: line.kind == .subtotal, place: place)
    }
    self.places = places
    order = PriceOrder(of: model).entries
  }

  /// The first name of the waterfall that some difference is about.
  func departing(among fields: [FieldDifference]) -> PriceOrder.Entry {
    order.first { entry in fields.contains { $0.name == entry.name } }
      ?? PriceOrder.Entry(name: fields.first?.field ?? "")
  }

  func place(of name: String) -> RulePlace? { places[name] }

  /// Both waterfalls side by side; call it after a comparison. A total that is
  /// no line of its own comes last.
  func steps(_ comparer: ReplyComparer) -> [ComparedStep] {
    var compared = steps.map { side(of: $0, comparer) }
    if !steps.contains(where: { $0.name == "total" }) {
      let total = Step(name: "total", depth: 0, isSubtotal: true, place: places["total"])
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
