import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How one input is counted in steps from the value it has: the least change
/// that a booking can have is one.
struct InputScale {
  let field: FieldSchema
  let cell: VariedCell
  /// The value of one step in the field's unit; of dates a day, of moments a microsecond.
  let step: Ratio
  /// By how much the number that the cell holds goes up with a step.
  private var heldStep: Int64 = 1
  /// Steps down and up until the input's range ends.
  let room: (down: Int64, up: Int64)
  /// Where a binary number starts, in the field's unit.
  private let start: Ratio

  /// Numbers of the binary profiles that have no step of their own go by hundredths.
  static let binaryStep = Ratio(1, 100)
  /// As far as an input without end is followed.
  static let farthest: Int64 = 10_000_000
  static let farthestDays: Int64 = 36_525

  /// Nil for what is not counted, or not given.
  init?(_ field: FieldSchema, _ cell: VariedCell) {
    self.field = field
    self.cell = cell
    switch (field.type, cell) {
    case (.text, _), (.flag, _), (.point, _), (.oneOf, _): return nil
    case (.date, .integer(let held)), (.time, .integer(let held)), (.instant, .integer(let held)):
      (step, start) = (1, Ratio(held))
    case (_, .integer(let held)):
      let fine = field.step.isZero ? 1 : field.step
      // What a booking can say is written in digits.
      step = fine.leastDecimal
      heldStep = Int64(clamping: (step / fine).floor ?? 1)
      start = Ratio(held) * fine
    case (_, .double(let held)):
      guard held.isFinite, abs(held) < 1e12 else { return nil }
      step = Self.binaryStep
      start = Ratio(Int128((held * 1e9).rounded()), 1_000_000_000)
    case (_, .flag), (_, .choice), (_, .text), (_, .notGiven): return nil
    }
    let range = Self.range(of: field)
    room = (
      Self.steps(start - range.lower, step, field, isOpen: field.rangeIsOpen.lower),
      Self.steps(range.upper - start, step, field, isOpen: field.rangeIsOpen.upper)
    )
  }

  private static func range(of field: FieldSchema) -> Interval {
    guard field.type == .time else { return field.range }
    return Interval(max(field.range.lower, 0), min(field.range.upper, 86_399))
  }

  private static func steps(
    _ room: Ratio, _ step: Ratio, _ field: FieldSchema, isOpen: Bool
  ) -> Int64 {
    let far =
      switch field.type {
      case .date: farthestDays
      case .instant: farthestDays * Instant.microsecondsPerDay / 10
      case .text, .flag, .count, .number, .money, .time, .duration, .distance, .weight, .point,
        .oneOf, .declared:
        farthest
      }
    guard room.isFinite, let steps = (room / step).floor else { return far }
    let inside = isOpen && Ratio(steps) * step == room ? steps - 1 : steps
    return min(far, Int64(clamping: max(0, inside)))
  }

  /// The cell so many steps from here.
  func cell(at distance: Int64) -> VariedCell {
    switch cell {
    case .integer(let held): return .integer(held + distance * heldStep)
    case .double: return .double((start + Ratio(distance) * step).nearestDouble)
    case .flag, .choice, .text, .notGiven: return cell
    }
  }

  /// Values between two distances, as formulas see them.
  func stretch(from a: Int64, to b: Int64) -> Interval {
    let unit = field.unit?.size ?? 1
    func value(_ distance: Int64) -> Ratio { (start + Ratio(distance) * step) * unit }
    let stretch = Interval(min(value(a), value(b)), max(value(a), value(b)))
    if case .double = cell { return stretch.widened }
    return stretch
  }

  /// One of what people count it in: a piece, a mile, a day; nil for times of day.
  var usualStep: Int64? {
    switch field.type {
    case .date, .count: return 1
    case .instant: return Instant.microsecondsPerDay
    case .time: return nil
    case .number, .money, .duration, .distance, .weight, .declared:
      return Int64(clamping: max(1, (1 / step).floor ?? 1))
    case .text, .flag, .point, .oneOf: return nil
    }
  }

  // MARK: - In words

  /// `3`, `12.5 mi`, `2026-03-14`; money with its currency, moments as a zone's clocks show them.
  func shown(
    at distance: Int64, currency: String, minorDigits: Int, zone: TimeZoneRules?
  ) -> String {
    let value = start + Ratio(distance) * step
    let whole = Int64(clamping: value.floor ?? 0)
    switch field.type {
    case .date: return CalendarDate(daysSince1970: Int32(clamping: whole)).description
    case .time: return TimeOfDay(secondsSinceMidnight: Int32(clamping: whole)).description
    case .instant:
      let instant = Instant(microsecondsSince1970: whole)
      return zone.map { instant.description(in: $0) } ?? instant.description
    case .money:
      return CurrencySign.amount(RecordedValue.padded(value.description, minorDigits), currency)
    case .text, .flag, .count, .number, .duration, .distance, .weight, .point, .oneOf, .declared:
      return value.description + (field.unit.map { " \($0.name)" } ?? "")
    }
  }

  /// `1 more`, `3 mi less`, `2 days later`.
  func by(_ distance: Int64, currency: String, minorDigits: Int) -> String {
    let steps = Int64(distance.magnitude)
    switch field.type {
    case .date: return "\(steps) day\(steps == 1 ? "" : "s") \(distance > 0 ? "later" : "earlier")"
    case .time: return "\(Self.clock(steps)) \(distance > 0 ? "later" : "earlier")"
    case .instant:
      return "\(Self.clock(steps / 1_000_000)) \(distance > 0 ? "later" : "earlier")"
    case .text, .flag, .count, .number, .money, .duration, .distance, .weight, .point, .oneOf,
      .declared:
      let amount = (Ratio(steps) * step).description
      let unit = field.unit.map { " \($0.name)" } ?? ""
      let text =
        field.type == .money
        ? CurrencySign.amount(RecordedValue.padded(amount, minorDigits), currency) : amount + unit
      return "\(text) \(distance > 0 ? "more" : "less")"
    }
  }

  private static func clock(_ seconds: Int64) -> String {
    let parts = [
      (seconds / 86_400, "day"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { number, unit in
      unit == "day" ? "\(number) day\(number == 1 ? "" : "s")" : "\(number) \(unit)"
    }
    return words.isEmpty ? "less than 1 s" : words.joined(separator: " ")
  }
}
