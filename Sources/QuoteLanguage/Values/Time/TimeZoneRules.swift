/// When a place changed and will change its clocks, from the system's
/// time-zone database.
///
/// Everything up to the year 2200 is a sorted list of transitions; later years
/// follow the file's last rule. A value: sound to share, and to hand to a loop
/// by `transitions` and `offsets`.
package struct TimeZoneRules: Hashable, Sendable {
  /// The name as the database spells it: `America/New_York`.
  package let name: String
  /// Microseconds since 1970 at which the offset changes, ascending.
  package let transitions: [Int64]
  /// Seconds east of UTC: `offsets[i]` holds before `transitions[i]`, the last
  /// one after all; one more than there are transitions.
  package let offsets: [Int32]
  /// What holds after the last transition; nil if that is the last offset.
  let footer: ZoneFooter?

  /// A stretch of time with one offset: from `start` up to, without, `end`.
  package struct Period: Hashable, Sendable {
    package var start: Int64
    package var end: Int64
    package var offsetSeconds: Int32

    /// Holds no moment: the value to begin a loop with.
    package static let none = Period(start: 0, end: 0, offsetSeconds: 0)

    @inline(__always)
    package func contains(_ microseconds: Int64) -> Bool {
      microseconds >= start && microseconds < end
    }
  }

  /// Up to here the transitions are written out.
  static let lastYear = 2200

  package init(name: String, transitions: [Int64], offsets: [Int32], footer: ZoneFooter?) {
    self.name = name
    self.transitions = transitions
    self.offsets = offsets
    self.footer = footer
  }

  /// A zone with one offset for ever.
  package init(fixedOffsetSeconds: Int32, name: String = "UTC") {
    self.init(name: name, transitions: [], offsets: [fixedOffsetSeconds], footer: nil)
  }

  package static let utc = TimeZoneRules(fixedOffsetSeconds: 0)

  package func offsetSeconds(at instant: Instant) -> Int32 {
    period(at: instant.microsecondsSince1970).offsetSeconds
  }

  /// The stretch around a moment. A loop keeps it and asks again only when it
  /// is left, which real batches seldom do.
  package func period(at microseconds: Int64) -> Period {
    if let footer, let last = transitions.last, microseconds >= last {
      return footer.period(at: microseconds, after: last, offsetBefore: offsets[offsets.count - 1])
    }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= microseconds { low = middle + 1 } else { high = middle }
    }
    return Period(
      start: low == 0 ? .min : transitions[low - 1],
      end: low == transitions.count ? .max : transitions[low], offsetSeconds: offsets[low])
  }

  /// Microseconds since 1970-01-01T00:00 of the local clock.
  package func local(of instant: Instant) -> Int64 {
    instant.microsecondsSince1970 + Int64(offsetSeconds(at: instant)) * 1_000_000
  }

  /// The moment at which the local clock shows `microseconds` since
  /// 1970-01-01T00:00. A time that the clock skips is the moment the gap ends;
  /// one that it shows twice is the earlier.
  package func instant(local microseconds: Int64) -> Instant {
    // No place was ever more than 26 hours from UTC, so the first period that
    // could show this time is the one a day and two hours before.
    var period = period(at: microseconds - 93_600_000_000)
    while true {
      let candidate = microseconds - Int64(period.offsetSeconds) * 1_000_000
      if candidate < period.end {
        return Instant(microsecondsSince1970: max(candidate, period.start))
      }
      period = self.period(at: period.end)
    }
  }

  /// The moment of a date and a time of day on the local clock, gaps and
  /// repeated hours as in `instant(local:)`.
  package func instant(_ date: CalendarDate, _ time: TimeOfDay) -> Instant {
    instant(
      local: Int64(date.daysSince1970) * Instant.microsecondsPerDay
        + Int64(time.secondsSinceMidnight) * 1_000_000)
  }

  package func date(of instant: Instant) -> CalendarDate {
    CalendarDate(daysSince1970: Int32(
      CalendarDate.floorDivide(Int(local(of: instant)), Int(Instant.microsecondsPerDay))))
  }

  /// Fractions of a second are dropped.
  package func time(of instant: Instant) -> TimeOfDay {
    let rest = CalendarDate.floorModulo(Int(local(of: instant)), Int(Instant.microsecondsPerDay))
    return TimeOfDay(secondsSinceMidnight: Int32(rest / 1_000_000))
  }
}
