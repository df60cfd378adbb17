/// Texts read by a pattern. Nothing is allocated.
extension MomentPattern {
  /// What a text says. A clock of 24:00 is the end of the day.
  package struct Found: Hashable, Sendable {
    package var hasDate = true
    /// Since 1970; 0 where there is no date.
    package var day: Int64 = 0
    /// Microseconds since midnight.
    package var clock: Int64 = 0
    package var minutesFromUTC: Int?

    package init(
      hasDate: Bool = true, day: Int64 = 0, clock: Int64 = 0, minutesFromUTC: Int? = nil
    ) {
      self.hasDate = hasDate
      self.day = day
      self.clock = clock
      self.minutesFromUTC = minutesFromUTC
    }
  }

  package enum Reading: Hashable, Sendable {
    case found(Found)
    /// In the form of the pattern, and there is no such date or time.
    case noSuch
    /// The text is written in another form.
    case otherForm
  }

  /// A space of the pattern is any space in a line; blanks around do not count.
  package func read(_ text: Span<UInt8>) -> Reading {
    var scan = Scan(upper: text.count)
    while let blank = text.blank(at: scan.at, before: scan.upper) { scan.at += blank }
    while let blank = text.blank(endingAt: scan.upper, after: scan.at) { scan.upper -= blank }
    for index in parts.indices {
      switch parts[index] {
      case .literal(let bytes):
        guard scan.take(bytes, text) else { return .otherForm }
      case .field(let field, let width):
        guard scan.take(field, width, text) else { return .otherForm }
      }
    }
    guard scan.at == scan.upper else { return .otherForm }
    return scan.found(hasDate: hasDate)
  }

  /// One text being read.
  private struct Scan {
    var at = 0
    var upper: Int
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var isHalfDay = false
    var isAfternoon = false
    var minute = 0
    var second = 0
    var micros = 0
    var weekday: Int?
    var offset: Int?

    mutating func take(_ bytes: [UInt8], _ text: Span<UInt8>) -> Bool {
      for byte in bytes {
        if byte == 0x20 {
          guard let blank = text.blank(at: at, before: upper) else { return false }
          at += blank
        } else {
          guard at < upper, text[at] == byte else { return false }
          at += 1
        }
      }
      return true
    }

    mutating func take(_ field: Field, _ width: Int, _ text: Span<UInt8>) -> Bool {
      switch field {
      case .year:
        guard let value = number(width, width, text) else { return false }
        year = width == 2 ? 2000 + value : value
      case .month where width > 2:
        guard let value = name(of: Self.months, isShort: width == 3, text) else { return false }
        month = value
      case .month: return set(\.month, width, text)
      case .day: return set(\.day, width, text)
      case .hour: return set(\.hour, width, text)
      case .halfDayHour:
        isHalfDay = true
        return set(\.hour, width, text)
      case .minute: return set(\.minute, width, text)
      case .second: return set(\.second, width, text)
      case .fraction:
        guard var value = number(width, width, text) else { return false }
        for _ in width..<6 { value *= 10 }
        micros = value
      case .half: return takeHalf(text)
      case .weekday:
        guard let value = name(of: Self.weekdays, isShort: width == 3, text) else { return false }
        weekday = value
      case .offset:
        guard let value = takeOffset(text) else { return false }
        offset = value
      }
      return true
    }

    private mutating func set(
      _ field: WritableKeyPath<Scan, Int>, _ width: Int, _ text: Span<UInt8>
    ) -> Bool {
      guard let value = number(width, 2, text) else { return false }
      self[keyPath: field] = value
      return true
    }

    /// As many digits as there are, within two bounds.
    private mutating func number(_ least: Int, _ most: Int, _ text: Span<UInt8>) -> Int? {
      var (value, count) = (0, 0)
      while count < most, at < upper, text[at] &- UInt8(ascii: "0") <= 9 {
        value = value * 10 + Int(text[at] - UInt8(ascii: "0"))
        at += 1
        count += 1
      }
      return count >= least ? value : nil
    }

    /// Reads a name in English, upper or lower case; they count from 1.
    private mutating func name(
      of names: [[UInt8]], isShort: Bool, _ text: Span<UInt8>
    ) -> Int? {
      for index in names.indices {
        let length = isShort ? 3 : names[index].count
        guard at + length <= upper else { continue }
        var isSame = true
        for offset in 0..<length where text[at + offset] | 0x20 != names[index][offset] {
          isSame = false
        }
        if isSame {
          at += length
          return index + 1
        }
      }
      return nil
    }

    /// `AM`, `pm`, `a.m.`.
    private mutating func takeHalf(_ text: Span<UInt8>) -> Bool {
      guard at < upper else { return false }
      let letter = text[at] | 0x20
      guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return false }
      isAfternoon = letter == UInt8(ascii: "p")
      let hasPoints = text.has([UInt8(ascii: ".")], at: at + 1, before: upper)
      let last = hasPoints ? at + 2 : at + 1
      guard last < upper, text[last] | 0x20 == UInt8(ascii: "m") else { return false }
      at = last + 1
      if hasPoints {
        guard at < upper, text[at] == UInt8(ascii: ".") else { return false }
        at += 1
      }
      return true
    }

    /// `Z`, `+02:00`, `+0200`, `+02`: minutes east of UTC.
    private mutating func takeOffset(_ text: Span<UInt8>) -> Int? {
      guard at < upper else { return nil }
      let sign = text[at]
      at += 1
      if sign | 0x20 == UInt8(ascii: "z") { return 0 }
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(2, 2, text),
        hours <= 23
      else { return nil }
      var minutes = 0
      let hasColon = text.has([UInt8(ascii: ":")], at: at, before: upper)
      if hasColon { at += 1 }
      if hasColon || at < upper && text[at] &- UInt8(ascii: "0") <= 9 {
        guard let read = number(2, 2, text), read <= 59 else { return nil }
        minutes = read
      }
      return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }

    func found(hasDate: Bool) -> Reading {
      var found = Found(hasDate: hasDate, minutesFromUTC: offset)
      if hasDate {
        guard let date = CalendarDate(year: year, month: month, day: day) else { return .noSuch }
        found.day = Int64(date.daysSince1970)
        // 1970-01-01 was a Thursday; Mondays are 1.
        if let weekday, weekday - 1 != (Int(found.day) % 7 + 10) % 7 { return .noSuch }
      }
      var hour = hour
      if isHalfDay {
        guard (1...12).contains(hour) else { return .noSuch }
        hour = hour % 12 + (isAfternoon ? 12 : 0)
      }
      let isEnd = hour == 24 && minute == 0 && second == 0 && micros == 0
      guard hour < 24 || isEnd, minute < 60, second < 60 else { return .noSuch }
      found.clock = Int64((hour * 60 + minute) * 60 + second) * 1_000_000 + Int64(micros)
      return .found(found)
    }

    private static let months = smallMonths.map { Array($0.utf8) }
    private static let weekdays = MomentPattern.weekdays.map { Array($0.lowercased().utf8) }
  }

  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let smallMonths = months.map { $0.lowercased() }

  /// The number of the month that a word names in English, at least by its first three letters:
  /// 6 for `June`, `jun`, `JUN`. Nil for any other word.
  package static func month(named word: some StringProtocol) -> Int? {
    guard 3...9 ~= word.utf8.count else { return nil }
    let small = word.lowercased()
    return smallMonths.firstIndex { $0.hasPrefix(small) }.map { $0 + 1 }
  }

  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
