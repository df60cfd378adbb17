extension RecordedValue {
  /// As a person reads it: money with its currency, measures with their unit,
  /// texts in quotes only inside formulas. Nil: not given.
  func shown(as expression: PriceExpression, in model: PriceModel) -> String? {
    shown(type: expression.type, units: expression.units, in: model)
  }

  func shown(type: ValueType, units: UnitPair, in model: PriceModel) -> String? {
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
      return Self.number((number / units.size).shownDigits, type, units, model)
    case .double(let number):
      return Self.number(Self.plain(number, type, model), type, units, model)
    case .integer(let number): return Self.whole(number, type)
    case .point(let point): return "\(point.latitude), \(point.longitude)"
    }
  }

  private static func number(
    _ digits: String, _ type: ValueType, _ units: UnitPair, _ model: PriceModel
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
  static func padded(_ digits: String, _ places: Int) -> String {
    guard places > 0, !digits.contains("e"), !digits.contains("…") else { return digits }
    let point = digits.firstIndex(of: ".")
    let after = point.map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
    guard after < places else { return digits }
    return digits + (point == nil ? "." : "") + String(repeating: "0", count: places - after)
  }

  /// The shortest digits that read back as the same double.
  static func plain(_ number: Double, _ type: ValueType, _ model: PriceModel) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int64(number))" }
    return "\(number)"
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

extension Ratio {
  /// All its digits; of a number that has no end the first six decimals and `…`.
  var shownDigits: String {
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

/// How an amount of a currency is written in breakdowns: `$85.00`, `85.00 CHF`.
enum CurrencySign {
  private static let signs = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "RUB": "₽", "INR": "₹", "KRW": "₩",
  ]

  static func amount(_ digits: String, _ currency: String) -> String {
    let isNegative = digits.hasPrefix("-")
    let magnitude = isNegative ? String(digits.dropFirst()) : digits
    let sign = isNegative ? "-" : ""
    guard let symbol = signs[currency] else { return "\(sign)\(magnitude) \(currency)" }
    return currency == "RUB" ? "\(sign)\(magnitude) \(symbol)" : "\(sign)\(symbol)\(magnitude)"
  }
}
