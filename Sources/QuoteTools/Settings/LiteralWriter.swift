import QuoteEngine
import QuoteLanguage

/// Values of quotes, as they are shown in JSON, written as literals of rules:
/// money with its currency, measures with their units, texts in quotation marks.
struct LiteralWriter {
  /// ISO 4217.
  let currency: String

  /// A literal that means the same in rules; nil for what has none.
  func literal(_ node: JSONNode, of value: PriceExpression) -> String? {
    switch value.type {
    case .flag: return node.isTrue ? "yes" : "no"
    case .text, .choice: return Literal.quoted(node.text.string)
    case .date, .time, .instant, .weekday: return node.text.string
    case .quantity(let quantity):
      return Self.plain(node.text.string).map { amount($0, quantity, value.units) }
    case .point, .texts, .invalid: return nil
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
