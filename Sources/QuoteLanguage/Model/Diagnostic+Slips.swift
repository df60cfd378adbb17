package import QuoteSyntax

/// Complaints about rules that mean something, but hardly what was intended.
extension Diagnostic {
  // MARK: Brackets

  static func flatBracket(
    _ flat: Spanned<String>, after rate: Spanned<String>, more: [Spanned<String>]
  ) -> Diagnostic {
    let unit = rate.value.hasSuffix("each")
      ? " each" : rate.value.firstIndex(of: "/").map { String(rate.value[$0...]) }
    let also = more.prefix(3).map { Label($0.span, "and this one") }
    return Diagnostic(
      "flat-bracket", severity: .warning,
      "`\(flat.value)` is a flat price after a bracket with a price per unit",
      at: Label(flat.span, "`\(flat.value)`, whatever lies in this bracket"),
      labels: [Label(rate.span, "a price per unit")] + also,
      help: (unit.map { ["write `\(flat.value)\($0)`"] } ?? [])
        + ["where a flat price is meant, write it as a formula: `= \(flat.value)`"])
  }

  /// Flat prices, from the lowest bracket up; with a unit where they fall, and so were meant for
  /// one unit each.
  static func addedBrackets(
    _ table: ModelTable, _ prices: [Spanned<String>], unit: String? = nil, isBase: Bool = false
  ) -> Diagnostic {
    let flat = prices[1]
    let each = prices.dropFirst(isBase ? 1 : 0)
    let instead =
      unit.map { unit in
        "for a price of each unit in its bracket, write "
          + (each.count == 1 ? "" : each.count == 2 ? "both so: " : "all so: ")
          + each.prefix(4).map { "`\($0.value)\(unit)`" }.joined(separator: ", ")
          + (each.count > 4 ? " and so on" : "")
      } ?? "for the one price of its bracket, write `unique` in place of `graduated`"
    let others = unit == nil ? [] : each.filter { $0.span != flat.span }.prefix(3)
    return Diagnostic(
      "added-brackets", severity: .warning,
      "`\(table.name)` adds up flat prices, one for each bracket that is entered",
      at: Label(flat.span, "`\(flat.value)` is added to the prices of the lower brackets"),
      labels: others.map { Label($0.span, "flat, too") },
      help: [
        instead,
        "where they are to be added up, write each as a formula: `= \(flat.value)`",
      ])
  }

  // MARK: Conditions

  package static func deadCondition(
    of value: PriceExpression, _ written: String, in range: Interval, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "dead-condition", severity: .warning, "a condition never holds",
      at: Label(span, reach(of: written, value, range)),
      help: [
        "compare with a value that `\(written)` can have, or leave out what depends on this; if it "
          + "can have others, the ranges of the inputs are too narrow"
      ])
  }

  /// A value of a list, which stands elsewhere.
  package static func neverMet(
    _ value: String, of subject: PriceExpression, _ written: String, in range: Interval,
    at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "dead-condition", severity: .warning, "`\(written)` is never `\(value)`",
      at: Label(span, reach(of: written, subject, range)),
      help: [
        "write a value that `\(written)` can have; if it can have this one, the ranges of the "
          + "inputs are too narrow"
      ])
  }

  /// `orHolds`: whether one of the two always holds, so that `or` would be no condition.
  package static func contradiction(
    _ span: SourceSpan, _ other: SourceSpan, _ written: String, orHolds: Bool
  ) -> Diagnostic {
    Diagnostic(
      "dead-condition", severity: .warning, "two conditions never hold at once",
      at: Label(span, "never while the other part holds: no `\(written)` satisfies both"),
      labels: [Label(other, "the other part")],
      help: [
        orHolds
          ? "change one of the two, or leave it out: with `or` between them, the condition would "
            + "always hold"
          : "for one or the other, write `or`"
      ])
  }

  /// `taken` are the conditions before it that leave it nothing, `example` is a value of which
  /// both hold.
  package static func deadBranch(
    at span: SourceSpan, taken: [SourceSpan], isRepeated: Bool, example: String?
  ) -> Diagnostic {
    let isOne = taken.count == 1
    return Diagnostic(
      "dead-condition", severity: .warning, "a branch of an `if` is never taken",
      at: Label(
        span,
        "\(isOne ? "a branch" : "branches") above \(isOne ? "takes" : "take") all of these"
          + (example.map { ", `\($0)` for one" } ?? "")),
      labels: taken.prefix(3).map {
        Label($0, isOne ? "this holds wherever the other does" : "one of them")
      },
      help: [
        isRepeated
          ? "compare with what was meant, or leave this branch out"
          : "the first condition that holds counts: put the narrower one before the wider one, or "
            + "change one of them"
      ])
  }

  package static func needlessCondition(
    of value: PriceExpression, _ written: String, in range: Interval, whenGiven: Bool,
    at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "needless-condition", severity: .warning,
      whenGiven ? "a condition always holds where it can be told" : "a condition always holds",
      at: Label(span, reach(of: written, value, range)),
      help: [
        whenGiven
          ? "compare with what was meant, or ask whether it is there: `\(written) is given`"
          : "leave it out, or compare with what was meant"
      ])
  }

  /// `x` goes from 1 to 8.
  private static func reach(
    of written: String, _ value: PriceExpression, _ range: Interval
  ) -> String {
    func text(_ end: Ratio) -> String { ExampleText.value(end, of: value) }
    switch (range.lower.isFinite, range.upper.isFinite) {
    case (true, true) where range.lower == range.upper:
      return "`\(written)` is always \(text(range.lower))"
    case (true, true):
      return "`\(written)` goes from \(text(range.lower)) to \(text(range.upper))"
    case (true, false): return "`\(written)` is at least \(text(range.lower))"
    case (false, true): return "`\(written)` is at most \(text(range.upper))"
    case (false, false): return "`\(written)` goes that far"
    }
  }
}
