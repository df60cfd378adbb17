import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Dates, times of day and moments.
extension BookingSampler {
  /// As it is written.
  mutating func moment(_ field: FieldSchema, _ hint: FieldHints.Field) -> String {
    switch field.type {
    case .time:
      let second = whole(field, hint, around: 43_200, spread: 43_199, per: 1)
      return TimeOfDay(secondsSinceMidnight: Int32(clamping: second)).description
    case .instant:
      let second = whole(
        field, FieldHints.Field(), around: 1_772_452_800, spread: 10_000_000, per: 1_000_000)
      // A range may lie inside one second.
      let range = field.range
      let readable = field.readable(second, each: 86_400)
      let moment = min(max(Ratio(readable) * 1_000_000, range.lower), range.upper)
      return Instant(microsecondsSince1970: Int64(clamping: moment.floor ?? 0)).description
    case _:
      let day = field.readable(whole(field, hint, around: 20_520, spread: 120, per: 1), each: 1)
      return CalendarDate(daysSince1970: Int32(clamping: day)).description
    }
  }

  /// Days or seconds: anywhere between two declared ends, or around today, near a bound of a
  /// table now and then. `scale` is how many of the field's own are one of them.
  private mutating func whole(
    _ field: FieldSchema, _ hint: FieldHints.Field, around center: Int, spread: Int,
    per scale: Int
  ) -> Int {
    let unit = field.type == .date ? 86_400 : 1
    if isGuided, field.type != .time, let latest, random.chance(1, in: 2) {
      // Days, or some hours or days.
      let later = field.type == .date
        ? random.below(8) : random.below(random.chance(1, in: 2) ? 36_000 : 259_200)
      let value = latest / unit + later
      if field.range.contains(Ratio(value) * Ratio(scale)) { return noted(value, unit, field) }
    }
    if !hint.bounds.isEmpty, random.chance(1, in: 3) {
      let bound = Int(hint.bounds[random.below(hint.bounds.count)].floor ?? 0) + random.below(3) - 1
      if field.range.contains(Ratio(bound)) { return noted(bound, unit, field) }
    }
    let low = (field.range.lower / Ratio(scale)).ceiling.map { Int(clamping: $0) } ?? .min
    let high = (field.range.upper / Ratio(scale)).floor.map { Int(clamping: $0) } ?? .max
    let value: Int
    switch (field.hasDeclaredEnd(\.lower), field.hasDeclaredEnd(\.upper)) {
    case (true, true): value = declared(field, from: low, to: high)
    case (true, false):
      value = max(low, center - spread) + random.below(2 * spread + 1)
    case (false, true):
      value = min(high, center + spread) - random.below(2 * spread + 1)
    case (false, false): value = center + random.below(2 * spread + 1) - spread
    }
    return noted(max(min(value, high), low), unit, field)
  }

  /// What further dates and moments of a guided booking are drawn after.
  private mutating func noted(_ value: Int, _ unit: Int, _ field: FieldSchema) -> Int {
    if isGuided, field.type != .time { latest = value * unit }
    return value
  }

  /// Mostly not long after the one before it: stays are short. A sixteenth of what is drawn
  /// lies beyond either end, and is that end.
  private mutating func declared(_ field: FieldSchema, from low: Int, to high: Int) -> Int {
    let unit = field.type == .date ? 86_400 : 1
    let few = field.type == .date ? 15 : 3 * 86_400
    if field.type != .time, let latest, low * unit <= latest, latest <= high * unit,
      random.chance(3, in: 4)
    {
      let value = min(latest / unit + random.below(few), high)
      self.latest = value * unit
      return value
    }
    let width = max(high - low, 0)
    let value = max(low, min(high, low - width / 16 + random.below(width + width / 8 + 1)))
    if field.type != .time { latest = value * unit }
    return value
  }
}

extension FieldSchema {
  /// The nearest that its patterns can write: those with `yy` have the years from 2000 to 2099.
  fileprivate func readable(_ value: Int, each day: Int) -> Int {
    guard notation?.hasYearsOfTwoDigits == true else { return value }
    return min(max(value, 10_957 * day), 47_482 * day - 1)
  }

  /// Whether an end of a date, a time or a moment is another than all of them have.
  fileprivate func hasDeclaredEnd(_ end: KeyPath<Interval, Ratio>) -> Bool {
    switch type {
    case .date: return range[keyPath: end] != CalendarReach.days[keyPath: end]
    case .time: return range[keyPath: end] != Interval(0, 86_399)[keyPath: end]
    case .instant: return range[keyPath: end] != CalendarReach.moments[keyPath: end]
    case .text, .flag, .point, .oneOf, .count, .number, .money, .duration, .distance, .weight,
      .declared:
      return false
    }
  }
}
