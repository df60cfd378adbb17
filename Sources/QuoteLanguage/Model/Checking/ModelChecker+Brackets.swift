import QuoteSyntax

/// What to write where a product has a sum in it whose brackets are forgotten.
extension ModelChecker {
  /// `$1.50 * minutes - 60`, of which the minutes were to be fewer: with brackets, or, of a figure,
  /// as an amount. Nil where no factor is of a kind with what is added or taken off.
  func bracketsForgotten(
    in product: PriceExpression, _ number: PriceExpression, _ op: BinaryOperator
  ) -> [String]? {
    guard op == .add || op == .subtract, product.type == .quantity(.money),
      number.type.isPlainNumber, product.span.upper <= number.span.lower,
      case .apply(.arithmetic(.multiply), let sides) = product.withoutConversion.operation
    else { return nil }
    let written = sources.text(at: number.span).trimmedOfSpaces
    let isFigure = if case .constant = number.operation { true } else { false }
    guard !written.hasSuffix("%") else { return nil }
    for side in [sides[1], sides[0]] {
      let factor = side.withoutConversion
      if case .constant = factor.operation { continue }
      guard case .quantity(let type) = factor.type, type.numerator != .money,
        type.denominator == nil
      else { continue }
      var term = written
      if type.numerator != nil {
        guard isFigure, let unit = factor.units.numerator else { continue }
        term += " \(unit.name)"
      } else if !type.isWhole, factor.range.upper < number.range.upper {
        // A share is not made smaller by whole ones.
        continue
      }
      let span = product.span
      let before = SourceSpan(file: span.file, lower: span.lower, upper: factor.span.lower)
      let after = SourceSpan(file: span.file, lower: factor.span.upper, upper: span.upper)
      guard before.lower <= before.upper, after.lower <= after.upper else { continue }
      let name = sources.text(at: factor.span).trimmedOfSpaces
      let sum = "(\(name) \(op == .subtract ? "-" : "+") \(term))"
      let right = "\(sources.text(at: before))\(sum)\(sources.text(at: after))"
      return ["for \(op == .subtract ? "fewer" : "more") of `\(name)`, write `\(right)`"]
        + (isFigure ? ["for an amount, add its currency: `\(money(written))`"] : [])
    }
    return nil
  }
}

extension PriceExpression {
  /// What is held in other units than it was written in, as it was written.
  package var withoutConversion: PriceExpression {
    if case .apply(.converted, let parts) = operation { return parts[0].withoutConversion }
    return self
  }
}
