/// How far the parts and the differences of dates and times go.
extension FormulaChecker {
  func part(_ part: PriceExpression.Function, of value: PriceExpression, _ call: FormulaCall)
    -> PriceExpression
  {
    guard value.type == .date else { return mismatch(value, "a date", call) }
    return count(.function(part, [value]), [value], call, Self.reach(of: part, value.range))
  }

  /// Of a year, a month, a day of the month or its last. Dates within one year have some of its
  /// months, dates within one month some of its days.
  private static func reach(of part: PriceExpression.Function, _ days: Interval) -> Interval {
    let (first, last) = civil(days)
    switch part {
    case .year: return Interval(Ratio(first.year), Ratio(last.year))
    case .month:
      return first.year == last.year
        ? Interval(Ratio(first.month), Ratio(last.month)) : Interval(1, 12)
    case .daysInMonth:
      return first.year == last.year && first.month == last.month
        ? Interval(point: Ratio(CalendarDate.daysInMonth(first.month, of: first.year)))
        : Interval(28, 31)
    case _:
      return first.year == last.year && first.month == last.month
        ? Interval(Ratio(first.day), Ratio(last.day)) : Interval(1, 31)
    }
  }

  /// `add_months`.
  func later(_ call: FormulaCall, _ value: PriceExpression) -> PriceExpression {
    let months = closed(expression(of: call.arguments[1]))
    guard value.type == .date else { return mismatch(value, "a date", call) }
    guard months.type == .quantity(.count) else {
      return months.type == .invalid
        ? invalid(at: call.span) : mismatch(months, "a count of months", call)
    }
    let reach = CalendarReach(monthsAfter: value, months)
    return made(
      .function(.addMonths, [value, months]), .date, [value, months], call.span,
      range: reach.given, optional: reach.mayLeave || value.isOptional || months.isOptional)
  }

  /// Whether minutes east of UTC are surely those of a clock.
  func areClocks(_ minutes: some Sequence<PriceExpression>) -> Bool {
    minutes.allSatisfy { $0.range == $0.range.clamped(to: CalendarReach.offsets) }
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
    let ((a, b), (c, d)) = (civil(from), civil(to))
    return Interval(Ratio(months(b, c) / size), Ratio(months(a, d) / size))
  }

  private typealias Civil = (year: Int, month: Int, day: Int)

  private static func months(_ a: Civil, _ b: Civil) -> Int {
    if (b.year, b.month, b.day) < (a.year, a.month, a.day) { return -months(b, a) }
    let months = (b.year - a.year) * 12 + b.month - a.month
    return b.day < a.day ? months - 1 : months
  }

  /// The first and the last day.
  private static func civil(_ days: Interval) -> (Civil, Civil) {
    let first = days.lower.ceiling.flatMap(Int32.init(exactly:))
    let last = days.upper.floor.flatMap(Int32.init(exactly:))
    guard let first, let last, first <= last else {
      return (CalendarDate.first.civil, CalendarDate.last.civil)
    }
    return (CalendarDate(daysSince1970: first).civil, CalendarDate(daysSince1970: last).civil)
  }
}
