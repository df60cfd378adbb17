/// What can be wrong with what stands under `let`.
extension Diagnostic {
  /// A table whose first row is none that names its columns. `laidOver` is the table of the rules
  /// that an overlay gives other rows.
  static func headerMissing(
    _ table: String, at span: SourceSpan, keys: Int, isCSV: Bool, laidOver: String?,
    hit: HitPolicy
  ) -> Diagnostic {
    let dots = Array(repeating: "…", count: max(1, keys))
    let header = isCSV
      ? "\(dots.joined(separator: ",")),,\(table)"
      : "| \(dots.joined(separator: " | ")) || \(table) |"
    return Diagnostic(
      "header-missing", "the table `\(table)` begins with a row where its header belongs",
      at: Label(span, "there are figures where columns are named"),
      help: (laidOver == nil
        ? []
        : ["to keep the header of the rules, write `rows: |` in place of `\(hit.rawValue): |`"])
        + ["a header above it names what is looked up and what is found: `\(header)`"])
  }

  /// `zone_price: |` with the rows right below it.
  static func hitMissing(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "let-form", "the table `\(name.value)` does not say which of its rows count",
      at: Label(name.span, "rows follow, and no word for them"),
      help: ["write `\(name.value):`, and on the next line, further in, `unique: |`"])
  }

  /// `entries` stand below the name.
  static func letForm(
    _ name: Spanned<String>, of entries: [YAMLEntry] = [], over table: TableDeclaration? = nil
  ) -> Diagnostic {
    let figures = entries.compactMap { entry in
      entry.value.scalar.map { (entry.key.value, String(decoding: $0.text, as: UTF8.self)) }
    }
    if let (word, formula) = figures.first, figures.count == 1,
      ["value", "formula", "amount", "is", "price", "expression", "result"].contains(word) {
      return Diagnostic(
        "let-form", "`\(name.value)` has a key `\(word)` and nothing beside it",
        at: Label(name.span, "not a formula, a table, an area or a made list"),
        help: ["a formula goes after its name: `\(name.value): \(formula)`"]
          + (formula.contains(where: \.isLetter)
            ? ["for one value for each element of a list, write `for: LIST` above `\(word)`"] : []))
    }
    if let (word, file) = figures.first, figures.count == entries.count,
      file.hasSuffix(".csv") || file.hasSuffix(".xlsx")
    {
      return Diagnostic(
        "let-form", "`\(name.value)` is not a formula, a table, an area or a made list",
        at: Label(name.span, "none of these"),
        help: [
          "the key over a file says which of its rows count: write `unique: \(file)` in place of "
            + "`\(word): \(file)`, where only one row matches"
        ])
    }
    let parts = Dictionary(figures, uniquingKeysWith: { first, _ in first })
    if let condition = parts["if"], let then = parts["then"] {
      let other = parts["else"].map { " else \($0)" } ?? ""
      return Diagnostic(
        "let-form", "`\(name.value)` has the parts of a choice as keys", at: Label(name.span),
        help: ["a choice is one formula: `\(name.value): if \(condition) then \(then)\(other)`"])
    }
    if let (word, figure) = figures.first, figures.count == entries.count {
      if let table {
        let column = table.values.count > 1 ? ".\(table.values[0].value)" : ""
        return Diagnostic(
          "let-form", "`\(name.value)` is a table, and its rows are not keys",
          at: Label(name.span), labels: [Label(table.hit.span, "the table")],
          help: [
            "one cell is changed by `--set '\(name.value)[\(word)]\(column)=\(figure)'`",
            "in an overlay, all rows of a table are written anew, below `rows: |`",
          ])
      }
      return Diagnostic(
        "let-form", "`\(name.value)` is not a formula, a table, an area or a made list",
        at: Label(name.span, "none of these"),
        help: [
          "figures by a word are the rows of a table below `unique: |`, "
            + "`| … || \(name.value) |` with the name that the words are of, and "
            + "`| \(word) || \(figure) |`",
          "or each has a name of its own: `\(name.value)_\(word): \(figure)`",
        ])
    }
    return Diagnostic(
      "let-form", "`\(name.value)` is not a formula, a table, an area or a made list",
      at: Label(name.span, "none of these"),
      help: [
        "the key over a table is one of "
          + HitPolicy.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      ])
  }
}
