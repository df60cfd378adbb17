extension FormulaFunction {
  /// Texts, and what is read from them or written as one.
  static let texts: [FormulaFunction] = [
    text("lower(text)", .lower), text("upper(text)", .upper), text("trim(text)", .trim),
    FormulaFunction("left(text, 10)", 2...2) { $0.left($1, $2) },
    FormulaFunction(
      "length(text)",
      FunctionShape(.text(.length), [.text]) { _, _ in .count(Interval(0, 1_000_000)) }),
    FormulaFunction(
      "integer(text)",
      FunctionShape(.text(.parseInteger), [.text]) { parts, rules in
        .count(wholeNumbers(in: parts[0], rules), isOptional: true)
      }),
    FormulaFunction(
      "number(text)",
      FunctionShape(.text(.parseNumber), [.text]) { _, rules in
        let limit = Ratio(powerOfTen: 9)
        return FunctionResult(
          type: .quantity(.number),
          range: rules.arithmetic.isBinary ? .unbounded : Interval(-limit, limit),
          quantum: Ratio(powerOfTen: -6), isOptional: true)
      }),
    FormulaFunction("text(x, pattern)", 1...3) { $0.printed($1, $2) },
  ]

  /// A function from text to text.
  private static func text(_ form: String, _ function: TextFunction) -> FormulaFunction {
    FormulaFunction(
      form, FunctionShape(.text(function), [.text]) { _, _ in FunctionResult(type: .text) })
  }

  /// What `integer` reads from a text: of one that a pattern of digits prints, no others.
  private static func wholeNumbers(in text: PriceExpression, _ rules: ModelChecker) -> Interval {
    if case .apply(.printed(let pattern?), let parts) = text.operation,
      [.date, .time, .instant].contains(parts[0].type), let numbers = DatePattern(pattern).numbers
    {
      return numbers
    }
    let limit = Ratio(powerOfTen: rules.arithmetic.isBinary ? 18 : 15)
    return Interval(-limit, limit)
  }
}
