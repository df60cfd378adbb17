import QuoteSyntax

/// What is said of quotients that are not rounded.
extension ModelChecker {
  /// Where a quotient can be rounded: by itself only where it is all of an amount, for what is made
  /// of a rounded one is another price.
  func roundings(
    of quotient: PriceExpression, under call: FormulaCall?, as use: QuotientUse
  ) -> [String] {
    if let branches = branches(of: quotient) {
      return ["divide in each branch, which is exact: `\(branches)`"]
    }
    let text = sources.text(at: quotient.span)
    let rounded = "round(\(text)\(finestStep(of: quotient)))"
    guard let call else {
      if use == .measure {
        return ["say how finely it is measured: `\(rounded)`", fewDivisors(of: quotient)]
      }
      if use == .amount, !quotient.type.isPlainNumber {
        return [
          "write `\(rounded)`: the rounding goes directly around the quotient, together with what "
            + "multiplies or divides it"
        ]
      }
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

  /// The divisor of a quotient that stands under its name.
  func divisor(behind quotient: PriceExpression) -> PriceExpression? {
    guard case .apply(.arithmetic(.divide), let sides) = quotient.operation,
      sides[1].span.file == quotient.span.file, !quotient.span.encloses(sides[1].span)
    else { return nil }
    return sides[1]
  }
}
