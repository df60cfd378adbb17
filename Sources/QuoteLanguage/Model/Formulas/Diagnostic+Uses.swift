import QuoteSyntax

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
      help: ["name what several of them have in common in a let without parameters"])
  }

  static func alongAll(
    _ name: String, of formula: Formula, list: String, groups: String, at span: SourceSpan,
    in sources: Sources
  ) -> Diagnostic {
    let written = sources.text(at: formula.span).inOneLine
    // Pasted into another formula it stays one value.
    let isOne = written.wholeMatch(of: kept(/[\w.]+|[a-z_]+\([^()]*\)/)) != nil
    return Diagnostic(
      "along-all", severity: .warning,
      "`\(name)` goes along all of `\(list)`, not only those of one of `\(groups)`",
      at: Label(span, "used in one of `\(groups)`"),
      labels: span.file == formula.span.file ? [Label(formula.span, "along the whole list")] : [],
      help: [
        "for those of one group, write the formula here: `\(isOne ? written : "(\(written))")`",
        "for all of them, say so under `let`: "
          + "`\(name): { for: \(list), value: \(written.inQuotationMarks) }`",
      ])
  }

  static func carriedAlongAll(
    _ name: String, list: String, groups: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "along-all", severity: .warning,
      "`\(name)` is carried along all of `\(list)`, not along those of one of `\(groups)`",
      at: Label(span, "asked for in one of `\(groups)`"),
      help: [
        "for those of one group, put a line `for: \(list) in order` inside the `lines` of a line"
          + " `for: \(groups)`",
        "for all of them, give it another name under `let`: "
          + "`name: { for: \(list), value: \(name) }`",
      ])
  }
}
