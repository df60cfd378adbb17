/// What can be wrong with a ledger of accepted differences.
extension Diagnostic {
  static func expiryForm(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "expiry-form", "`expires` is a day", at: Label(text.span, "not read as one"),
      help: ["write expires: 2027-03-31"])
  }

  static func acceptedAmount(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "accepted-amount", "by how much a value may differ is a number",
      at: Label(text.span, "not read as one"),
      help: ["write it with a point and no currency: -0.04"])
  }

  static func acceptedCondition(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "accepted-condition", "`when` of an accepted difference holds or does not hold",
      at: Label(span, "is another kind of value"),
      help: ["compare it with something: abs(difference) <= $0.01"])
  }

  static func acceptedName(
    _ name: Spanned<String>, of side: String, among known: [String]
  ) -> Diagnostic {
    Diagnostic(
      "accepted-name", "`\(side)` has the names of the rules' lines and outputs",
      at: Label(name.span, "`\(name.value)` is none of them"),
      help: Suggestion.help(for: name.value, among: known))
  }
}
