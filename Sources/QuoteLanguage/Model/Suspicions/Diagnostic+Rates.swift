/// What is said of rates, units, texts of dates and holes between rows.
extension Diagnostic {
  static func rateAboveOne(
    _ headline: String, _ figure: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "rate-above-one", severity: .warning, headline, at: Label(span, "a rate above 1"),
      help: [
        "a percentage has its sign: `\(figure)%`",
        "if so much is meant, write it as one: `\((Ratio(decimal: figure) ?? 0) * 100)%`",
      ])
  }

  static func percentDivided(_ value: String, _ rate: String, at span: SourceSpan) -> Diagnostic {
    let isWritten = value == rate
    return Diagnostic(
      "percent-divided", severity: .warning, "`\(value)` is divided by 100 twice",
      at: Label(
        span,
        (isWritten ? "its sign" : "it is written `\(rate)`, whose sign")
          + " divides by 100 already"),
      help: ["leave `/ 100` out"])
  }

  static func roundedAway(_ value: String, _ rate: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "rounded-away", severity: .warning, "`\(value)` is 0 or 1, whatever the percentage",
      at: Label(span, "a part of 1, rounded to a whole number"),
      help: ["round what it is multiplied with: `round(… * \(rate))`"])
  }

  static func neverPrinted(
    _ text: String, by pattern: String, instead: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-printed", severity: .warning, "`\(pattern)` never prints `\(text)`",
      at: Label(span, "texts printed by `\(pattern)` are compared with this one, letter by letter"),
      help: instead.map { ["write `\($0)`"] }
        ?? ["write the text as `\(pattern)` prints it"])
  }

  static func outOfOrder(_ pattern: String, ordered: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "out-of-order", severity: .warning,
      "texts printed by `\(pattern)` are not in the order of their dates",
      at: Label(span, "compared letter by letter, `02-12` comes before `31-01`"),
      help: ["print by `\(ordered)`, and write the ends so"])
  }

  static func countedForEach(
    _ line: String, _ list: String, at span: SourceSpan, of amount: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "counted-twice", severity: .warning, "`\(line)` counts `\(list)` twice",
      at: Label(span, "how many there are, in the amount of each"),
      help: [
        "for one amount for all of them, leave `for: \(list)` out",
        "for an amount for each, leave the number of them out",
      ])
  }

  static func holeInRows(
    _ table: ModelTable, _ value: String, below: SourceSpan, above: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "hole-in-rows", severity: .warning,
      "`\(table.name)` has rows on both sides of \(value) and none for it",
      at: Label(below, "what is less has this row"),
      labels: [Label(above, "what is more has this one")],
      help: [
        "let one of the two ranges include \(value): `]` in place of `)`, `[` in place of `(`",
        "if it is to have no price, give it a row of its own with `-`",
      ])
  }

  static func unitLeftOut(
    _ input: String, _ type: String, reads unit: String, others: [String], write other: String,
    at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unit-left-out", severity: .warning,
      "`\(input)` is read in \(unit), and all figures of the rules for it are in "
        + others.joined(separator: " or "),
      at: Label(span, "a plain number in a booking is in \(unit) here"),
      help: [
        "if bookings give \(other), write `\(type) in \(other)`",
        "if they do give \(unit), say so: `\(type) in \(unit)`",
      ])
  }
}
