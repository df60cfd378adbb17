import QuoteSyntax

/// What is said of quotients that are a part of a sum.
extension ModelChecker {
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
