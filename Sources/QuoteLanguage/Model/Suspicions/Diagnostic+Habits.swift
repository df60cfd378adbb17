/// What is said of rules that are right in form, and that most who write them mean otherwise.
extension Diagnostic {
  /// `hours: duration`, which is read in minutes.
  static func unitOfName(
    _ name: String, reads unit: String, says other: String, type: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unit-of-name", severity: .warning, "`\(name)` is read in \(unit), and is named for \(other)",
      at: Label(span, "a \(type) without `in` is in \(unit)"),
      help: [
        "write `\(type) in \(other)`",
        "if bookings do give it in \(unit), write `\(type) in \(unit)`",
      ])
  }

  static func bracketedAmount(
    _ written: String, plain: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "bracketed-amount", severity: .warning, "`\(written)` is an amount above zero",
      at: Label(span, "brackets take nothing off"),
      help: ["to take it off, write `-\(plain)`", "to add it, write `\(plain)`"])
  }

  static func addedBrackets(_ table: ModelTable, _ flat: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "added-brackets", severity: .warning,
      "`\(table.name)` adds up flat prices, one for each bracket that is entered",
      at: Label(flat.span, "`\(flat.value)` is added to the prices of the brackets below it"),
      help: [
        "for the one price of its bracket, write `unique` in place of `graduated`",
        "where they are to be added up, write each as a formula: `= \(flat.value)`",
      ])
  }

  static func linesLost(
    _ line: ModelLine, _ lost: [ModelLine], at span: SourceSpan
  ) -> Diagnostic {
    let names = lost.prefix(3).map { "`\($0.name)`" }.joined(separator: ", ")
    let isOne = lost.count == 1
    return Diagnostic(
      "lines-lost", severity: .warning,
      "below `\(line.name)`, the total is without \(names)"
        + (lost.count > 3 ? " and \(lost.count - 3) more" : ""),
      at: Label(span, "this is what the subtotal becomes"),
      labels: lost.prefix(3).map { Label($0.span, "not in it") },
      help: [
        "what stands above is `subtotal`: reckon with it, or add with `amount`",
        "if \(isOne ? "it is" : "they are") meant to be left out, reckon with "
          + "`subtotal - \(lost.map(\.name).joined(separator: " - "))`",
      ])
  }

  static func boundTurned(
    _ line: ModelLine, isLeast: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let (written, right) = isLeast ? ("min", "max") : ("max", "min")
    return Diagnostic(
      "bound-turned", severity: .warning,
      "`\(line.name)` makes the subtotal \(isLeast ? "no more" : "no less") than its figure",
      at: Label(span, "`\(written)` is the \(isLeast ? "lesser" : "greater") of the two"),
      help: [
        "for \(isLeast ? "a least" : "a greatest") subtotal, write `\(right)(…)`",
        "if it is meant, give the line another name",
      ])
  }

  static func orBeforeAnd(
    _ first: String, _ second: String, _ last: String, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "or-before-and", severity: .warning, "`and` belongs to `\(second)` alone",
      at: Label(span, "not asked where `\(first)` holds"), labels: [Label(whole, "the `or`")],
      help: [
        "to ask it of both, write `(\(first) or \(second)) and \(last)`",
        "if it is meant so, write `\(first) or (\(second) and \(last))`",
      ])
  }

  /// `x != a or x != b`.
  static func oneHolds(
    _ span: SourceSpan, _ other: SourceSpan, _ written: String
  ) -> Diagnostic {
    Diagnostic(
      "needless-condition", severity: .warning, "a condition always holds",
      at: Label(span, "whatever `\(written)` is, this or the other part holds"),
      labels: [Label(other, "the other part")],
      help: ["where both are to hold, write `and`"])
  }
}
