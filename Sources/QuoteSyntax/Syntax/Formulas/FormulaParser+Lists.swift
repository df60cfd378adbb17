/// What stands for elements, comments and missing values in other languages.
extension FormulaParser {
  /// `// since May`, behind a formula that is complete.
  func commentBehind(_ start: Int) -> Diagnostic? {
    let rest = String(decoding: bytes[(start + 2)...], as: UTF8.self).trimmedOfSpaces
    guard rest.contains(kept(/^[^()]*\p{L}\S*\s+\S*\p{L}/)), !rest.contains(kept(/[*\/+<>=]/))
    else {
      return nil
    }
    return .commentInFormula(rest, at: text.span(start, bytes.count))
  }

  /// `n || 0`, where a figure or a text stands in for what is missing; between conditions, the mark
  /// is the one for `or`.
  func standsIn(_ mark: String, from start: Int) -> String? {
    let rest = String(decoding: bytes[at...], as: UTF8.self).trimmedOfSpaces
    guard mark == "||", rest.contains(kept(/^(?:\p{Sc}?\d|")/)) else { return nil }
    let before = String(decoding: bytes[..<start], as: UTF8.self)
    let left = String(Self.inside(before.reversed(), opening: ")]", closing: "([").reversed())
    let right = Self.inside(rest, opening: "([", closing: ")]")
    let words = kept(/\b(?:if|then|else|and|or)\b|&&|\|\|/)
    let sides = [left.split(separator: words).last, right.split(separator: words).first]
    let compares = sides.compactMap(\.self).contains { side in
      side.replacing(kept(/"[^"]*"/), with: "").contains(kept(/[<>=]|\b(?:in|is)\b/))
    }
    return compares ? nil : "default"
  }

  /// What stands before the brackets around it end, or the argument, without brackets of its own.
  private static func inside(
    _ text: some Sequence<Character>, opening: String, closing: String
  ) -> String {
    var depth = 0
    var inside = ""
    for character in text {
      if opening.contains(character) { depth += 1 }
      if closing.contains(character) { depth -= 1 }
      if depth < 0 || depth == 0 && character == "," { break }
      if depth == 0 { inside.append(character) }
    }
    return inside
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
        of: kept(/\b(sum|count|min|max|any|all|first|last)\(([^()]*)$/))
    else { return nil }
    var (name, value, condition) = (String(call.1), String(call.2).trimmedOfSpaces, "")
    let words = String(rest.prefix { $0 != ")" })
    if found == "for" {
      guard
        let each = words.prefixMatch(
          of: kept(/for\s+(\w+)\s+in\s+(\w+)(?:\s+(?:if|where)\s+(.*))?/))
      else { return nil }
      guard let own = try? Regex("\\b\(each.1)\\.") else { return nil }
      if value == each.1 || value == "1" && ["sum", "count"].contains(call.1) {
        // An element by itself is counted, and nothing else.
        guard value == "1" || call.1 == "count" else { return nil }
        (name, value) = ("count", String(each.2))
      } else if value.contains(own) {
        value = value.replacing(own, with: "")
      } else {
        return nil
      }
      condition = String(each.3 ?? "").replacing(own, with: "")
    } else {
      condition = String(words.dropFirst(found.count)).trimmedOfSpaces
    }
    let filter = condition.isEmpty ? "" : " where \(condition.replacing("==", with: "="))"
    return "write `\(name)(\(value)\(filter))`"
  }

  /// `card["price"]`, a column by its name in brackets.
  func columnInBrackets() -> [String]? {
    let before = String(decoding: bytes[..<at], as: UTF8.self)
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let name = before.firstMatch(of: kept(/\w+$/)),
      let column = rest.prefixMatch(of: kept(/\[\s*["'](\w+)["']\s*\]/))
    else { return nil }
    return ["a column follows a point: `\(name.0).\(column.1)`"]
  }
}
