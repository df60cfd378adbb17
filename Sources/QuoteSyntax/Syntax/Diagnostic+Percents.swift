/// Complaints about percentages among plain numbers.
extension Diagnostic {
  /// `odd` is in percent and the others are not, or the other way round; `more` are as odd.
  package static func mixedPercent(
    _ odd: WrittenFigure, _ more: some Sequence<WrittenFigure>,
    among other: WrittenFigure, in sources: Sources
  ) -> Diagnostic {
    let written = sources.text(at: odd.span)
    let also = more.prefix(3).map { Label($0.span, "and this one") }
    return Diagnostic(
      "mixed-percent", severity: .warning,
      "`\(written)` is "
        + (odd.isPercent ? "a percentage among plain numbers" : "a plain number among percentages"),
      at: Label(
        odd.span, "this is \(otherForm(of: odd)), and the others are "
          + (odd.isPercent ? "plain numbers" : "percentages")),
      labels: [Label(other.span, "one of the others")] + also,
      help: percentHelp(written, odd))
  }

  /// `115%` where the other shares of a column are small parts.
  package static func factorAmongShares(
    _ odd: WrittenFigure, _ size: Ratio, among other: WrittenFigure, in sources: Sources
  ) -> Diagnostic {
    let written = sources.text(at: odd.span).trimmedOfSpaces
    let part = "\((size - 1) * 100)%"
    return Diagnostic(
      "mixed-percent", severity: .warning,
      "`\(written)` is more than the whole among small parts of it",
      at: Label(odd.span, "this is the whole, and \(part) of it"),
      labels: [Label(other.span, "one of the others, a part alone")],
      help: [
        "for the part alone, as the others are, write `\(part)`",
        "if so much is meant, write both: `= 100% + \(part)`",
      ])
  }

  /// A number laid over a percentage.
  static func lostPercent(
    _ number: WrittenFigure, over old: WrittenFigure, in sources: Sources
  ) -> Diagnostic {
    Diagnostic(
      "mixed-percent", severity: .warning,
      "`\(sources.text(at: number.span))` is a plain number in place of a percentage",
      at: Label(
        number.span, "this is \(otherForm(of: number)), and it replaces a percentage"),
      labels: [Label(old.span, "this one")],
      help: percentHelp(sources.text(at: number.span), number))
  }

  private static func percentHelp(_ written: String, _ figure: WrittenFigure) -> [String] {
    // A hundredth of a factor of 1 is hardly meant, and what is more than all is above 100%.
    if figure.value == 1, !figure.isPercent {
      return [
        "for all of it, write `100%`; only for a hundredth, `1%`",
        "beside `100%`, half of it is `50%`; for half as much again, write `150%`",
      ]
    }
    let toggled =
      figure.isPercent ? written.filter { $0 != "%" && $0 != " " } : written + "%"
    // `0.06` says 6 of a hundred: a percentage as small as `0.06%` is hardly meant.
    if !figure.isPercent, let value = figure.value, abs(value.nearestDouble) < 1 {
      return [
        "write `\(otherForm(of: figure))`, which is the same",
        "only if it is to be a hundredth of that, write `\(toggled)`",
      ]
    }
    if figure.isPercent {
      return [
        "write `\(otherForm(of: figure))`, which is the same",
        "only if it is to be a hundred times that, write `\(toggled)`",
      ]
    }
    return ["write `\(toggled)`, or, to leave it as it is, `\(otherForm(of: figure))`"]
  }

  /// The same number, in percent or not.
  private static func otherForm(of figure: WrittenFigure) -> String {
    let value = figure.value ?? 0
    return figure.isPercent ? "\(value)" : "\(value * 100)%"
  }
}
