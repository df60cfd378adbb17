import QuoteSyntax

/// Functions over lists, rounding, and what their arguments have in common.
extension FormulaChecker {
  /// The argument typed as seen from inside a list.
  func inner(_ formula: Formula, of call: FormulaCall?) -> PriceExpression {
    var checker = self
    checker.scope.readsLinesFinely = true
    return closed(checker.expression(of: formula), under: call)
  }

  func aggregate(_ call: FormulaCall, _ kind: PriceExpression.Aggregate) -> PriceExpression {
    rules.askingInside { goingOver(call, kind) }
  }

  private func goingOver(
    _ call: FormulaCall, _ kind: PriceExpression.Aggregate
  ) -> PriceExpression {
    let first = call.arguments[0]
    let condition = call.condition.map { formula -> PriceExpression in
      var checker = self
      checker.scope.readsLinesFinely = true
      return checker.flag(formula)
    }
    if case .name(let name) = first.kind, case .list(let list)? = rules.symbols[name] {
      rules.used.insert(name)
      guard kind == .count else {
        rules.log.report(.listAlone(name, at: first.span))
        return invalid(at: call.span)
      }
      rules.completeGroups(list)
      if condition?.type != .invalid, rules.asksOfAll(beside: Grain(list: list), in: call.name) {
        return invalid(at: call.span)
      }
      return counted(elements(of: list, at: call.span), condition, call)
    }
    let value = inner(first, of: call)
    let key = call.key.map { inner($0, of: nil) }
    let parts = [value] + [condition, key].compactMap { $0 }
    if value.type == .invalid { return hanging([value], call.span) }
    guard condition?.type != .invalid, key?.type != .invalid,
      let grain = finest(parts, at: call.span),
      !rules.asksOfAll(beside: grain, in: call.name)
    else { return invalid(at: call.span) }
    let list = elements(of: grain.list, at: call.span)
    guard let parent = rules.lists[list].parent else {
      if kind == .join, value.type == .texts, condition == nil {
        return joined(call, texts: value)
      }
      var diagnostic = Diagnostic.nothingToAggregate(
        call.name, value, seenFrom: scope.place, in: rules)
      // `becomes: max(€180)`
      if scope.running != nil, value.type == .quantity(.money),
        call.name.value == "max" || call.name.value == "min"
      {
        let text = rules.sources.text(at: value.span).trimmedOfSpaces
        diagnostic.help.insert(
          "of two values, write both: `\(call.name.value)(subtotal, \(text))`", at: 0)
      }
      rules.log.report(diagnostic)
      return invalid(at: call.span)
    }
    var counting = condition
    if let key {
      counting = foremost(
        value, by: key, condition, end: kind == .first ? .min : .max, list: (list, parent))
      guard counting != nil else { return invalid(at: call.span) }
    }
    return checked(
      aggregated(call, kind, value: value, where: counting, list: list, parent: parent))
  }

  func counted(_ list: ListID, _ condition: PriceExpression?, _ call: FormulaCall)
    -> PriceExpression
  {
    let bound = Ratio(rules.schema.lists[list].bound)
    let one = constant(.flag(true), .flag, at: call.span)
    return PriceExpression(
      .aggregate(.count, one, list: list, where: condition), type: .quantity(.count),
      grain: Grain(list: rules.lists[list].parent ?? .booking), isOptional: false,
      range: Interval(condition == nil ? least(of: list) : 0, bound),
      quantum: rules.arithmetic.isBinary ? 0 : 1, span: call.span)
  }

  /// How many elements of a list there are at least: a group has one.
  private func least(of list: ListID) -> Ratio {
    rules.lists[list].memberOf == nil ? 0 : min(1, Ratio(rules.schema.lists[list].bound))
  }

  func aggregated(
    _ call: FormulaCall, _ kind: PriceExpression.Aggregate, value: PriceExpression,
    where condition: PriceExpression?, list: ListID, parent: ListID
  ) -> PriceExpression {
    let bound = Ratio(rules.schema.lists[list].bound)
    func result(_ type: ValueType, _ range: Interval, optional: Bool) -> PriceExpression {
      PriceExpression(
        .aggregate(kind, value, list: list, where: condition), type: type, units: value.units,
        grain: Grain(list: parent), isOptional: optional, range: range,
        quantum: type.isQuantity ? value.quantum : 0, span: call.span)
    }
    func needs(_ isFine: Bool, _ wants: String) -> PriceExpression? {
      if isFine { return nil }
      let help = wants.contains("condition") ? rules.asCondition(value) : []
      rules.log.report(.wrongType(value, wants: wants, in: rules.sources, help: help))
      return invalid(at: call.span)
    }
    switch kind {
    case .sum:
      let isOfAll = condition == nil && !value.isOptional && rules.lists[list].parent == parent
      let count = Interval(isOfAll ? least(of: list) : 0, bound)
      return needs(value.type.isQuantity, "a number")
        ?? result(value.type, value.range * count, optional: value.isOptional)
    case .any, .all:
      return needs(value.type == .flag, "a condition")
        ?? result(.flag, .unbounded, optional: value.isOptional)
    case .min, .max:
      return needs(value.type.hasOrder, "a number, a date or a time")
        ?? result(value.type, value.range, optional: true)
    case .first, .last:
      warnOfCarried(value, condition, in: call)
      return result(value.type, value.range, optional: true)
    case .count:
      if value.type == .flag, !isAskable(value) {
        rules.log.report(.countOfCondition(call, value, list: list, in: rules))
        return invalid(at: call.span)
      }
      let given = PriceExpression(
        .isGiven(value), type: .flag, grain: value.grain, isOptional: false, span: value.span)
      let both =
        condition.map { made(.and($0, given), .flag, parts: [$0, given], at: call.span) }
        ?? (value.isOptional ? given : nil)
      return counted(list, both, call)
    case .join: return joined(call, value, condition, list: list, parent: parent)
    }
  }

  /// Whether it may be worth knowing that a flag is given: a name that may not be.
  private func isAskable(_ flag: PriceExpression) -> Bool {
    guard flag.isOptional, case .reference = flag.operation else { return false }
    return true
  }

  func joined(
    _ call: FormulaCall, _ value: PriceExpression, _ condition: PriceExpression?, list: ListID,
    parent: ListID
  ) -> PriceExpression {
    guard value.type.isTextual else {
      rules.log.report(.wrongType(value, wants: "a text", in: rules.sources))
      return invalid(at: call.span)
    }
    let texts = PriceExpression(
      .aggregate(.join, value, list: list, where: condition), type: .texts,
      grain: Grain(list: parent),
      isOptional: false, span: call.span)
    return joined(call, texts: texts)
  }

  /// A list of texts as one: those of a list's elements, or the booking's reasons.
  func joined(_ call: FormulaCall, texts: PriceExpression) -> PriceExpression {
    let separator = call.arguments.count > 1 ? plainText(call.arguments[1]) : ", "
    guard let separator else { return wrongArguments(call, "join(text, \"separator\")") }
    return PriceExpression(
      .apply(.text(.joined(separator: separator)), [texts]), type: .text, grain: texts.grain,
      isOptional: false, span: call.span)
  }

  /// `min` and `max`: over a list with one argument, else among several.
  func extreme(_ call: FormulaCall, least: Bool) -> PriceExpression {
    if call.arguments.count == 1 { return aggregate(call, least ? .min : .max) }
    let values = call.arguments.map { closed(expression(of: $0)) }
    guard values.allSatisfy({ $0.type != .invalid }) else {
      for other in values.dropFirst() { learn(values[0], other) }
      return hanging(values, call.span)
    }
    if let text = values.first(where: \.type.isTextual) {
      return mismatch(text, "a number, a date, a time or an instant", call)
    }
    var type = values[0].type
    for value in values.dropFirst() {
      guard let common = ValueColumnReader.common(type, value.type),
        areComparable(value.type, values[0].type, ordered: true)
      else {
        rules.log.report(.typesApart(values[0], value, in: rules))
        return invalid(at: call.span)
      }
      type = common
    }
    let range = values.dropFirst().reduce(values[0].range) {
      Interval.extreme(least: least, $0, $1.range)
    }
    return made(
      .extreme(least: least, values), type, parts: values, at: call.span, units: values[0].units,
      range: range,
      quantum: values.map(\.quantum).reduce(0, Ratio.commonQuantum))
  }

  func sumBefore(_ call: FormulaCall) -> PriceExpression {
    let value = counting(closed(expression(of: call.arguments[0]), under: call), in: call)
    let key = call.key.map { closed(expression(of: $0)) }
    let parts = [value] + (key.map { [$0] } ?? [])
    guard parts.allSatisfy({ $0.type != .invalid }), let grain = finest(parts, at: call.span) else {
      return invalid(at: call.span)
    }
    guard value.type.isQuantity else {
      rules.log.report(.wrongType(value, wants: "a number", in: rules.sources))
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
    let bound = Ratio(rules.schema.lists[grain.list].bound)
    return along(
      checked(
        made(
          .sumBefore(value: value, key: key), value.type, parts: parts, at: call.span,
          units: value.units,
          range: value.range * Interval(0, bound), quantum: value.quantum)))
  }

  func split(_ call: FormulaCall, _ function: FormulaFunction) -> PriceExpression {
    guard let key = call.key else { return wrongArguments(call, function.form) }
    let amount = closed(expression(of: call.arguments[0]))
    let weight = counting(inner(key, of: call), in: call)
    guard amount.type != .invalid, weight.type != .invalid else { return invalid(at: call.span) }
    guard amount.type == .quantity(.money), weight.type.isQuantity,
      rules.lists[weight.grain.list].parent != nil
    else {
      rules.log.report(
        .wrongType(
          amount.type == .quantity(.money) ? weight : amount,
          wants: amount.type == .quantity(.money) ? "a number for each element" : "money",
          in: rules.sources))
      return invalid(at: call.span)
    }
    let list = elements(of: weight.grain.list, at: call.span, isAlong: true)
    let parent = Grain(list: rules.lists[list].parent ?? .booking)
    guard rules.holds(amount.grain, parent) else {
      let isOfGroups = rules.lists[amount.grain.list].groups?.list == list
      rules.log.report(
        isOfGroups
          ? .sharesOfGroups(amount, call, of: list, in: rules)
          : .tooFine(amount, at: parent, in: rules))
      return invalid(at: call.span)
    }
    guard amount.quantum.isZero || (amount.quantum / rules.minorUnit).isWhole else {
      rules.log.report(.sharesNeedRounding(amount, call, in: rules))
      return invalid(at: call.span)
    }
    guard fitsRounding(amount, step: rules.minorUnit) else { return invalid(at: call.span) }
    return PriceExpression(
      .split(amount: amount, weight: weight), type: .quantity(.money), grain: weight.grain,
      isOptional: true, range: amount.range.joined(to: Interval(point: 0)),
      quantum: rules.arithmetic.isBinary ? 0 : rules.minorUnit, span: call.span,
      over: list == weight.grain.list ? nil : list)
  }

  // MARK: - Arguments

  func plainText(_ formula: Formula) -> String? {
    switch formula.kind {
    case .text(let template): template.plainText
    case .literal(.text(let text)): text
    case .literal, .name, .member, .call, .negate, .not, .binary, .isGiven, .membership,
      .conditional, .list, .range, .invalid:
      nil
    }
  }

  func wrongArguments(_ call: FormulaCall, _ form: String) -> PriceExpression {
    var help: [String] = []
    let isAggregate = ["sum", "count", "min", "max", "first", "last"].contains(call.name.value)
    if isAggregate, call.condition == nil, call.arguments.count == 2,
      case .binary(let operation, _, _, _) = call.arguments[1].kind, isComparison(operation)
    {
      let written = call.arguments.map { rules.sources.text(at: $0.span).trimmedOfSpaces }
      help = ["write `\(call.name.value)(\(written[0]) where \(written[1]))`"]
    } else if call.name.value == "sum", call.condition == nil {
      let terms = call.arguments.map { rules.sources.text(at: $0.span).trimmedOfSpaces }
      help = added(terms).map { [$0] } ?? []
    } else if ["ceil", "floor", "trunc"].contains(call.name.value), call.arguments.count == 2 {
      let texts = call.arguments.map { rules.sources.text(at: $0.span).trimmedOfSpaces }
      help = operatorInstead(of: call, texts).map { [$0] } ?? []
    }
    rules.log.report(.wrongArguments(call.name, form: form, at: call.span, help: help))
    return invalid(at: call.span)
  }

  private func isComparison(_ operation: BinaryOperator) -> Bool {
    switch operation {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .and, .or, .default: false
    }
  }
}
