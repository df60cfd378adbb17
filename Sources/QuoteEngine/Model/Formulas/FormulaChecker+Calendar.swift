/// How far the parts and the differences of dates and times go.
extension FormulaChecker {
  static let allDays = Interval(-719_162, 2_932_896)

  /// Of a year, a month or a day of the month. Dates within one year have some of its months,
  /// dates within one month some of its days.
  static func reach(of part: PriceExpression.Function, _ days: Interval) -> Interval {
    let known = civil(days)
    switch part {
    case .year:
      guard let (first, last) = known else {
        return beyondCalendar(days, 365) ?? Interval(1, 9999)
      }
      return Interval(Ratio(first.year), Ratio(last.year))
    case .month:
      // Zero is what days have for a month that are too far out to be counted.
      guard let (first, last) = known else { return Interval(0, 12) }
      return first.year == last.year
        ? Interval(Ratio(first.month), Ratio(last.month)) : Interval(1, 12)
    case _:
      guard let (first, last) = known else { return Interval(0, 31) }
      return first.year == last.year && first.month == last.month
        ? Interval(Ratio(first.day), Ratio(last.day)) : Interval(1, 31)
    }
  }

  /// Hours of the clock that times, in seconds since midnight, have.
  static func hours(of seconds: Interval) -> Interval {
    let first = (seconds.lower / 3600).floor ?? 0
    let last = (seconds.upper / 3600).floor ?? 23
    let hours = Interval(max(Ratio(first), 0), min(Ratio(last), 23))
    return hours.lower <= hours.upper ? hours : Interval(0, 23)
  }

  func between(_ call: FormulaCall, _ value: PriceExpression, _ form: String)
    -> PriceExpression
  {
    guard call.arguments.count == 2 else { return wrongArguments(call, form) }
    let other = expression(of: call.arguments[1])
    for side in [value, other] where side.type != .date {
      return side.type == .invalid ? invalid(at: call.span) : mismatch(side, "a date", call)
    }
    let isYears = call.name.value == "years"
    return count(
      .function(isYears ? .years : .months, [value, other]), [value, other], call,
      Self.completed(isYears ? 12 : 1, from: value.range, to: other.range))
  }

  /// So many months are one of what is counted: most where the first date is the earliest and
  /// the other the latest that they can be.
  private static func completed(_ size: Int, from: Interval, to: Interval) -> Interval {
    guard let (a, b) = civil(from), let (c, d) = civil(to) else {
      return beyondCalendar(to - from, size == 12 ? 365 : 28)
        ?? Interval(Ratio(-120_000 / size), Ratio(120_000 / size))
    }
    return Interval(Ratio(months(b, c) / size), Ratio(months(a, d) / size))
  }

  private typealias Civil = (year: Int, month: Int, day: Int)

  private static func months(_ a: Civil, _ b: Civil) -> Int {
    if (b.year, b.month, b.day) < (a.year, a.month, a.day) { return -months(b, a) }
    let months = (b.year - a.year) * 12 + b.month - a.month
    return b.day < a.day ? months - 1 : months
  }

  /// The first and the last day; nil of days that were moved out of the calendar.
  private static func civil(_ days: Interval) -> (Civil, Civil)? {
    guard allDays.contains(days.lower), allDays.contains(days.upper),
      let first = days.lower.ceiling.flatMap(Int32.init(exactly:)),
      let last = days.upper.floor.flatMap(Int32.init(exactly:)), first <= last
    else { return nil }
    return (
      CalendarDate(daysSince1970: first).civil, CalendarDate(daysSince1970: last).civil
    )
  }

  /// So many days, at least, are one of what is counted: how far the counts of dates go that
  /// were moved out of the calendar, in whole numbers; nil of those in it.
  private static func beyondCalendar(_ range: Interval, _ days: Ratio) -> Interval? {
    if allDays.contains(range.lower), allDays.contains(range.upper) { return nil }
    let most = max(range.lower.magnitude, range.upper.magnitude) / days + 2000
    let whole = most.ceiling.map { Ratio($0) } ?? most
    return Interval(-whole, whole)
  }
}
