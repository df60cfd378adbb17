/// A way in which dates, times and moments are written.
package enum MomentNotation: Hashable, Sendable {
  case pattern(MomentPattern)
  /// Seconds since 1970 in UTC, or so many parts of them.
  case unix(perSecond: Int64)
  /// Days since the end of 1899, as spreadsheets count them; the fraction is the time.
  case excelDays
  /// The text `24:00`: midnight at the end of a day, which is 00:00.
  case endOfDay

  static let words: [(word: String, notation: MomentNotation)] = [
    ("unix seconds", .unix(perSecond: 1)), ("unix milliseconds", .unix(perSecond: 1000)),
    ("excel days", .excelDays), ("24:00", .endOfDay),
  ]

  package init(_ written: String) {
    self = Self.words.first { $0.word == written }?.notation ?? .pattern(MomentPattern(written))
  }

  package func read(_ text: Span<UInt8>) -> MomentPattern.Reading {
    switch self {
    case .pattern(let pattern): return pattern.read(text)
    case .unix(let perSecond):
      guard let number = WholeAndFraction(text) else { return .otherForm }
      return number.moment(perSecond: perSecond).map { .found($0) } ?? .otherForm
    case .excelDays:
      guard let number = WholeAndFraction(text), !number.isNegative else { return .otherForm }
      return number.spreadsheetMoment.map { .found($0) } ?? .noSuch
    case .endOfDay:
      let isIt =
        text.count == 5 && text.has("2", at: 0) && text.has("4", at: 1)
        && text.has(":", at: 2) && text.has("0", at: 3) && text.has("0", at: 4)
      return isIt ? .found(MomentPattern.Found(hasDate: false)) : .otherForm
    }
  }

  /// The text of a moment in this notation; nil if it has no way to write the moment.
  package func written(_ found: MomentPattern.Found) -> String? {
    switch self {
    case .pattern(let pattern): return pattern.written(found)
    case .unix(let perSecond):
      let micros = found.day * Instant.microsecondsPerDay + found.clock
      let size = 1_000_000 / perSecond
      return micros % size == 0 ? "\(micros / size)" : nil
    case .excelDays: return found.spreadsheetDays
    case .endOfDay: return nil
    }
  }
}

extension MomentPattern.Found {
  /// 1899-12-30, from which the days after February 1900 count; those before count from a day
  /// later, for spreadsheets have a 29th of February 1900.
  fileprivate static let dayZero = Int64(
    CalendarDate(year: 1899, month: 12, day: 30)!.daysSince1970)

  /// Nine decimals of a day tell every second.
  fileprivate var spreadsheetDays: String? {
    var days = hasDate ? day - Self.dayZero : 1
    if days <= 60 { days -= 1 }
    guard hasDate ? days > 0 : days == 0 else { return nil }
    if clock == 0 { return "\(days)" }
    let billionths = (clock * 1000 + 43_200) / 86_400
    return "\(days)." + paddedNumber(Int(billionths), to: 9)
  }
}

/// A plain decimal of at most 18 digits on either side of its point.
private struct WholeAndFraction {
  var isNegative = false
  var whole: Int64 = 0
  var fraction: Int64 = 0
  var decimals = 0

  init?(_ text: Span<UInt8>) {
    var (at, upper, digits) = (0, text.count, 0)
    while let blank = text.blank(at: at, before: upper) { at += blank }
    while let blank = text.blank(endingAt: upper, after: at) { upper -= blank }
    if at < upper, text[at] == UInt8(ascii: "-") {
      isNegative = true
      at += 1
    }
    while at < upper, text[at] &- UInt8(ascii: "0") <= 9 {
      guard digits < 18 else { return nil }
      whole = whole * 10 + Int64(text[at] - UInt8(ascii: "0"))
      digits += 1
      at += 1
    }
    guard digits > 0 else { return nil }
    if at < upper {
      guard text[at] == UInt8(ascii: "."), at + 1 < upper else { return nil }
      at += 1
      while at < upper {
        guard decimals < 18, text[at] &- UInt8(ascii: "0") <= 9 else { return nil }
        fraction = fraction * 10 + Int64(text[at] - UInt8(ascii: "0"))
        decimals += 1
        at += 1
      }
    }
  }

  private var scale: Int128 {
    var scale: Int128 = 1
    for _ in 0..<decimals { scale *= 10 }
    return scale
  }

  /// Exactly; nil if it is finer than a microsecond.
  func moment(perSecond: Int64) -> MomentPattern.Found? {
    let size = Int128(1_000_000 / perSecond)
    let (parts, rest) = (Int128(fraction) * size).quotientAndRemainder(dividingBy: scale)
    guard rest == 0 else { return nil }
    let all = (Int128(whole) * size + parts) * (isNegative ? -1 : 1)
    guard let micros = Int64(exactly: all),
      (Instant.first.microsecondsSince1970...Instant.last.microsecondsSince1970).contains(micros)
    else { return nil }
    let day = CalendarDate.floorDivide(Int(micros), Int(Instant.microsecondsPerDay))
    return MomentPattern.Found(
      day: Int64(day), clock: micros - Int64(day) * Instant.microsecondsPerDay, minutesFromUTC: 0)
  }

  /// To the nearest second, which is what spreadsheets show. Five decimals of a day, as they are
  /// often printed, tell each from the next; of fewer the time must be a second to half a
  /// thousandth. Nil elsewhere, and for the 29th of February 1900.
  var spreadsheetMoment: MomentPattern.Found? {
    guard whole != 60, whole < 2_958_466 else { return nil }
    let scale = scale
    let parts = Int128(fraction) * 86_400
    let second = (parts * 2 + scale) / (2 * scale)
    let rest = parts - second * scale
    guard decimals >= 5 || (rest < 0 ? -rest : rest) * 2000 <= scale else { return nil }
    let clock = Int64(second % 86_400) * 1_000_000
    if whole == 0 {
      return second < 86_400 ? MomentPattern.Found(hasDate: false, clock: clock) : nil
    }
    let day = MomentPattern.Found.dayZero + whole + (whole < 60 ? 1 : 0) + Int64(second / 86_400)
    return MomentPattern.Found(day: day, clock: clock)
  }
}
