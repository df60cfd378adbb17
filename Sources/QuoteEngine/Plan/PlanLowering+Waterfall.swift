import QuoteLanguage
import QuoteSyntax

/// The waterfall: what each line adds, and what is carried below it.
extension PlanLowering {
  /// Entries of one place, from what is carried above them.
  func waterfall(_ lines: [ModelLine]) {
    for line in lines { entry(line) }
  }

  private func entry(_ line: ModelLine) {
    let outer = (name, span)
    (name, span) = (line.name, line.span)
    defer { (name, span) = outer }
    if let steps = line.steps {
      let below = inOrder(line, steps)
      // Told of an element, the subtotal is what stands below it.
      let outer = running
      running = below
      tell(line)
      running = outer
      return
    }
    if line.grain.list != line.place.list { repeated(line) } else { once(line) }
    tell(line)
  }

  /// Read here, label and reasons mean by a name what the amount means by it.
  private func tell(_ line: ModelLine) {
    if let label = line.label { _ = lower(label) }
    for reason in line.reasons { _ = lower(reason) }
  }

  private func once(_ line: ModelLine) {
    let above = running ?? zero
    let applies = line.when.map { lower($0).cells }
    switch line.effect {
    case .amount(let formula):
      let value = money(formula)
      note(missing: value, line, applies, formula)
      let amount = zeroUnless(applies, value.cells)
      let below = carried(above, amount)
      finish(line, applies, amount: amount, below: below)
    case .becomes(let formula):
      let value = money(formula)
      note(missing: value, line, applies, formula)
      let below = applies.map { select($0, value.cells, above) } ?? value.cells
      let amount = sum(.subtract, below, above, type: .quantity(.money))
      finish(line, applies, amount: amount, below: below)
    case .members(let members, let take):
      group(line, members, take: take, applies: applies, above: above)
    case .nothing:
      finish(line, applies, amount: zero, below: above)
    }
  }

  /// A number as money in the currency's unit: counts and plain zeros become doubles in binary.
  func money(_ formula: PriceExpression) -> PlanValue {
    let value = lower(formula)
    return isBinary ? PlanValue(held(value.cells, as: .double), given: value.given) : value
  }

  private func carried(_ above: Register, _ amount: Register) -> Register {
    sum(.add, above, amount, type: .quantity(.money))
  }

  func finish(_ line: ModelLine, _ applies: Register?, amount: Register, below: Register) {
    running = below
    lines[line.id] = counted(
      line, LineTrace(applies: applies, amount: amount, below: below), where: groupApplies)
  }

  /// The amount of a line that applies must be given.
  private func note(
    missing value: PlanValue, _ line: ModelLine, _ applies: Register?, _ formula: PriceExpression
  ) {
    guard let given = value.given else { return }
    let missing = and(applies, not(given)) ?? not(given)
    guard knownFlags[Int(missing.index)] != false else { return }
    // Where there is no element there is no line, and nothing is missing.
    addFault(.amount(formula, line: line.id), at: filled(.list(line.grain.list), missing))
  }

  func addFault(_ cause: PlanFault.Cause, at flag: Register) {
    let holds = anyAtBooking(and(groupApplies, flag) ?? flag)
    plan.faults.append(PlanFault(cause: cause, holds: holds, span: span))
  }

  // MARK: - One a list's element

  /// A line that stands once for each element: amounts see what is carried
  /// above the whole line; a small waterfall starts from zero.
  private func repeated(_ line: ModelLine) {
    let grain = PlanGrain.list(line.grain.list)
    let above = running ?? zero
    let applies = line.when.map { at(grain, lower($0).cells) }
    var amount: Register
    switch line.effect {
    case .amount(let formula):
      let value = at(grain, money(formula))
      note(missing: value, line, applies, formula)
      amount = zeroUnless(applies, value.cells)
    case .members(let members, let take):
      let outer = (running, groupApplies)
      running = zero
      groupApplies = and(groupApplies.map { at(grain, $0) }, applies)
      if let take { takeOne(members, take, line) } else { waterfall(members) }
      amount = zeroUnless(applies, running ?? zero)
      (running, groupApplies) = outer
    case .becomes, .nothing: amount = zero
    }
    amount = filled(grain, amount)
    var total = amount
    var list = line.grain.list
    while let parent = model.lists[list].parent, parent != line.place.list {
      total = summed(total, list, at: parent)
      list = parent
    }
    let place = PlanGrain.list(line.place.list)
    let range =
      plan[above].range + plan[total].range * Interval(0, Ratio(model.schema.lists[list].bound))
    let below: Register
    if isBinary {
      below =
        emit(
          .aggregates(.accumulate(filled(place, above), filled(.list(list), total), list: list)),
          plan[total].with(grain: place, range: range)
        ).cells
    } else {
      let quantum = Ratio.commonQuantum(plan[above].quantum, plan[total].quantum)
      let shape = self.shape(range, quantum: quantum, .quantity(.money), place)
      below =
        emit(
          .aggregates(
            .accumulate(
              filled(place, scaled(above, to: quantum, as: shape.storage)),
              filled(.list(list), scaled(total, to: quantum, as: shape.storage)), list: list)),
          shape
        ).cells
    }
    finish(line, applies, amount: amount, below: below)
  }

  private func summed(_ amount: Register, _ list: ListID, at parent: ListID) -> Register {
    let place = PlanGrain.list(parent)
    let range = plan[amount].range * Interval(0, Ratio(model.schema.lists[list].bound))
    if isBinary {
      let double = filled(.list(list), held(amount, as: .double))
      return emit(
        .aggregates(.sum(double, list: list, counted: nil)),
        plan[double].with(grain: place, range: range)
      ).cells
    }
    let shape = self.shape(range, quantum: plan[amount].quantum, .quantity(.money), place)
    return emit(
      .aggregates(
        .sum(filled(.list(list), held(amount, as: shape.storage)), list: list, counted: nil)), shape
    ).cells
  }

  /// A line's amounts summed up to a coarser grain, in list order from zero.
  func lineSum(_ id: Int, at grain: PlanGrain) -> Register {
    guard let amount = line(id)?.amount else { return zero }
    return summed(amount, from: model.allLines[id].grain.list, at: grain)
  }

  /// Amounts of a list's elements summed up to a coarser grain, in list order from zero.
  func summed(_ amount: Register, from list: ListID, at grain: PlanGrain) -> Register {
    guard list != grain.list else { return amount }
    var list = list
    var amount = filled(.list(list), amount)
    while list != grain.list, let parent = model.lists[list].parent {
      amount = summed(amount, list, at: parent)
      list = parent
    }
    return amount
  }

  /// A member counts only where what it stands in applies, from its own place on.
  private func counted(
    _ line: ModelLine, _ trace: LineTrace, where applies: Register?
  ) -> LineTrace {
    guard let applies else { return trace }
    var trace = trace
    trace.amount = zeroUnless(applies, trace.amount)
    trace.applies = and(trace.applies, applies)
    if line.kind == .subtotal { trace.below = trace.below.map { zeroUnless(applies, $0) } }
    return trace
  }

  // MARK: - Groups

  private func group(
    _ line: ModelLine, _ members: [ModelLine], take: LineDeclaration.Take?, applies: Register?,
    above: Register
  ) {
    let outer = groupApplies
    groupApplies = and(groupApplies, applies)
    if let take {
      takeOne(members, take, line)
    } else {
      waterfall(members)
    }
    groupApplies = outer
    let inner = running ?? zero
    let below = applies.map { select($0, inner, above) } ?? inner
    var amount = zero
    for member in members {
      let part = lineSum(member.id, at: .list(line.grain.list))
      amount = sum(.add, amount, part, type: .quantity(.money))
    }
    finish(line, applies, amount: amount, below: below)
  }

  /// Every member sees what is carried above; one of them counts, or all together.
  private func takeOne(_ members: [ModelLine], _ take: LineDeclaration.Take, _ line: ModelLine) {
    let above = running ?? zero
    let place = PlanGrain.list(line.grain.list)
    var parts: [(line: ModelLine, amount: Register, applies: Register)] = []
    for member in members {
      running = above
      entry(member)
      parts.append((member, lineSum(member.id, at: place), anyApplies(member, at: place)))
    }
    if take != .sum {
      choose(parts, lowest: take == .lowest)
      forgetLetsOfLines(insideOf: line.id)
    }
    var total = zero
    for part in parts {
      total = sum(.add, total, lineSum(part.line.id, at: place), type: .quantity(.money))
    }
    running = carried(above, total)
  }

  /// Whether a member is there, for some element if it stands once for each.
  private func anyApplies(_ line: ModelLine, at grain: PlanGrain) -> Register {
    var flag = lines[line.id]?.applies ?? self.flag(true)
    guard line.grain.list != grain.list else { return at(grain, flag) }
    flag = filled(.list(line.grain.list), flag)
    while case .list(let list) = plan[flag].grain, list != grain.list,
      let parent = model.lists[list].parent
    {
      flag = emit(.aggregates(.anyOf(flag, list: list)), .flag(at: .list(parent))).cells
    }
    return flag
  }

  /// The least (greatest) of those that apply, ties to the upper.
  private func choose(
    _ parts: [(line: ModelLine, amount: Register, applies: Register)], lowest: Bool
  ) {
    guard var best = parts.first.map({ PlanValue($0.amount, given: $0.applies) }) else { return }
    var winners: [Register] = [parts[0].applies]
    for part in parts.dropFirst() {
      let both = unified([part.amount, best.cells])
      let grain = finest(both)
      let beats = emit(
        .flags(.compare(lowest ? .less : .greater, at(grain, both[0]), at(grain, both[1]))),
        .flag(at: grain)
      ).cells
      let wins = and(part.applies, or(beats, best.given.map(not) ?? flag(false)))
      winners = winners.map { and($0, not(wins)) } + [wins]
      best = PlanValue(
        select(wins, both[0], both[1]), given: best.given.map { or($0, part.applies) })
    }
    for (part, wins) in zip(parts, winners) {
      lines[part.line.id]?.bid = part.amount
      for member in part.line.selfAndMembers {
        let grain = PlanGrain.list(member.grain.list)
        lines[member.id] = lines[member.id].map { counted(member, $0, where: at(grain, wins)) }
      }
    }
  }

  // MARK: - Reasons

  /// The reasons of a line that applies, up to a coarser grain.
  func lineReasons(_ id: Int, at grain: PlanGrain) -> PlanValue {
    let line = model.allLines[id]
    var reasons = self.reasons(of: line)
    var list = line.grain.list
    if model.lists[list].memberOf == grain.list { return PlanValue(at(grain, reasons)) }
    while list != grain.list, let parent = model.lists[list].parent {
      reasons =
        emit(
          .aggregates(.textsUp(filled(.list(list), reasons), list: list, counted: nil)),
          PlanRegister(storage: .texts, grain: .list(parent), type: .texts)
        ).cells
      list = parent
    }
    return PlanValue(reasons)
  }

  func reasons(of line: ModelLine) -> Register {
    let grain = PlanGrain.list(line.grain.list)
    let all = texts(line.reasons.map(lower)).cells
    guard let applies = self.line(line.id)?.applies else { return filled(grain, all) }
    return zeroUnless(at(grain, applies), filled(grain, all))
  }
}
