import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What can be wrong with a ledger of accepted differences.
extension Diagnostic {
  static func expiryForm(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "expiry-form", "`\(text.value)` is not a day", at: Label(text.span, "a date is needed"),
      help: [
        CalendarDate.instead(of: text.value)
          ?? "write `expires: 2027-03-31`; an entry without `expires` stays"
      ])
  }

  static func acceptedAmount(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "accepted-amount", "`\(text.value)` is not an amount by which a value may differ",
      at: Label(text.span, "a number is needed"),
      help: [
        plainAmount(text.value).map { "write it as a number alone: `\($0)`" }
          ?? "write it as a number, such as `0.04`"
      ])
  }

  /// `5` for `$5`, and `-0.01` for `-1c`; nil for what is no amount.
  private static func plainAmount(_ text: String) -> String? {
    let form = kept(
      /(-?)\s*(?:\p{Sc}|[A-Z]{3})?\s*(-?)(\d+(?:\.\d+)?)\s*(\p{Sc}|[A-Z]{3}|c|ct|cents?)?/)
    guard let match = text.wholeMatch(of: form), let figure = Ratio(decimal: String(match.3)) else {
      return nil
    }
    let isCents = match.4.map { $0 == "¢" || $0.hasPrefix("c") } ?? false
    return "\(match.1)\(match.2)\(isCents ? figure / 100 : figure)"
  }

  package static func acceptedCondition(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "accepted-condition", "`when` of an accepted difference is not a condition",
      at: Label(span, "this neither holds nor fails"),
      help: ["compare it with something: `abs(difference) <= $0.01`"])
  }

  static func acceptedName(
    _ name: Spanned<String>, of side: String, among known: [String]
  ) -> Diagnostic {
    let near = Suggestion.help(for: name.value, among: known)
    let all = known.suffix(12).map { "`\(side).\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      "accepted-name", "`\(name.value)` is neither a line nor an output of the rules",
      at: Label(name.span, "`\(side)` has those names"),
      help: near.isEmpty
        ? ["these are names of the rules, whatever they are called by the other side: \(all)"]
        : near)
  }

  /// A word for something that conditions of a ledger know by another name.
  static func acceptedWord(_ name: String, right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "accepted-name", "`\(name)` is not a name of a ledger", at: Label(span, "unknown"),
      help: ["write \(right)"])
  }

  static func acceptedSide(_ side: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "accepted-name", "`\(side)` is a whole quote", at: Label(span, "which of its values?"),
      help: [
        "what the totals differ by is `difference`; of other values, write "
          + "`ours.total - theirs.total`"
      ])
  }

  static func acceptedPrint(_ text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "accepted-print", "`\(text)` is not the fingerprint of a booking",
      at: Label(span, "these are written by `--accept`"),
      help: ["draft the entry again, or leave `seen` out"])
  }

  package static func acceptedRules(_ name: Spanned<String>, of rules: String) -> Diagnostic {
    Diagnostic(
      "accepted-rules", "the ledger is of the rules `\(name.value)`",
      at: Label(name.span, "these rules are called `\(rules)`"),
      help: ["draft a ledger of these rules with --accept, or give the one of these rules"])
  }
}
