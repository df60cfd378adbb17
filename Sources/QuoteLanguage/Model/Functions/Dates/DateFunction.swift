package import QuoteSyntax

/// Functions of dates, times, instants and weekdays. Dates are days, times seconds, instants
/// microseconds, weekdays 1 (Monday) to 7.
package enum DateFunction: String, Hashable, Sendable, CaseIterable {
  /// A part of an instant, in the file's zone or at the offset (second operand, minutes east of
  /// UTC).
  case dateOf, timeOf, hourOf, weekdayOfInstant
  case weekdayOfDate
  /// A weekday as a count.
  case weekdayNumber
  case hourOfTime
  case year, month, day
  /// Completed years, months from the first to the second date.
  case years, months
  /// Leads from a date, at most 120,000 months either way, to the same day of another month, or
  /// that month's last; where it leads outside of the calendar, to a day that is not in it.
  case addMonths
  /// The number of days of the month in which a date lies.
  case daysInMonth
  /// The instant of a date and a time in the file's zone.
  case instantOf

  /// Within which the second operand counts; beyond it the result is not given.
  package var limitOfSecond: Interval? {
    if isOfClock { return CalendarReach.offsets }
    return self == .addMonths ? CalendarReach.months : nil
  }

  /// Whether it is what a clock shows at a moment.
  package var isOfClock: Bool { Self.ofClocks.contains(self) }

  private static let ofClocks: Set<DateFunction> = [.dateOf, .timeOf, .hourOf, .weekdayOfInstant]

  /// Whether it may lead out of the years 1 to 9999, where it is not given.
  package var leavesCalendar: Bool { self == .addMonths }

  /// What comes round, a month after a month: from its first to its last.
  package var round: ClosedRange<Int>? { Self.rounds[self] }

  private static let rounds: [DateFunction: ClosedRange<Int>] = [
    .month: 1...12, .day: 1...31, .hourOf: 0...23, .hourOfTime: 0...23, .weekdayOfDate: 1...7,
    .weekdayOfInstant: 1...7, .weekdayNumber: 1...7,
  ]
}

// MARK: - How far it goes

extension DateFunction {
  private static let wholeDay = Ratio(Instant.microsecondsPerDay)

  /// How far it goes where its operands go so far, an instant in microseconds of the clock that
  /// is read. Nil if that hangs on more than they say.
  package func reach(of operands: [Interval]) -> Interval? {
    let a = operands[0]
    switch self {
    case .dateOf: return Self.days(a)
    case .timeOf: return Self.ofDay(a, unit: 1_000_000)
    case .hourOf: return Self.ofDay(a, unit: 3_600_000_000)
    case .weekdayOfInstant: return Self.days(a).map(Self.weekdays)
    case .weekdayOfDate: return Self.weekdays(a)
    case .weekdayNumber: return a
    case .hourOfTime: return Self.hours(a)
    case .year, .month, .day, .daysInMonth: return part(of: a)
    case .years: return Self.completed(12, from: a, to: operands[1])
    case .months: return Self.completed(1, from: a, to: operands[1])
    case .addMonths: return CalendarReach(monthsAfter: a, operands[1]).range
    case .instantOf: return nil
    }
  }

  private static func days(_ local: Interval) -> Interval? {
    guard let first = (local.lower / wholeDay).floor,
      let last = (local.upper / wholeDay).floor
    else { return nil }
    return Interval(Ratio(first), Ratio(last))
  }

  /// Units since midnight, of moments that may lie in one day.
  private static func ofDay(_ local: Interval, unit: Ratio) -> Interval? {
    guard let days = days(local) else { return nil }
    guard days.lower == days.upper else { return Interval(0, wholeDay / unit - 1) }
    let midnight = days.lower * wholeDay
    guard let first = ((local.lower - midnight) / unit).floor,
      let last = ((local.upper - midnight) / unit).floor
    else { return nil }
    return Interval(Ratio(first), Ratio(last))
  }

  private static func weekdays(_ days: Interval) -> Interval {
    // 1970-01-01 was a Thursday.
    func weekday(_ day: Ratio) -> Ratio {
      Ratio(CalendarDate.floorModulo(Int(day.floor ?? 0) + 3, 7) + 1)
    }
    guard days.isFinite, days.upper - days.lower < 7 else { return Interval(1, 7) }
    let (first, last) = (weekday(days.lower), weekday(days.upper))
    return first <= last ? Interval(first, last) : Interval(1, 7)
  }

  /// Hours of the clock that times, in seconds since midnight, have.
  private static func hours(_ seconds: Interval) -> Interval {
    let first = (seconds.lower / 3600).floor ?? 0
    let last = (seconds.upper / 3600).floor ?? 23
    let hours = Interval(max(Ratio(first), 0), min(Ratio(last), 23))
    return hours.lower <= hours.upper ? hours : Interval(0, 23)
  }

  /// The range of a year, a month, a day of the month or its last. Dates within one year have some
  /// of its months, dates within one month some of its days.
  private func part(of days: Interval) -> Interval {
    let (first, last) = Self.civil(days)
    let isOneYear = first.year == last.year
    let isOneMonth = isOneYear && first.month == last.month
    if self == .year { return Interval(Ratio(first.year), Ratio(last.year)) }
    if self == .month {
      return isOneYear ? Interval(Ratio(first.month), Ratio(last.month)) : Interval(1, 12)
    }
    if self == .daysInMonth {
      return isOneMonth
        ? Interval(point: Ratio(CalendarDate.daysInMonth(first.month, of: first.year)))
        : Interval(28, 31)
    }
    return isOneMonth ? Interval(Ratio(first.day), Ratio(last.day)) : Interval(1, 31)
  }

  /// This many months are one of what is counted: most where the first date is the earliest and
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
