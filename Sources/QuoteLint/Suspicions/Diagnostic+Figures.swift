import QuoteLanguage
import QuoteSyntax

/// What is said of figures that are named, written or bounded in two ways which do not agree.
extension Diagnostic {
  /// `hours: number, from duration_minutes`.
  static func unitOfNumber(
    _ field: FieldSchema, from column: String, _ own: NamedUnit, says other: NamedUnit,
    at span: SourceSpan
  ) -> Diagnostic {
    let formula = own.count(of: other).map { "\(other)s / \($0)" }
      ?? other.count(of: own).map { "\(other)s * \($0)" }
    return Diagnostic(
      "unit-of-name", severity: .warning,
      "`\(field.name)` is named for \(own)s, and its column `\(column)` for \(other)s",
      at: Label(span, "a number is taken as it comes"),
      help: (formula.map {
        ["name the input `\(other)s`, and write `\(field.name): \($0)` under `let`"]
      } ?? []) + [
        "if the column does give \(own)s, name the input for what it counts, without a unit"
      ])
  }

  /// `min(max(price, $20), $12)`.
  static func alwaysTheBound(
    _ price: String, _ amount: String, isLeast: Bool, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "bound-turned", severity: .warning, "this is \(amount) for every booking",
      at: Label(
        span, "`\(price)` is never \(isLeast ? "less" : "more") than that, so it does not count"),
      help: [
        "look at both figures: the least is to be below the most",
        "if the price does not depend on `\(price)`, write \(amount)",
      ])
  }

  /// `label: VAT 19%` beside `price * 7%`.
  static func figureInWords(
    _ said: String, _ applied: String, at span: SourceSpan, rule: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "figure-in-words", severity: .warning, "this says \(said), and the rule has \(applied)",
      at: Label(span, "read by people"), labels: [Label(rule, "what is applied")],
      help: [
        "write the same figure in both",
        "if both are right, the text may say what the other one is: `plus \(said) …`",
      ])
  }
}
