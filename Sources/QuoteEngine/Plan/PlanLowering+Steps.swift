import QuoteLanguage
import QuoteSyntax

/// What moves on while the elements of a list are taken in order.
struct Turning {
  var turn: Int
  /// How formulas name it, and what it is for the elements whose turn it is.
  var reference: PriceExpression.Reference
  var carried: PlanValue

  /// Whether a value hangs on it.
  func isUsed(by expression: PriceExpression) -> Bool {
    switch expression.operation {
    case .reference(let named): named == reference
    case .constant, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      expression.parts.contains(where: isUsed)
    }
  }
}

/// Lists whose elements are taken in order: the first ones of all parents at once, then the
/// second ones. What hangs on what is carried from one to the next is computed turn by turn,
/// everything else for all elements beforehand.
extension PlanLowering {
  struct Taken {
    /// For each parent, what is carried in the end.
    var carried: PlanValue
    /// For each element, what `body` showed.
    var shown: [PlanValue]
  }

  /// Goes along a list from what stands before its first element, for each parent. `body` says
  /// what the elements whose turn it is make of what is carried.
  func takeInOrder(
    _ list: ListID, from start: PlanValue, as shape: PlanRegister, isOptional: Bool,
    named reference: PriceExpression.Reference,
    _ body: (PlanValue) -> (made: PlanValue, shown: [PlanValue])
  ) -> Taken {
    let turn = plan.turns.count
    plan.turns.append(list)
    let from = filled(shape.grain, carriable(start, like: shape, isOptional: isOptional))
    let outer = (turning, turnInstructions)
    turnInstructions = []
    let carried = emit(
      .lists(.first(turn: turn, start: from)), shape, fallible: isOptional)
    let own = PlanGrain.turn(turn)
    func taken(_ register: Register) -> Register {
      emit(.moves(.takenAbove(register, turn: turn)), plan[register].with(grain: own)).cells
    }
    let before = PlanValue(taken(carried.cells), given: carried.given.map(taken))
    turning = Turning(turn: turn, reference: reference, carried: before)
    let (made, shown) = body(before)
    let all = shown.map(settled)
    settleTurnValues(settled)
    let next = filled(own, carriable(made, like: shape, isOptional: isOptional))
    emit(.lists(.next(turn: turn, carried: carried, made: next)), .flag(at: shape.grain))
    plan.instructions += turnInstructions ?? []
    (turning, turnInstructions) = outer
    return Taken(carried: carried, shown: all)
  }

  /// A value as what is carried is held.
  private func carriable(
    _ value: PlanValue, like shape: PlanRegister, isOptional: Bool
  ) -> PlanValue {
    let given = isOptional ? value.given ?? flag(true) : nil
    guard case .quantity = shape.type else { return PlanValue(value.cells, given: given) }
    if shape.storage == .double {
      return PlanValue(inUnit(value.cells, shape.quantum), given: given)
    }
    guard !isBinary, !(plan[value.cells].quantum / shape.quantum).isWhole else {
      return PlanValue(
        isBinary
          ? held(value.cells, as: shape.storage)
          : scaled(value.cells, to: shape.quantum, as: shape.storage), given: given)
    }
    // Every value is a whole multiple, however finely it was computed.
    let whole = rounded(value.cells, to: shape.quantum, .halfUp, type: shape.type)
    return PlanValue(held(whole, as: shape.storage), given: given)
  }

  /// What the elements came to whose turn it was, for all elements of the list.
  private func settled(_ value: PlanValue) -> PlanValue {
    PlanValue(settled(value.cells), given: value.given.map(settled))
  }

  private func settled(_ register: Register) -> Register {
    let shape = plan[register]
    guard case .turn(let turn) = shape.grain else { return register }
    return emit(
      .moves(.settled(register, turn: turn)), shape.with(grain: .list(plan.turns[turn]))
    ).cells
  }

  // MARK: - Values

  func steps(
    _ start: PriceExpression, _ each: PriceExpression, number: Int,
    expression: PriceExpression
  ) -> PlanValue {
    let list = expression.grain.list
    let place = PlanGrain.list(model.lists[list].parent ?? .booking)
    let shape = self.shape(
      expression.type, unit: expression.units.size, quantum: expression.quantum,
      range: start.range.joined(to: expression.range), grain: place)
    let taken = takeInOrder(
      list, from: held(lower(start), like: expression), as: shape,
      isOptional: expression.isOptional, named: .carried(number)
    ) { _ in
      let made = held(lower(each), like: expression)
      let next = carriable(made, like: shape, isOptional: expression.isOptional)
      return (next, [filled(.turn(turning!.turn), next)])
    }
    return taken.shown[0]
  }

  // MARK: - Lines

  /// A line of which each element sees what those before it left of the subtotal. Gives what
  /// stands below each.
  func inOrder(_ line: ModelLine, _ steps: Carried) -> Register {
    let above = running ?? zero
    let money = ValueType.quantity(.money)
    let shape = self.shape(
      money, unit: 1, quantum: steps.quantum, range: steps.range,
      grain: .list(line.place.list))
    var formula: PriceExpression?
    let outer = running
    let taken = takeInOrder(
      line.grain.list, from: PlanValue(above), as: shape, isOptional: false, named: .running
    ) { before in
      running = before.cells
      let own = plan[before.cells].grain
      let applies = line.when.map { filled(own, lower($0)).cells }
      var value = PlanValue(zero)
      var (amount, below) = (zero, before.cells)
      switch line.effect {
      case .amount(let written):
        formula = written
        value = filled(own, self.money(written))
        amount = filled(own, zeroUnless(applies, value.cells))
        below = sum(.add, before.cells, amount, range: steps.range, type: money)
      case .becomes(let written):
        formula = written
        value = filled(own, self.money(written))
        below = applies.map { select($0, value.cells, before.cells) } ?? value.cells
        amount = sum(.subtract, below, before.cells, type: money)
      case .members, .nothing: break
      }
      let missing = value.given.map { and(applies, not($0)) ?? not($0) } ?? flag(false)
      let all = [amount, below, missing] + (applies.map { [$0] } ?? [])
      return (PlanValue(below), all.map { PlanValue(filled(own, $0)) })
    }
    running = outer
    let shown = taken.shown.map(\.cells)
    if let formula, formula.isOptional {
      addFault(.amount(formula, line: line.id), at: shown[2])
    }
    finish(
      line, line.when.map { _ in shown[3] }, amount: shown[0], below: taken.carried.cells)
    lines[line.id]?.belowEach = shown[1]
    return shown[1]
  }
}
