/// How an amount of a currency is written in breakdowns: `$85.00`, `85.00 CHF`.
package enum CurrencySign {
  private static let signs = [
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "RUB": "₽", "INR": "₹", "KRW": "₩",
  ]

  /// Codes of ISO 4217 that headers of columns have; other words in capitals are no currencies.
  private static let others: Set<String> = [
    "AED", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "HKD", "HUF", "ILS", "MXN", "MYR",
    "NOK", "NZD", "PLN", "RON", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "ZAR", "ARS",
    "BDT", "BGN", "BHD", "CLP", "COP", "DZD", "EGP", "GHS", "IDR", "IQD", "ISK", "JOD", "KES",
    "KWD", "KZT", "LKR", "NGN", "OMR", "PKR", "QAR", "RSD", "TND", "UYU", "VND",
  ]

  /// Whether a word is the sign or the code of a common currency.
  package static func isKnown(_ word: String) -> Bool {
    others.contains(word) || signs.contains { $0.key == word || $0.value == word }
  }

  /// Currencies whose sign is `$`, mostly with letters before it.
  private static let dollars: Set<String> = [
    "USD", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "FJD", "GYD", "HKD", "JMD", "KYD",
    "LRD", "NAD", "NZD", "SBD", "SGD", "SRD", "TTD", "TWD", "XCD", "ARS", "BRL", "CLP", "COP",
    "CUP", "CVE", "DOP", "MOP", "MXN", "NIO", "TOP", "UYU",
  ]

  /// Whether amounts of a currency are written with `$`.
  package static func mayBeDollar(_ currency: String) -> Bool { dollars.contains(currency) }

  /// An amount in full units as people write it: `$2.40`, not `$2.4`.
  package static func amount(_ value: Ratio, _ currency: String) -> String {
    let digits = "\(value)"
    let hasOneDecimal = digits.dropLast().last == "."
    return amount(hasOneDecimal ? digits + "0" : digits, currency)
  }

  package static func amount(_ digits: String, _ currency: String) -> String {
    let isNegative = digits.hasPrefix("-")
    let magnitude = isNegative ? String(digits.dropFirst()) : digits
    let sign = isNegative ? "-" : ""
    guard let symbol = signs[currency] else { return "\(sign)\(magnitude) \(currency)" }
    return currency == "RUB" ? "\(sign)\(magnitude) \(symbol)" : "\(sign)\(symbol)\(magnitude)"
  }
}
