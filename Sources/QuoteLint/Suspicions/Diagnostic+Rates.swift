import QuoteLanguage
import QuoteSyntax

/// What is said of rates, units, texts of dates and holes between rows.
extension Diagnostic {
  /// `others` are the further figures of the column in which this one stands.
  static func rateAboveOne(
    _ headline: String, _ figure: String, at span: SourceSpan,
    others: [Spanned<String>] = []
  ) -> Diagnostic {
    var figures = [figure]
    for other in others where !figures.contains(other.value) { figures.append(other.value) }
    let right = figures.prefix(6).map { "`\($0)%`" }.joined(separator: ", ")
    return Diagnostic(
      "rate-above-one", severity: .warning, headline, at: Label(span, "a rate above 1"),
      labels: others.prefix(3).map { Label($0.span, "and this one") },
      help: [
        figures.count == 1
          ? "a percentage has its sign: \(right)"
          : "each percentage of the column has its sign: \(right)",
        "if that much is meant, write it as a percentage: "
          + "`\((Ratio(decimal: figure) ?? 0) * 100)%`",
      ])
  }

  /// `(100 + vat)`.
  static func hundredFactor(_ factor: String, _ size: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "rate-above-one", severity: .warning, "`\(factor)` is \(size) times what it is computed from",
      at: Label(span, "as it is, without `/ 100`"),
      help: [
        "write `(\(factor)) / 100`",
        "if so many times is meant, give it a name that says so under `let`",
      ])
  }

  /// `100 + vat`, where vat is 19%.
  static func shareBesideHundred(
    _ sum: String, _ share: String, write right: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "rate-above-one", severity: .warning,
      "`\(sum)` is about a hundred, whatever the percentage",
      at: Label(span, "the percentage is a share of 1: `\(share)`"),
      help: [
        "write `\(right)`, and no `/ 100` behind it",
        "if whole percents are added here, write the percentage without its sign",
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

  /// `vat: 0.19%`.
  static func percentOfPercent(
    _ written: String, write right: String, share: String, plain: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "percent-divided", severity: .warning, "`\(written)` is divided by 100 twice",
      at: Label(span, "a share already, and its sign divides by 100 again"),
      help: [
        "write `\(right)` or `\(share)`",
        "if so little is meant, write it without its sign: `\(plain)`",
      ])
  }

  static func roundedAway(_ value: String, _ rate: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "rounded-away", severity: .warning, "`\(value)` is 0 or 1, whatever the percentage",
      at: Label(span, "a part of 1, rounded to a whole number"),
      help: ["multiply first, and round the product: `round(… * \(rate))`"])
  }

  static func roundedToNothing(
    _ value: String, _ rate: String, most: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "rounded-away", severity: .warning, "`\(value)` is always 0",
      at: Label(span, "`\(rate)` is at most \(most), and is rounded to a whole number"),
      help: ["multiply first, and round the product: `round(… * \(rate))`"])
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

  /// The same of a column all of whose texts another pattern prints.
  static func neverPrinted(
    _ text: String, by pattern: String, ordered: String, at span: SourceSpan
  ) -> Diagnostic {
    var diagnostic = neverPrinted(text, by: pattern, instead: nil, at: span)
    diagnostic.help = ["all ends of the column are written by `\(ordered)`: print by that"]
    return diagnostic
  }

  static func outOfOrder(
    _ pattern: String, _ example: (later: String, earlier: String), ordered: String,
    at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "out-of-order", severity: .warning,
      "texts printed by `\(pattern)` are not in the order of their dates",
      at: Label(
        span,
        "compared letter by letter, `\(example.later)` comes before `\(example.earlier)`"),
      help: ["print by `\(ordered)`, and write the ends like that"])
  }

  /// The same of a pattern that only lacks zeros. `end` is what is compared with, written with
  /// them; `natural` what has the order of the numbers without them.
  static func unpaddedOrder(
    _ pattern: String, _ slip: TextsOutOfStep, padded: String, end: String?, natural: String?,
    isKey: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let ends = end.map { isKey ? "the ends like `\($0)`" : "`\($0)`" } ?? "the other side like that"
    return Diagnostic(
      "out-of-order", severity: .warning,
      "texts printed by `\(pattern)` do not sort as dates or times",
      at: Label(span, "compared letter by letter, `\(slip.more)` comes before `\(slip.less)`"),
      help: ["print with zeros, by `\(padded)`, and write \(ends)"]
        + (natural.map {
          ["or compare the numbers in them as numbers: \(isKey ? "look up " : "")`\($0)`"]
        } ?? []))
  }

  /// A number that is printed and then compared.
  static func numbersByLetter(
    _ text: String, of number: String, _ slip: TextsOutOfStep, isKey: Bool, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "text-range", severity: .warning, "`\(text)` is compared by letters, as texts are",
      at: Label(span, "as texts, `\(slip.more)` comes before `\(slip.less)`"),
      help: [
        isKey
          ? "look up the number itself: `\(number)`"
          : "compare the number itself, `\(number)`, with a number",
        "if it has to be a text, \(isKey ? "look up" : "write") `natural(\(text))`",
      ])
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

  /// `own` is what each has of the sum.
  static func summedForEach(
    _ line: String, _ list: String, own: String, at span: SourceSpan, of place: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "counted-twice", severity: .warning, "`\(line)` counts `\(own)` of all `\(list)` for each",
      at: Label(span, "the sum over all of them, in the amount of each"),
      labels: [Label(place, "added for each of `\(list)`")],
      help: [
        "for an amount for each, use its own: `\(own)`",
        "for one amount for all of them, leave `for: \(list)` out",
      ])
  }

  static func sumOfFactors(
    _ table: ModelTable, _ last: ModelTableRow, _ column: Int, in sources: Sources
  ) -> Diagnostic {
    let cell = last.values[column].map { sources.text(at: $0.span).trimmedOfSpaces } ?? ""
    return Diagnostic(
      "sum-of-factors", severity: .warning,
      "`\(table.name)` adds its last row to each of the others",
      at: Label(table.span, "`sum` adds up all rows that match"),
      labels: [Label(last.span, "this one always matches")],
      help: [
        "for the first row that matches, write `first` in place of `sum`",
        "if \(cell) is meant to be added each time, write what is added in percent, "
          + "`\((Ratio(decimal: cell) ?? 0) * 100)%`",
      ])
  }

  static func nothingOfElement(
    _ line: String, _ list: String, counting other: String, at span: SourceSpan,
    of amount: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "nothing-of-element", severity: .warning,
      "`\(line)` is added for each of `\(list)`, and uses nothing of it",
      at: Label(amount, "this counts `\(other)`, and is the same for each"),
      help: [
        "for one amount a booking, leave `for: \(list)` out",
        "if each is to be added like that, name something of it in the line's `label`",
      ])
  }

  static func holeInRows(
    _ table: ModelTable, _ value: String, below: SourceSpan, above: SourceSpan, isClosed: Bool,
    written: String, hasRest: Bool
  ) -> Diagnostic {
    let closed =
      written.hasPrefix(">")
      ? "let the row that is meant for \(value) include it: that of smaller values then ends with "
        + "\(value), or that of larger values is `>= \(value)`"
      : "let the row that is meant for \(value) include it: that of smaller values then ends with "
        + "`..\(value)]`, or that of larger values begins with `[\(value)..`"
    let including = written.wholeMatch(of: kept(/>\s*([^=].*)/)).map {
      "if it belongs to the larger values, as where ranges leave out their upper ends, write "
        + "`>= \($0.1)` in that row"
    }
    return Diagnostic(
      "hole-in-rows", severity: .warning,
      "`\(table.name)` has rows on both sides of \(value) and none for it"
        + (hasRest ? " but the one for all others" : ""),
      at: Label(below, "smaller values have this row"),
      labels: [Label(above, "larger values have this one")],
      help: [
        isClosed ? closed : including
          ?? (written.wholeMatch(of: kept(/-?[\d.:\-]+/)) == nil
            ? nil
            : "if \(value) belongs to the row that begins there, write `>=` in place of `>` in the "
              + "header")
          ?? "let the row that is meant for \(value) include it: that of smaller values then ends "
          + "with `]`, or that of larger values begins with `[` or `>=`",
        hasRest
          ? "if it is to have what all others have, give it a row of its own with the same values"
          : "if it is to have no price, or the one that `default` says, give it a row of its own "
            + "with `-`",
      ])
  }

  /// All other months have a row.
  static func monthLeftOut(
    _ table: ModelTable, _ month: String, below: SourceSpan, above: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "hole-in-rows", severity: .warning,
      "`\(table.name)` has a row for every month but \(month)",
      at: Label(below, below == above ? "the months around it" : "the month before has this row"),
      labels: below == above ? [] : [Label(above, "the month after it has this one")],
      help: [
        "write \(month) into the row that is meant for it",
        "if it is to have no price, give it a row of its own with `-`",
      ])
  }

  /// All other rows with the same other keys meet.
  static func gapInRows(
    _ table: ModelTable, _ value: String, below: SourceSpan, above: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "hole-in-rows", severity: .warning,
      "`\(table.name)` has no row from \(value) to the next, where other keys have one",
      at: Label(above, "this row begins later"),
      labels: [Label(below, "and this one ends before")],
      help: [
        "all other rows begin where one ends: let this one begin at \(value) too",
        "if there is to be no price between them, give it a row of its own with `-`",
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
