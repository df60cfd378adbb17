/// What is said of names that nothing has, where what stands around them shows what was meant.
extension Diagnostic {
  static func minusInName(_ name: Spanned<String>, _ help: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-name", "nothing is called `\(name.value)`",
      at: Label(
        name.span,
        name.value.contains("-")
          ? "read as a difference" : "joined to its neighbour by a minus sign"), help: help)
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
    let one = name.value.lowercased().reversed().drop { $0 == "s" }.reversed()
    let spelt = unitSpellings.first { $0.value.contains(String(one)) }?.key
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
