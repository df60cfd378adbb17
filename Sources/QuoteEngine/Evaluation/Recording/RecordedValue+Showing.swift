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
      return Self.number((number / units.size).description, type, units, model)
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
      text += " \(unit.name)"
    }
    if let per = units.denominator { text += "/\(per.name)" }
    return text
  }

  /// At least so many digits after the point; numbers with exponents stay.
  static func padded(_ digits: String, _ places: Int) -> String {
    guard places > 0, !digits.contains("e"), !digits.contains("/") else { return digits }
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
    case .weekday: return Weekday(rawValue: Int(number)).map { "\($0)" } ?? "\(number)"
    case .flag, .text, .choice, .quantity, .point, .texts, .invalid: return "\(number)"
    }
  }

  /// For drawing; zero where there is no number.
  func number(in expression: UnitPair) -> Double {
    switch self {
    case .exact(let value): (value / expression.size).nearestDouble
    case .double(let value): value
    case .integer(let value): Double(value)
    case .notGiven, .flag, .text, .texts, .choice, .point: 0
    }
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
