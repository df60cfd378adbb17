extension Diagnostic {
  static func groupKeyNotGiven(
    _ key: PriceExpression, of list: String, in sources: Sources
  ) -> Diagnostic {
    let text = sources.text(at: key.span).trimmedOfSpaces
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
    let text = sources.text(at: span).trimmedOfSpaces
    return Diagnostic(
      "groups-or-all", "`\(text)` could be of one group or of all",
      at: Label(span, "over `\(list)`, beside what belongs to one of `\(groups)`"),
      labels: [Label(name.span)],
      help: [
        "for one group, write `name: { for: \(groups), value: \(text) }` and use that name here",
        "for all of them, write `name: \(text)` and use that name here",
      ])
  }
}
