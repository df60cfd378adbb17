import QuoteSyntax

extension Diagnostic {
  /// `price_cents: money`.
  static func minorUnitOfName(
    _ name: String, column: String?, says word: String, in currency: String, one: String,
    at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unit-of-name", severity: .warning,
      "`\(name)` is read in \(currency), and "
        + (column.map { "its column `\($0)` is" } ?? "is") + " named for \(word)",
      at: Label(span, "1999 in a booking is 1999 \(currency) here, and not 19.99"),
      help: [
        "declare a `count`, and compute with `\(one) * \(name)`",
        "if it does come in \(currency), give it another name"
          + (column == nil ? "" : " where it comes from"),
      ])
  }

  /// `price_eur: money` in rules of another currency.
  static func currencyOfName(
    _ name: String, column: String?, says code: String, in currency: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unit-of-name", severity: .warning,
      "`\(name)` is read in \(currency), and "
        + (column.map { "its column `\($0)` is" } ?? "is") + " named for \(code)",
      at: Label(span, "nothing is converted"),
      help: [
        "declare a `number`, and multiply it by what 1 \(code) costs in \(currency)",
        "if it does come in \(currency), give it another name"
          + (column == nil ? "" : " where it comes from"),
      ])
  }
}
