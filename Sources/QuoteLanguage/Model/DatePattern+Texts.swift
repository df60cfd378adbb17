import QuoteSyntax

/// The texts that a pattern makes of all days, or of all minutes of a day.
extension DatePattern {
  /// A pattern whose numbers all have their zeros: `MM-dd` for `M-d`.
  package static func padded(_ pattern: String) -> String {
    var (result, run, isQuoted) = ("", "", false)
    for letter in pattern + "\0" {
      if letter != run.last || isQuoted || letter == "'" {
        result += !isQuoted && run.count == 1 && "MdHhms".contains(run) ? run + run : run
        run = ""
      }
      if letter == "'" { isQuoted.toggle() }
      run.append(letter)
    }
    return result
  }

  private var fields: Set<Field> {
    Set(parts.compactMap { if case .field(let field, _) = $0 { field } else { nil } })
  }

  /// All texts that the pattern makes of a value: of days of the year, of a few years' days, of
  /// minutes of the day. Nil if there are too many to go through.
  package func texts(of value: PriceExpression) -> Set<String>? {
    if fields.isSubset(of: [.month, .day]) || fields.isSubset(of: [.year, .month, .day]) {
      guard value.type == .date || value.type == .instant, let days = days(of: value) else {
        return nil
      }
      return Set(
        days.map { day in
          let (year, month, day) = CalendarDate(daysSince1970: day).civil
          return text([.year: year, .month: month, .day: day])
        })
    }
    guard fields.isSubset(of: [.hour, .minute]),
      value.type == .time || value.type == .instant
    else { return nil }
    return Set((0..<1440).map { text([.hour: $0 / 60, .minute: $0 % 60]) })
  }

  var hasYear: Bool { fields.contains(.year) }

  /// The text of one day; nil for a pattern that tells more than days.
  func text(ofDay day: Int32) -> String? {
    guard fields.isSubset(of: [.year, .month, .day]) else { return nil }
    let (year, month, day) = CalendarDate(daysSince1970: day).civil
    return text([.year: year, .month: month, .day: day])
  }

  /// Days that give all texts: those of the value's range if they are few, those of a leap year
  /// where the year is not told.
  private func days(of value: PriceExpression) -> ClosedRange<Int32>? {
    if value.type == .date, value.range.isFinite,
      let first = value.range.lower.ceiling.flatMap(Int32.init(exactly:)),
      let last = value.range.upper.floor.flatMap(Int32.init(exactly:)), first <= last,
      Int(last) - Int(first) < 1500
    {
      return first...last
    }
    return fields.contains(.year) ? nil : 10957...11322
  }

  private func text(_ values: [Field: Int]) -> String {
    text(
      of: parts.compactMap { part in
        guard case .field(let field, let width) = part else { return nil }
        let value = values[field, default: 0]
        return field == .year && width == 2 ? value % 100 : value
      })
  }

  /// The least and the greatest number that a pattern of nothing but digits makes, read as one;
  /// nil for any other, and for one that tells years.
  var numbers: Interval? {
    var (least, most) = (Ratio(0), Ratio(0))
    for part in parts {
      guard case .field(let field, let width) = part else { return nil }
      if field == .year { return nil }
      least = least * (width == 1 ? 10 : 100) + Ratio(field.range.lowerBound)
      most = most * 100 + Ratio(field.range.upperBound)
    }
    return parts.isEmpty ? nil : Interval(least, most)
  }
}
