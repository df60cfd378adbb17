import QuoteSyntax

extension FormulaChecker {
  /// A call: a table with other keys, or a function, typed as its row says.
  func call(_ call: FormulaCall) -> PriceExpression {
    if case .table(let index)? = rules.symbols[call.name.value] {
      return lookup(table: index, by: call, nil, at: call.span)
    }
    if case .function(let index)? = rules.symbols[call.name.value] {
      return use(of: index, call)
    }
    guard let function = FormulaFunction.named(call.name.value) else {
      rules.log.report(
        Diagnostic.unknownFunction(
          call.name,
          among: FormulaFunction.all.map(\.name) + rules.tableNames + rules.functionNames,
          help: helpInstead(of: call)
        ).guessing(guesses(of: call)))
      return invalid(at: call.span)
    }
    guard function.arguments.contains(call.arguments.count) else {
      return wrongNumber(of: call, function)
    }
    guard takesOrder(call), takesCondition(call) else { return invalid(at: call.span) }
    return function.typed(self, call, function)
  }

  // MARK: - Strict functions

  /// A call whose operands are held against the shape of the function that takes the first.
  func strict(
    _ call: FormulaCall, _ function: FormulaFunction, _ shapes: [FunctionShape], wants: String
  ) -> PriceExpression {
    guard let first = firstOperand(of: call, function) else { return invalid(at: call.span) }
    return strict(call, function, shapes: shapes, wants: wants, first: first)
  }

  /// Nil (reported) where there is none that has a type.
  func firstOperand(of call: FormulaCall, _ function: FormulaFunction) -> PriceExpression? {
    guard let first = call.arguments.first else {
      _ = wrongArguments(call, function.form)
      return nil
    }
    let value = closed(expression(of: first))
    return value.type == .invalid ? nil : value
  }

  private func strict(
    _ call: FormulaCall, _ function: FormulaFunction, shapes: [FunctionShape], wants: String,
    first: PriceExpression
  ) -> PriceExpression {
    let shape = shapes.first { $0.operands[0].takes(first.type) }
    var parts = [first]
    for (index, argument) in call.arguments.enumerated().dropFirst() {
      let part = expression(of: argument)
      // A quotient where a date is wanted is no date, before it is one that is not rounded.
      parts.append(shape?.wantsNumber(at: index) ?? true ? closed(part) : part)
    }
    guard let shape, shape.counts.contains(parts.count) else {
      guard parts.count == function.arguments.lowerBound else {
        let areTyped = parts.allSatisfy { $0.type != .invalid }
        return areTyped ? wrongArguments(call, function.form) : invalid(at: call.span)
      }
      return mismatch(first, wants, call)
    }
    for index in parts.indices where shape.operands[index].isClock {
      parts[index] = minutes(of: parts[index], at: first)
    }
    for (part, operand) in zip(parts, shape.operands) where !operand.takes(part.type) {
      return part.type == .invalid ? invalid(at: call.span) : mismatch(part, operand.wants, call)
    }
    if shape.readsClock, !shape.hasOwnClock(parts.count), !rules.hasTimezone {
      let takesMinutes = shape.operands.contains(where: \.isClock)
      rules.log.report(
        .needsTimezone(call.span, argument: takesMinutes ? "second" : nil, in: rules))
      return invalid(at: call.span)
    }
    guard !shape.areAlike || parts.dropFirst().allSatisfy({ areAlike(first, $0) }) else {
      return invalid(at: call.span)
    }
    let result = shape.result(parts, rules)
    return applied(
      shape.operation, parts, type: result.type, at: call.span, units: result.units,
      range: result.range,
      quantum: result.quantum, optional: result.isOptional)
  }

  /// Whether two numbers are of one kind and can be brought to one step; reported where not.
  private func areAlike(_ a: PriceExpression, _ b: PriceExpression) -> Bool {
    guard areComparable(a.type, b.type, ordered: true) else {
      rules.log.report(.typesApart(a, b, in: rules))
      return false
    }
    return fitsComparison(a, b)
  }

  func mismatch(_ value: PriceExpression, _ wants: String, _ call: FormulaCall)
    -> PriceExpression
  {
    rules.log.report(
      .wrongType(
        value, wants: wants, in: rules.sources, help: rules.operandInstead(of: value, wants)))
    return invalid(at: call.span)
  }

  // MARK: - With texts written out

  /// The date of an instant, or one that a text tells in a pattern.
  func date(
    _ call: FormulaCall, _ function: FormulaFunction, _ ofInstant: FunctionShape
  ) -> PriceExpression {
    guard let value = firstOperand(of: call, function) else { return invalid(at: call.span) }
    guard value.type == .text else {
      return strict(
        call, function, shapes: [ofInstant], wants: ofInstant.operands[0].wants, first: value)
    }
    guard call.arguments.count == 2, let pattern = plainText(call.arguments[1]) else {
      return wrongArguments(call, "date(text, \"yyyy-MM-dd\")")
    }
    let (fields, place) = (DatePattern.Field.allCases, call.arguments[1].span)
    guard fits(pattern, fields, "a date", reading: true, at: place) else {
      return invalid(at: call.span)
    }
    return applied(
      .text(.parseDate(pattern: pattern)), [value], type: .date, at: call.span,
      range: CalendarReach.days,
      optional: true)
  }
}

extension ValueType {
  var isChoice: Bool {
    if case .choice = self { return true }
    return false
  }
}
