/// How an amount of a currency is written in breakdowns: `$85.00`, `85.00 CHF`.
package enum CurrencySign {
  private static let signs = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "RUB": "₽", "INR": "₹", "KRW": "₩",
  ]

  package static func amount(_ digits: String, _ currency: String) -> String {
    let isNegative = digits.hasPrefix("-")
    let magnitude = isNegative ? String(digits.dropFirst()) : digits
    let sign = isNegative ? "-" : ""
    guard let symbol = signs[currency] else { return "\(sign)\(magnitude) \(currency)" }
    return currency == "RUB" ? "\(sign)\(magnitude) \(symbol)" : "\(sign)\(symbol)\(magnitude)"
  }
}
