import QuoteSyntax

/// What is said of names that nothing has, where what stands around them shows what was meant.
extension Diagnostic {
  static func unknownFunction(
    _ name: Spanned<String>, among known: [String], help: String?
  ) -> Diagnostic {
    Diagnostic(
      "unknown-function", "there is no function or table `\(name.value)`", at: Label(name.span),
      help: (help ?? operators[name.value.lowercased()]).map { [$0] }
        ?? Suggestion.help(for: name.value, among: known))
  }

  /// What functions of other notations are here.
  private static let operators = [
    "modulo": "write `mod`", "remainder": "write `mod`", "rem": "write `mod`",
    "pow": "write `x * x`; if the exponent varies, put the powers in a table",
    "power": "write `x * x`; if the exponent varies, put the powers in a table",
    "maximum": "for the larger of two, write `max`; to keep a value at or below another, `min`",
    "minimum": "for the smaller of two, write `min`; to keep a value at or above another, `max`",
    "greatest": "write `max`", "least": "write `min`", "ceiling": "write `ceil`",
    "roundup": "write `round_up`", "rounddown": "write `round_down`", "len": "write `length`",
    "total": "write `sum`",
    "iif": "write `if a then b else c`", "coalesce": "write `x default y`",
    "ifnull": "write `x default y`", "sumif": "write `sum(x where c)`",
    "countif": "write `count(list where c)`",
    "days": "the days between two dates are `((b - a) / 1 day)`",
    "datedif": "the days between two dates are `((b - a) / 1 day)`, the months `months(a, b)`",
    "datediff": "the days between two dates are `((b - a) / 1 day)`, the months `months(a, b)`",
    "dateadd": "days are added to a date: `on + 3 days`",
    "startswith": "write `starts_with`", "endswith": "write `ends_with`",
    "average": "write `round(sum(x) / count(list), 0.01)`, rounded as it is to be",
    "avg": "write `round(sum(x) / count(list), 0.01)`, rounded as it is to be",
    "mean": "write `round(sum(x) / count(list), 0.01)`, rounded as it is to be",
  ]

  /// A name that is used and that an overlay takes out.
  static func removedName(_ name: Spanned<String>, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unknown-name", "`\(name.value)` is taken out and still used",
      at: Label(span, "taken out here"), labels: [Label(name.span, "used here")],
      help: [
        "give what uses it another formula in the overlay, or take that out too",
      ])
  }

  /// A line that is nothing but a name, which no value has.
  static func lineOfNothing(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "line-without-amount", "line `\(name.value)` has no amount",
      at: Label(name.span, "and no value under `let` is called so"),
      help: ["write `amount: …` below it, with what it adds"])
  }

  static func minusInName(_ name: Spanned<String>, _ help: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-name", "nothing is called `\(name.value)`",
      at: Label(name.span, "joined to its neighbour by a minus sign"), help: help)
  }

  /// A key column of a table whose cells are the words of an input.
  static func headerForInput(
    _ header: Spanned<String>, _ input: String, _ words: [String], at use: SourceSpan
  ) -> Diagnostic {
    let listed = words.prefix(6).map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      "unknown-name", "nothing is called `\(header.value)`", at: Label(header.span),
      labels: [Label(use, "looked up here")],
      help: ["did you mean `\(input)`, which is one of \(listed)?"])
  }

  /// What only a quote has, in a condition on bookings.
  static func ofQuotes(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "unknown-name", "nothing is called `\(name.value)`",
      at: Label(name.span, "bookings are selected by what the rules compute"),
      help: [
        "every row of the output says whether it is declined or at fault: price without "
          + "`--where`, and select rows by the column `status`"
      ])
  }

  static func numberOfList(_ name: Spanned<String>, _ help: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span), help: help
    ).of(mistake: "name \(name.value)")
  }

  /// `price` is what stands before the stroke, `€1.20`.
  static func unknownUnit(
    pricedBy name: Spanned<String>, _ price: String
  ) -> Diagnostic {
    let spelt = MeasureUnit.name(speltOut: name.value)
    let help: [String]
    if let other = OtherMeasure(name.value) {
      help = ["\(other.told): write `\(price) / \(other.size) \(other.unit)`"]
    } else if let spelt, spelt != "%" {
      help = ["write `\(price)/\(spelt)`"]
    } else {
      help = [
        "for a price that is multiplied by how many there are, write `\(price)`",
        "for a unit of your own, declare it at the top: `units: [\(name.value)]`",
      ]
    }
    return Diagnostic(
      "unknown-unit", "`\(name.value)` is not a unit",
      at: Label(name.span, "a price is for one of a unit"), help: help
    ).of(mistake: "name \(name.value)")
  }
}
