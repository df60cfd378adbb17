import QuoteSyntax

extension Diagnostic {
  static func groupKeyNotGiven(
    _ key: PriceExpression, of list: String, in sources: Sources
  ) -> Diagnostic {
    var text = sources.text(at: key.span).trimmedOfSpaces
    // `default` would belong to the last part of anything longer.
    if text.wholeMatch(of: kept(/[\w.]+(?:\([^()]*\))?/)) == nil { text = "(\(text))" }
    return Diagnostic(
      "group-key", "elements of `\(list)` are grouped by a key that is not always given",
      at: Label(key.span, "this is not always given"),
      help: ["say which group it is then: `\(text) default …`"])
  }

  static func groupKeyAlike(
    _ key: PriceExpression, of list: String, in sources: Sources
  ) -> Diagnostic {
    Diagnostic(
      "group-key", "elements of `\(list)` are grouped by a key that is the same for all of them",
      at: Label(key.span, "no field of `\(list)` is in it"),
      help: ["name a field of `\(list)`, or leave the groups out: there would be one"])
  }

  static func linesOfMembers(
    _ line: String, _ list: String, groups: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "members-line", "the amounts of `\(line)` are used in a group as if they were one",
      at: Label(span, "one for each of `\(list)`, and a group has several"),
      help: ["write `sum(\(line))` for those of this one of `\(groups)`"])
  }

  static func groupsOrAll(
    _ span: SourceSpan, groups: String, list: String, named name: Spanned<String>,
    in sources: Sources
  ) -> Diagnostic {
    let text = sources.text(at: span).inOneLine
    // Commas and brackets end a plain text inside braces.
    let value = text.contains(where: { ",[]{}".contains($0) }) ? text.inQuotationMarks : text
    return Diagnostic(
      "groups-or-all", "`\(text)` could be of one group or of all",
      at: Label(span, "over `\(list)`, beside what belongs to one of `\(groups)`"),
      labels: [Label(name.span)],
      help: [
        "for one group, write `name: { for: \(groups), value: \(value) }` under `let`, and `name` "
          + "here",
        "for all of them, write `name: \(text)` under `let`, and `name` here",
      ])
  }

  static func otherGroups(
    _ span: SourceSpan, groups: String, other: String, list: String, in sources: Sources
  ) -> Diagnostic {
    let text = sources.text(at: span).trimmedOfSpaces
    return Diagnostic(
      "groups-or-all", "`\(text)` could be of all of `\(other)` or of those in one of `\(groups)`",
      at: Label(span, "elements of one of `\(other)` may be in several of `\(groups)`"),
      help: [
        "for all of them, write `name: \(text)` under `let` and use that name here",
        "for its own, say what each of `\(list)` has of it, such as a share, and add that up",
      ])
  }

  static func sharesOfGroups(
    _ amount: PriceExpression, _ call: FormulaCall, of list: ListID, in rules: ModelChecker
  ) -> Diagnostic {
    let (groups, list) = (rules.lists[amount.grain.list].name, rules.lists[list].name)
    return Diagnostic(
      "too-fine", "many values stand where one is wanted for all of `\(list)`",
      at: Label(amount.span, "this is one for each of `\(groups)`"),
      help: [
        "here, `split` shares one amount over all of `\(list)`: to share each over those of its"
          + " own, put the formula into a line `for: \(list)` inside the `lines` of a line"
          + " `for: \(groups)`"
      ])
  }

  static func sharesNeedRounding(
    _ amount: PriceExpression, _ call: FormulaCall, in rules: ModelChecker
  ) -> Diagnostic {
    let text = rules.sources.text(at: amount.span).trimmedOfSpaces
    let rest = rules.sources.text(
      at: SourceSpan(file: call.span.file, lower: amount.span.upper, upper: call.span.upper))
    return Diagnostic(
      "needs-rounding",
      "the amount to be shared can have fractions of \(rules.minorUnit) \(rules.currency)",
      at: Label(
        amount.span, "this is known only to be a multiple of \(amount.quantum)"),
      help: [
        "round it, `split(round(\(text))\(rest)`: shares are in whole minor units, and add up to"
          + " what is shared"
      ])
  }
}
