/// A day of the proleptic Gregorian calendar, as days since 1970-01-01.
package struct CalendarDate: Hashable, Sendable, Comparable {
  package var daysSince1970: Int32

  package init(daysSince1970: Int32) { self.daysSince1970 = daysSince1970 }

  package static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    a.daysSince1970 < b.daysSince1970
  }
}

/// A time of day, as seconds since midnight, 0 up to 86,399.
package struct TimeOfDay: Hashable, Sendable, Comparable {
  package var secondsSinceMidnight: Int32

  package init(secondsSinceMidnight: Int32) { self.secondsSinceMidnight = secondsSinceMidnight }

  package static func < (a: TimeOfDay, b: TimeOfDay) -> Bool {
    a.secondsSinceMidnight < b.secondsSinceMidnight
  }
}

/// A moment, as microseconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Instant: Hashable, Sendable, Comparable {
  package var microsecondsSince1970: Int64

  package init(microsecondsSince1970: Int64) { self.microsecondsSince1970 = microsecondsSince1970 }

  package static func < (a: Instant, b: Instant) -> Bool {
    a.microsecondsSince1970 < b.microsecondsSince1970
  }
}

/// Days of the week, Monday first, as ISO 8601 numbers them from 1.
package enum Weekday: Int, Hashable, Sendable, CaseIterable {
  case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday

  /// Its English name in lower case: what `"\(day)"` gives too, which has to look into the
  /// type while the program runs.
  package var name: String { Self.names[rawValue - 1] }

  /// All names, from Monday on.
  package static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The days of a range, 1 for Monday, over the end of the week where its
  /// upper end comes earlier than its lower; a missing end is open. Perhaps none.
  package static func days(
    from lower: Int?, isIncluded lowerIsIncluded: Bool, to upper: Int?,
    isIncluded upperIsIncluded: Bool
  ) -> Set<Int> {
    let first = lower.map { lowerIsIncluded ? $0 : $0 + 1 } ?? 1
    var last = upper.map { upperIsIncluded ? $0 : $0 - 1 } ?? 7
    if let lower, let upper, lower > upper { last += 7 }
    return first <= last ? Set((first...last).map { ($0 - 1) % 7 + 1 }) : []
  }
}

extension Weekday {
  /// The first letters of a weekday in German, French and Spanish.
  private static let others = [
    "mo": "monday", "di": "tuesday", "mi": "wednesday", "do": "thursday", "fr": "friday",
    "sa": "saturday", "so": "sunday", "lun": "monday", "mar": "tuesday", "mer": "wednesday",
    "mié": "wednesday", "jeu": "thursday", "jue": "thursday", "ven": "friday", "vie": "friday",
    "sam": "saturday", "sáb": "saturday", "dim": "sunday", "dom": "sunday",
  ]

  /// The weekday that a word is meant to be, shortened or in another language; nil for none.
  package static func meant(by word: String) -> String? {
    let folded = word.lowercased()
    guard folded.count > 1, folded.allSatisfy(\.isLetter) else { return nil }
    let start = folded.prefix(3)
    return names.first { $0.hasPrefix(start) }
      ?? others[String(start)]
      ?? (folded.count == 2 || folded.hasSuffix("tag") || folded == "mittwoch"
        || folded == "sonnabend" ? others[String(folded.prefix(2))] : nil)
  }
}
