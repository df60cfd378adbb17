import Foundation
import QuoteEngine

extension ScalarRun {
  // MARK: - Rounding

  func round(
    _ value: ScalarValue, step: Ratio, _ mode: RoundingMode, _ expression: PriceExpression,
    of operand: PriceExpression
  ) -> ScalarValue {
    switch value {
    case .exact(let number): return .exact(Ratio(Self.whole(number / step, mode)) * step)
    case .integer(let count):
      if isWhole(expression.type), step <= 1 { return value }
      return round(.double(Double(count)), step: step, mode, expression, of: operand)
    case .double(let number):
      let inUnit = step / operand.units.size
      let rounded = binary(number, step: inUnit, mode)
      guard isWhole(expression.type) else { return .double(rounded) }
      guard abs(rounded) <= 9_007_199_254_740_992 else { return .notGiven }
      return .integer(Int64(rounded))
    case .notGiven, .flag, .text, .choice, .date, .time, .instant, .weekday, .point, .texts:
      return .notGiven
    }
  }

  static func whole(_ value: Ratio, _ mode: RoundingMode) -> Int128 {
    guard let floor = value.floor else { return 0 }
    let rest = value - Ratio(floor)
    if rest.isZero { return floor }
    let half = Ratio(1, 2)
    let isNegative = value.isNegative
    switch mode {
    case .halfUp: return rest > half || rest == half && !isNegative ? floor + 1 : floor
    case .halfDown: return rest > half || rest == half && isNegative ? floor + 1 : floor
    case .halfEven: return rest > half || rest == half && floor % 2 != 0 ? floor + 1 : floor
    case .up: return floor + 1
    case .down: return floor
    case .towardsZero: return isNegative ? floor + 1 : floor
    case .awayFromZero: return isNegative ? floor : floor + 1
    }
  }

  /// To a power of ten, as the profile's language does it: Python from the
  /// exact binary value (which the C library's printing has too), JavaScript
  /// through `Math.round(x * 10^n) / 10^n`.
  private func binary(_ x: Double, step: Ratio, _ mode: RoundingMode) -> Double {
    guard x.isFinite else { return x }
    let places = step.decimalDigits ?? 0
    let scale = Ratio(powerOfTen: places).nearestDouble
    switch mode {
    case .down: return (x * scale).rounded(.down) / scale
    case .up: return (x * scale).rounded(.up) / scale
    case .towardsZero: return (x * scale).rounded(.towardZero) / scale
    case .awayFromZero: return (x * scale).rounded(.awayFromZero) / scale
    case .halfUp, .halfEven, .halfDown: break
    }
    if model.arithmetic == .python { return Double(String(format: "%.\(places)f", x)) ?? .nan }
    let y = x * scale
    let floor = y.rounded(.down)
    let whole = y - floor >= 0.5 ? floor + 1 : floor
    // `Math.round(-0.2)` is -0.
    return (whole == 0 && x.sign == .minus ? -0.0 : whole) / scale
  }

  // MARK: - Functions

  func call(
    _ function: PriceExpression.Function, _ arguments: [PriceExpression], _ values: [ScalarValue]
  ) -> ScalarValue {
    let text: String? = if case .text(let text) = values.first { text } else { nil }
    switch function {
    case .lower: return text.map { .text($0.lowercased()) } ?? .notGiven
    case .upper: return text.map { .text($0.uppercased()) } ?? .notGiven
    case .trim: return text.map { .text(Self.trimmed($0)) } ?? .notGiven
    case .left(let count):
      return text.map { .text(String(String.UnicodeScalarView($0.unicodeScalars.prefix(count)))) }
        ?? .notGiven
    case .length: return text.map { whole($0.unicodeScalars.count) } ?? .notGiven
    case .absolute:
      if case .exact(let number) = values[0] { return .exact(number.magnitude) }
      if case .integer(let number) = values[0] { return .integer(abs(number)) }
      return values[0].double.map { .double(abs($0)) } ?? .notGiven
    case .text(let pattern):
      if case .instant = values[0], values.count > 1, let pattern {
        return local(values).map { .text(Self.fill(pattern, $0.day, $0.second)) } ?? .notGiven
      }
      return .text(print(values[0], arguments[0], pattern: pattern))
    case .parseDate(let pattern):
      return text.flatMap { date($0, pattern) }.map { .date($0) } ?? .notGiven
    case .dateOf: return local(values).map { .date($0.day) } ?? .notGiven
    case .timeOf: return local(values).map { .time($0.second) } ?? .notGiven
    case .hourOf:
      if case .time(let second) = values[0] { return whole(second / 3600) }
      return local(values).map { whole($0.second / 3600) } ?? .notGiven
    case .weekdayOf:
      if case .date(let day) = values[0] { return .weekday(Self.weekday(day)) }
      return local(values).map { .weekday(Self.weekday($0.day)) } ?? .notGiven
    case .weekdayNumber:
      if case .weekday(let number) = values[0] { return whole(number) }
      if case .date(let day) = values[0] { return whole(Self.weekday(day)) }
      return .notGiven
    case .years, .months:
      guard case .date(let a) = values[0], case .date(let b) = values[1] else { return .notGiven }
      let months = Self.months(from: a, to: b)
      return whole(function == .months ? months : months / 12)
    case .addMonths:
      guard case .date(let day) = values[0] else { return .notGiven }
      return Self.later(day, by: values[1].ratio?.floor).map { .date($0) } ?? .notGiven
    case .instantOf:
      guard case .date(let day) = values[0], case .time(let second) = values[1] else {
        return .notGiven
      }
      return ScalarZone.instant(day: day, second: second, zone: model.timezone).map { .instant($0) }
        ?? .notGiven
    case .parseInteger: return text.map { integer(Self.trimmed($0)) } ?? .notGiven
    case .parseNumber: return text.map { number(Self.trimmed($0)) } ?? .notGiven
    case .year, .month, .day, .daysInMonth:
      guard case .date(let day) = values[0] else { return .notGiven }
      let civil = Self.civil(day)
      if function == .daysInMonth { return whole(Self.lengths(civil.year)[civil.month - 1]) }
      return whole(function == .year ? civil.year : function == .month ? civil.month : civil.day)
    case .joined(let separator):
      guard case .texts(let texts) = values[0] else { return .notGiven }
      return .text(texts.joined(separator: separator))
    case .square, .squareRoot:
      guard let x = values[0].double else { return .notGiven }
      return .double(function == .square ? x * x : x.squareRoot())
    }
  }

  /// Up to 10^15, in binary up to 10^18.
  private func integer(_ text: String) -> ScalarValue {
    let billions: UInt64 = model.arithmetic.isBinary ? 1_000_000_000 : 1_000_000
    guard let whole = Int64(text), whole.magnitude <= billions * 1_000_000_000 else {
      return .notGiven
    }
    return model.arithmetic.isBinary ? .integer(whole) : .exact(Ratio(whole))
  }

  private func number(_ text: String) -> ScalarValue {
    guard let number = Double(text), number.isFinite else { return .notGiven }
    return model.arithmetic.isBinary ? .double(number) : Self.decimal(text)
  }

  /// Digits with a point among them and perhaps a power of ten, of at most six
  /// decimals and at most 10^9.
  private static func decimal(_ text: String) -> ScalarValue {
    let form = /([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,2}))?/
    guard let parts = text.wholeMatch(of: form), !(parts.2 + parts.3).isEmpty,
      let digits = Int128(parts.2 + parts.3)
    else { return .notGiven }
    let power = parts.4.flatMap { Int($0) } ?? 0
    let value = Ratio(parts.1 == "-" ? -digits : digits) * Ratio(powerOfTen: -parts.3.count)
      * Ratio(powerOfTen: power)
    let isFine = (value * Ratio(powerOfTen: 6)).isWhole
    return isFine && value.magnitude <= Ratio(powerOfTen: 9) ? .exact(value) : .notGiven
  }

  static func trimmed(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let isSpace: (Unicode.Scalar) -> Bool = {
      $0.properties.isWhitespace || (0x1C...0x1F).contains($0.value)
    }
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    var trimmed = String.UnicodeScalarView()
    trimmed.append(contentsOf: scalars[first...last])
    return String(trimmed)
  }

  // MARK: - Days, by counting

  static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 + 1 }

  /// By years of 400, which are all of so many days, years and months: today's calendar,
  /// whatever people had at the time.
  static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    var year = 1970
    var rest = day
    while rest < 0 {
      rest += 146_097
      year -= 400
    }
    while rest >= 146_097 {
      rest -= 146_097
      year += 400
    }
    while rest >= lengths(year).reduce(0, +) {
      rest -= lengths(year).reduce(0, +)
      year += 1
    }
    var month = 0
    while rest >= lengths(year)[month] {
      rest -= lengths(year)[month]
      month += 1
    }
    return (year, month + 1, rest + 1)
  }

  private static func lengths(_ year: Int) -> [Int] {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }

  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    let lengths = lengths(year)
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= lengths[month - 1]
    else { return nil }
    let before = year - 1
    let leaps = before / 4 - before / 100 + before / 400
    return before * 365 + leaps + lengths.prefix(month - 1).reduce(0, +) + day - 1 - 719_162
  }

  /// The same day of the month, or the last day where that month has none; nil outside the years
  /// 1 to 9999.
  static func later(_ day: Int, by months: Int128?) -> Int? {
    guard let months, abs(months) < 1_000_000 else { return nil }
    var (year, month, dayOfMonth) = civil(day)
    month += Int(months)
    while month > 12 { (year, month) = (year + 1, month - 12) }
    while month < 1 { (year, month) = (year - 1, month + 12) }
    while dayOfMonth > 28, self.day(year, month, dayOfMonth) == nil { dayOfMonth -= 1 }
    return self.day(year, month, dayOfMonth)
  }

  /// Completed months: the day of the month must have come round.
  static func months(from a: Int, to b: Int) -> Int {
    if b < a { return -months(from: b, to: a) }
    let (x, y) = (civil(a), civil(b))
    let months = (y.year - x.year) * 12 + y.month - x.month
    return y.day < x.day ? months - 1 : months
  }

  /// Reads by a regular expression, as Python's `strptime` does: of one letter the
  /// longest number that there can be, of two exactly two digits.
  func date(_ text: String, _ pattern: String) -> Int? {
    var fields: [Character] = []
    var shape = ""
    for run in Self.runs(of: pattern) {
      guard run.isField, let letter = run.text.first else {
        shape += NSRegularExpression.escapedPattern(for: run.text)
        continue
      }
      fields.append(letter)
      shape += "(\(digits(letter, run.text.count)))"
    }
    guard let regex = try? NSRegularExpression(pattern: "^\(shape)\\z"),
      let match = regex.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
    else { return nil }
    var found: [Character: Int] = [:]
    for (index, letter) in fields.enumerated() {
      guard let range = Range(match.range(at: index + 1), in: text) else { return nil }
      found[letter] = text[range].reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
    }
    return Self.day(found["y"] ?? 1970, found["M"] ?? 1, found["d"] ?? 1)
  }

  /// Digits of a field; under `python` a space may stand for a day's first, and the
  /// year's are of any script, as are those that end a day.
  private func digits(_ letter: Character, _ width: Int) -> String {
    let isPython = model.arithmetic == .python
    switch (letter, width) {
    case ("y", _): return isPython ? "\\p{Nd}{4}" : "[0-9]{4}"
    case ("M", 1): return "1[0-2]|0[1-9]|[1-9]"
    case ("M", _): return "1[0-2]|0[1-9]"
    case ("d", 1):
      let any = isPython ? "\\p{Nd}" : "[0-9]"
      return "3[01]|[12]\(any)|0[1-9]|[1-9]" + (isPython ? "| [1-9]" : "")
    case ("d", _): return "3[01]|[12]\(isPython ? "\\p{Nd}" : "[0-9]")|0[1-9]"
    case ("H", 1): return "2[0-3]|[01][0-9]|[0-9]"
    case ("H", _): return "2[0-3]|[01][0-9]"
    case (_, 1): return "[0-5][0-9]|[0-9]"
    default: return "[0-5][0-9]"
    }
  }

  private func local(_ values: [ScalarValue]) -> (day: Int, second: Int)? {
    guard case .instant(let moment) = values[0] else { return nil }
    var offset = ScalarZone.offset(at: moment, zone: model.timezone)
    if values.count > 1, let minutes = values[1].ratio?.floor {
      // No clock is more than a day from UTC.
      guard abs(minutes) <= 1440 else { return nil }
      offset = Int(minutes) * 60
    }
    let seconds = Int((Ratio(moment) / 1_000_000).floor ?? 0) + offset
    let day = Int((Ratio(seconds) / 86400).floor ?? 0)
    return (day, seconds - day * 86400)
  }

  // MARK: - Places

  func isInside(_ point: GeographicPoint, _ area: Int) -> Bool {
    model.areas[area].shapes.contains { shape in
      switch shape {
      case .polygon(let rings):
        rings.reduce(false) { inside, ring in inside != Self.crosses(point, ring) }
      case .circle(let center, let radius):
        geodesicMetres(point, center) <= radius
      case .box(let southWest, let northEast):
        point.latitude >= southWest.latitude && point.latitude <= northEast.latitude
          && point.longitude >= southWest.longitude && point.longitude <= northEast.longitude
      }
    }
  }

  private static func crosses(_ point: GeographicPoint, _ ring: [GeographicPoint]) -> Bool {
    var inside = false
    for (index, a) in ring.enumerated() {
      let b = ring[(index + ring.count - 1) % ring.count]
      guard (a.latitude > point.latitude) != (b.latitude > point.latitude) else { continue }
      let cross =
        (b.longitude - a.longitude) * (point.latitude - a.latitude)
        / (b.latitude - a.latitude) + a.longitude
      if point.longitude < cross { inside.toggle() }
    }
    return inside
  }

  func distance(
    _ kind: PriceExpression.DistanceKind, _ a: ScalarValue, _ b: ScalarValue, _ step: Ratio,
    _ expression: PriceExpression
  ) -> ScalarValue {
    guard case .point(let from) = a, case .point(let to) = b else { return .notGiven }
    let metres = kind == .geodesic ? geodesicMetres(from, to) : haversineMetres(from, to)
    let steps = (metres / step.nearestDouble).rounded(.toNearestOrAwayFromZero)
    if model.arithmetic.isBinary {
      return .double((Ratio(Int(steps)) * step / expression.units.size).nearestDouble)
    }
    return .exact(Ratio(Int(steps)) * step)
  }

  private func haversineMetres(_ a: GeographicPoint, _ b: GeographicPoint) -> Double {
    let radians = Double.pi / 180
    let half = { (x: Double) in sin(x * radians / 2) * sin(x * radians / 2) }
    let h =
      half(b.latitude - a.latitude)
      + cos(a.latitude * radians) * cos(b.latitude * radians) * half(b.longitude - a.longitude)
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
  }
}
