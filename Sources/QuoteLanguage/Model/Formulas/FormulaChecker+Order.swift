import QuoteSyntax

/// Elements in the order of a key, and those among them for which a condition holds.
extension FormulaChecker {
  /// Whether a call has no `where`, or is one over a list, which takes it; reported where not.
  func takesCondition(_ call: FormulaCall) -> Bool {
    guard let condition = call.condition, let function = FormulaFunction.named(call.name.value)
    else { return true }
    let counts = function.argumentsOverList
    if counts?.contains(call.arguments.count) ?? false { return true }
    rules.log.report(.conditionNotTaken(call, condition, isAmong: counts != nil, in: rules))
    return false
  }

  /// `x where c`, of a call to which an element for which c does not hold adds nothing: zero
  /// there.
  func counting(_ value: PriceExpression, in call: FormulaCall) -> PriceExpression {
    guard let condition = call.condition else { return value }
    let holds = inner(condition, of: nil)
    guard holds.type == .flag || holds.type == .invalid else {
      rules.log.report(
        .wrongType(
          holds, wants: "a condition", in: rules.sources, help: rules.asCondition(holds)))
      return invalid(at: call.span)
    }
    guard value.type.isQuantity else { return value }
    let zero = PriceExpression(
      .constant(.quantity(0)), type: value.type, units: value.units, grain: .booking,
      isOptional: false, range: Interval(point: 0), quantum: value.quantum, span: value.span)
    return made(
      .conditional(holds, value, zero), value.type, parts: [holds, value], at: value.span,
      units: value.units, range: value.range.joined(to: Interval(point: 0)),
      quantum: value.quantum, optional: value.isOptional)
  }

  /// `previous(x, by k)` and `next(x, by k)`: the value of the element beside.
  func neighbour(_ call: FormulaCall, isAfter: Bool) -> PriceExpression {
    let value = inner(call.arguments[0], of: call)
    let key = call.key.map { inner($0, of: nil) }
    var checker = self
    checker.scope.readsLinesFinely = true
    let condition = call.condition.map { checker.flag($0) }
    let parts = [value] + [key, condition].compactMap(\.self)
    if value.type == .invalid { return hanging([value], call.span) }
    guard parts.allSatisfy({ $0.type != .invalid }), let grain = finest(parts, at: call.span) else {
      return invalid(at: call.span)
    }
    if value.type == .texts {
      rules.log.report(.wrongType(value, wants: "one value", in: rules.sources))
      return invalid(at: call.span)
    }
    if let key, key.type == .point || key.type == .texts {
      rules.log.report(.wrongType(key, wants: "a value that has an order", in: rules.sources))
      return invalid(at: call.span)
    }
    guard rules.lists[grain.list].parent != nil else {
      rules.log.report(.nothingToAggregate(call.name, value, seenFrom: scope.place, in: rules))
      return invalid(at: call.span)
    }
    return along(
      made(
        .neighbour(value: value, key: key, where: condition, isAfter: isAfter), value.type,
        parts: parts,
        at: call.span, units: value.units, range: value.range, quantum: value.quantum,
        optional: true))
  }

  /// What looks along a list looks along the members of a group where it is asked in one.
  func along(_ value: PriceExpression) -> PriceExpression {
    guard value.type != .invalid else { return value }
    let list = elements(of: value.grain.list, at: value.span, isAlong: true)
    guard list != value.grain.list else { return value }
    return PriceExpression(
      value.operation, type: value.type, units: value.units, grain: value.grain,
      isOptional: value.isOptional, range: value.range, quantum: value.quantum, span: value.span,
      over: list)
  }

  /// Where what is carried along a list may be not given, `last(balance)` is what stood before
  /// that: an earlier balance, as if it were the last one.
  func warnOfCarried(
    _ value: PriceExpression, _ condition: PriceExpression?, in call: FormulaCall
  ) {
    guard value.isOptional, condition == nil,
      case .steps = rules.told(by: value).operation
    else { return }
    rules.log.report(.carriedLeftOut(call, value, in: rules.sources))
  }

  /// Whether a call has no `by`, or is one that takes it; reported where not.
  func takesOrder(_ call: FormulaCall) -> Bool {
    let isTable = if case .table? = rules.symbols[call.name.value] { true } else { false }
    let function = FormulaFunction.named(call.name.value)
    guard let key = call.key, isTable || function.map({ !$0.takesOrder }) ?? false
    else { return true }
    let typed = inner(key, of: nil)
    if typed.type != .invalid { rules.log.report(.byNotTaken(call, typed, in: rules)) }
    return false
  }

  /// The condition of `first(x, by k where c)`: of the elements that count, those whose key is the
  /// least (for `last`, the greatest). Where there are several, the first (the last) is taken as it
  /// is without `by`. Nil (reported) where the key has no order.
  func foremost(
    _ value: PriceExpression, by key: PriceExpression, _ condition: PriceExpression?,
    end: PriceExpression.Aggregate, list: (own: ListID, parent: ListID)
  ) -> PriceExpression? {
    guard key.type.hasOrder else {
      let order = "a number, a date or a time"
      rules.log.report(
        .wrongType(
          key, wants: order, in: rules.sources, help: rules.operandInstead(of: key, order)))
      return nil
    }
    let isGiven =
      value.isOptional
      ? made(.isGiven(value), .flag, parts: [value], at: value.span, optional: false) : nil
    let end = PriceExpression(
      .aggregate(end, key, list: list.own, where: both(condition, isGiven)),
      type: key.type, units: key.units, grain: Grain(list: list.parent), isOptional: true,
      range: key.range, quantum: key.quantum, span: key.span)
    return both(condition, compared(.equal, key, end, at: key.span))
  }

  private func both(_ a: PriceExpression?, _ b: PriceExpression?) -> PriceExpression? {
    guard let a, let b else { return a ?? b }
    return made(.and(a, b), .flag, parts: [a, b], at: a.span)
  }
}
