import QuoteSyntax

/// What is said of quotients that are not rounded, or are a part of a sum.
extension ModelChecker {
  /// Where a quotient can be rounded: by itself only where it is all of an amount, for what is made
  /// of a rounded one is another price.
  func roundings(
    of quotient: PriceExpression, under call: FormulaCall?, isAmount: Bool
  ) -> [String] {
    if let branches = branches(of: quotient) {
      return ["divide in each branch, which is exact: `\(branches)`"]
    }
    let text = sources.text(at: quotient.span)
    let rounded = "round(\(text)\(finestStep(of: quotient)))"
    guard let call else {
      if isAmount, !quotient.type.isPlainNumber {
        return [
          "write `\(rounded)`: the rounding goes directly around the quotient, together with what "
            + "multiplies or divides it"
        ]
      }
      if !quotient.type.isPlainNumber, let inSum = inSum(quotient) { return inSum }
      return [
        "divide where it is used, inside a `round(…)` together with what it multiplies",
        byNumber(quotient) ?? fewDivisors(of: quotient),
      ]
    }
    let each =
      quotient.type == .quantity(.money)
      ? "to charge each by itself, round each: `\(call.name.value)(\(rounded))`"
      : fewDivisors(of: quotient)
    guard call.name.value == "sum", call.condition == nil,
      case .apply(.arithmetic, let sides) = quotient.operation,
      sides[1].grain != quotient.grain, sides[0].span != quotient.span
    else { return [each] }
    let (sum, divisor) = (sources.text(at: sides[0].span), sources.text(at: sides[1].span))
    return [
      "divide the sum, `(sum(\(sum)) / \(divisor))`, inside the rounding", each,
    ]
  }

  /// A price per unit of a measure is divided by a number of units, so that it can be multiplied.
  private func byNumber(_ quotient: PriceExpression) -> String? {
    guard case .apply(.arithmetic(.divide), let sides) = quotient.operation,
      sides[0].span.upper <= sides[1].span.lower, let per = quotient.units.denominator
    else { return nil }
    let (above, below) = (sources.text(at: sides[0].span), sources.text(at: sides[1].span))
    return "to multiply it by a measure, divide by a number of \(per.name): "
      + "`\(above) / (\(below) / 1 \(per.name))` times such a number"
  }

  private func fewDivisors(of quotient: PriceExpression) -> String {
    guard case .apply(.arithmetic, let sides) = quotient.operation else { return "" }
    let divisor = sources.text(at: sides[1].span)
    return "where `\(divisor)` is a whole number up to 20 or so, let its range say that:"
      + " the quotient is exact then, wherever it is used"
  }

  /// A quotient whose divisor is one figure or another, with the division put into the branches.
  private func branches(of quotient: PriceExpression) -> String? {
    guard case .apply(.arithmetic(.divide), let sides) = quotient.operation else { return nil }
    let (above, below) = (sides[0], sides[1])
    func text(_ value: PriceExpression) -> String { sources.text(at: value.span) }
    guard case .conditional(let condition, let then, let other) = below.operation, let other,
      case .constant = then.operation, case .constant = other.operation
    else { return nil }
    // What multiplies a quotient is part of what is divided, and stands on its other side.
    let isApart = above.span.upper <= below.span.lower
    let divided = isApart ? text(above) : "…"
    return "if \(text(condition)) then \(divided) / \(text(then)) else \(divided) / \(text(other))"
  }

  private func finestStep(of value: PriceExpression) -> String {
    if value.type == .quantity(.money) { return "" }
    if let per = value.units.denominator {
      return ", " + money("0.0001") + "/\(per.name)"
    }
    return value.units.numerator.map { ", 0.01 \($0.name)" } ?? ", 0.0001"
  }

  /// What to write for `price / n + rest` inside of one rounding: to round the quotient alone would
  /// give another amount wherever the rest has fractions. Nil where no sum is around it.
  func inSum(_ quotient: PriceExpression) -> [String]? {
    guard case .apply(.arithmetic(.divide), let sides) = quotient.operation,
      sides[0].span.upper <= sides[1].span.lower, let file = sources[quotient.span.file]
    else { return nil }
    func text(_ lower: Int32, _ upper: Int32) -> String {
      let bounds = (max(0, lower), min(Int32(file.text.count), upper))
      return sources.text(
        at: SourceSpan(file: quotient.span.file, lower: bounds.0, upper: max(bounds.0, bounds.1)))
    }
    let after = text(quotient.span.upper, quotient.span.upper + 40)
    let before = text(quotient.span.lower - 40, quotient.span.lower)
    guard after.contains(/^ *[+\-]/) || before.contains(/[\w)%] *[+\-] *$/) else { return nil }
    let above = sources.text(at: sides[0].span).trimmedOfSpaces
    let divisor = sources.text(at: sides[1].span).trimmedOfSpaces
    return [
      "divide once, around it all: multiply the rest of the sum by `\(divisor)`, add `\(above)`, "
        + "and divide that by `\(divisor)`, inside of one `round(…)`",
      "to round this part by itself, write `round(\(sources.text(at: quotient.span)))`",
    ]
  }
}
