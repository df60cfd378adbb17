/// Dates, times and moments as a pattern has them: for samples and messages.
extension MomentPattern {
  package func written(_ found: Found) -> String {
    let date = CalendarDate(daysSince1970: Int32(clamping: found.day)).civil
    let seconds = Int(found.clock / 1_000_000)
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return parts.map { part in
      guard case .field(let field, let width) = part else {
        if case .literal(let bytes) = part { return String(decoding: bytes, as: UTF8.self) }
        return ""
      }
      func padded(_ number: Int) -> String { paddedNumber(number, to: width) }
      switch field {
      case .year: return padded(width == 2 ? date.year % 100 : date.year)
      case .month where width > 2: return Self.named(Self.months[date.month - 1], width)
      case .month: return padded(date.month)
      case .day: return padded(date.day)
      case .hour: return padded(hour)
      case .halfDayHour: return padded((hour + 11) % 12 + 1)
      case .minute: return padded(minute)
      case .second: return padded(second)
      case .fraction:
        return String(paddedNumber(Int(found.clock % 1_000_000), to: 6).prefix(width))
      case .half: return hour % 24 < 12 ? "AM" : "PM"
      case .weekday: return Self.named(Self.weekdays[(Int(found.day) % 7 + 10) % 7], width)
      case .offset: return "Z"
      }
    }.joined()
  }

  private static func named(_ name: String, _ width: Int) -> String {
    width == 3 ? String(name.prefix(3)) : name
  }
}
