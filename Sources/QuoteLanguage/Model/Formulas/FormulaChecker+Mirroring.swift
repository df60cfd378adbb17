import QuoteSyntax

/// Graduated tables whose measure may be below zero: the brackets price it without its sign, and
/// the price gets the sign.
extension FormulaChecker {
  /// The keys of a mirrored table, the measure without its sign.
  func withoutSign(_ keys: [PriceExpression], in table: TableDeclaration) -> [PriceExpression] {
    guard table.belowZero?.value == .mirrored, table.keys.count == keys.count,
      let measure = keys.last, measure.type.isQuantity, measure.range.lower < 0
    else { return keys }
    let top = max(measure.range.lower.magnitude, measure.range.upper.magnitude)
    let size = made(
      .apply(.number(.absolute), [measure]), measure.type, parts: [measure], at: measure.span,
      units: measure.units, range: Interval(0, top), quantum: measure.quantum)
    return keys.dropLast() + [size]
  }

  /// The price of the measure itself, where `brackets` is that of the measure without its sign.
  func mirrored(
    _ brackets: PriceExpression, _ keys: [PriceExpression], at span: SourceSpan
  ) -> PriceExpression {
    guard brackets.type != .invalid, let measure = keys.last?.mirroredMeasure else {
      return brackets
    }
    let zero = PriceExpression(
      .constant(.quantity(0)), type: measure.type, units: measure.units, grain: .booking,
      isOptional: false, range: Interval(point: 0), quantum: measure.quantum, span: measure.span)
    let sides = [measure, zero]
    let isBelow = made(.apply(.compare(.less), sides), .flag, parts: sides, at: measure.span)
    return made(
      .conditional(isBelow, negated(brackets, at: span), brackets), brackets.type,
      parts: [isBelow, brackets], at: span, units: brackets.units,
      range: brackets.range.joined(to: -brackets.range), quantum: brackets.quantum,
      optional: brackets.isOptional)
  }
}

extension PriceExpression {
  /// The measure of which this is the key without its sign, where a table mirrors what is below
  /// zero.
  package var mirroredMeasure: PriceExpression? {
    guard case .apply(.number(.absolute), let inner) = operation, let measure = inner.first,
      // Not an `abs` of the rules' own, which is written around its measure.
      measure.span == span
    else { return nil }
    return measure
  }
}
