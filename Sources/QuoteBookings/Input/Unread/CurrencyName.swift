import QuoteSyntax

/// Names of members and columns that say which currency amounts are in: `currency`,
/// `currency_code`, `total_currency`, `priceCurrency`.
package enum CurrencyName {
  /// What is said of the currency, and what may stand before it where it is that of all amounts.
  private static let words = ["currency", "currencycode", "currencyiso", "ccy"]
  private static let amounts = [
    "", "total", "grandtotal", "amount", "price", "quote", "order", "booking",
  ]
  private static let known = Set(amounts.flatMap { amount in words.map { amount + $0 } })
  private static let longest = 24

  /// Whether a name says the currency of amounts as such, and not that of one which it names.
  package static func isOfAmounts(_ name: String) -> Bool {
    guard name.utf8.count <= longest else { return false }
    return known.contains(String(name.lowercased().filter(\.isLetter)))
  }

  /// Most names are told apart by their length and one letter.
  package static func mayBeOne(_ name: TextSlice) -> Bool {
    let count = name.count
    guard count >= 3, count <= longest else { return false }
    return unsafe name.bytes.contains(UInt8(ascii: "y")) || name.bytes.contains(UInt8(ascii: "Y"))
  }

  /// The words of the amount whose currency a name says: `fee` of `feeCurrency`.
  static func amount(in name: String) -> [String]? {
    let plain = WordsOfKind.words(of: name).filter { $0 != "code" && $0 != "iso" }
    guard let last = plain.last, words.contains(last), plain.count > 1 else { return nil }
    return Array(plain.dropLast())
  }
}
