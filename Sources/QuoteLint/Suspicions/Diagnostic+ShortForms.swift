import QuoteLanguage
import QuoteSyntax

extension Diagnostic {
  static func shortYear(_ written: String, _ year: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "short-year", severity: .warning, "a year is compared with `\(written)`",
      at: Label(span, "the year \(written), and no other"), help: ["write `\(year)`"])
  }

  /// `right` is the call that asks for what the mark stands for elsewhere.
  static func wildcard(_ written: String, _ right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "wildcard-in-text", severity: .warning,
      "the text `\(written)` has a mark that stands for itself",
      at: Label(span, "matches this mark alone"), help: ["write `\(right)`"])
  }
}
