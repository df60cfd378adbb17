import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension SampleValue {
  /// As the field's texts are declared to be written; as it is where they are plain.
  func written(for field: FieldSchema) -> SampleValue {
    guard let notation = field.notation else { return self }
    switch self {
    case .number(let plain):
      return notation.written(number: plain).map { .text($0) } ?? self
    case .text(let iso):
      return notation.written(moment: iso, field.type, field.zone).map { .text($0) } ?? self
    case .flag, .point: return self
    }
  }
}

extension FieldNotation {
  /// A plain decimal in the first way that is declared, such that no other way reads it
  /// differently; nil if numbers are plain.
  func written(number plain: String) -> String? {
    guard let first = numbers.first else { return nil }
    let decimals = plain.contains(".") ? plain + "0" : plain + ".00"
    let spelled = [
      first.written(plain, isGrouped: true), first.written(plain, isGrouped: false),
      first.written(decimals, isGrouped: false),
    ]
    let clear = spelled.first { text in
      Set(numbers.compactMap { $0.read(text.utf8).flatMap { Ratio(plain: $0) } }).count == 1
    }
    return clear ?? spelled[0]
  }
}

extension FieldNotation {
  /// The same of a date, a time or a moment.
  func written(moment iso: String, _ type: InputType, _ zone: TimeZoneRules?) -> String? {
    let spelled = moments.compactMap { notation -> String? in
      let isUTC = if case .pattern(let pattern) = notation { pattern.hasOffset } else { false }
      let isCounted = if case .unix = notation { true } else { false }
      return MomentPattern.Found(iso: iso, type, isUTC || isCounted ? nil : zone)
        .flatMap(notation.written)
    }
    let clear = spelled.first { text in
      let read = moments.compactMap { notation -> MomentPattern.Found? in
        guard case .found(let found) = notation.read(text.utf8.span) else { return nil }
        return found
      }
      return Set(read).count == 1
    }
    return clear ?? spelled.first
  }
}

extension MomentPattern.Found {
  fileprivate init?(iso: String, _ type: InputType, _ zone: TimeZoneRules?) {
    switch type {
    case .date:
      guard let date = CalendarDate(iso: iso) else { return nil }
      self.init(day: Int64(date.daysSince1970))
    case .time:
      guard let time = TimeOfDay(iso: iso) else { return nil }
      self.init(hasDate: false, clock: Int64(time.secondsSinceMidnight) * 1_000_000)
    case .instant:
      guard let moment = Instant(iso: iso) else { return nil }
      let local = zone?.local(of: moment) ?? moment.microsecondsSince1970
      let day = CalendarDate.floorDivide(Int(local), Int(Instant.microsecondsPerDay))
      self.init(
        day: Int64(day), clock: local - Int64(day) * Instant.microsecondsPerDay)
    case .text, .flag, .count, .number, .money, .duration, .distance, .weight, .point, .oneOf,
      .declared:
      return nil
    }
  }
}

extension Ratio {
  fileprivate init?(plain: [UInt8]) { self.init(decimal: String(decoding: plain, as: UTF8.self)) }
}
