import QuoteSyntax

/// `round` and its like.
extension FormulaChecker {
  /// A number to a multiple of a step: in one way, or in that of the file or of the call.
  func rounding(
    _ call: FormulaCall, _ function: FormulaFunction, _ only: RoundingMode?
  ) -> PriceExpression {
    let value = expression(of: call.arguments[0])
    guard value.type != .invalid else { return hanging([value], call.span) }
    guard case .quantity(let type) = value.type else {
      rules.log.report(.wrongType(value, wants: "a number", in: rules.sources))
      return invalid(at: call.span)
    }
    let isPlain = type.numerator == nil && type.denominator == nil
    let whole = type.numerator == .money ? Ratio(1) : value.units.size
    let takesStep = function.arguments.upperBound > 1
    var step = type.numerator == .money && takesStep ? rules.minorUnit : whole
    var result: QuantityType =
      isPlain ? .count : QuantityType(type.numerator, per: type.denominator)
    var mode = only ?? rules.rounding
    if call.arguments.count > 1 {
      if case .name(let mode) = call.arguments[1].kind, RoundingMode(rawValue: mode) != nil,
        !isKnown(mode)
      {
        return withoutStep(call, value, mode, isOfMode: only == nil)
      }
      guard let given = self.step(call.arguments[1], for: value) else {
        return invalid(at: call.span)
      }
      step = given
      if isPlain, !step.isWhole { result = .number }
    }
    if call.arguments.count > 2 {
      guard let named = roundingMode(call.arguments[2]) else { return invalid(at: call.span) }
      mode = named
    }
    guard fitsRounding(value, step: step) else { return invalid(at: call.span) }
    return applied(
      .round(step: step, mode), [value], type: .quantity(result), at: call.span,
      units: isPlain ? UnitPair() : value.units, range: value.range.rounded(to: step, mode),
      quantum: step)
  }

  /// `round(x, half_even)`.
  private func withoutStep(
    _ call: FormulaCall, _ value: PriceExpression, _ mode: String, isOfMode: Bool
  ) -> PriceExpression {
    let text = rules.sources.text(at: value.span).trimmedOfSpaces
    let step = rules.step(beforeModeFor: value)
    rules.log.report(
      .wrongArguments(
        call.name, form: "\(call.name.value)(x, step\(isOfMode ? ", mode" : ""))", at: call.span,
        help: [
          isOfMode
            ? "a step goes before the mode: `round(\(text), \(step), \(mode))`"
            : "the name says how it is rounded: `\(call.name.value)(\(text), \(step))`"
        ]))
    return invalid(at: call.span)
  }

  /// A step in base units; nil (reported) where it does not fit.
  func step(_ formula: Formula, for value: PriceExpression) -> Ratio? {
    let step = expression(of: formula)
    guard step.type != .invalid else { return nil }
    guard case .constant(.quantity(let size))? = rules.figure(step)?.operation, size > 0,
      areComparable(step.type, value.type, ordered: true)
    else {
      rules.log.report(.badStep(step, for: value, in: rules))
      return nil
    }
    if rules.arithmetic.isBinary {
      let inUnit = size / value.units.size
      guard
        inUnit.numerator == 1 && inUnit.decimalDigits != nil
          && Ratio(powerOfTen: -(inUnit.decimalDigits ?? 0)) == inUnit
          || inUnit == 1
      else {
        rules.log.report(.stepNotPowerOfTen(step.span, rules.arithmetic))
        return nil
      }
    }
    return size
  }

  func roundingMode(_ formula: Formula) -> RoundingMode? {
    guard case .name(let name) = formula.kind, let mode = RoundingMode(rawValue: name) else {
      let words = RoundingMode.allCases.map(\.rawValue)
      rules.log.report(
        .notAChoice(rules.sources.text(at: formula.span), among: words, at: formula.span))
      return nil
    }
    return mode
  }
}
