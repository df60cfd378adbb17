import QuoteSyntax

/// What to write where a value of another type is wanted, by a function or as an amount.
extension ModelChecker {
  /// What stands in the place of an operand that a function does not take; `wants` is what it does.
  func operandInstead(of value: PriceExpression, _ wants: String) -> [String] {
    let text = sources.text(at: value.span).trimmedOfSpaces
    switch (wants, value.type) {
    case (FunctionOperand.date.wants, .instant):
      return ["its date, on the clock of `timezone`, is `date(\(text))`"]
    case (FunctionOperand.date.wants, _):
      return example(of: "a date is needed", for: value) { $0 == .date }
    case (FunctionOperand.months.wants, .quantity(let type)) where type.numerator == nil:
      if case .constant(.quantity(let figure)) = value.operation, let less = figure.floor {
        return ["months are whole: write `\(less)` or `\(less + 1)`"]
      }
      return ["months are whole: declare `\(text)` as a `count`, or write `trunc(\(text))`"]
    case (FunctionOperand.text.wants, .quantity), (FunctionOperand.text.wants, .date),
      (FunctionOperand.text.wants, .time):
      return ["as a text it is `text(\(text))`"]
    case (FunctionOperand.number.wants, .text):
      return ["the whole number that a text tells is `integer(\(text))`"]
    case ("a number, a date or a time", _):
      return example(of: "the order is that of a number, a date or a time", for: value) {
        $0.isQuantity || $0 == .date || $0 == .time
      }
    case _: return []
    }
  }

  /// A sentence with a field of another type beside a value, where there is one.
  private func example(
    of rule: String, for value: PriceExpression, _ isRight: (ValueType) -> Bool
  ) -> [String] {
    let fields = schema.lists[value.grain.list].fields + schema.lists[.booking].fields
    let right = fields.first { isRight(ValueColumnReader.type(of: $0.type).0) }
    return [rule + (right.map { ", such as `\($0.name)`" } ?? "")]
  }

  /// What to write where money is wanted and a word stands; nil for what is no word.
  func pricedByWord(_ value: PriceExpression) -> [String]? {
    guard value.type.isTextual, case .reference = value.operation else { return nil }
    let name = sources.text(at: value.span).trimmedOfSpaces
    var word = "…"
    if case .reference(.field(let list, let field)) = value.operation {
      word = schema.lists[list].fields[field].choices.first ?? word
    }
    return [
      "a word is not an amount: give it one with `if \(name) = \"\(word)\" then \(money("…")) "
        + "else \(money("…"))`, or in a table with the key `\(name)`"
    ]
  }
}

/// What is said of arguments that a function does not take.
extension FormulaChecker {
  /// A call with too few or too many arguments; reported.
  func wrongNumber(of call: FormulaCall, _ function: FormulaFunction) -> PriceExpression {
    let before = rules.log.all.count
    let result = wrongArguments(call, function.form)
    let (least, most) = (function.arguments.lowerBound, function.arguments.upperBound)
    let taken = least == most ? "\(least)" : most > 20 ? "\(least) or more" : "\(least) to \(most)"
    let noun = taken == "1" ? "argument" : "arguments"
    rules.log.explain(
      from: before,
      "`\(call.name.value)` takes \(taken) \(noun), and is given \(call.arguments.count)")
    return result
  }

  /// A call one of whose arguments is not what it must be, with the reason; reported.
  func wrongArgument(
    _ index: Int, of call: FormulaCall, _ function: FormulaFunction, why: String
  ) -> PriceExpression {
    var diagnostic = Diagnostic.wrongArguments(call.name, form: function.form, at: call.span)
    diagnostic.primary = Diagnostic.Label(call.arguments[index].span, why)
    rules.log.report(diagnostic)
    return invalid(at: call.span)
  }
}
