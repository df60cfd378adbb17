import QuoteSyntax

/// Complaints about what is said of an input, and would do nothing.
extension Diagnostic {
  static func clauseNotTaken(
    _ clause: String, by field: FieldDeclaration, at span: SourceSpan, help: String
  ) -> Diagnostic {
    let type = field.type.value.word
    let isAtName = span == field.name.span
    return Diagnostic(
      "clause-not-taken", "`\(clause)` would do nothing for `\(field.name.value)`",
      at: Label(span, isAtName ? "a field of elements" : "a `\(type)` takes none"),
      labels: isAtName || span == field.type.span
        ? [] : [Label(field.type.span, "the type")],
      help: [help])
  }

  /// A `where` in a call that is not over a list.
  static func conditionNotTaken(
    _ call: FormulaCall, _ condition: Formula, isAmong: Bool, in rules: ModelChecker
  ) -> Diagnostic {
    func text(_ formula: Formula) -> String {
      rules.sources.text(at: formula.span).trimmedOfSpaces
    }
    let name = call.name.value
    let arguments = call.arguments.map(text).joined(separator: ", ")
    let choice = "if \(text(condition)) then \(name)(\(arguments))"
    return Diagnostic(
      "where-not-taken", "`\(name)` takes no `where`",
      at: Label(condition.span, isAmong ? "it chooses among values" : "it is not over a list"),
      help: [
        "where the condition is to decide whether there is a value, write `\(choice) else …`",
        "`where` chooses elements of a list, as in `sum(price where \(text(condition)))`",
      ])
  }

  /// A step that is not above zero, or of another kind than the input.
  static func badInputStep(_ written: Spanned<String>, _ field: FieldDeclaration) -> Diagnostic {
    let isWhole = field.type.value == .count
    return Diagnostic(
      "bad-bound", "`\(written.value)` is not a step of `\(field.name.value)`",
      at: Label(written.span),
      help: [
        isWhole
          ? "a step of a count is a whole number above zero"
          : "a step is a number above zero, in the input's unit or in one that converts to it"
      ])
  }
}
