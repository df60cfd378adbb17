import QuoteSyntax

extension FormulaFunction {
  /// Texts, and what is read from them or written as one.
  static let texts: [FormulaFunction] = [
    text("lower(text)", .lower), text("upper(text)", .upper), text("trim(text)", .trim),
    text("without_spaces(text)", .withoutSpaces), text("natural(text)", .natural),
    FormulaFunction("left(text, 10)", 2...2) { $0.cut($1, $2) { .left($0) } },
    FormulaFunction("right(text, 4)", 2...2) { $0.cut($1, $2) { .right($0) } },
    FormulaFunction("replace(text, \"-\", \"\")", 3...3) { $0.replaced($1, $2) },
    FormulaFunction("part(text, \"-\", 1)", 3...3) { $0.part($1, $2) },
    FormulaFunction("starts_with(text, \"PH\")", 2...2) { $0.holds($1, $2) { .startsWith($0) } },
    FormulaFunction("ends_with(text, \"XL\")", 2...2) { $0.holds($1, $2) { .endsWith($0) } },
    FormulaFunction("contains(text, \"rush\")", 2...2) { $0.holds($1, $2) { .contains($0) } },
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

  /// What `integer` reads from a text: of one that a pattern of digits prints, no others, and of so
  /// many characters, no more digits than those.
  private static func wholeNumbers(in text: PriceExpression, _ rules: ModelChecker) -> Interval {
    if case .apply(.printed(let pattern?), let parts) = text.operation,
      [.date, .time, .instant].contains(parts[0].type), let numbers = DatePattern(pattern).numbers
    {
      return numbers
    }
    if !rules.arithmetic.isBinary, case .apply(.text(let function), _) = text.operation {
      switch function {
      case .left(let count) where 1...14 ~= count, .right(let count) where 1...14 ~= count:
        return Interval(1 - Ratio(powerOfTen: count - 1), Ratio(powerOfTen: count) - 1)
      case _: break
      }
    }
    let limit = Ratio(powerOfTen: rules.arithmetic.isBinary ? 18 : 15)
    return Interval(-limit, limit)
  }
}
