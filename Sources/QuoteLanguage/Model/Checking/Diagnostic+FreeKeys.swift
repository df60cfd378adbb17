import QuoteSyntax

/// What is said of columns of keys that are no names of the rules.
extension Diagnostic {
  /// `help` says what is known of what was meant.
  static func freeKey(
    _ key: Spanned<String>, of table: Spanned<String>, usedAt use: SourceSpan, help: String?
  ) -> Diagnostic {
    Diagnostic(
      "free-key",
      "`\(key.value)`, by which `\(table.value)` is looked up, is not a name of the rules",
      at: Label(key.span, "a column of keys"), labels: [Label(use, "looked up here")],
      help: [help ?? "write `\(table.value)(…)` with what is looked up, or declare `\(key.value)`"]
    ).of(mistake: "name \(key.value)")
  }

  /// `price: EUR`; `right` is the type that was meant. Figures of a column of shares, `percent`,
  /// would be whole numbers without their sign.
  static func noTypeOfColumn(
    _ word: Spanned<String>, right: String, column: String, isShare: Bool, usedAt use: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "free-key", "`\(word.value)` is not a type of a column",
      at: Label(
        word.span,
        isShare
          ? "a share is a number with a percent sign"
          : "the type of \(right == "money" ? "amounts" : "figures") is `\(right)`"),
      labels: [Label(use, "looked up here")],
      help: [
        isShare
          ? "each share has its sign, `5%`, and the header is the name alone: `\(column)`"
          : "write `\(column): \(right)`"
      ]
    ).of(mistake: "type \(column)")
  }
}
