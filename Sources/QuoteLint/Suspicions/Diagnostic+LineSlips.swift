import QuoteLanguage
import QuoteSyntax

/// What is said of lines and figures that most who write them mean otherwise.
extension Diagnostic {
  // MARK: Lines

  static func nothingAbove(_ line: ModelLine, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "nothing-above", severity: .warning,
      "`\(line.name)` is computed from a subtotal that is always 0",
      at: Label(span, "no line is above `\(line.name)`, which is the first"),
      help: ["put the line below the ones that it is computed from"])
  }

  static func addedAgain(
    _ line: ModelLine, _ what: String, isAlone: Bool, written: String, at span: SourceSpan
  ) -> Diagnostic {
    let instead =
      isAlone
      ? "the last subtotal is the total by itself; to name one on the way, write"
        + " `- subtotal: \(line.name)` in place of the line"
      : "an `amount` is only what is added; for the new value of the whole, write `becomes`"
    return Diagnostic(
      "added-again", severity: .warning, "`\(line.name)` adds \(what) once more",
      at: Label(span, "this is in the subtotal already"),
      help: [instead, "if as much again is meant, write `100% * \(written)`"])
  }

  /// `a * (1 + 8%)` below the line `a`. A percentage in front says how much more is meant, `all`.
  static func grownAgain(
    _ line: ModelLine, _ price: String, right: String, all: String, at span: SourceSpan,
    by factor: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "added-again", severity: .warning, "`\(line.name)` adds `\(price)` once more",
      at: Label(span, "this is in the subtotal already"),
      labels: [
        Label(
          factor,
          "this is all of `\(price)`, "
            + (right.hasPrefix("-") ? "with something taken off" : "and something on top"))
      ],
      help: [
        "for the part alone, write `\(right)`", "if all of it is to be added, write `\(all)`",
      ])
  }

  /// What is left of a price without a part that is on top of it, added to the price.
  static func netAgain(
    _ line: ModelLine, _ price: String, part: String, net: String, at span: SourceSpan,
    by divisor: SourceSpan
  ) -> Diagnostic {
    let isRounded = net.hasPrefix("round(")
    let added = "\(price) * \(part)"
    // Outputs see the total, and no subtotal.
    let inIt = price == "subtotal"
      ? "total - \(net.replacing(/\bsubtotal\b/, with: "total"))" : "\(price) - \(net)"
    return Diagnostic(
      "added-again", severity: .warning, "`\(line.name)` adds most of `\(price)` once more",
      at: Label(span, "this is in the subtotal already"),
      labels: [Label(divisor, "all of it, without what is on top")],
      help: [
        "for what is put on top, write `\(isRounded ? "round(\(added))" : added)`",
        "what is in it already adds nothing, and may be an output, such as `\(inIt)`",
        "if as much again is meant, write `100% * \(price)`",
      ])
  }

  /// A line in a sum with the subtotal.
  static func heldAgain(
    _ line: ModelLine, _ price: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "added-again", severity: .warning, "`\(line.name)` counts `\(price)` twice",
      at: Label(span, "this is in the subtotal already"),
      help: [
        "leave `\(price)` out", "if as much again is meant, write `100% * \(price)`",
      ])
  }

  static func boundAdded(
    _ line: ModelLine, _ figure: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "bound-added", severity: .warning,
      "`\(line.name)` adds \(figure) to a subtotal that is below it",
      at: Label(span, "an `amount` is only what is added"),
      help: [
        "for a minimum subtotal, write `becomes: max(subtotal, \(figure))`, without a condition",
        "if that much is to be added, write `100% * \(figure)`",
      ])
  }

  static func shareOnly(_ line: ModelLine, _ rate: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "share-only", severity: .warning,
      "`\(line.name)` leaves less than half of what is above it",
      at: Label(span, "after this line, the quote comes to this and no more"),
      help: [
        "to add it, write `amount` in place of `becomes`",
        "if that little is meant to be left, say what is taken off: "
          + "`becomes: round((100% - …) * subtotal)`",
      ])
  }

  // MARK: Products

  static func measuredTwice(
    _ table: ModelTable, _ price: String, by measure: String, at span: SourceSpan, mayFall: Bool
  ) -> Diagnostic {
    Diagnostic(
      "counted-twice", severity: .warning, "`\(measure)` counts twice",
      at: Label(span, "`\(price)` is the price of all of `\(measure)` already"),
      labels: [Label(table.span, "`graduated` adds up the price of each bracket")],
      help: [
        "leave `* \(measure)` out",
        "if one bracket has the price for each, write `first` in place of `graduated`"
          + (mayFall ? ", and `amounts: may_fall` beside it" : ""),
      ])
  }

  static func countedInLine(
    _ line: ModelLine, _ price: String, by count: String, at span: SourceSpan,
    counted: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "counted-twice", severity: .warning, "`\(count)` counts twice",
      at: Label(span, "`\(price)` is multiplied by `\(count)` already"),
      labels: [Label(counted, "counted here, in line `\(line.name)`")],
      help: [
        "leave `* \(count)` out",
        "if its square is meant, give the formula a name under `let` and multiply that",
      ])
  }

  static func summedApart(
    _ a: String, _ b: String, of list: String, for place: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "summed-apart", severity: .warning, "two sums over `\(list)` are multiplied",
      at: Label(span, "each `\(a)` is multiplied by the `\(b)` of all"),
      help: [
        "for each by its own, write `sum(\(a) * \(b))`",
        "if all by all is meant, give one of the sums a name under `let`"
          + (place.map { ": `{ for: \($0), value: sum(\(b)) }`" } ?? ""),
      ])
  }

  // MARK: Figures

  static func groupedDigits(
    _ written: String, whole: String, short: String, at span: SourceSpan, mark: String = ".",
    label: String, isOfSheet: Bool = false
  ) -> Diagnostic {
    // A number of a sheet has no zeros behind its last digit, whatever is typed.
    let other =
      isOfSheet
      ? "round it in the sheet, or let the cell hold the text `\(short)`" : "write `\(short)`"
    return Diagnostic(
      "grouped-digits", severity: .warning,
      "the \(mark == "." ? "point" : "comma") in `\(written)` separates decimals, and does not "
        + "group digits",
      at: Label(span, label),
      help: ["for thousands, write `\(whole)`", "if so small an amount is meant, \(other)"])
  }

  static func twoEnds(
    _ value: String, _ start: String, _ end: String, at span: SourceSpan, isDay: Bool = true
  ) -> Diagnostic {
    let (headline, label, all) =
      isDay
      ? (
        "only the first day and the last are in this list",
        "these two days, and none between them", "all days"
      )
      : ("only two values are in this list", "these two, and none between them", "all")
    return Diagnostic(
      "two-ends", severity: .warning, headline, at: Label(span, label),
      help: [
        "for \(all) from one to the other, write `\(value) in [\(start)..\(end)]`",
        "if these two are meant, write `\(value) = \(start) or \(value) = \(end)`",
      ])
  }

  static func commaInName(
    _ name: String, _ keys: [String], quoted: String, at span: SourceSpan
  ) -> Diagnostic {
    let listed = keys.map { "`\($0)`" }.joined(separator: " or ")
    return Diagnostic(
      "comma-in-name", severity: .warning, "`\(name)` is read as \(keys.count) keys",
      at: Label(span, "\(listed)"),
      help: [
        "for one name that has a comma, write `\(quoted)`",
        "for \(keys.count) keys, give each a row of its own",
      ])
  }

  static func innerGroups(
    _ name: String, of list: String, in around: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "inner-groups", severity: .warning,
      "`\(name)` are made in each of `\(around)`, and not for the whole booking",
      at: Label(span, "`\(list)` are inside of `\(around)`: one key in two of them is two groups"),
      help: [
        "for groups over the whole booking, `\(list)` has to be a list of the booking, such as one"
          + " with a row for each and the key of its own one of `\(around)`",
        "for those of each of `\(around)`, stand in one: a line `for: \(name)` inside the `lines`"
          + " of a line `for: \(around)`",
      ])
  }
}

extension Diagnostic {
  /// `take: highest` of discounts.
  static func leastTakenOff(_ line: ModelLine, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "bound-turned", severity: .warning, "`\(line.name)` takes the smallest of its discounts",
      at: Label(span, "of -10 and -20, the highest is -10: no member is ever above zero"),
      help: [
        "for the largest discount, write `take: lowest`",
        "if the smallest is meant, say so in the name: `smallest_\(line.name)`",
      ])
  }
}
