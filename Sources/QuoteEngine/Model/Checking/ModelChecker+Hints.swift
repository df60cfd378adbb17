/// What to write instead, where a slip is a common one.
extension ModelChecker {
  /// What one of two values lacks to be like the other; nil where that is not known.
  func likeness(
    of a: PriceExpression, _ b: PriceExpression, isSum: Bool = false
  ) -> [String]? {
    for (written, other) in [(b, a), (a, b)] {
      guard case .constant = written.operation else { continue }
      let text = sources.text(at: written.span)
      switch (written.type, other.type) {
      case (.quantity(let plain), .quantity(let wanted))
      where plain.numerator == nil && plain.denominator == nil && wanted.denominator == nil:
        if text.hasSuffix("%") {
          return [
            "a percentage is of something: `\(text) * x`, and with it `(1 + \(text)) * x`"
          ]
        }
        if wanted.numerator == .money { return ["say its currency: `\(money(text))`"] }
        guard let unit = other.units.numerator else { continue }
        let another = ["h": "min", "min": "h"][unit.name].map { ", or `\(text) \($0)`" } ?? ""
        return ["say its unit: `\(text) \(unit.name)`\(another)"]
      case (.quantity(let plain), .date)
      where isSum && plain.numerator == nil && plain.denominator == nil:
        return ["say its unit: `\(text) days`"]
      case (.text, .date), (.text, .time), (.text, .instant):
        return ["\(other.type.described) is written without quotation marks"]
      case _: continue
      }
    }
    return nil
  }

  /// An amount as the file's currency is written.
  private func money(_ text: String) -> String {
    currency == "USD" ? "$\(text)" : "\(text) \(currency)"
  }

  /// A step like the value, for a number of digits or a plain number.
  func stepInstead(of step: PriceExpression, for value: PriceExpression) -> [String] {
    guard step.type.isPlainNumber, case .quantity(let wanted) = value.type,
      case .constant(.quantity(let size)) = step.operation, wanted.denominator == nil
    else { return [] }
    var text = sources.text(at: step.span)
    if size.isWhole, size > 0, size <= 6, let digits = Int(exactly: size.numerator) {
      text = "0." + String(repeating: "0", count: digits - 1) + "1"
    }
    if wanted.numerator == .money { return ["write `\(money(text))`"] }
    return value.units.numerator.map { ["write `\(text) \($0.name)`"] } ?? []
  }

  /// Whether a name that nothing has is a word that some value can be.
  func isWord(_ name: String) -> Bool {
    if Weekday.names.contains(name.lowercased()) { return true }
    return schema.lists.contains { list in
      list.fields.contains { $0.choices.contains(name) }
    }
  }
}
