import CVector
import QuoteLanguage
import QuoteSyntax

/// Parts and differences of dates, times and instants, a cell for a cell.
/// Dates are days, times seconds, instants microseconds, weekdays 1 (Monday)
/// to 7; all `Int64`. Cells that are not given may be anything: arithmetic wraps.
enum DateKernels {
  /// `function` of the sources. `second` is the other date (`years`, `months`), the time
  /// (`instantOf`), how many months (`addMonths`), or minutes east of UTC in place of the zone's.
  @unsafe static func run(
    _ function: DateFunction, _ a: UnsafePointer<Int64>, _ second: UnsafePointer<Int64>?,
    zone: TimeZoneRules, into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    let day = Instant.microsecondsPerDay
    switch function {
    case .dateOf:
      unsafe clock(a, minutes: second, zone, into: target, count: count) { floorDivide($0, day) }
    case .timeOf:
      unsafe clock(a, minutes: second, zone, into: target, count: count) {
        floorModulo($0, day) / 1_000_000
      }
    case .hourOf:
      unsafe clock(a, minutes: second, zone, into: target, count: count) {
        floorModulo($0, day) / 3_600_000_000
      }
    case .weekdayOfInstant:
      unsafe clock(a, minutes: second, zone, into: target, count: count) {
        weekday(floorDivide($0, day))
      }
    case .weekdayOfDate:
      // All dates are near enough to 1970 for the first; what is not given may be anything.
      guard unsafe cvector_weekdays(a, count, target) == 0 else { return }
      for i in 0..<count { unsafe target[i] = weekday(a[i]) }
    case .weekdayNumber: unsafe target.update(from: a, count: count)
    case .hourOfTime:
      for i in 0..<count { unsafe target[i] = a[i] / 3600 }
    case .year:
      for i in 0..<count { unsafe target[i] = civil(a[i]).year }
    case .month:
      for i in 0..<count { unsafe target[i] = civil(a[i]).month }
    case .day:
      for i in 0..<count { unsafe target[i] = civil(a[i]).day }
    case .years:
      guard let second = unsafe second else { preconditionFailure("years takes two dates") }
      for i in 0..<count { unsafe target[i] = months(from: a[i], to: second[i]) / 12 }
    case .months:
      guard let second = unsafe second else { preconditionFailure("months takes two dates") }
      for i in 0..<count { unsafe target[i] = months(from: a[i], to: second[i]) }
    case .addMonths:
      guard let second = unsafe second else { preconditionFailure("months are added to a date") }
      for i in 0..<count { unsafe target[i] = adding(months: second[i], to: a[i]) }
    case .daysInMonth:
      for i in 0..<count { unsafe target[i] = daysInMonth(a[i]) }
    case .instantOf:
      guard let second = unsafe second else { preconditionFailure("an instant takes a time") }
      unsafe instants(dates: a, times: second, zone: zone, into: target, count: count)
    }
  }

  /// Microseconds of the local clock.
  @unsafe static func local(
    _ source: UnsafePointer<Int64>, minutes: UnsafePointer<Int64>?, zone: TimeZoneRules,
    into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    if let minutes = unsafe minutes {
      for i in 0..<count { unsafe target[i] = source[i] &+ minutes[i] &* 60_000_000 }
      return
    }
    var period = TimeZoneRules.Period.none
    for i in 0..<count {
      let moment = unsafe source[i]
      if !period.contains(moment) { period = zone.period(at: moment) }
      unsafe target[i] = moment &+ Int64(period.offsetSeconds) &* 1_000_000
    }
  }

  /// A part of what a clock shows, from microseconds of the local clock.
  @inline(__always)
  @unsafe private static func clock(
    _ source: UnsafePointer<Int64>, minutes: UnsafePointer<Int64>?, _ zone: TimeZoneRules,
    into target: UnsafeMutablePointer<Int64>, count: Int, part: (Int64) -> Int64
  ) {
    unsafe local(source, minutes: minutes, zone: zone, into: target, count: count)
    for i in 0..<count { unsafe target[i] = part(target[i]) }
  }

  @unsafe private static func instants(
    dates: UnsafePointer<Int64>, times: UnsafePointer<Int64>, zone: TimeZoneRules,
    into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    for i in 0..<count { unsafe target[i] = instant(dates[i], times[i], in: zone) }
  }

  /// The instant of a day and a second of it. A day far outside of the calendar is not given.
  @inline(__always)
  static func instant(_ date: Int64, _ time: Int64, in zone: TimeZoneRules) -> Int64 {
    let isNear = date >= -1_000_000 && date <= 4_000_000
    let local = isNear ? date * Instant.microsecondsPerDay &+ time &* 1_000_000 : 0
    return zone.instant(local: local).microsecondsSince1970
  }

  @inline(__always)
  static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return quotient &- ((a &- quotient &* b) &>> 63 & 1)
  }

  @inline(__always)
  static func floorModulo(_ a: Int64, _ b: Int64) -> Int64 { a &- floorDivide(a, b) &* b }

  /// 1970-01-01 was a Thursday.
  @inline(__always)
  static func weekday(_ day: Int64) -> Int64 { floorModulo(day &+ 3, 7) &+ 1 }

  /// Zeros for a day outside what `CalendarDate` holds.
  @inline(__always)
  static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    guard let days = Int32(exactly: day) else { return (0, 0, 0) }
    let civil = CalendarDate(daysSince1970: days).civil
    return (Int64(civil.year), Int64(civil.month), Int64(civil.day))
  }

  /// Completed months: the day of the month must have come round. They are
  /// negative from a later to an earlier date.
  static func months(from a: Int64, to b: Int64) -> Int64 {
    if b < a { return -months(from: b, to: a) }
    let (x, y) = (civil(a), civil(b))
    let months = (y.year - x.year) * 12 + y.month - x.month
    return y.day < x.day ? months - 1 : months
  }

  /// Zero for what cannot be a date, or so many months.
  @inline(__always)
  static func adding(months: Int64, to day: Int64) -> Int64 {
    guard let days = Int32(exactly: day), -120_000...120_000 ~= months else { return 0 }
    return Int64(CalendarDate(daysSince1970: days).adding(months: Int(months)))
  }

  @inline(__always)
  static func daysInMonth(_ day: Int64) -> Int64 {
    let (year, month, _) = civil(day)
    return Int64(CalendarDate.daysInMonth(Int(month), of: Int(year)))
  }
}
