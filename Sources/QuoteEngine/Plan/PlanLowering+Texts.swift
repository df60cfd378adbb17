import QuoteLanguage
import QuoteSyntax

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
    let cells = emit(
      .texts(.concatenate(printed.map { filled(grain, $0.cells) })), .text(at: grain)
    ).cells
    return PlanValue(cells, given: given(printed))
  }

  private var emptyText: Register {
    emit(
      .values(.parameter(figure(.text(""), storage: .text, quantum: 1, path: ""))),
      .text(at: .constant)
    )
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
      .texts(.textOf(filled(grain, register), style, offset: offset.map { filled(grain, $0) })),
      .text(at: grain)
    ).cells
  }

  /// A list of texts of one row, not-given ones left out.
  func texts(_ parts: [PlanValue]) -> PlanValue {
    let shaped = parts.map { PlanValue(words($0.cells), given: $0.given) }
    let grain = finest(shaped.flatMap(\.registers))
    return PlanValue(
      emit(
        .texts(.gatherTexts(shaped.map { filled(grain, $0) })),
        PlanRegister(storage: .texts, grain: grain, type: .texts)
      ).cells)
  }

  // MARK: - Functions

  func texts(
    _ function: TextFunction, _ operand: PriceExpression, _ expression: PriceExpression
  ) -> PlanValue {
    let operand = lower(operand)
    let source = words(operand.cells)
    let value = emit(
      .texts(.textFunction(function, source)),
      shape(of: expression, grain: plan[source].grain), fallible: function.mayFail)
    return PlanValue(value.cells, given: and(operand.given, value.given))
  }

  /// Minutes east of UTC of the zone's clocks.
  func minutesEast(
    _ zone: PriceExpression, _ moment: PriceExpression, _ expression: PriceExpression
  ) -> PlanValue {
    let (name, at) = (lower(zone), lower(moment))
    let source = words(name.cells)
    let grain = finest([source, at.cells])
    let shape = PlanRegister(
      storage: .integer, grain: grain, range: expression.range, type: expression.type)
    let cells = emit(
      .texts(.minutesEast(zone: filled(grain, source), at: filled(grain, at.cells))), shape
    ).cells
    return PlanValue(cells, given: given([name, at]))
  }

  /// The instant of a zone, a date and a time.
  func instant(_ operands: [PriceExpression], _ expression: PriceExpression) -> PlanValue {
    let values = operands.map(lower)
    let cells = [words(values[0].cells)] + values.dropFirst().map(\.cells)
    let grain = finest(cells)
    let shape = PlanRegister(
      storage: .integer, grain: grain, range: expression.range, type: expression.type)
    let sources = cells.map { filled(grain, $0) }
    let instants = emit(
      .texts(.instantIn(zone: sources[0], date: sources[1], time: sources[2])), shape
    ).cells
    return PlanValue(instants, given: given(values))
  }

  /// `text(x, pattern)`; of an instant with minutes of a clock.
  func printed(_ operands: [PriceExpression], _ pattern: String?) -> PlanValue {
    var values = operands.map(lower)
    if values.count > 1 { values[1] = offset(values[1], operands[1]) }
    let given = self.given(values)
    let cells = text(
      of: values[0].cells, operands[0], pattern: pattern,
      offset: values.count > 1 ? values[1].cells : nil)
    return PlanValue(cells, given: given)
  }

  func distance(
    _ kind: PriceExpression.DistanceKind, _ points: [PriceExpression], step: Ratio,
    expression: PriceExpression
  ) -> PlanValue {
    let values = points.map(lower)
    let grain = finest(values.map(\.cells))
    var shape = self.shape(of: expression, grain: grain)
    if !isBinary { shape.quantum = step }
    return PlanValue(
      emit(
        .places(
          .distance(
            kind, filled(grain, values[0].cells), filled(grain, values[1].cells), step: step)),
        shape
      ).cells,
      given: given(values))
  }
}
