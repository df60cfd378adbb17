package import QuoteLanguage

extension RecordedValue {
  /// The value as a person reads it: money with its currency, measures with their unit, texts in
  /// quotes only inside formulas, what rules write in percent so, moments as the clocks of the
  /// rules' time zone show them. Nil if it is not given.
  package func shown(as expression: PriceExpression, in model: PriceModel) -> String? {
    if case .integer(let number) = self, expression.type == .instant {
      return model.shown(Instant(microsecondsSince1970: number), of: expression)
    }
    if model.isPercent(expression) {
      if case .exact(let number) = self { return number.shownPercent }
      if case .double(let number) = self { return Self.percent(number) }
    }
    return shown(type: expression.type, units: expression.units, in: model)
  }

  /// The same for machines that compare: in decimals, moments in UTC.
  package func shown(type: ValueType, units: UnitPair, in model: PriceModel) -> String? {
    switch self {
    case .notGiven: return nil
    case .flag(let flag): return flag ? "yes" : "no"
    case .text(let text): return text
    case .texts(let texts): return texts.joined(separator: ", ")
    case .choice(let index):
      guard case .choice(let choices) = type, choices.indices.contains(index) else {
        return "\(index)"
      }
      return choices[index]
    case .exact(let number):
      return Self.number((number / units.size).shownDigits, type, units: units, in: model)
    case .double(let number):
      return Self.number(Self.plain(number), type, units: units, in: model)
    case .integer(let number): return Self.whole(number, type)
    case .point(let point): return "\(point.latitude), \(point.longitude)"
    }
  }

  private static func number(
    _ digits: String, _ type: ValueType, units: UnitPair, in model: PriceModel
  ) -> String {
    guard case .quantity(let quantity) = type else { return digits }
    var text = digits
    if quantity.numerator == .money {
      text = CurrencySign.amount(padded(digits, model.minorUnit.decimalDigits ?? 0), model.currency)
    } else if let unit = units.numerator {
      let isPlural = unit.name == "day" && digits != "1" && digits != "-1"
      text += " \(unit.name)\(isPlural ? "s" : "")"
    }
    if let per = units.denominator { text += "/\(per.name)" }
    return text
  }

  /// At least so many digits after the point; numbers with exponents stay.
  package static func padded(_ digits: String, _ places: Int) -> String {
    guard places > 0, !digits.contains("e"), !digits.contains("…") else { return digits }
    let point = digits.firstIndex(of: ".")
    let after = point.map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
    guard after < places else { return digits }
    return digits + (point == nil ? "." : "") + String(repeating: "0", count: places - after)
  }

  /// The shortest digits that read back as the same double.
  package static func plain(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int64(number))" }
    return "\(number)"
  }

  /// The same digits, the point two places further.
  private static func percent(_ number: Double) -> String {
    let digits = "\(number.magnitude)"
    guard number.isFinite, !digits.contains("e") else { return "\(number)" }
    let parts = digits.split(separator: ".").map(String.init)
    let after = (parts.count > 1 && parts[1] != "0" ? parts[1] : "") + "00"
    let whole = String((parts[0] + after.prefix(2)).drop { $0 == "0" })
    var rest = String(after.dropFirst(2))
    while rest.last == "0" { rest.removeLast() }
    return (number < 0 ? "-" : "") + (whole.isEmpty ? "0" : whole)
      + (rest.isEmpty ? "" : "." + rest) + "%"
  }

  private static func whole(_ number: Int64, _ type: ValueType) -> String {
    switch type {
    case .date: return CalendarDate(daysSince1970: Int32(clamping: number)).description
    case .time: return TimeOfDay(secondsSinceMidnight: Int32(clamping: number)).description
    case .instant: return Instant(microsecondsSince1970: number).description
    case .weekday: return Weekday(rawValue: Int(number))?.name ?? "\(number)"
    case .flag, .text, .choice, .quantity, .point, .texts, .invalid: return "\(number)"
    }
  }

}

extension Recording {
  /// What an expression came to at a place, as a person reads it; nil if it is not given.
  package func shown(_ expression: PriceExpression, at place: Place) -> String? {
    let told = model.told(by: expression)
    return value(of: told, at: place).shown(as: told, in: model)
  }
}

extension PriceModel {
  /// A moment as the clocks of the rules' time zone show it, or of that in which it was read.
  package func shown(_ instant: Instant, of expression: PriceExpression) -> String {
    zone(of: expression).map { instant.description(in: $0) } ?? instant.description
  }

  private func zone(of expression: PriceExpression) -> TimeZoneRules? {
    if let zone { return zone }
    switch expression.operation {
    case .reference(.field(let list, let field)): return zone(of: schema.lists[list].fields[field])
    case .reference(.letValue(let index)): return zone(of: lets[index].value)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return expression.parts.lazy.filter { $0.type == .instant }.compactMap { self.zone(of: $0) }
        .first
    }
  }

  package func zone(of field: FieldSchema) -> TimeZoneRules? { zone ?? field.zone }
}

extension Ratio {
  /// The number in percent, written as `shownDigits` is.
  package var shownPercent: String { (self * 100).shownDigits + "%" }

  /// All its digits; of a number that has no end the first six decimals and `…`.
  package var shownDigits: String {
    guard isFinite, decimalDigits == nil else { return description }
    let millionths = self * 1_000_000
    let cut = isNegative ? millionths.ceiling : millionths.floor
    var text = (Ratio(cut ?? 0) / 1_000_000).description
    if text == "0", isNegative { text = "-0" }
    if !text.contains(".") { text += "." }
    let decimals = text.distance(from: text.firstIndex(of: ".")!, to: text.endIndex) - 1
    return text + String(repeating: "0", count: 6 - decimals) + "…"
  }
}
