/// What stands for elements, comments and missing values in other languages.
extension FormulaParser {
  /// `// since May`, behind a formula that is complete.
  func commentBehind(_ start: Int) -> Diagnostic? {
    let rest = String(decoding: bytes[(start + 2)...], as: UTF8.self).trimmedOfSpaces
    guard rest.contains(/^[^()]*\p{L}\S*\s+\S*\p{L}/), !rest.contains(/[*\/+<>=]/) else {
      return nil
    }
    return .commentInFormula(rest, at: text.span(start, bytes.count))
  }

  /// `n || 0`, where a figure or a text stands in for what is missing.
  func standsIn(_ mark: String) -> String? {
    let rest = String(decoding: bytes[at...], as: UTF8.self).trimmedOfSpaces
    return mark == "||" && rest.contains(/^(?:\p{Sc}?\d|")/) ? "default" : nil
  }

  /// `price` of `[0].price`.
  func fieldBehindBrackets() -> String? {
    guard let close = bytes[at...].firstIndex(of: UInt8(ascii: "]")), close + 2 < bytes.count,
      bytes[close + 1] == UInt8(ascii: ".")
    else { return nil }
    let stop = Lexicon.endOfName(bytes, at: close + 2, end: bytes.count)
    return stop > close + 2 ? String(decoding: bytes[(close + 2)..<stop], as: UTF8.self) : nil
  }

  /// `sum(x if y)`, `sum(x when y)` and `sum(e.x for e in list if y)`.
  func conditionInCall(_ found: String, before: String, rest: String) -> String? {
    guard ["if", "when", "for"].contains(found),
      let call = before.firstMatch(
        of: /\b(sum|count|min|max|any|all|first|last)\(([^()]*)$/)
    else { return nil }
    var (value, condition) = (String(call.2).trimmedOfSpaces, "")
    let words = String(rest.prefix { $0 != ")" })
    if found == "for" {
      guard let each = words.prefixMatch(of: /for\s+(\w+)\s+in\s+(\w+)(?:\s+(?:if|where)\s+(.*))?/)
      else { return nil }
      value = value == each.1 ? String(each.2) : value.replacing("\(each.1).", with: "")
      condition = String(each.3 ?? "").replacing("\(each.1).", with: "")
    } else {
      condition = String(words.dropFirst(found.count)).trimmedOfSpaces
    }
    let filter = condition.isEmpty ? "" : " where \(condition.replacing("==", with: "="))"
    return "write `\(call.1)(\(value)\(filter))`"
  }

  /// `card["price"]`, a column by its name in brackets.
  func columnInBrackets() -> [String]? {
    let before = String(decoding: bytes[..<at], as: UTF8.self)
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let name = before.firstMatch(of: /\w+$/),
      let column = rest.prefixMatch(of: /\[\s*["'](\w+)["']\s*\]/)
    else { return nil }
    return ["a column follows a point: `\(name.0).\(column.1)`"]
  }
}
