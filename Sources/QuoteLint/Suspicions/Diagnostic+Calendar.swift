import QuoteLanguage
import QuoteSyntax

/// What is said of times between dates that are reckoned by parts of them.
extension Diagnostic {
  static func partsOfDates(
    _ written: String, _ function: DateFunction, from first: String, to last: String,
    at span: SourceSpan
  ) -> Diagnostic {
    var (turn, label) = ("over midnight", "`\(last)` is the later one, and its hour the earlier")
    var help: [String]
    switch function {
    case .year:
      (turn, label) = ("", "one more than the years that have passed")
      help = [
        "for years that have passed, as of an age, write `years(\(first), \(last))`",
        "if years of the calendar are meant, give both their names under `let`",
      ]
    case .month:
      (turn, label) = ("over New Year", "`\(last)` is the later one, and its month the earlier")
      help = [
        "for months that have passed, write `months(\(first), \(last))`",
        "for months of the calendar, write `12 * (year(\(last)) - year(\(first))) + \(written)`",
      ]
    case .day:
      (turn, label) = (
        "over the end of a month", "`\(last)` is the later one, and its day the earlier"
      )
      help = ["for the days from one to the other, write `(\(last) - \(first)) / 1 day`"]
    case .hourOfTime:
      label = "`\(last)` is earlier in the day, and minutes count for nothing"
      help = [
        "with a date, the time from one to the other is `instant(day, \(last)) - "
          + "instant(day, \(first))`, plus `1 day` if `\(last) < \(first)`"
      ]
    case _: help = ["for the hours from one to the other, write `(\(last) - \(first)) / 1 h`"]
    }
    return Diagnostic(
      "parts-of-dates", severity: .warning,
      function == .year
        ? "`\(written)` counts a year before it has passed" : "`\(written)` is below zero \(turn)",
      at: Label(span, label), help: help)
  }

  static func overMidnight(
    _ written: String, day: String, from first: String, to last: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "over-midnight", severity: .warning, "`\(written)` is below zero over midnight",
      at: Label(span, "`\(last)` is earlier in the day than `\(first)`"),
      help: [
        "if `\(last)` is on the next day then, write `\(written) + "
          + "(if \(last) < \(first) then 1 day else 0 days)`",
        "to decline such bookings, `when: \(last) < \(first)`; to count them as none, "
          + "`max(0 h, \(written))`",
      ])
  }

  static func daysTurned(
    _ list: String, from first: String, to last: String, bracket: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "days-turned", severity: .warning,
      "`\(list)` is empty where `\(last)` is before `\(first)`",
      at: Label(span, "no days, and nothing for them"),
      help: [
        "to decline such bookings, `when: \(last) < \(first)`",
        "to count the same days either way, write "
          + "`[min(\(first), \(last))..max(\(first), \(last))\(bracket)`",
      ])
  }

  static func begunLeftOut(
    _ written: String, _ inner: String, isYears: Bool, from first: String, to last: String,
    at span: SourceSpan
  ) -> Diagnostic {
    let (unit, months) = isYears ? ("year", "12 * \(inner)") : ("month", inner)
    return Diagnostic(
      "begun-left-out", severity: .warning, "`\(written)` leaves out a \(unit) that has begun",
      at: Label(span, "`\(inner)` counts those that have passed, and is whole already"),
      help: [
        "for those that have begun, write `\(inner) + (if add_months(\(first), \(months)) < "
          + "\(last) then 1 else 0)`",
        "for those that have passed, write `\(inner)`",
      ])
  }
}
