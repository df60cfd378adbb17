import QuoteLanguage
import QuoteSyntax

/// What is said of rules that are right in form, and that most who write them mean otherwise.
extension Diagnostic {
  /// `round(hours, 2)`, by which others round to two decimals.
  static func stepAsDecimals(
    _ value: String, _ step: String, _ decimals: Int, at span: SourceSpan
  ) -> Diagnostic {
    let fine = "0." + String(repeating: "0", count: decimals - 1) + "1"
    return Diagnostic(
      "step-as-decimals", severity: .warning,
      "`\(value)` is rounded to a multiple of \(step), and not to \(step) decimals",
      at: Label(span, "rounded to 0, \(decimals), \(2 * decimals) and so on"),
      help: [
        "for \(decimals) decimals, write `round(\(value), \(fine))`",
        "for multiples of \(step), write `\(step) * round(\(value) / \(step))`",
      ])
  }

  /// `round(€5/h * ceil(stay))`, where `stay` is in minutes.
  static func wholeOfOtherUnit(
    _ call: String, _ value: String, of unit: String, per other: String, at span: SourceSpan,
    price: SourceSpan
  ) -> Diagnostic {
    let function =
      call.hasPrefix("ceil") ? "round_up" : call.hasPrefix("floor") ? "round_down" : "round"
    return Diagnostic(
      "whole-of-other-unit", severity: .warning,
      "`\(call)` is rounded to 1 \(unit), and the price is for 1 \(other)",
      at: Label(span, "`\(value)` is in \(unit)"), labels: [Label(price, "for 1 \(other)")],
      help: [
        "to round to 1 \(other), write `\(function)(\(value), 1 \(other))`",
        "if 1 \(unit) is meant, write `\(function)(\(value), 1 \(unit))`",
      ])
  }

  /// `price_per_hour * minutes`.
  static func priceOfOtherTime(
    _ price: String, per unit: NamedUnit, _ number: String, counts counted: NamedUnit,
    inBlocks block: Ratio, at span: SourceSpan, price place: SourceSpan
  ) -> Diagnostic {
    let blocks = block == 1 ? "\(counted)s" : "blocks of \(block) \(counted)s"
    return Diagnostic(
      "whole-of-other-unit", severity: .warning,
      "`\(price)` is called a price for one \(unit), and `\(number)` counts \(blocks)",
      at: Label(span, "so many \(unit)s are paid here"),
      labels: [Label(place, "for one \(unit)")],
      help: [
        unit.count(of: counted).map { count in
          // The number of blocks in one unit may be no whole number.
          let parts = Ratio(count) / block
          let bringing = parts.isWhole ? "/ \(parts)" : "* \(block) / \(count)"
          return "bring both to one unit: `\(price) * \(number) \(bringing)`, rounded as it is to "
            + "be paid"
        } ?? "bring both to one unit: divide by how many \(counted)s make one \(unit), or multiply "
          + "by how many \(unit)s make one \(counted)",
        "if they are of one unit, let one of the names say so",
      ])
  }

  /// `per_100kg * kg`.
  static func priceOfMany(
    _ price: String, for count: String, _ number: String, divisor: String, at span: SourceSpan,
    price place: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "whole-of-other-unit", severity: .warning,
      "`\(price)` is called a price for \(count), and `\(number)` counts one by one",
      at: Label(span, "so many times \(count) are paid here"),
      labels: [Label(place, "for \(count)")],
      help: [
        "divide it: `\(price) * \(number) / \(divisor)`, rounded as it is to be paid",
        "if it is the price for one, let its name say so",
      ])
  }

  /// With a figure, if it has one; an input has those that bookings bring. `others` are all such
  /// figures of a column in which others are right as they are.
  static func percentByName(
    _ name: String, _ figure: String?, at span: SourceSpan, among others: [Spanned<String>]? = nil
  ) -> Diagnostic {
    if let others {
      return percentWithoutSign(name, others, at: span)
    }
    return Diagnostic(
      "percent-by-name", severity: .warning,
      "`\(name)` is named as a percentage, and counts a hundred times over here",
      at: Label(span, "\(figure.map { "`\($0)`" } ?? "10") is \(figure ?? "10") times as much"),
      help: [
        "write `\(name) / 100`",
        figure.map { "or give its figures their sign: `\($0)%`" }
          ?? "if bookings give 0.1 for 10 percent, say so at the input: `number [0..1]`",
      ])
  }

  private static func percentWithoutSign(
    _ name: String, _ figures: [Spanned<String>], at span: SourceSpan
  ) -> Diagnostic {
    let figure = figures[0].value
    let right = figures.prefix(6).map { "`\($0.value)%`" }.joined(separator: ", ")
    return Diagnostic(
      "percent-by-name", severity: .warning,
      "`\(name)` is named as a percentage, and `\(figure)` counts a hundred times over here",
      at: Label(span, "`\(figure)` is \(figure) times as much"),
      labels: figures.prefix(3).map { Label($0.span, "without a sign") },
      help: ["give it its sign in the table, as others are right as they are: \(right)"])
  }

  static func bracketedAmount(
    _ written: String, plain: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "bracketed-amount", severity: .warning, "`\(written)` is an amount above zero",
      at: Label(span, "brackets take nothing off"),
      help: ["to take it off, write `-\(plain)`", "to add it, write `\(plain)`"])
  }

  static func linesLost(
    _ line: ModelLine, _ lost: [ModelLine], written: String, at span: SourceSpan
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
        "what is above is `subtotal`: compute with it, or add with `amount`",
        "if \(isOne ? "it is" : "they are") meant to be left out, write "
          + "`amount: \(written) - subtotal`",
      ])
  }

  /// One price for all bookings that share a figure, or one that takes up none of the lines.
  static func allLinesLost(
    _ line: ModelLine, _ lost: [ModelLine], _ figure: String?, written: String,
    at span: SourceSpan, isAdded: Bool = false
  ) -> Diagnostic {
    let instead =
      figure == nil
      ? "if all that is above is meant to be left out, write `amount: \(written) - subtotal`"
      : "for a minimum subtotal, write `becomes: max(subtotal, \(written))`, for a maximum "
        + "`becomes: min(subtotal, \(written))`"
    return Diagnostic(
      "lines-lost", severity: .warning,
      figure.map { "below `\(line.name)`, every booking comes to \($0), whatever is above" }
        ?? "below `\(line.name)`, the total is without all that is above",
      at: Label(
        span,
        isAdded ? "the subtotal is taken off whole here" : "this is what the subtotal becomes"),
      labels: lost.prefix(3).map { Label($0.span, "not in it") },
      help: isAdded
        ? [instead] : [instead, "to add it, write `amount` in place of `becomes`"])
  }

  static func boundTurned(
    _ line: ModelLine, isLeast: Bool, right: String, isCall: Bool, at span: SourceSpan
  ) -> Diagnostic {
    return Diagnostic(
      "bound-turned", severity: .warning,
      "`\(line.name)` makes the subtotal \(isLeast ? "no more" : "no less") than its figure",
      at: Label(span, chosen(isLeast: isLeast, isCall: isCall)),
      help: [
        "for \(isLeast ? "a minimum" : "a maximum") subtotal, write `\(right)`",
        "if it is meant, give the line another name",
      ])
  }

  /// `minimum: when: subtotal > $60` and `becomes: $60`.
  static func boundTurned(
    _ line: ModelLine, isLeast: Bool, when right: String, at span: SourceSpan
  ) -> Diagnostic {
    var diagnostic = boundTurned(line, isLeast: isLeast, right: right, isCall: false, at: span)
    diagnostic.primary = Label(
      span, "holds where the subtotal is \(isLeast ? "above" : "below") the figure")
    return diagnostic
  }

  private static func chosen(isLeast: Bool, isCall: Bool) -> String {
    (isCall ? "`\(isLeast ? "min" : "max")` is " : "")
      + "the \(isLeast ? "smaller" : "larger") of the two"
  }

  /// `min(minimum, price)`.
  static func boundByName(
    _ bound: String, isLeast: Bool, right: String, isCall: Bool, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "bound-turned", severity: .warning,
      "this is never \(isLeast ? "more" : "less") than `\(bound)`",
      at: Label(span, chosen(isLeast: isLeast, isCall: isCall)),
      help: [
        "for a price of \(isLeast ? "at least" : "at most") `\(bound)`, write `\(right)`",
        "if it is meant, give `\(bound)` another name",
      ])
  }

  /// `-max(voucher, subtotal)`.
  static func allTaken(_ line: ModelLine, right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "bound-turned", severity: .warning,
      "`\(line.name)` takes off all of the subtotal, or more",
      at: Label(span, "`max` is the larger of the two"),
      help: ["to take off no more than there is, write `\(right)`"])
  }

  static func orBeforeAnd(
    _ first: String, _ second: String, _ last: String, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "or-before-and", severity: .warning, "`and` belongs to `\(second)` alone",
      at: Label(span, "not tested where `\(first)` holds"), labels: [Label(whole, "the `or`")],
      help: [
        "to apply it to both, write `(\(first) or \(second)) and \(last)`",
        "if this is meant, write `\(first) or (\(second) and \(last))`",
      ])
  }

  /// `x != a or x != b`; `andHolds`: whether both can hold at once.
  static func oneHolds(
    _ span: SourceSpan, _ other: SourceSpan, _ written: String, andHolds: Bool
  ) -> Diagnostic {
    Diagnostic(
      "needless-condition", severity: .warning, "a condition always holds",
      at: Label(span, "whatever `\(written)` is, this or the other part holds"),
      labels: [Label(other, "the other part")],
      help: [
        andHolds
          ? "if both must hold, write `and`"
          : "change one of the two, or leave the condition out: with `and`, it would never hold"
      ])
  }
}
