import QuoteLanguage
import QuoteSyntax

extension Diagnostic {
  /// `apart` is the same in two ranges; `day` what finds the day on which a night began.
  static func nightOfDay(
    _ hours: String, from begins: String, until ends: String, apart: String, day: String?,
    at span: SourceSpan, beside place: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "night-of-day", severity: .warning,
      "`\(hours)` beside days of the week is two parts of one day, not one night",
      at: Label(span, "from 00:00 to \(ends) and from \(begins) to 24:00 of the same day"),
      labels: [Label(place, "the night that begins on these days ends on the next")],
      help: [
        day.map { "for nights that begin on these days, use `\($0)`" }
          ?? "for nights that begin on these days, use the day before where it is earlier than "
          + "\(ends)",
        "if both parts of the same day are meant, write `\(apart)`",
      ])
  }

  /// `contains(lower(x), "VIP")`.
  static func neverInText(
    _ word: String, _ made: String, in value: String, instead: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-this-word", severity: .warning, "`\(word)` is never in `\(value)`",
      at: Label(span, "this never holds: there it is `\(made)`"), help: ["write `\(instead)`"])
  }

  /// A date whose years have two digits, and whose range begins before 2000.
  static func yearsOfTwoDigits(
    _ name: String, _ pattern: String, from first: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "years-of-two-digits", severity: .warning,
      "`\(pattern)` has no year before 2000, and `\(name)` begins at \(first)",
      at: Label(span, "`yy` is 2000 to 2099: `45` is 2045"),
      help: [
        "if bookings can give years of four digits, write `\(fourDigits(pattern))`",
        "if no year before 2000 comes, begin the range at 2000-01-01",
      ])
  }

  private static func fourDigits(_ pattern: String) -> String {
    pattern.replacing("yy", with: "yyyy")
  }

  /// `price * vat` and `subtotal * (100 - discount)`, where percentages come as 0 to 100. `factor`
  /// is what is written, `name` the input.
  static func percentOfHundred(_ factor: String, name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "percent-by-name", severity: .warning,
      factor == name
        ? "as a percentage, `\(name)` counts a hundred times over here"
        : "`\(factor)` counts a hundred times over here, if `\(name)` is a percentage",
      at: Label(span, "as it is, without `/ 100`"),
      help: [
        "write `\(factor.contains(" ") ? "(\(factor))" : factor) / 100`",
        "if bookings give 0.1 for 10 percent, say so at the input: `number [0..1]`",
        "if so many times is meant, give it a name that says so under `let`",
      ])
  }
}
