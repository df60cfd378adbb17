extension CalendarDate {
  /// 0001-01-01, the first day that is read, printed and computed with.
  package static let first = CalendarDate(daysSince1970: -719_162)
  /// 9999-12-31.
  package static let last = CalendarDate(daysSince1970: 2_932_896)

  /// The day of a year, month (1…12) and day of the month; nil if the
  /// calendar has no such day, or the year is outside 1…9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CalendarDate.daysInMonth(month, of: year)
    else { return nil }
    self.init(daysSince1970: Int32(CalendarDate.days(year: year, month: month, day: day)))
  }

  /// The day of an instant, in UTC.
  package init(utc instant: Instant) {
    let days = CalendarDate.floorDivide(Int(instant.microsecondsSince1970), 86_400_000_000)
    self.init(daysSince1970: Int32(clamping: days))
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// `month` is 1…12.
  package static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 of the same day of the month so many months later, or of the last day
  /// of that month where it is shorter; a day outside the years 1 to 9999 for months so far
  /// away, at most 120,000.
  package func adding(months: Int) -> Int {
    let (year, month, day) = civil
    let counted = year * 12 + month - 1 + months
    let (toYear, toMonth) = (
      CalendarDate.floorDivide(counted, 12), CalendarDate.floorModulo(counted, 12) + 1
    )
    let last = CalendarDate.daysInMonth(toMonth, of: toYear)
    return CalendarDate.days(year: toYear, month: toMonth, day: min(day, last))
  }

  /// Days since 1970-01-01. Years are counted from March, so that a leap day
  /// is the last of its year: months then begin at (153 m + 2) / 5 days, and
  /// leap days before a year are y/4 − y/100 + y/400. 719,469 is the number of
  /// 1970-01-01 counted from 0000-03-01 as day 1.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let y = month > 2 ? year : year - 1
    let m = month > 2 ? month - 3 : month + 9
    return 365 * y + floorDivide(y, 4) - floorDivide(y, 100) + floorDivide(y, 400)
      + (153 * m + 2) / 5 + day - 719_469
  }

  /// Year, month 1…12 and day of the month 1…31 of any day, years before 1
  /// counted 0, −1, … as astronomers do.
  package var civil: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSince1970) + 719_468
    let era = CalendarDate.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let m = (5 * dayOfYear + 2) / 153
    let month = m < 10 ? m + 3 : m - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * m + 2) / 5 + 1)
  }

  package var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday(rawValue: CalendarDate.floorModulo(Int(daysSince1970) + 3, 7) + 1)!
  }

  package static func floorDivide(_ a: Int, _ b: Int) -> Int {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
  }

  package static func floorModulo(_ a: Int, _ b: Int) -> Int {
    let rest = a % b
    return rest < 0 ? rest + b : rest
  }
}

extension CalendarDate: CustomStringConvertible {
  /// ISO 8601, `2026-03-14`.
  package var description: String {
    let (year, month, day) = civil
    return "\(paddedNumber(year, to: 4))-\(paddedNumber(month, to: 2))-\(paddedNumber(day, to: 2))"
  }
}

/// A number with zeros before it, `width` digits at least; the sign, if any,
/// comes before the zeros.
package func paddedNumber(_ value: Int, to width: Int) -> String {
  let digits = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
  return (value < 0 ? "-" : "") + zeros + digits
}
