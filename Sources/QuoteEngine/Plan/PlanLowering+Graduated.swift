import QuoteLanguage
import QuoteSyntax

/// One bracket of a price.
struct GraduatedPart {
  /// Row of the table.
  var row: Int
  var bracket: Bracket
  var cell: PriceExpression
  /// Whether the row's other keys hold; nil: always.
  var holds: Register?
  /// The part of the measure inside, or the flag that the bracket is reached.
  var inside: Register
  /// Zero where the row does not hold.
  var amount: Register
}

/// Prices by brackets: each bracket prices the part of the measure inside it.
extension PlanLowering {
  func graduated(
    _ table: TableID, _ keys: [PriceExpression], _ expression: PriceExpression
  ) -> PlanValue {
    guard let last = keys.last else { return PlanValue(zero) }
    let measure = lower(last)
    let parts = graduatedParts(table, keys, expression)
    if plan.isRecording {
      plan.trace.brackets[ObjectIdentifier(expression)] = parts.map {
        BracketTrace(
          row: $0.row, holds: $0.holds, reached: $0.bracket.isOnce ? $0.inside : nil,
          inside: $0.bracket.isOnce ? nil : $0.inside, amount: $0.amount)
      }
    }
    // Then the parts by themselves are for explanations only.
    if let total = telescoped(steps(parts), measure.cells, expression) {
      return PlanValue(total, given: measure.given)
    }
    var total = PlanValue(zero, given: measure.given)
    var anyRow: Register?
    for part in parts {
      if let holds = part.holds { anyRow = anyRow.map { or($0, holds) } ?? holds }
      total = PlanValue(
        sum(
          .add, total.cells, part.amount,
          range: plan[total.cells].range + plan[part.amount].range,
          unit: expression.units.size, type: expression.type),
        given: and(total.given, lower(part.cell).given.map { or($0, not(entered(part))) }))
    }
    if let anyRow { total.given = and(total.given, anyRow) }
    return total
  }

  // MARK: - As one sum

  /// A bracket that begins where the one before it ends, with a price per unit.
  private struct Step {
    var bracket: Bracket
    /// Constant.
    var price: Register
  }

  /// Brackets one after the other from zero up; none where they are not so simple.
  private func steps(_ parts: [GraduatedPart]) -> [Step] {
    var steps: [Step] = []
    for part in parts {
      let (bracket, price) = (part.bracket, lower(part.cell))
      guard part.holds == nil, !bracket.isOnce, price.given == nil,
        plan[price.cells].grain == .constant, bracket.from == steps.last?.bracket.to ?? 0,
        bracket.to >= bracket.from
      else { return [] }
      steps.append(Step(bracket: bracket, price: price.cells))
    }
    return steps
  }

  /// The same price with fewer operations: the measure up to the end of each bracket, times how
  /// much the price falls there. Nil where there is nothing to gain, below zero, and where some
  /// part of it needs more than 64 bits.
  private func telescoped(
    _ steps: [Step], _ measure: Register, _ expression: PriceExpression
  ) -> Register? {
    let most = plan[measure].range
    guard !isBinary, steps.count > 1, most.lower >= 0 else { return nil }
    let parts = zip(steps, steps.dropFirst().map(\.price) + [nil]).map { step, next in
      times(
        next.map { sum(.subtract, step.price, $0) } ?? step.price,
        step.bracket.to < most.upper
          ? lesser(true, measure, number(of: step.bracket.to, like: measure)) : measure,
        expression)
    }
    let sums = parts.dropFirst().dropLast().reduce([parts[0]]) { $0 + [sum(.add, $0.last!, $1)] }
    let range = steps.reduce(Interval(point: 0)) {
      $0 + plan[$1.price].range * reach(inside: $1.bracket, most)
    }
    let total = sum(.add, sums.last!, parts.last!, range: range, type: expression.type)
    let isNarrow = (parts + sums + [total]).allSatisfy {
      plan[$0].storage == .integer && plan[$0].quantum.isFinite
    }
    return isNarrow ? total : nil
  }

  // MARK: - Bracket by bracket

  /// The brackets of a price, each with what it adds.
  func graduatedParts(
    _ table: TableID, _ keys: [PriceExpression], _ expression: PriceExpression
  ) -> [GraduatedPart] {
    guard let last = keys.last else { return [] }
    let measure = lower(last)
    let others = keys.dropLast().map(lower)
    return model.tables[table].rows.enumerated().compactMap { index, row in
      guard let cell = row.values[0], let bracket = Bracket(row, of: last) else { return nil }
      let holds = self.holds(others, row)
      let part = charge(lower(cell).cells, bracket, measure: measure.cells, expression: expression)
      return GraduatedPart(
        row: index, bracket: bracket, cell: cell, holds: holds, inside: part.inside,
        amount: zeroUnless(holds, part.amount))
    }
  }

  /// Where some of the measure is inside a bracket and its row's other keys hold.
  func entered(_ part: GraduatedPart) -> Register {
    guard !part.bracket.isOnce else {
      return and(part.holds, part.inside) ?? part.inside
    }
    let both = unified([part.inside, number(of: 0, like: part.inside)])
    let grain = finest(both)
    let some = emit(
      .flags(.compare(.greater, at(grain, both[0]), at(grain, both[1]))), .flag(at: grain)
    ).cells
    return and(part.holds, some) ?? some
  }

  /// Whether a row's other keys hold; nil: always.
  private func holds(_ others: [PlanValue], _ row: ModelTableRow) -> Register? {
    zip(others, row.keys).reduce(nil) { and($0, holds($1.0, $1.1)) }
  }

  private func holds(_ value: PlanValue, _ cell: KeySet) -> Register? {
    if cell.body == .everything, cell.matchesNotGiven { return nil }
    let grain = plan[value.cells].grain
    let mark = emit(.flags(.within(value.cells, cell, key(value.cells))), .flag(at: grain)).cells
    guard let given = value.given else { return mark }
    return cell.matchesNotGiven ? or(and(mark, given), not(given)) : and(mark, given)
  }

  /// What one bracket adds: its price times the part inside, or once. `inside`
  /// is that part, or the flag that the bracket is reached.
  private func charge(
    _ price: Register, _ bracket: Bracket, measure: Register, expression: PriceExpression
  ) -> (inside: Register, amount: Register) {
    guard bracket.isOnce else {
      let part = inside(bracket, measure)
      return (part, times(price, part, expression))
    }
    let both = unified([measure, number(of: bracket.entrance.bound, like: measure)])
    let reached = emit(
      .flags(
        .compare(
          bracket.entrance.isIncluded ? .greaterOrEqual : .greater, both[0], both[1])),
      .flag(at: plan[both[0]].grain)
    ).cells
    return (reached, zeroUnless(reached, price))
  }

  /// The part of the measure inside a bracket, never below zero.
  private func inside(_ bracket: Bracket, _ measure: Register) -> Register {
    let capped =
      bracket.to.isFinite
      ? lesser(true, measure, number(of: bracket.to, like: measure)) : measure
    if bracket.from == 0, !isBinary, plan[capped].range.lower >= 0 { return capped }
    let low = number(of: bracket.from, like: measure)
    let raised = lesser(false, capped, low)
    return sum(
      .subtract, raised, low, range: reach(inside: bracket, plan[measure].range),
      type: plan[measure].type)
  }

  /// How much of a measure of this range can be inside a bracket; where the measure is not
  /// given, nothing is.
  private func reach(inside bracket: Bracket, _ measure: Interval) -> Interval {
    let inside = bracket.inside(measure)
    return bracket.from == 0 && measure.lower >= 0 ? inside : Interval(0, inside.upper)
  }

  private func lesser(_ least: Bool, _ a: Register, _ b: Register) -> Register {
    let both = unified([a, b])
    return extreme(least, both[0], both[1])
  }

  /// A bound in base units as a constant that compares with the measure.
  private func number(of bound: Ratio, like measure: Register) -> Register {
    let shape = plan[measure]
    if shape.storage == .double {
      let slot = figure(
        .double((bound / shape.quantum).nearestDouble), storage: .double, quantum: shape.quantum,
        path: "")
      return emit(
        .values(.parameter(slot)),
        PlanRegister(
          storage: .double, grain: .constant, quantum: shape.quantum, range: Interval(point: bound),
          type: shape.type)
      ).cells
    }
    let quantum = Ratio.commonQuantum(shape.quantum, bound)
    let slot = figure(
      .integer((bound / quantum).numerator), storage: .integer, quantum: quantum, path: "")
    return emit(
      .values(.parameter(slot)),
      PlanRegister(
        storage: .integer, grain: .constant, quantum: quantum, range: Interval(point: bound),
        type: shape.type)
    ).cells
  }

  /// Price times part, in money. The range of the two is kept: a bracket's part may be less than
  /// the whole expression says.
  private func times(_ price: Register, _ part: Register, _ expression: PriceExpression) -> Register
  {
    if isBinary { return product(price, part, expression) }
    let grain = finest([price, part])
    let quantum = plan[price].quantum * plan[part].quantum
    let target = shape(
      plan[price].range * plan[part].range, quantum: quantum, expression.type, grain)
    return emit(
      .numbers(
        .arithmetic(
          .multiply, at(grain, held(price, as: target.storage)),
          at(grain, held(part, as: target.storage)))),
      target
    ).cells
  }
}
