package import QuoteSyntax

/// Where a sum of a date or an instant and a duration leads: what would lie outside the years 1
/// to 9999 is not given.
///
/// A clock is at most a day from UTC. What it shows of the first and the last moments may be a
/// day out of those years, and counts: nothing has to be tested for it.
package struct CalendarReach {
  /// Days since 1970, or microseconds, as if the calendar had no end.
  package let range: Interval
  /// The values that are given: those within the calendar.
  package let calendar: Interval
  /// Whether some of it is not given.
  package let mayLeave: Bool

  package static let days = Interval(
    Ratio(CalendarDate.first.daysSince1970), Ratio(CalendarDate.last.daysSince1970))
  package static let moments = Interval(
    Ratio(Instant.first.microsecondsSince1970), Ratio(Instant.last.microsecondsSince1970))

  /// What is given.
  var given: Interval { range.clamped(to: calendar) }

  /// The reach of a date or an instant with a duration added or taken away, of which whole days or
  /// microseconds count: what is left over is cut off downwards.
  package init(
    _ operation: PriceExpression.ArithmeticOperator, _ moment: PriceExpression,
    _ duration: PriceExpression, isBinary: Bool
  ) {
    let step = Self.step(of: moment.type)
    let steps = Self.steps(duration, step, isBinary: isBinary)
    range = operation == .subtract ? moment.range - steps : moment.range + steps
    calendar = moment.type == .date ? Self.days : Self.moments
    mayLeave = !calendar.contains(range.lower) || !calendar.contains(range.upper)
  }

  /// The reach of a date moved by so many months: a later date, or more months, never lead to an
  /// earlier one.
  init(monthsAfter date: Interval, _ months: Interval) {
    let beyond = Interval(Self.days.lower - 1, Self.days.upper + 1)
    func moved(_ end: KeyPath<Interval, Ratio>, from other: Ratio) -> Ratio {
      let days = date[keyPath: end].floor.flatMap(Int32.init(exactly:))
      let count = months.clamped(to: Self.months)[keyPath: end].floor
      guard let days, let count, Self.days.contains(Ratio(Int(days))) else { return other }
      return Ratio(Int(CalendarDate(daysSince1970: days).adding(months: Int(count))))
    }
    range = Interval(
      moved(\.lower, from: beyond.lower), moved(\.upper, from: beyond.upper)
    ).clamped(to: beyond)
    calendar = Self.days
    mayLeave = range.lower < calendar.lower || range.upper > calendar.upper
  }

  /// More months than the calendar has, either way.
  static let months = Interval(-120_000, 120_000)

  /// Seconds in one of what a date or an instant counts.
  package static func step(of type: ValueType) -> Ratio {
    type == .date ? 86400 : Ratio(1, 1_000_000)
  }

  /// In binary a product may come out a little beyond its exact value, if it is not whole.
  private static func steps(
    _ duration: PriceExpression, _ step: Ratio, isBinary: Bool
  ) -> Interval {
    func whole(_ end: Ratio) -> Ratio { (end / step).floor.map { Ratio($0) } ?? end }
    let exact = Interval(whole(duration.range.lower), whole(duration.range.upper))
    let isFigure = duration.range.lower == duration.range.upper
    guard isBinary, !isFigure || !(duration.units.size / step).isWhole else { return exact }
    let size = max(exact.lower.magnitude, exact.upper.magnitude)
    let slack = 1 + Ratio((size / Ratio(Int128(1) << 40)).ceiling ?? 0)
    return Interval(exact.lower - slack, exact.upper + slack)
  }

  // MARK: - Clocks

  /// Minutes east of UTC that a clock may be; beyond, what it shows is not given.
  package static let offsets = Interval(-1440, 1440)
  /// The offsets of all zones that ever existed, in minutes east of UTC.
  static let zones = Interval(-1000, 1000)

  /// Whether minutes east of UTC are surely those of a clock.
  static func areClocks(_ minutes: [Interval]) -> Bool {
    minutes.allSatisfy { $0 == $0.clamped(to: offsets) }
  }

  private static let day: Ratio = 86_400_000_000

  /// The days that clocks show so many minutes east of UTC.
  static func daysOfClock(_ moments: Interval, minutes: Interval) -> Interval {
    let offset = minutes.clamped(to: offsets) * Interval(point: 60_000_000)
    return days(of: moments + offset)
  }

  /// The days that the clocks of a place show.
  static func daysOfClock(_ moments: Interval, in zone: TimeZoneRules?) -> Interval {
    guard let zone, let lower = moments.lower.ceiling.flatMap(Int64.init(exactly:)),
      let upper = moments.upper.floor.flatMap(Int64.init(exactly:)), lower <= upper
    else { return daysOfClock(moments, minutes: offsets) }
    // Clocks that are turned show less than before, or more than after, for hours at most.
    let near = Instant.microsecondsPerDay * 3
    func local(_ moment: Int64, _ period: TimeZoneRules.Period) -> Int64 {
      moment + Int64(period.offsetSeconds) * 1_000_000
    }
    var period = zone.period(at: lower)
    var first = local(lower, period)
    while period.end <= min(upper, lower + near) {
      let turned = period.end
      period = zone.period(at: turned)
      first = min(first, local(turned, period))
    }
    period = zone.period(at: upper)
    var last = local(upper, period)
    while period.start > max(lower, upper - near) {
      let before = period.start - 1
      period = zone.period(at: before)
      last = max(last, local(before, period))
    }
    return days(of: Interval(Ratio(first), Ratio(last)))
  }

  private static func days(of local: Interval) -> Interval {
    let (first, last) = ((local.lower / day).floor, (local.upper / day).floor)
    guard let first, let last else { return Interval(days.lower - 1, days.upper + 1) }
    return Interval(Ratio(first), Ratio(last))
  }

  /// The moments at which the clocks of a place show any of these times on any of these days.
  static func moments(_ days: Interval, _ times: Interval, in zone: TimeZoneRules?) -> Interval {
    func end(_ end: KeyPath<Interval, Ratio>) -> Ratio? {
      let local = days[keyPath: end] * day + times[keyPath: end] * 1_000_000
      guard let zone, let local = local.floor.flatMap(Int64.init(exactly:)) else { return nil }
      return Ratio(zone.instant(local: local).microsecondsSince1970)
    }
    if let first = end(\.lower), let last = end(\.upper) { return Interval(first, last) }
    // No place is two days from UTC, whatever its clocks did.
    return Interval((days.lower - 2) * day, (days.upper + 3) * day)
  }
}
