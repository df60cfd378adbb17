import QuoteLanguage
import QuoteSyntax

extension Diagnostic {
  static func hoursBeforeDay(
    _ written: String, _ hours: String, begins: String, day: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "hours-before-day", severity: .warning,
      "`\(written)` can be a day off when the clocks change",
      at: Label(span, "elapsed time: on two days a year the clock shows something else"),
      help: [
        "for days that begin at \(begins), write `\(day)`",
        "if \(hours) of elapsed time are meant, give them a name under `let`",
      ])
  }
}
