/// One bracket of a price.
struct GraduatedPart {
  /// Row of the table.
  var row: Int
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
    _ table: Int, _ keys: [PriceExpression], _ expression: PriceExpression
  ) -> PlanValue {
    guard let last = keys.last else { return PlanValue(zero) }
    let measure = lower(last)
    var total = PlanValue(zero, given: measure.given)
    var anyRow: Register?
    let parts = graduatedParts(table, keys, expression)
    for part in parts {
      if let holds = part.holds { anyRow = anyRow.map { or($0, holds) } ?? holds }
      total = PlanValue(
        sum(
          .add, total.cells, part.amount,
          range: plan[total.cells].range + plan[part.amount].range,
          unit: expression.units.size, type: expression.type),
        given: and(total.given, lower(part.cell).given))
    }
    if let anyRow { total.given = and(total.given, anyRow) }
    if plan.isRecording {
      plan.trace.brackets[ObjectIdentifier(expression)] = parts.map {
        let isFlag = plan[$0.inside].storage == .flag
        return BracketTrace(row: $0.row, inside: isFlag ? nil : $0.inside, amount: $0.amount)
      }
    }
    return total
  }

  /// The brackets of a price, each with what it adds.
  func graduatedParts(
    _ table: Int, _ keys: [PriceExpression], _ expression: PriceExpression
  ) -> [GraduatedPart] {
    guard let last = keys.last else { return [] }
    let measure = lower(last)
    let others = keys.dropLast().map(lower)
    return model.tables[table].rows.enumerated().compactMap { index, row in
      guard let cell = row.values[0], case .ranges(let ranges) = row.keys[keys.count - 1].body,
        let range = ranges.first
      else { return nil }
      let holds = self.holds(others, row)
      let part = charge(lower(cell).cells, range, measure.cells, last, cell, expression)
      return GraduatedPart(
        row: index, cell: cell, holds: holds, inside: part.inside,
        amount: zeroUnless(holds, part.amount))
    }
  }

  /// Where some of the measure is inside a bracket and its row's other keys hold.
  func entered(_ part: GraduatedPart) -> Register {
    guard plan[part.inside].storage != .flag else {
      return and(part.holds, part.inside) ?? part.inside
    }
    let both = unified([part.inside, number(of: 0, like: part.inside)])
    let grain = finest(both)
    let some = emit(
      .compare(.greater, at(grain, both[0]), at(grain, both[1])), .flag(at: grain)
    ).cells
    return and(part.holds, some) ?? some
  }

  /// Whether a row's other keys hold; nil: always.
  private func holds(_ others: [PlanValue], _ row: ModelTableRow) -> Register? {
    var flag: Register?
    for (index, value) in others.enumerated() where row.keys[index].body != .everything {
      let grain = plan[value.cells].grain
      let mark = emit(.within(value.cells, row.keys[index], key(value.cells)), .flag(at: grain))
        .cells
      flag = and(flag, and(mark, value.given))
    }
    return flag
  }

  /// What one bracket adds: its price times the part inside, or once. `inside`
  /// is that part, or the flag that the bracket is reached.
  private func charge(
    _ price: Register, _ range: KeyRange, _ measure: Register, _ key: PriceExpression,
    _ cell: PriceExpression, _ expression: PriceExpression
  ) -> (inside: Register, amount: Register) {
    guard TableColumn.isPerUnit(cell.type, key.type) else {
      let bound = number(of: range.interval.lower, like: measure)
      let both = unified([measure, bound])
      let grain = plan[both[0]].grain
      let reached = emit(
        .compare(range.lowerIsIncluded ? .greaterOrEqual : .greater, both[0], both[1]),
        .flag(at: grain)
      ).cells
      return (reached, zeroUnless(reached, price))
    }
    let part = inside(range, measure, isCount: isWhole(key.type))
    return (part, times(price, part, expression))
  }

  /// The part of the measure inside a bracket, never below zero. Of a count,
  /// `[1..3]` is the first to the third piece: it begins after piece 0.
  private func inside(_ range: KeyRange, _ measure: Register, isCount: Bool) -> Register {
    var from = range.interval.lower
    var to = range.interval.upper
    if isCount {
      from = Ratio(range.lowerIsIncluded ? (from.ceiling ?? 1) - 1 : from.floor ?? 0)
      if to.isFinite { to = Ratio(range.upperIsIncluded ? to.floor ?? 0 : (to.ceiling ?? 1) - 1) }
    }
    from = max(from, 0)
    let capped = to.isFinite ? lesser(true, measure, number(of: to, like: measure)) : measure
    if from == 0, !isBinary, plan[capped].range.lower >= 0 { return capped }
    let low = number(of: from, like: measure)
    let raised = lesser(false, capped, low)
    let span = Interval(
      0, to.isFinite ? max(to - from, 0) : max(plan[measure].range.upper - from, 0))
    return sum(.subtract, raised, low, range: span, type: plan[measure].type)
  }

  private func lesser(_ least: Bool, _ a: Register, _ b: Register) -> Register {
    let both = unified([a, b])
    let grain = finest(both)
    var shape = plan[both[0]].with(grain: grain)
    let (x, y) = (plan[both[0]].range, plan[both[1]].range)
    shape.range =
      least
      ? Interval(min(x.lower, y.lower), min(x.upper, y.upper))
      : Interval(max(x.lower, y.lower), max(x.upper, y.upper))
    return emit(.extreme(least: least, at(grain, both[0]), at(grain, both[1])), shape).cells
  }

  /// A bound in base units as a constant that compares with the measure.
  private func number(of bound: Ratio, like measure: Register) -> Register {
    let shape = plan[measure]
    if shape.storage == .double {
      let slot = figure(
        .double((bound / shape.quantum).nearestDouble), storage: .double, quantum: shape.quantum,
        path: "")
      return emit(
        .parameter(slot),
        PlanRegister(
          storage: .double, grain: .constant, quantum: shape.quantum, range: Interval(point: bound),
          type: shape.type)
      ).cells
    }
    let quantum = Ratio.commonQuantum(shape.quantum, bound)
    let slot = figure(
      .integer((bound / quantum).numerator), storage: .integer, quantum: quantum, path: "")
    return emit(
      .parameter(slot),
      PlanRegister(
        storage: .integer, grain: .constant, quantum: quantum, range: Interval(point: bound),
        type: shape.type)
    ).cells
  }

  /// Price times part, in money; in binary the part in the price's unit.
  private func times(_ price: Register, _ part: Register, _ expression: PriceExpression) -> Register
  {
    let grain = finest([price, part])
    if isBinary {
      let unit = expression.units.size
      let x = held(price, as: .double)
      let y = inUnit(part, unit / plan[x].quantum)
      let shape = PlanRegister(
        storage: .double, grain: grain, quantum: unit, range: expression.range,
        type: expression.type)
      return emit(.arithmetic(.multiply, at(grain, x), at(grain, y)), shape).cells
    }
    let quantum = plan[price].quantum * plan[part].quantum
    let target = shape(
      plan[price].range * plan[part].range, quantum: quantum, expression.type, grain)
    return emit(
      .arithmetic(
        .multiply, at(grain, held(price, as: target.storage)),
        at(grain, held(part, as: target.storage))),
      target
    ).cells
  }
}
