import QuoteLanguage
import QuoteSyntax

/// What is said of columns, units, texts and conditions that most who write them mean otherwise.
extension Diagnostic {
  /// With what to write instead, where it can be known.
  static func foreignText(
    _ written: String, prints: String, write other: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "foreign-text", severity: .warning, "`\(written)` is how other languages put values in texts",
      at: Label(span, prints),
      help: [
        other.map { "write `\($0)`" }
          ?? "a value stands in braces, by its name: `{name}`"
      ])
  }

  static func convertedAgain(
    _ written: String, _ measure: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "converted-again", severity: .warning,
      "`\(written)` is another size than `\(measure)`, in the same unit",
      at: Label(span, "figures with a unit are converted where they meet"),
      help: [
        "was another unit meant? a measure has its own: write `\(measure)`",
        "was another size meant? give it a name under `let`",
      ])
  }

  static func mixedUnits(
    in column: String, _ written: String, for unit: String, among usual: String,
    write other: String?, at span: SourceSpan, beside first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "mixed-units", severity: .warning,
      "`\(written)` is for `\(unit)` in a column for `\(usual)`",
      at: Label(span, "1 \(unit) is not 1 \(usual)"),
      labels: [Label(first, "one of the others")],
      help: [
        other.map { "write `\($0)`" } ?? "write all of `\(column)` for `\(usual)`",
        "if it is meant, write it as a formula: `= \(written)`",
      ])
  }

  static func emptyTable(_ table: ModelTable) -> Diagnostic {
    Diagnostic(
      "empty-table", severity: .warning, "`\(table.name)` has no rows",
      at: Label(table.span, "whatever is looked up in it is not found"),
      help: ["write its rows below its header"])
  }

  static func alwaysTaken(
    _ table: ModelTable, _ column: Int, others: [String], input: String, at span: SourceSpan
  ) -> Diagnostic {
    let (first, name) = (table.columns[0].name, table.columns[column].name)
    let listed = others.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      "unused-column", severity: .warning,
      "`\(table.name).\(name)` is taken whatever `\(input)` is",
      at: Label(span, "nothing uses \(listed)\(others.count > 4 ? ", …" : "")"),
      help: [
        "where `\(input)` says which column counts, write `\(input): \(first)` in place of "
          + "`\(first)` in the header, and `\(table.name)` here",
        "if only `\(name)` is meant, remove the others",
      ])
  }

  static func oddSign(
    _ column: String, _ written: String, write other: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "odd-sign", severity: .warning, "`\(written)` is the only figure of `\(column)` below zero",
      at: Label(span, "all others of the column are above zero"),
      help: ["write `\(other)`", "if it is meant, write it as a formula: `= \(written)`"])
  }

  static func oddRate(
    _ written: String, isMore: Bool, at span: SourceSpan, beside others: [SourceSpan]
  ) -> Diagnostic {
    Diagnostic(
      "odd-rate", severity: .warning,
      "`\(written)` is \(isMore ? "many times" : "a small part of") "
        + (others.count == 2 ? "both rates beside it" : "the rate beside it"),
      at: Label(span, "each unit of this bracket costs \(isMore ? "so much" : "so little")"),
      labels: others.map { Label($0, "beside it") },
      help: [
        "look for the decimal point, and for the column that the figure belongs in",
        "if it is meant, write it as a formula: `= \(written)`",
      ])
  }

  /// With one of the others of the column, and what to write instead.
  static func hundredfold(
    _ written: String, times: Ratio, among other: Spanned<String>, write right: String,
    at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "mixed-percent", severity: .warning,
      "`\(written)` is \(times) times the whole, among small parts of it",
      at: Label(span, "a hundred times `\(right)`"),
      labels: [Label(other.span, "one of the others, a part alone")],
      help: [
        "for a part, as the others are, write `\(right)`",
        "if so much is meant, write it as a formula: `= \(written)`",
      ])
  }

  static func dividedByShare(
    _ value: String, _ share: String, _ size: Ratio, plain: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "divided-by-share", severity: .warning,
      "divided by `\(share)`, `\(value)` is more than twice as much",
      at: Label(span, "divided by \(size)"),
      help: [
        "for the part, write `\(value) * \(share)`; for what is left without it, "
          + "`\(value) / (1 + \(share))`",
        "if the whole is meant of which `\(value)` is the part, write "
          + "`\(value) / \(plain ?? "(100% * \(share))")`",
      ])
  }

  static func neverAboveZero(
    _ difference: String, turned: String, of value: String, declined: String,
    at span: SourceSpan, decline: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-above-zero", severity: .warning, "`\(value)` is 0 for every booking with a price",
      at: Label(span, "`\(Self.withoutBrackets(difference))` is never above zero"),
      labels: [Label(decline, "others are declined")],
      help: [
        "write `\(turned)`", "or turn `\(declined)` round, if that is the wrong one of the two",
      ])
  }

  /// A difference as it is named, whether or not it stands in brackets.
  private static func withoutBrackets(_ written: String) -> String {
    let isOne = written.count { $0 == "(" } == 1
    return isOne && written.hasPrefix("(") && written.hasSuffix(")")
      ? String(written.dropFirst().dropLast()) : written
  }

  static func alwaysAboveZero(
    _ difference: String, turned: String, of value: String, declined: String,
    at span: SourceSpan, decline: SourceSpan
  ) -> Diagnostic {
    var diagnostic = neverAboveZero(
      difference, turned: turned, of: value, declined: declined, at: span, decline: decline)
    diagnostic.headline = "`\(value)` is above 0 for every booking with a price"
    return diagnostic
  }

  static func leastOfZero(
    _ line: ModelLine, _ written: String, most: String, meant: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-above-zero", severity: .warning, "`\(line.name)` never adds anything",
      at: Label(span, "`min` is the smaller of the two, so this is 0 or less"),
      labels: [Label(line.span, "this line only takes off")],
      help: [
        "for what is above, write `\(most)`",
        "to take off what is below, write `\(meant)`",
      ])
  }

  static func alwaysTrue(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "needless-condition", severity: .warning, "a condition always holds",
      at: Label(span, "this is no question"),
      help: ["leave it out, or write what it is to depend on"])
  }

  /// A line whose figure is called a discount.
  static func figureForLess(
    _ line: ModelLine, _ name: String, _ formula: String, at span: SourceSpan
  ) -> Diagnostic {
    var diagnostic = namedForLess(line, formula, at: span)
    diagnostic.headline = "`\(line.name)` adds `\(name)`"
    diagnostic.help[1] = "if it is to be added, give the figure another name"
    return diagnostic
  }

  /// A row whose key no call of the table ever gives.
  static func deadForCalls(
    _ table: ModelTable, _ row: ModelTableRow, column: Int, _ key: PriceExpression,
    more: Int, in sources: Sources
  ) -> Diagnostic {
    let written = sources.text(at: key.span).trimmedOfSpaces
    let (low, high) = (key.range.lower, key.range.upper)
    let least = low.isFinite ? "from \(ExampleText.value(low, of: key)) " : ""
    let most = high.isFinite ? "to \(ExampleText.value(high, of: key))" : "upwards"
    return Diagnostic(
      "dead-row", severity: .warning, "a row of `\(table.name)` can never match",
      at: Label(row.keySpans[column], "`\(written)` is never this"),
      labels: [Label(key.span, "looked up here")],
      help: ["`\(written)` goes \(least)\(most)"]
        + (more > 0 ? ["nor can \(more) more of its rows"] : []))
  }

  /// `€790` among `€6.90` and `€8.90`.
  static func lostPoints(_ column: String, _ lost: [LostPoint]) -> Diagnostic {
    func all(_ texts: [String]) -> String { texts.map { "`\($0)`" }.joined(separator: " and ") }
    let isOne = lost.count == 1
    return Diagnostic(
      "lost-point", severity: .warning,
      "\(all(lost.map(\.written))) "
        + (isOne ? "is more than ten times each other price" : "are more than ten times all others")
        + " of `\(column)`",
      at: Label(lost[0].span, "the others have a point before their last two digits"),
      labels: lost.dropFirst().map { Label($0.span, "and so is this one") },
      help: [
        "if the point was lost, write \(all(lost.map(\.right)))",
        "if so much is meant, write it as the others are written: \(all(lost.map(\.asItIs)))",
      ])
  }
}
