import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ScalarRun {
  /// A function of dates, times and moments; a count or a weekday, as the type says.
  func call(
    _ function: DateFunction, _ values: [ScalarValue], as type: ValueType
  ) -> ScalarValue {
    func weekday(_ number: Int) -> ScalarValue {
      type == .weekday ? .weekday(number) : whole(number)
    }
    switch function {
    case .dateOf: return local(values).map { .date($0.day) } ?? .notGiven
    case .timeOf: return local(values).map { .time($0.second) } ?? .notGiven
    case .hourOf: return local(values).map { whole($0.second / 3600) } ?? .notGiven
    case .weekdayOfInstant:
      return local(values).map { weekday(Self.weekday($0.day)) } ?? .notGiven
    case .weekdayOfDate: return values[0].day.map { weekday(Self.weekday($0)) } ?? .notGiven
    case .weekdayNumber:
      if case .weekday(let number) = values[0] { return whole(number) }
      return .notGiven
    case .hourOfTime:
      if case .time(let second) = values[0] { return whole(second / 3600) }
      return .notGiven
    case .years, .months:
      guard let a = values[0].day, let b = values[1].day else { return .notGiven }
      let months = Self.months(from: a, to: b)
      return whole(function == .months ? months : months / 12)
    case .addMonths:
      guard let day = values[0].day else { return .notGiven }
      return Self.later(day, by: values[1].ratio?.floor).map { .date($0) } ?? .notGiven
    case .instantOf: return instant(values[0], values[1], in: model.timezone)
    case .year: return values[0].day.map { whole(Self.civil($0).year) } ?? .notGiven
    case .month: return values[0].day.map { whole(Self.civil($0).month) } ?? .notGiven
    case .day: return values[0].day.map { whole(Self.civil($0).day) } ?? .notGiven
    case .daysInMonth:
      guard let civil = values[0].day.map(Self.civil) else { return .notGiven }
      return whole(Self.lengths(civil.year)[civil.month - 1])
    }
  }

  /// The instant of a date and a time on the clocks of a zone.
  func instant(_ date: ScalarValue, _ time: ScalarValue, in zone: String?) -> ScalarValue {
    guard let day = date.day, case .time(let second) = time,
      let instant = ScalarZone.instant(day: day, second: second, zone: zone)
    else { return .notGiven }
    return .instant(instant)
  }

  // MARK: - Days, by counting

  static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 + 1 }

  /// By years of 400, which are all of so many days, years and months: today's calendar,
  /// whatever people had at the time.
  static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    var year = 1970
    var rest = day
    while rest < 0 {
      rest += 146_097
      year -= 400
    }
    while rest >= 146_097 {
      rest -= 146_097
      year += 400
    }
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    let lengths = lengths(year)
    var month = 0
    while rest >= lengths[month] {
      rest -= lengths[month]
      month += 1
    }
    return (year, month + 1, rest + 1)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func lengths(_ year: Int) -> [Int] {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }

  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    let lengths = lengths(year)
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= lengths[month - 1]
    else { return nil }
    let before = year - 1
    let leaps = before / 4 - before / 100 + before / 400
    return before * 365 + leaps + lengths.prefix(month - 1).reduce(0, +) + day - 1 - 719_162
  }

  /// The same day of the month, or the last day where that month has none; nil outside the years
  /// 1 to 9999.
  static func later(_ day: Int, by months: Int128?) -> Int? {
    guard let months, abs(months) < 1_000_000 else { return nil }
    var (year, month, dayOfMonth) = civil(day)
    month += Int(months)
    while month > 12 { (year, month) = (year + 1, month - 12) }
    while month < 1 { (year, month) = (year - 1, month + 12) }
    while dayOfMonth > 28, self.day(year, month, dayOfMonth) == nil { dayOfMonth -= 1 }
    return self.day(year, month, dayOfMonth)
  }

  /// Completed months: the day of the month must have come round.
  static func months(from a: Int, to b: Int) -> Int {
    if b < a { return -months(from: b, to: a) }
    let (x, y) = (civil(a), civil(b))
    let months = (y.year - x.year) * 12 + y.month - x.month
    return y.day < x.day ? months - 1 : months
  }

  func local(_ values: [ScalarValue]) -> (day: Int, second: Int)? {
    guard case .instant(let moment) = values[0] else { return nil }
    var offset = ScalarZone.offset(at: moment, zone: model.timezone)
    if values.count > 1, let minutes = values[1].ratio?.floor {
      // No clock is more than a day from UTC.
      guard abs(minutes) <= 1440 else { return nil }
      offset = Int(minutes) * 60
    }
    let seconds = Int((Ratio(moment) / 1_000_000).floor ?? 0) + offset
    let day = Int((Ratio(seconds) / 86400).floor ?? 0)
    return (day, seconds - day * 86400)
  }
}

extension ScalarValue {
  /// The days since 1970 of a date.
  fileprivate var day: Int? {
    if case .date(let day) = self { day } else { nil }
  }
}
