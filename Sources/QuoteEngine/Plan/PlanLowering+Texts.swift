/// Texts, dates and places.
extension PlanLowering {
  /// A template: every part as text, one after the other; not given if any part is.
  func template(_ parts: [PriceExpression]) -> PlanValue {
    let printed = parts.map { part -> PlanValue in
      let value = lower(part)
      return PlanValue(text(of: value.cells, part, pattern: nil, offset: nil), given: value.given)
    }
    guard !printed.isEmpty else { return PlanValue(emptyText) }
    if printed.count == 1 { return printed[0] }
    let grain = finest(printed.map(\.cells))
    let cells = emit(.concatenate(printed.map { filled(grain, $0.cells) }), .text(at: grain)).cells
    return PlanValue(cells, given: given(printed))
  }

  private var emptyText: Register {
    emit(.parameter(figure(.text(""), storage: .text, quantum: 1, path: "")), .text(at: .constant))
      .cells
  }

  /// A value as text, as the profile prints it or by a pattern.
  func text(
    of register: Register, _ expression: PriceExpression, pattern: String?, offset: Register?
  ) -> Register {
    let shape = plan[register]
    if shape.storage == .text { return register }
    if shape.storage == .choice { return words(register) }
    var digits = 0
    if case .quantity(let type) = expression.type, type.numerator == .money, type.denominator == nil
    {
      digits = model.minorUnit.decimalDigits ?? 0
    }
    let unit = expression.units.size
    let style = TextStyle(
      type: expression.type, scale: shape.storage == .double ? 1 : shape.quantum / unit,
      digits: digits, pattern: pattern, arithmetic: model.arithmetic)
    let grain = finest([register] + (offset.map { [$0] } ?? []))
    return emit(
      .textOf(filled(grain, register), style, offset: offset.map { filled(grain, $0) }),
      .text(at: grain)
    ).cells
  }

  /// A list of texts of one row, not-given ones left out.
  func texts(_ parts: [PlanValue]) -> PlanValue {
    let shaped = parts.map { PlanValue(words($0.cells), given: $0.given) }
    let grain = finest(shaped.flatMap(\.registers))
    return PlanValue(
      emit(
        .gatherTexts(shaped.map { filled(grain, $0) }),
        PlanRegister(storage: .texts, grain: grain, type: .texts)
      ).cells)
  }

  // MARK: - Functions

  func call(
    _ function: PriceExpression.Function, _ arguments: [PriceExpression],
    _ expression: PriceExpression
  ) -> PlanValue {
    let values = lowered(arguments)
    let given = self.given(values)
    let grain = finest(values.map(\.cells))
    func whole(_ operation: PlanOperation, fallible: Bool = false) -> PlanValue {
      let shape = PlanRegister(
        storage: .integer, grain: grain, range: expression.range, type: expression.type)
      let value = emit(operation, shape, fallible: fallible)
      return PlanValue(value.cells, given: and(given, value.given))
    }
    func parsed(_ operation: PlanOperation) -> PlanValue {
      let value = emit(operation, shape(of: expression, grain: grain), fallible: true)
      return PlanValue(value.cells, given: and(given, value.given))
    }
    func textual(_ function: TextFunction) -> PlanValue {
      let value = PlanValue(words(values[0].cells))
      return PlanValue(emit(.textFunction(function, value), .text(at: grain)).cells, given: given)
    }
    func dated(_ function: DateFunction) -> PlanValue {
      let second = values.count > 1 ? filled(grain, values[1].cells) : nil
      return whole(.dateFunction(function, filled(grain, values[0].cells), second))
    }
    switch function {
    case .lower: return textual(.lower)
    case .upper: return textual(.upper)
    case .trim: return textual(.trim)
    case .left(let count): return textual(.left(count))
    case .length: return whole(.textLength(words(values[0].cells)))
    case .absolute:
      var shape = plan[values[0].cells]
      shape.range = expression.range
      return PlanValue(emit(.absolute(values[0].cells), shape).cells, given: given)
    case .text(let pattern):
      let offset = values.count > 1 ? values[1].cells : nil
      return PlanValue(
        text(of: values[0].cells, arguments[0], pattern: pattern, offset: offset), given: given)
    case .parseDate(let pattern):
      return whole(.parseDate(words(values[0].cells), pattern: pattern), fallible: true)
    case .dateOf: return dated(.dateOf)
    case .timeOf: return dated(.timeOf)
    case .hourOf: return dated(arguments[0].type == .time ? .hourOfTime : .hourOf)
    case .weekdayOf: return dated(arguments[0].type == .date ? .weekdayOfDate : .weekdayOfInstant)
    case .weekdayNumber:
      if arguments[0].type == .weekday {
        return PlanValue(
          renamed(values[0].cells, quantum: 1, range: expression.range, type: expression.type),
          given: given)
      }
      return dated(arguments[0].type == .date ? .weekdayOfDate : .weekdayOfInstant)
    case .years: return dated(.years)
    case .months: return dated(.months)
    case .instantOf: return dated(.instantOf)
    case .daysInMonth: return dated(.daysInMonth)
    case .addMonths:
      return movedByMonths((arguments[0], values[0]), (arguments[1], values[1]), expression)
    case .year: return dated(.year)
    case .month: return dated(.month)
    case .day: return dated(.day)
    case .parseInteger: return parsed(.parseInteger(words(values[0].cells)))
    case .parseNumber: return parsed(.parseNumber(words(values[0].cells)))
    case .joined(let separator):
      return PlanValue(
        emit(.joined(values[0].cells, separator: separator), .text(at: grain)).cells, given: given)
    case .square: return ofDouble(values[0], PlanOperation.square)
    case .squareRoot: return ofDouble(values[0], PlanOperation.squareRoot)
    }
  }

  private func ofDouble(_ value: PlanValue, _ operation: (Register) -> PlanOperation) -> PlanValue {
    let double = held(value.cells, as: .double)
    return PlanValue(emit(operation(double), plan[double]).cells, given: value.given)
  }

  /// The second argument of an instant is minutes of a clock.
  private func lowered(_ arguments: [PriceExpression]) -> [PlanValue] {
    var values = arguments.map(lower)
    if values.count > 1, arguments[0].type == .instant {
      values[1] = offset(values[1], arguments[1])
    }
    return values
  }

  func distance(
    _ kind: PriceExpression.DistanceKind, _ a: PriceExpression, _ b: PriceExpression,
    _ step: Ratio, _ expression: PriceExpression
  ) -> PlanValue {
    let values = [lower(a), lower(b)]
    let grain = finest(values.map(\.cells))
    var shape = self.shape(of: expression, grain: grain)
    if !isBinary { shape.quantum = step }
    return PlanValue(
      emit(
        .distance(kind, filled(grain, values[0].cells), filled(grain, values[1].cells), step: step),
        shape
      ).cells,
      given: given(values))
  }
}
