import QuoteSyntax

/// What is left over of a division.
extension FormulaChecker {
  /// The range of `a - b * floor(a / b)`, the remainder of a division; the quotient may have a
  /// name.
  func remainder(_ a: PriceExpression, _ b: PriceExpression) -> Interval? {
    guard !rules.arithmetic.isBinary, case .apply(.arithmetic(.multiply), let factors) = b.operation
    else { return nil }
    let (x, y) = (factors[0], factors[1])
    func text(_ value: PriceExpression) -> String {
      rules.sources.text(at: value.span).filter { !$0.isWhitespace }
    }
    for (divisor, quotient) in [(x, y), (y, x)] {
      var whole = quotient
      if case .reference(.letValue(let index)) = quotient.operation {
        whole = rules.lets[index].value
      }
      guard case .apply(.round(step: 1, .down), let value) = whole.operation,
        case .apply(.arithmetic(.divide), let sides) = value[0].operation,
        text(sides[0]) == text(a), text(sides[1]) == text(divisor), !text(a).isEmpty,
        !text(divisor).isEmpty, divisor.range.lower > 0
      else { continue }
      let isOnSteps = ![a, divisor].contains { $0.quantum.isZero || !$0.quantum.isFinite }
      let step = isOnSteps ? Ratio.commonQuantum(a.quantum, divisor.quantum).magnitude : 0
      return Interval(0, max(0, divisor.range.upper - (step.isFinite ? step : 0)))
    }
    return nil
  }
}
