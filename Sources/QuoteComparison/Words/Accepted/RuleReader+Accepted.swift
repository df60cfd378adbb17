import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How values may differ, as a ledger says it.
extension RuleReader {
  /// `values:` of an entry.
  mutating func acceptedValues(_ node: YAMLNode) -> [String: AcceptedValue] {
    var values: [String: AcceptedValue] = [:]
    for entry in entries(node, wanted: "a mapping of the values that differ") {
      values[entry.key.value] = acceptedValue(entry.value)
    }
    return values
  }

  /// `seen:` of an entry.
  mutating func acceptedPrints(_ node: YAMLNode) -> AcceptedPrints {
    var prints = AcceptedPrints()
    guard let text = scalarText(node, wanted: "fingerprints of bookings") else { return prints }
    for one in text.value.split(whereSeparator: \.isWhitespace) where !prints.add(written: one) {
      log.report(.acceptedPrint(String(one), at: text.span))
      return prints
    }
    return prints
  }

  private mutating func acceptedValue(_ node: YAMLNode) -> AcceptedValue {
    var value = AcceptedValue()
    let parts = entries(node, wanted: "a mapping that says how a value differs")
    checkKeys(
      parts, of: "a value that differs", ["by", "from", "to", "above", "below", "pairs"])
    for part in parts {
      switch part.key.value {
      case "by":
        for amount in elements(part.value, wanted: "a list of amounts") {
          if let amount = number(amount) { value.amounts.insert(amount) }
        }
      case "from": value.least = number(part.value)
      case "to": value.most = number(part.value)
      case "above": value.above = number(part.value) ?? .zero
      case "below": value.below = number(part.value) ?? .zero
      case "pairs":
        for pair in elements(part.value, wanted: "a list of what both sides say") {
          add(pair, to: &value)
        }
      case _: break
      }
    }
    return value
  }

  private mutating func add(_ node: YAMLNode, to value: inout AcceptedValue) {
    var pair = AcceptedValue.Pair(ours: "", theirs: "")
    var count = 1
    let parts = entries(node, wanted: "a mapping with what both sides say")
    checkKeys(parts, of: "what both sides say", ["ours", "theirs", "bookings"])
    for part in parts {
      switch part.key.value {
      case "ours": pair.ours = part.value.scalar.map { text($0).value } ?? ""
      case "theirs": pair.theirs = part.value.scalar.map { text($0).value } ?? ""
      case "bookings": count = wholeNumber(part.value, "bookings")?.value ?? 1
      case _: break
      }
    }
    value.pairs[pair] = count
  }

  /// A number with a point, and its sign.
  mutating func number(_ node: YAMLNode) -> Ratio? {
    guard let text = scalarText(node, wanted: "a number") else { return nil }
    if let number = Ratio(decimal: text.value) { return number }
    log.report(.acceptedAmount(text))
    return nil
  }
}
