/// What can be wrong with an overlay map, or with a record that it reads.
extension Diagnostic {
  static func overlayFigure(_ name: Spanned<String>, declared: SourceSpan) -> Diagnostic {
    Diagnostic(
      "overlay-figure", "`\(name.value)` is not a figure of the rules",
      at: Label(name.span, "one value cannot replace it"),
      labels: [Label(declared, "declared here")],
      help: ["the rows of a table are made from a list: { for: list, row: { header: value } }"])
  }

  static func overlayMatrix(_ name: Spanned<String>, table: SourceSpan) -> Diagnostic {
    Diagnostic(
      "overlay-matrix", "rows cannot be laid into a matrix",
      at: Label(name.span, "is spread over columns"), labels: [Label(table, "the matrix")],
      help: ["write the table of the rules with its last key as a column of its own"])
  }

  static func overlayColumn(
    _ header: Spanned<String>, of table: String, among known: [String]
  ) -> Diagnostic {
    let near = Suggestion.help(for: header.value, among: known)
    return Diagnostic(
      "overlay-column", "`\(table)` has no column `\(header.value)`",
      at: Label(header.span, "unknown"),
      help: near.isEmpty ? ["its columns are \(known.joined(separator: ", "))"] : near)
  }

  static func overlayColumnMissing(_ column: String, of table: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "overlay-column", "the map gives nothing for the column `\(column)` of `\(table.value)`",
      at: Label(table.span, "the table has this column"),
      help: ["add `\(column): formula` to `row`"])
  }

  static func overlayCell(_ header: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "overlay-cell", "the value column `\(header.value)` is given a range or several values",
      at: Label(header.span, "these are for keys"),
      help: ["write `\(header.value): formula`"])
  }

  /// `"{least}-{most}"`, where a range is wanted.
  static func overlayRange(_ text: Spanned<String>, _ right: String) -> Diagnostic {
    Diagnostic(
      "overlay-cell", "`\(text.value)` is no range of a key",
      at: Label(text.span, "a text with formulas in it"),
      help: ["a range has its two ends as formulas: `\(right)`"])
  }

  package static func overlayValue(_ type: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "overlay-value", "an overlay cannot hold \(type)", at: Label(span, "cannot be written"),
      help: ["numbers, texts, flags, dates, times and words can be"])
  }

  /// `message` says what is wrong with the value at the place.
  package static func configurationFault(
    _ message: String, field: String, at span: SourceSpan, map declaration: SourceSpan?
  ) -> Diagnostic {
    Diagnostic(
      "configuration-fault", "the record does not say what the map reads",
      at: Label(span, message),
      labels: declaration.map { [Label($0, "`\(field)` reads it")] } ?? [],
      help: message.contains(" is missing")
        ? [
          "if the record has it under another name, correct `from` in the map; if it has it not, "
            + "correct the record"
        ] : ["correct the record: a program that reads it as the map says cannot price with it"])
  }

  /// `found` is where the record has what the map reads at `wanted`.
  package static func configurationElsewhere(
    _ found: String, wanted: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "configuration-elsewhere", "the record has nothing where the map reads",
      at: Label(span, "`\(found)` is here; the map reads `\(wanted)`"),
      help: ["move it in the record, or correct `from` in the map"])
  }

  package static func configurationRefused(_ reason: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "configuration-refused", "the map refuses this record", at: Label(span, reason))
  }
}
