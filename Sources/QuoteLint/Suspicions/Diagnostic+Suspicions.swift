package import QuoteLanguage
package import QuoteSyntax

/// What is said of rules when a booking comes to something that is hardly meant.
extension Diagnostic {
  static func measureBelowZero(
    _ table: ModelTable, _ measure: PriceExpression, in sources: Sources
  ) -> Diagnostic {
    let header = table.keys.last?.header ?? ""
    return Diagnostic(
      "below-zero", severity: .warning,
      "`\(table.name)` charges nothing for `\(header)` below zero",
      at: Label(table.span, "a measure below zero is in no bracket"),
      labels: table.span.file == measure.span.file && measure.span != table.keys.last?.value.span
        ? [Label(measure.span, "the measure")] : [],
      help: [
        "write `below_zero: mirrored` beside `graduated`, and it costs as much as above zero with"
          + " the sign changed: money back",
        "or `below_zero: free`, if it is to cost nothing",
      ])
  }

  /// `turned` are two dates whose order takes the line below zero.
  static func totalBelowZero(
    _ line: ModelLine, of model: PriceModel, turned: SuspicionWalk.TurnedDates?
  ) -> Diagnostic {
    let zero = CurrencySign.amount("0", model.currency)
    return Diagnostic(
      "total-below-zero", severity: .warning, "the total falls below zero",
      at: Label(
        line.span,
        turned.map { "`\(line.name)` is below zero where `\($0.second)` lies before `\($0.first)`" }
          ?? "`\(line.name)` takes off more than there is"),
      help: (turned.map {
        ["decline such bookings: `when: \($0.second) < \($0.first)`"
          + ($0.list.map { " with `for: \($0)`" } ?? "")]
      } ?? []) + [
        "if its figures are right, stop at zero with a line below: "
          + "`becomes: max(subtotal, \(zero))`",
        "if customers get money back, say so at this line: `below_zero: allowed`",
      ])
  }

  static func undecidedCondition(
    _ part: PriceExpression, isDenied: Bool, _ decides: SuspicionWalk.Decides,
    _ missing: [String], in model: PriceModel
  ) -> Diagnostic {
    let names = missing.prefix(3).map { "`\($0)`" }.joined(separator: " or ")
    return undecidedCondition(
      part, isDenied: isDenied, decides, "without \(names)", value: missing[0], in: model)
  }

  /// The same of a value that is not given though all inputs are.
  static func undecidedCondition(
    _ part: PriceExpression, isDenied: Bool, _ decides: SuspicionWalk.Decides,
    without value: PriceExpression, in model: PriceModel
  ) -> Diagnostic {
    var when = "where `\(model.sources.text(at: value.span).trimmedOfSpaces)` is not given"
    if value.isOpenQuotient, case .apply(_, let sides) = value.operation {
      when = "where `\(model.sources.text(at: sides[1].span).trimmedOfSpaces)` is 0"
    }
    return undecidedCondition(
      part, isDenied: isDenied, decides, when,
      // A quotient by what bookings bring has no name of its own.
      value: value.isOpenQuotient ? nil : model.operand(value), in: model)
  }

  private static func undecidedCondition(
    _ part: PriceExpression, isDenied: Bool, _ decides: SuspicionWalk.Decides, _ when: String,
    value: String?, in model: PriceModel
  ) -> Diagnostic {
    var written = model.sources.text(at: part.span).trimmedOfSpaces
    if model.isBracketed(part) { written = String(written.dropFirst().dropLast()) }
    let (same, other) = isDenied ? ("yes", "no") : ("no", "yes")
    let then =
      switch decides {
      case .line(let name): "the line `\(name)` does not apply then"
      case .decline: "the booking is not declined then"
      case .choice: "the `else` counts then, as if the condition failed"
      case .elements: "such an element is left out, by this condition and by its opposite"
      case .list(let name): "such an element is no part of `\(name)`, as if it had not been sent"
      }
    return Diagnostic(
      "undecided-condition", severity: .warning,
      "`\(written)` neither holds nor fails \(when)", at: Label(part.span, then),
      help: [
        "to keep it so, write `((\(written)) default \(same))`",
        "for the opposite, write `((\(written)) default \(other))`"
          + (value.map { ", or say what the value is, `\($0) default …`" } ?? ""),
      ])
  }

  /// A table that is looked up by a text and has no row for words that it does not name; `place`
  /// is the condition that hangs on it.
  package static func openKey(
    _ table: ModelTable, _ why: String, at place: SourceSpan? = nil
  ) -> Diagnostic {
    Diagnostic(
      "open-key", severity: .warning,
      "`\(table.name)` has no row for words that it does not name", at: Label(table.span, why),
      labels: place.map { [Label($0, "it is asked for here")] } ?? [],
      help: [
        "give the others a row, `-`, or say `\(table.name) default …` where it is used",
        "or decline them: `when: \(table.name) is not given`",
        "or, if there are no others, list the words at the input: `one of a | b`",
      ])
  }

  static func namedForLess(
    _ line: ModelLine, _ formula: String, at span: SourceSpan
  ) -> Diagnostic {
    let isOne = formula.wholeMatch(of: kept(/[\w%€$£.]+|[a-z_]+\([^()]*\)/)) != nil
    // What is left of a price: its discount is the other part.
    let left = formula.wholeMatch(of: kept(/(.*)\(\s*(?:1|100%)\s*-\s*([\w.%]+)\s*\)(.*)/))
      .map { "-\($0.1)\($0.2)\($0.3)" }
    // A minus before what is below zero already.
    let inner = formula.wholeMatch(of: kept(/-\s*([a-z_]+\([^()]*\)|[\w.]+)/)).map { String($0.1) }
    return Diagnostic(
      "named-for-less", severity: .warning, "`\(line.name)` adds money",
      at: Label(span, "this is above zero, and an `amount` is added"),
      help: [
        inner.map {
          "its figures are below zero already: write `\($0)`, or give them without their minus"
        } ?? "to take it off, write `\(left ?? (isOne ? "-\(formula)" : "-(\(formula))"))`",
        "if it is to be added, give the line another name",
      ])
  }

  static func namedForMore(
    _ line: ModelLine, _ formula: String, at span: SourceSpan
  ) -> Diagnostic {
    let added = formula.wholeMatch(of: kept(/-\s*(\w+\([^()]*\)|[\w.€$£¥%]+)/)).map { String($0.1) }
    return Diagnostic(
      "named-for-more", severity: .warning, "`\(line.name)` takes money off",
      at: Label(span, "this is below zero, and an `amount` is added"),
      help: [
        added.map { "to add it, write `\($0)`" }
          ?? (formula.hasPrefix("-")
            ? "to add it, leave out the minus" : "to add it, give its figures without their minus"),
        "if it is to be taken off, give the line another name, or say `below_zero: allowed`",
      ])
  }

  static func countBelowZero(_ factor: String, zero: String, at span: SourceSpan) -> Diagnostic {
    let inner =
      factor.hasPrefix("(") && factor.hasSuffix(")")
      ? String(factor.dropFirst().dropLast()) : factor
    return Diagnostic(
      "count-below-zero", severity: .warning,
      "`\(inner)` falls below zero, and the price is taken off then",
      at: Label(span, "below zero"),
      help: [
        "to charge nothing then, write `max(\(zero), \(inner))`",
        "if customers get money back, say so at the line: `below_zero: allowed`",
      ])
  }

  static func yearsBelowZero(
    _ written: String, _ first: String, _ second: String, each list: String?, at span: SourceSpan
  ) -> Diagnostic {
    let call = written.prefix { $0 != "(" }
    return Diagnostic(
      "years-below-zero", severity: .warning, "`\(written)` is below zero for some bookings",
      at: Label(span, "`\(second)` lies before `\(first)`"),
      help: [
        "if `\(second)` is the earlier one as a rule, write `\(call)(\(second), \(first))`",
        "to count them as none, write `max(0, \(written))`",
        "to decline such bookings, write `when: \(written) < 0`"
          + (list.map { " with `for: \($0)`" } ?? ""),
      ])
  }

  static func emptyEquals(_ value: String, _ nothing: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "empty-equals", severity: .warning,
      "`\(value) = \(nothing)` does not hold where `\(value)` is not given",
      at: Label(span, "an empty cell is not given, and not `\(nothing)`"),
      help: [
        "for both, write `(\(value) default \(nothing)) = \(nothing)`",
        "to keep it so, write `((\(value) = \(nothing)) default no)`",
      ])
  }

  /// The same of a row.
  static func emptyCell(of table: ModelTable, _ header: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "empty-equals", severity: .warning,
      "a row of `\(table.name)` is not found where `\(header)` is not given",
      at: Label(span, "an empty cell of a booking is not given, and not `\"\"`"),
      help: [
        "for bookings without `\(header)`, write `none`",
        "for both, look up `\(header) default \"\"`",
      ])
  }
}
