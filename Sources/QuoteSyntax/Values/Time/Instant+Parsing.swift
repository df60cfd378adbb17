/// How the texts of moments are spelled.
package enum InstantSpelling: Hashable, Sendable {
  /// ISO 8601 and RFC 3339: `2026-02-01T10:00:00.5Z`, an offset `+02:00`,
  /// `+0200` or `+02` for `Z`, seconds and fraction left out or not.
  case iso
  /// The same as `iso`, or with a space for the `T`, as databases print a timestamp.
  case database
}

/// What a text says about a moment.
package enum InstantReading: Hashable, Sendable {
  /// A text with `Z` or an offset.
  case moment(Instant)
  /// Without an offset: microseconds since 1970-01-01T00:00 of a local clock,
  /// a moment only once a zone is known.
  case local(microseconds: Int64)
  /// Not spelled as a moment, a day or a time that does not exist, finer than
  /// a microsecond, or outside the years 0001 to 9999.
  case unreadable
}

extension Instant {
  /// 0001-01-01T00:00:00Z.
  package static let first = Instant(microsecondsSince1970: -62_135_596_800_000_000)
  /// 9999-12-31T23:59:59.999999Z.
  package static let last = Instant(microsecondsSince1970: 253_402_300_799_999_999)

  package static let microsecondsPerDay: Int64 = 86_400_000_000

  /// What `text` says; nothing before or after it is forgiven.
  package static func read(
    _ text: Span<UInt8>, spelling: InstantSpelling = .iso
  ) -> InstantReading {
    guard let date = CalendarDate(isoPrefix: text), text.count >= 16,
      text.has("T", at: 10) || text.has("t", at: 10)
        || (spelling == .database && text.has(" ", at: 10)),
      let (micros, end) = clock(text, from: 11)
    else { return .unreadable }
    let local = Int64(date.daysSince1970) * microsecondsPerDay + micros
    if end == text.count { return .local(microseconds: local) }
    guard let offset = minutesFromUTC(text, from: end) else { return .unreadable }
    let moment = Instant(microsecondsSince1970: local - Int64(offset) * 60_000_000)
    return moment < .first || moment > .last ? .unreadable : .moment(moment)
  }

  package static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, spelling: InstantSpelling = .iso
  ) -> InstantReading {
    read(unsafe bytes.span, spelling: spelling)
  }

  /// A text with `Z` or an offset; nil for any other.
  package init?(iso text: String) {
    guard case .moment(let moment) = Instant.read(text.utf8.span) else { return nil }
    self = moment
  }

  /// `HH:MM[:SS[.fraction]]`: microseconds since midnight, and where it ends.
  private static func clock(_ text: Span<UInt8>, from start: Int) -> (Int64, end: Int)? {
    guard let hour = text.digits(at: start, count: 2), text.has(":", at: start + 2),
      let minute = text.digits(at: start + 3, count: 2)
    else { return nil }
    var end = start + 5
    var second = 0
    var fraction: Int64 = 0
    if text.has(":", at: end) {
      guard let read = text.digits(at: end + 1, count: 2) else { return nil }
      second = read
      end += 3
      if text.has(".", at: end) {
        guard let (micros, after) = microseconds(text, from: end + 1) else { return nil }
        (fraction, end) = (micros, after)
      }
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
    return (Int64(time.secondsSinceMidnight) * 1_000_000 + fraction, end)
  }

  /// One digit or more; those past the sixth must be zeros.
  private static func microseconds(_ text: Span<UInt8>, from start: Int) -> (Int64, end: Int)? {
    var value: Int64 = 0
    var index = start
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9 {
      if index < start + 6 {
        value = value * 10 + Int64(digit)
      } else if digit != 0 {
        return nil
      }
      index += 1
    }
    guard index > start else { return nil }
    for _ in min(index - start, 6)..<6 { value *= 10 }
    return (value, index)
  }

  /// `Z`, `±HH:MM`, `±HHMM` or `±HH` up to the end of the text, as minutes
  /// east of UTC.
  private static func minutesFromUTC(_ text: Span<UInt8>, from start: Int) -> Int? {
    let length = text.count - start
    if length == 1 { return text.has("Z", at: start) || text.has("z", at: start) ? 0 : nil }
    guard text.has("+", at: start) || text.has("-", at: start),
      let hours = text.digits(at: start + 1, count: 2), hours <= 23
    else { return nil }
    var minutes = 0
    switch length {
    case 3: break
    case 5, 6:
      guard length == 5 || text.has(":", at: start + 3),
        let read = text.digits(at: text.count - 2, count: 2), read <= 59
      else { return nil }
      minutes = read
    default: return nil
    }
    return (text.has("-", at: start) ? -1 : 1) * (hours * 60 + minutes)
  }
}

extension Instant: CustomStringConvertible {
  /// ISO 8601 with `Z`, seconds always, a fraction of three or six digits
  /// where there is one.
  package var description: String {
    let days = CalendarDate.floorDivide(
      Int(microsecondsSince1970), Int(Instant.microsecondsPerDay))
    let rest = Int(microsecondsSince1970) - days * Int(Instant.microsecondsPerDay)
    let date = CalendarDate(daysSince1970: Int32(days))
    let time = TimeOfDay(secondsSinceMidnight: Int32(rest / 1_000_000))
    let clock = [time.hour, time.minute, time.second].map { paddedNumber($0, to: 2) }
    var fraction = ""
    let micros = rest % 1_000_000
    if micros % 1000 != 0 {
      fraction = "." + paddedNumber(micros, to: 6)
    } else if micros != 0 {
      fraction = "." + paddedNumber(micros / 1000, to: 3)
    }
    return "\(date)T\(clock.joined(separator: ":"))\(fraction)Z"
  }

  /// As the clocks of a zone show it, with how far they are from UTC:
  /// `2026-04-04T23:30:00-06:00`. With `Z` where they are not, or not by whole minutes, for
  /// RFC 3339 has no other offsets.
  package func description(in zone: TimeZoneRules) -> String {
    let seconds = Int(zone.offsetSeconds(at: self))
    let local = Instant(microsecondsSince1970: zone.local(of: self))
    guard seconds != 0, seconds % 60 == 0, local >= .first, local <= .last else {
      return description
    }
    let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
    let offset = [hours, minutes].map { paddedNumber($0, to: 2) }.joined(separator: ":")
    return local.description.dropLast() + (seconds < 0 ? "-" : "+") + offset
  }
}
