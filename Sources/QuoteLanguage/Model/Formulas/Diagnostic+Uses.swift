/// What is wrong where a formula with parameters is used.
extension Diagnostic {
  static func functionAlone(_ name: String, _ form: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "function-alone", "`\(name)` is a formula with parameters, and has no value by itself",
      at: Label(span, "nothing is given"), help: ["write `\(form)`, with a value for each"])
  }

  static func tooManyUses(_ name: Spanned<String>, most: Int) -> Diagnostic {
    Diagnostic(
      "too-many-uses", "formulas with parameters are written out more than \(most) times",
      at: Label(name.span, "here once more"),
      help: ["name what several of them have in common by a let without parameters"])
  }
}
