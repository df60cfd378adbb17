package import QuoteSyntax

/// Lists taken in order: lines and values in which each element sees what those before it made.
extension ModelChecker {
  /// What one element makes of what stood before it.
  private struct Step {
    var after: Carried
    /// What it adds to what stood before.
    var change: Interval
  }

  /// Reports a line that goes along several lists, which have no order among them.
  func checkAlong(_ grain: Grain, from place: Grain, _ order: SourceSpan) {
    guard let parent = lists[grain.list].parent, parent != place.list else { return }
    log.report(.stepsAcrossLists(order, lists[grain.list].name, in: lists[parent].name))
  }

  // MARK: - Lines

  private struct LineStep {
    var when: PriceExpression?
    var effect: ModelLine.Effect
    var amount: Interval
    var quantum: Ratio
    var after: Carried
    var isValid: Bool
  }

  func readSteps(
    _ entry: LineDeclaration, _ own: Int, _ grain: Grain, from running: inout PriceExpression
  ) -> ModelLine {
    let place = running.grain
    let start = Carried(running)
    let settled = settle(start, over: grain.list, at: entry.order ?? entry.span) { carried in
      let step = self.step(entry, own, grain, from: carried)
      return step.isValid ? Step(after: step.after, change: step.amount) : nil
    }
    let step = self.step(entry, own, grain, from: settled.before)
    let most = Interval(0, Ratio(schema.lists[grain.list].bound))
    contribution = step.amount.joined(to: Interval(point: 0)) * most
    let reached = settled.whole.range.met(with: start.range + contribution)
    let quantum = settled.whole.quantum
    running = amount(.running, reached, quantum: quantum, at: place, span: .nowhere)
    let isWhole = quantum.isZero || (quantum / minorUnit).isWhole
    fraction = isWhole ? nil : fraction ?? (entry, step.quantum)
    let range = absences > 0 ? step.amount.joined(to: Interval(point: 0)) : step.amount
    typedLines[own] = TypedLine(
      kind: entry.kind, grain: grain, range: range,
      quantum: arithmetic.isBinary ? 0 : step.quantum)
    var checker = FormulaChecker(rules: self)
    checker.scope = FormulaScope(place: grain, linesBelow: own + 1)
    checker.scope.running = amount(
      .running, step.after.range, quantum: quantum, at: grain, span: .nowhere)
    var line = ModelLine(
      id: own, kind: entry.kind, name: entry.name.value, grain: grain, place: place,
      when: step.when, label: entry.label.map { at(grain, checker.text(of: $0)) },
      reasons: reasons(entry, checker, grain), effect: step.effect, steps: settled.whole,
      span: entry.span)
    line.isPublic = entry.isPublic?.value ?? true
    return line
  }

  /// The line's formulas, typed for an element before which this can stand.
  private func step(
    _ entry: LineDeclaration, _ own: Int, _ grain: Grain, from carried: Carried
  ) -> LineStep {
    let running = amount(
      .running, carried.range, quantum: carried.quantum, at: grain, span: .nowhere)
    var checker = FormulaChecker(rules: self)
    checker.scope = FormulaScope(place: grain, linesBelow: own)
    checker.scope.running = running
    let when = entry.when.map { ofElement(at(grain, checker.flag($0)), .running) }
    func typed(_ formula: Formula) -> PriceExpression {
      let amount = checker.closed(checker.expression(of: formula), as: .amount)
      let value = money(amount, grain, formula.span)
      return ofElement(value, .running)
    }
    var step: LineStep
    switch entry.effect {
    case .becomes(let formula):
      let value = typed(formula)
      let quantum = Ratio.commonQuantum(value.quantum, carried.quantum)
      step = LineStep(
        when: when, effect: .becomes(value), amount: reach(from: running).change(to: value),
        quantum: quantum, after: Carried(value), isValid: value.type != .invalid)
    case .amount, .itself, .lines:
      let value =
        if case .amount(let formula) = entry.effect {
          typed(formula)
        } else {
          money(checker.value(of: entry.name.value, at: entry.name.span), grain, entry.name.span)
        }
      let after = Carried(
        range: reach(from: running).after(adding: value),
        quantum: Ratio.commonQuantum(carried.quantum, value.quantum))
      step = LineStep(
        when: when, effect: .amount(value), amount: value.range, quantum: value.quantum,
        after: after, isValid: value.type != .invalid)
    }
    if when != nil {
      step.after = step.after.joined(to: carried)
      step.amount = step.amount.joined(to: Interval(point: 0))
    }
    step.isValid = step.isValid && when?.type != .invalid
    return step
  }

  /// What moves on from element to element has no value for all of them.
  private func ofElement(
    _ value: PriceExpression, _ reference: PriceExpression.Reference
  ) -> PriceExpression {
    guard let use = value.useOverElements(of: reference) else { return value }
    log.report(.carriedOverElements(use, in: sources))
    return FormulaChecker(rules: self).invalid(at: value.span)
  }

  // MARK: - Values

  /// What a let is that is carried along a list; its type is that of what it starts from.
  func steps(_ steps: StepsDeclaration, named name: Spanned<String>, number: Int)
    -> PriceExpression
  {
    let checker = FormulaChecker(rules: self)
    guard case .list(let list)? = symbols[steps.list.value], let parent = lists[list].parent
    else {
      log.report(.unknownList(steps.list, among: listNames))
      return checker.invalid(at: steps.list.span)
    }
    used.insert(steps.list.value)
    completeGroups(list)
    let start = at(Grain(list: parent), checker.closed(checker.expression(of: steps.start)))
    guard start.type != .invalid else { return start }
    guard start.type.canBeCarried else {
      log.report(.wrongType(start, wants: "a number, a date, a time or a condition", in: sources))
      return checker.invalid(at: start.span)
    }
    let grain = Grain(list: list)
    var type = start.type
    func carried(_ carried: Carried) -> PriceExpression {
      PriceExpression(
        .reference(.carried(number)), type: type, units: start.units, grain: grain,
        isOptional: carried.isOptional, range: carried.range,
        quantum: arithmetic.isBinary ? 0 : carried.quantum, span: name.span)
    }
    func typed(_ before: Carried) -> PriceExpression {
      let value = each(
        steps.each, of: name.value, carried(before), at: grain, reference: .carried(number))
      if let common = ValueColumnReader.common(type, value.type), common != type, common.isQuantity
      {
        type = common
        return each(
          steps.each, of: name.value, carried(before), at: grain, reference: .carried(number))
      }
      return value
    }
    let settled = settle(Carried(start), over: list, at: steps.list.span) { before in
      let value = typed(before)
      guard value.type == type || value.type.isQuantity && type.isQuantity else { return nil }
      let reach = RunningReach(
        running: before.range, isBinary: self.arithmetic.isBinary, reference: .carried(number))
      var after = Carried(value)
      after.range = reach.reach(of: value)
      return Step(after: after, change: reach.change(to: value))
    }
    let value = typed(settled.before)
    guard value.type != .invalid else { return value }
    guard ValueColumnReader.common(type, value.type) == type else {
      log.report(.typesApart(start, value, in: self))
      return checker.invalid(at: value.span)
    }
    return PriceExpression(
      .steps(start: start, each: value, number: number), type: type, units: start.units,
      grain: grain, isOptional: settled.whole.isOptional,
      range: value.range.met(with: settled.whole.range),
      quantum: arithmetic.isBinary ? 0 : settled.whole.quantum, span: name.span)
  }

  /// The formula of a step, in which its own name is what stood before.
  private func each(
    _ formula: Formula, of name: String, _ carried: PriceExpression, at grain: Grain,
    reference: PriceExpression.Reference
  ) -> PriceExpression {
    let checker = FormulaChecker(rules: self).naming(columns: [name: carried])
    return ofElement(
      at(grain, checker.closed(checker.expression(of: formula))), reference)
  }

  // MARK: - How far it goes

  /// What can stand before an element, and in the whole, of a list whose elements are taken in
  /// order: found by going as many steps as there may be elements, or until nothing new comes.
  /// What is said of the formula is said once.
  private func settle(
    _ start: Carried, over list: ListID, at span: SourceSpan, _ step: (Carried) -> Step?
  ) -> (before: Carried, whole: Carried) {
    let errors = log.errorCount
    guard let first = step(start), log.errorCount == errors else { return (start, start) }
    let said = log
    defer { if log.errorCount == errors { log = said } }
    let bound = schema.lists[list].bound
    var (before, next) = (start, first)
    for round in 1..<max(bound, 2) where round < bound {
      if before.covers(next.after) { return (before, before) }
      before = before.joined(to: next.after)
      if round == Self.patience {
        if arithmetic.isBinary { before.range = .unbounded }
        if let far = farthest(start, before, bound: bound, step: step) { return (far, far) }
      }
      guard isHeld(before), let more = step(before), log.errorCount == errors,
        round < Self.patience || more.after.quantum == before.quantum
      else {
        log = said
        log.report(.stepsRunAway(span, lists[list].name, bound: bound))
        return (start, start)
      }
      next = more
    }
    return (before, before.joined(to: next.after))
  }

  /// So many steps are gone one by one before what each adds at most is taken for all.
  private static let patience = 32

  /// As far as the most that a step adds goes, if no step adds more on the way.
  private func farthest(
    _ start: Carried, _ near: Carried, bound: Int, step: (Carried) -> Step?
  ) -> Carried? {
    var far = near
    for _ in 0..<4 {
      guard let next = step(far), next.change.isFinite, next.after.quantum == far.quantum else {
        return nil
      }
      let change = next.change.joined(to: Interval(point: 0))
      let reached = start.range + change * Interval(0, Ratio(bound))
      guard reached.isFinite else { return nil }
      if far.range.joined(to: reached) == far.range {
        return far.covers(next.after) ? far : far.joined(to: next.after)
      }
      far.range = far.range.joined(to: reached)
      far.isOptional = far.isOptional || next.after.isOptional
    }
    return nil
  }

  private func isHeld(_ carried: Carried) -> Bool {
    guard !arithmetic.isBinary, !carried.quantum.isZero else { return true }
    let largest = max(carried.range.lower.magnitude, carried.range.upper.magnitude)
    return largest.isFinite && carried.quantum.isFinite
      && largest / carried.quantum <= Ratio(Int128(1) << 120)
  }
}

/// What is carried from element to element: how far it goes, in what steps, and whether it may
/// be not given.
package struct Carried: Hashable, Sendable {
  package var range: Interval
  package var quantum: Ratio
  package var isOptional: Bool

  package init(range: Interval, quantum: Ratio, isOptional: Bool = false) {
    (self.range, self.quantum, self.isOptional) = (range, quantum, isOptional)
  }

  init(_ value: PriceExpression) {
    self.init(range: value.range, quantum: value.quantum, isOptional: value.isOptional)
  }

  func joined(to other: Carried) -> Carried {
    Carried(
      range: range.joined(to: other.range), quantum: .commonQuantum(quantum, other.quantum),
      isOptional: isOptional || other.isOptional)
  }

  func covers(_ other: Carried) -> Bool { joined(to: other) == self }
}

extension ValueType {
  /// What an element can leave for the next one.
  fileprivate var canBeCarried: Bool {
    switch self {
    case .quantity, .flag, .date, .time, .instant, .weekday: true
    case .text, .choice, .point, .texts, .invalid: false
    }
  }
}
