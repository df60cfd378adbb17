import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Values of quotes written as literals of rules: money with its currency, measures with their
/// units, texts in quotation marks.
struct LiteralWriter {
  /// ISO 4217.
  let currency: String

  /// A literal that means the same in rules; nil for what has none.
  func literal(_ value: QuoteValue, of expression: PriceExpression) -> String? {
    switch value {
    case .flag(let flag): return flag ? "yes" : "no"
    case .text(let text): return Literal.quoted(text)
    case .exact(let number): return literal(number, of: expression)
    case .double(let number):
      guard case .quantity(let quantity) = expression.type else { return nil }
      return Self.plain("\(number)").map { amount($0, quantity, expression.units) }
    case .notGiven, .point, .texts, .records: return nil
    }
  }

  private func literal(_ number: Ratio, of expression: PriceExpression) -> String? {
    let whole = Int64(clamping: number.floor ?? 0)
    switch expression.type {
    case .date: return CalendarDate(daysSince1970: Int32(clamping: whole)).description
    case .time: return TimeOfDay(secondsSinceMidnight: Int32(clamping: whole)).description
    case .instant: return Instant(microsecondsSince1970: whole).description
    case .weekday: return Weekday(rawValue: Int(whole))?.name
    case .quantity(let quantity):
      guard number.decimalDigits != nil else { return nil }
      return amount(number.description, quantity, expression.units)
    case .flag, .text, .choice, .point, .texts, .invalid: return nil
    }
  }

  private func amount(_ number: String, _ quantity: QuantityType, _ units: UnitPair) -> String {
    var text = number
    switch quantity.numerator {
    case .money:
      let isNegative = number.hasPrefix("-")
      text = currency == "USD"
        ? (isNegative ? "-$" + number.dropFirst() : "$" + number) : "\(number) \(currency)"
    case .distance, .weight, .duration, .declared:
      if let unit = units.numerator { text += " " + unit.name }
    case nil: break
    }
    if let unit = units.denominator { text += "/" + unit.name }
    return text
  }

  /// A number without an exponent, digit for digit.
  static func plain(_ text: String) -> String? {
    guard let number = try? DecimalNumber.read(text, spelling: .json) else { return nil }
    let digits = String(number.digits.magnitude)
    let sign = number.digits < 0 ? "-" : ""
    if number.exponent >= 0 {
      return sign + digits + String(repeating: "0", count: number.digits == 0 ? 0 : number.exponent)
    }
    let places = -number.exponent
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let fraction = padded.suffix(places)
    let kept = fraction.prefix(fraction.count - fraction.reversed().prefix { $0 == "0" }.count)
    return sign + padded.dropLast(places) + (kept.isEmpty ? "" : "." + kept)
  }
}
