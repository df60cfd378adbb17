import QuoteSyntax

/// Inputs of money whose name, or whose column's, says that they come in cents or in another
/// currency: `price_cents`, `from amount_eur`.
extension ModelChecker {
  func warnOfMoneyNames(_ field: FieldDeclaration) {
    let columns = field.sources.compactMap { source -> String? in
      if case .path(let path) = source { path.lastMember } else { nil }
    }
    // Where the data calls it otherwise, that name is the one that tells.
    for name in columns.isEmpty ? [field.name.value] : columns {
      let words = Self.words(of: name)
      guard let last = words.last else { continue }
      let column = columns.isEmpty ? nil : name
      if isMinorUnit(last, in: words) {
        log.report(
          .minorUnitOfName(
            field.name.value, column: column, says: last, in: currency,
            one: money("\(minorUnit)"), at: field.type.span))
        return
      }
      let code = last.hasPrefix("euro") ? "EUR" : last.uppercased()
      // `fee_try` is a try.
      if last.count > 1, code != currency, words.count > 1 || last.count > 3,
        code != "TRY" || name.contains(code), CurrencySign.isKnown(code)
      {
        log.report(
          .currencyOfName(
            field.name.value, column: column, says: code, in: currency, at: field.type.span))
        return
      }
    }
  }

  /// Words that are a hundredth of an amount.
  private static let minorUnits: Set<String> = [
    "cent", "cents", "ct", "cts", "pence", "pennies", "centimes", "rappen", "groszy",
  ]

  private func isMinorUnit(_ word: String, in words: [String]) -> Bool {
    guard minorUnit == Ratio(1, 100), Self.minorUnits.contains(word) else { return false }
    if words.count == 1 { return word.count > 3 }
    return !["per", "pro", "without", "no", "whole"].contains(words[words.count - 2])
  }

  /// The words of `price_cents`, `Price (EUR)` and `amountInCents`, in small letters.
  static func words(of name: String) -> [String] {
    let parted = name.utf8.contains(where: { $0.isUppercaseLetter })
      ? name.replacing(kept(/([a-z0-9])([A-Z])/)) { "\($0.1)_\($0.2)" } : name
    return parted.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
