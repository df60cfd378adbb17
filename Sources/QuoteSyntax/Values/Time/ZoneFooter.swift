/// The rule at the end of a TZif file, in the notation of POSIX's TZ variable
/// (IEEE 1003.1, 8.3; RFC 8536, 3.3.1): `EST5EDT,M3.2.0,M11.1.0`.
package struct ZoneFooter: Hashable, Sendable {
  /// A day of any year and a time on it, local to the offset before it.
  enum Day: Hashable, Sendable {
    /// Month 1…12, week 1…5 (5 the last), weekday 0 (Sunday) … 6.
    case weekday(month: Int, week: Int, day: Int)
    /// 1…365, 29 February never counted.
    case withoutLeapDay(Int)
    /// 0…365, 29 February counted.
    case ofYear(Int)
  }

  struct Change: Hashable, Sendable {
    var day: Day
    /// −167 to 167 hours.
    var seconds: Int
  }

  /// Seconds east of UTC.
  var standard: Int32
  var summer: Int32?
  var toSummer: Change
  var toStandard: Change

  /// Both changes of a year as (microseconds, offset from then on), in order.
  func changes(in year: Int) -> [(at: Int64, offset: Int32)] {
    guard let summer else { return [] }
    let start = ZoneFooter.seconds(of: toSummer, in: year) - Int(standard)
    let end = ZoneFooter.seconds(of: toStandard, in: year) - Int(summer)
    let both = [(at: Int64(start) * 1_000_000, offset: summer),
      (at: Int64(end) * 1_000_000, offset: standard)]
    return start <= end ? both : both.reversed()
  }

  /// The period around a moment after all written transitions.
  package func period(
    at moment: Int64, after last: Int64, offsetBefore: Int32
  ) -> TimeZoneRules.Period {
    guard summer != nil else {
      return TimeZoneRules.Period(start: last, end: .max, offsetSeconds: offsetBefore)
    }
    let day = CalendarDate.floorDivide(Int(moment), Int(Instant.microsecondsPerDay))
    let year = CalendarDate(daysSince1970: Int32(clamping: day)).civil.year
    var result = TimeZoneRules.Period(start: last, end: .max, offsetSeconds: offsetBefore)
    for candidate in year - 1...year + 1 {
      for change in changes(in: candidate) where change.at > last {
        if change.at <= moment {
          result.start = change.at
          result.offsetSeconds = change.offset
        } else {
          result.end = change.at
          return result
        }
      }
    }
    return result
  }

  private static func seconds(of change: Change, in year: Int) -> Int {
    let first = CalendarDate.days(year: year, month: 1, day: 1)
    let day: Int
    switch change.day {
    case .ofYear(let number): day = first + number
    case .withoutLeapDay(let number):
      day = first + number - 1 + (CalendarDate.isLeap(year) && number >= 60 ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let start = CalendarDate.days(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday, weekday 4 counted from Sunday.
      let offset = CalendarDate.floorModulo(weekday - (start + 4), 7)
      let length = CalendarDate.daysInMonth(month, of: year)
      let wanted = offset + (week - 1) * 7
      day = start + (wanted < length ? wanted : wanted - 7)
    }
    return day * 86_400 + change.seconds
  }
}

extension ZoneFooter {
  /// Nil for a text that is not of the notation.
  package init?(parsing text: String) {
    var rest = Substring(text)
    guard ZoneFooter.name(&rest), let standard = ZoneFooter.clock(&rest, hours: 24) else {
      return nil
    }
    let never = Change(day: .ofYear(0), seconds: 0)
    self.init(standard: Int32(-standard), summer: nil, toSummer: never, toStandard: never)
    if rest.isEmpty { return }
    guard ZoneFooter.name(&rest) else { return nil }
    var summer = Int(self.standard) + 3600
    if let first = rest.first, first != "," {
      guard let stated = ZoneFooter.clock(&rest, hours: 24) else { return nil }
      summer = -stated
    }
    guard let start = ZoneFooter.change(&rest), let end = ZoneFooter.change(&rest), rest.isEmpty
    else { return nil }
    self.summer = Int32(summer)
    (toSummer, toStandard) = (start, end)
  }

  /// Three letters or more, or anything between `<` and `>`.
  private static func name(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  /// `[+-]h[h][:mm[:ss]]` in seconds.
  private static func clock(_ rest: inout Substring, hours limit: Int) -> Int? {
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    guard let hours = number(&rest), hours <= limit else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where rest.first == ":" {
      rest = rest.dropFirst()
      guard let part = number(&rest), part < 60 else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(digits.count)
    return digits.count <= 3 ? Int(digits) : nil
  }

  /// `,Mm.w.d`, `,Jn` or `,n`, with `/time` (else 02:00).
  private static func change(_ rest: inout Substring) -> Change? {
    guard rest.first == "," else { return nil }
    rest = rest.dropFirst()
    guard let day = day(&rest) else { return nil }
    guard rest.first == "/" else { return Change(day: day, seconds: 7200) }
    rest = rest.dropFirst()
    return clock(&rest, hours: 167).map { Change(day: day, seconds: $0) }
  }

  private static func day(_ rest: inout Substring) -> Day? {
    switch rest.first {
    case "M":
      var parts: [Int] = []
      for _ in 0..<3 {
        rest = rest.dropFirst()
        guard let part = number(&rest) else { return nil }
        parts.append(part)
        if parts.count < 3, rest.first != "." { return nil }
      }
      guard (1...12).contains(parts[0]), (1...5).contains(parts[1]), parts[2] <= 6 else {
        return nil
      }
      return .weekday(month: parts[0], week: parts[1], day: parts[2])
    case "J":
      rest = rest.dropFirst()
      guard let number = number(&rest), (1...365).contains(number) else { return nil }
      return .withoutLeapDay(number)
    default:
      guard let number = number(&rest), number <= 365 else { return nil }
      return .ofYear(number)
    }
  }
}
