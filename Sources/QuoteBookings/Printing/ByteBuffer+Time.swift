import QuoteLanguage
package import QuoteSyntax

extension ByteBuffer {
  /// ISO 8601, `2026-03-14`.
  package func append(date: CalendarDate) {
    let (year, month, day) = date.civil
    if year < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(year.magnitude), width: year.magnitude > 9999 ? 5 : 4)
    append(UInt8(ascii: "-"))
    append(digits: UInt64(month), width: 2)
    append(UInt8(ascii: "-"))
    append(digits: UInt64(day), width: 2)
  }

  /// `08:30`, with `:SS` where the seconds are not zero.
  package func append(time: TimeOfDay) {
    append(time: time, withSeconds: time.second != 0)
  }

  package func append(time: TimeOfDay, withSeconds: Bool) {
    append(digits: UInt64(time.hour), width: 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.minute), width: 2)
    guard withSeconds else { return }
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.second), width: 2)
  }

  /// ISO 8601 with `Z`, seconds always, a fraction of three or six digits
  /// where there is one.
  package func append(instant: Instant) {
    let micros = Int(instant.microsecondsSince1970)
    let days = CalendarDate.floorDivide(micros, Int(Instant.microsecondsPerDay))
    let rest = micros - days * Int(Instant.microsecondsPerDay)
    append(date: CalendarDate(daysSince1970: Int32(clamping: days)))
    append(UInt8(ascii: "T"))
    append(time: TimeOfDay(secondsSinceMidnight: Int32(rest / 1_000_000)), withSeconds: true)
    let fraction = UInt64(rest % 1_000_000)
    if fraction % 1000 != 0 {
      append(UInt8(ascii: "."))
      append(digits: fraction, width: 6)
    } else if fraction != 0 {
      append(UInt8(ascii: "."))
      append(digits: fraction / 1000, width: 3)
    }
    append(UInt8(ascii: "Z"))
  }

  /// `monday` … `sunday`.
  package func append(weekday: Weekday) {
    switch weekday {
    case .monday: append("monday")
    case .tuesday: append("tuesday")
    case .wednesday: append("wednesday")
    case .thursday: append("thursday")
    case .friday: append("friday")
    case .saturday: append("saturday")
    case .sunday: append("sunday")
    }
  }

  /// `yes`, `True` or `true`.
  package func append(flag: Bool, as arithmetic: Arithmetic) {
    switch arithmetic {
    case .exact: append(flag ? "yes" : "no")
    case .python: append(flag ? "True" : "False")
    case .javascript: append(flag ? "true" : "false")
    }
  }
}
