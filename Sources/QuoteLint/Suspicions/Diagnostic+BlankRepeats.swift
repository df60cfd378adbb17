import QuoteLanguage
import QuoteSyntax

extension Diagnostic {
  static func blankRepeat(
    _ table: ModelTable, _ column: Int, below value: String, at row: SourceSpan, head: SourceSpan
  ) -> Diagnostic {
    let header = table.keys[column].header
    return Diagnostic(
      "blank-repeat", severity: .warning,
      "a row of `\(table.name)` below `\(value)` leaves `\(header)` empty, and is for everything",
      at: Label(row, "for every `\(header)`, not only for `\(value)`"),
      labels: [Label(head, "this row is for `\(value)` only")],
      help: [
        "if `\(value)` is meant for the rows below it too, write it in each of them",
        "if everything is meant, write `-`",
      ])
  }
}
