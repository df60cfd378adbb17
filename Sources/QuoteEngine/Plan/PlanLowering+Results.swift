import QuoteLanguage
import QuoteSyntax

/// What a quote shows: declines, lines, outputs, each in a result column.
extension PlanLowering {
  func finish() {
    total = running ?? zero
    model.declines.forEach(decline)
    let total = column(PlanValue(self.total!), .quantity(.money), at: .booking, units: UnitPair())
    plan.quoteSchema.total = total
    var depth = 0
    addLines(model.waterfall, group: nil, &depth)
    plan.quoteSchema.outputs = model.outputs.map { output($0, at: .booking) }
    plan.trace.lines = lines
  }

  // MARK: - Declines

  private func decline(_ decline: ModelDecline) {
    (name, span) = ("decline", decline.span)
    let grain = PlanGrain.list(decline.grain.list)
    let when = filled(grain, lower(decline.when).cells)
    let reason = lower(decline.reason)
    // A reason that is the same for all is kept once.
    let isFixed = plan[reason.cells].grain == .constant && reason.given == nil
    var (holds, text, given) = (
      when, isFixed ? reason.cells : filled(grain, reason.cells),
      reason.given.map { filled(grain, $0) }
    )
    var list = decline.grain.list
    while let parent = model.lists[list].parent {
      let place = PlanGrain.list(parent)
      let first =
        isFixed
        ? PlanValue(text)
        : emit(
          .aggregates(.firstOf(text, list: list, counted: holds)), .text(at: place),
          fallible: true)
      given = given.map { given in
        emit(
          .aggregates(.firstOf(given, list: list, counted: holds)), .flag(at: place), fallible: true
        ).cells
      }
      holds = emit(.aggregates(.anyOf(holds, list: list)), .flag(at: place)).cells
      text = first.cells
      list = parent
    }
    plan.declines.append(
      PlanDecline(
        holds: holds, reason: text, reasonGiven: given, needs: needs(decline.when),
        reasonNeeds: needs(decline.reason), span: decline.span))
  }

  /// Faults that keep a condition or a reason about prices from being known.
  private func needs(_ condition: PriceExpression) -> [Int] {
    condition.usesPrices(in: model) ? Array(plan.faults.indices) : []
  }

  // MARK: - Lines

  private func addLines(_ lines: [ModelLine], group: Int?, _ depth: inout Int) {
    for line in lines {
      add(line, group: group, depth: depth)
      guard case .members(let members, _) = line.effect else { continue }
      depth += 1
      addLines(members, group: line.id, &depth)
      depth -= 1
    }
  }

  private func add(_ line: ModelLine, group: Int?, depth: Int) {
    (name, span) = (line.name, line.span)
    let trace = self.lines[line.id]!
    let own = PlanGrain.list(line.grain.list)
    let money = ValueType.quantity(.money)
    let amount = column(
      PlanValue(filled(own, trace.amount)), money, at: line.grain, units: UnitPair())
    let below = line.place.list == line.grain.list || line.place == .booking ? trace.below : nil
    var schema = QuoteLine(
      id: line.id, name: line.name, kind: line.kind, depth: depth, group: group, grain: line.grain,
      place: line.place,
      applies: trace.applies.map {
        column(PlanValue(filled(own, $0)), .flag, at: line.grain, units: UnitPair())
      },
      amount: amount,
      running: below.map {
        column(
          PlanValue(filled(.list(line.place.list), $0)), money, at: line.place, units: UnitPair())
      },
      label: line.label.map { label in
        column(filled(own, lower(label)), .text, at: line.grain, units: UnitPair())
      },
      reasons: line.reasons.isEmpty
        ? [] : [column(PlanValue(reasons(of: line)), .texts, at: line.grain, units: UnitPair())],
      sum: line.grain == .booking
        ? amount
        : column(PlanValue(lineSum(line.id, at: .booking)), money, at: .booking, units: UnitPair()),
      span: line.span)
    schema.runningOfEach = trace.belowEach.map {
      column(PlanValue(filled(own, $0)), money, at: line.grain, units: UnitPair())
    }
    if line.kind == .subtotal, line.place != .booking, let below = trace.below {
      schema.named = column(
        PlanValue(summed(below, from: line.place.list, at: .booking)), money, at: .booking,
        units: UnitPair())
    }
    plan.quoteSchema.lines.append(schema)
  }

  // MARK: - Outputs

  private func output(_ output: ModelOutput, at grain: Grain) -> QuoteOutput {
    (name, span) = (output.name, output.span)
    switch output.body {
    case .value(let expression):
      let value = filled(.list(grain.list), lower(expression))
      return QuoteOutput(
        name: output.name,
        body: .value(column: column(value, expression.type, at: grain, units: expression.units)),
        span: output.span)
    case .records(let list, let fields):
      let inner = Grain(list: list)
      return QuoteOutput(
        name: output.name,
        body: .records(list: list, fields: fields.map { self.output($0, at: inner) }),
        span: output.span)
    }
  }

  /// A result column for a value; its position.
  private func column(
    _ value: PlanValue, _ type: ValueType, at grain: Grain, units: UnitPair
  ) -> Int {
    let shape = plan[value.cells]
    var choices: [String] = []
    if case .choice(let words) = shape.type { choices = words }
    plan.results.append(value)
    plan.quoteSchema.columns.append(
      ResultColumnSchema(
        storage: Self.storage(shape.storage), type: shape.storage == .choice ? shape.type : type,
        grain: grain, scale: shape.quantum / units.size, choices: choices))
    return plan.results.count - 1
  }

  private static func storage(_ storage: PlanStorage) -> ResultColumnSchema.Storage {
    switch storage {
    case .integer: .integer
    case .wide: .wide
    case .double: .double
    case .flag: .flag
    case .choice: .choice
    case .text: .text
    case .texts: .texts
    case .point: .point
    case .rowSet: preconditionFailure("sets of rows are not shown")
    }
  }
}
