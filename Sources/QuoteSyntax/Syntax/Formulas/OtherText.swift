/// How other notations ask what a text is like.
package enum OtherText {
  /// A list that stands after `in` without brackets, `weekday(on) in sat, sun`; `before` is the
  /// formula up to its first comma. Nil where no word `in` comes right before a value.
  static func listAfterIn(_ whole: String, upTo before: String) -> [String]? {
    guard let start = before.wholeMatch(of: kept(/(.*\bin\s+)\(?([^()\[\],]+)/)) else { return nil }
    let rest = whole.dropFirst(start.1.count)
    let whileListed = kept(/\(?([^()\[\]]+?)\s*(\)|$|(?=\s+(?:and|or|then)\b))/)
    guard let list = rest.prefixMatch(of: whileListed) else { return nil }
    let parts = list.1.split(whereSeparator: { ",;".contains($0) }).map {
      String($0).trimmedOfSpaces
    }
    let hasWords = parts.contains { Lexicon.isName($0) }
    let isOfDays = start.1.contains(kept(/\bweekday\([^()]*\)\s+(?:not\s+)?in\s+$/))
    let values = parts.map { part in
      let word = isOfDays ? Weekday.meant(by: part) ?? part : part
      return Lexicon.isName(word) ? "\"\(word)\"" : part
    }
    return ["a list is in brackets: `\(start.1)[\(values.joined(separator: ", "))]`"]
      + (hasWords ? ["a word is quoted, the name of a value is not"] : [])
  }

  private static let calls = [
    "starts": "starts_with", "begins": "starts_with", "ends": "ends_with", "contains": "contains",
    "includes": "contains", "like": "contains",
  ]

  /// Whether a word asks it of what stands before it.
  static func isAsked(by word: String) -> Bool { calls[word.lowercased()] != nil }

  /// What to write for `name starts with "x"` or `name contains "x"`, where the word and what
  /// follows is the rest, and how much of the rest that is; nil where it is none of these.
  static func call(
    _ before: String, rest: String
  ) -> (name: String, right: String, quoted: Substring, whole: Substring)? {
    guard let name = before.split(separator: " ").last.map(String.init), Lexicon.isName(name),
      let match = rest.prefixMatch(
        of:
          kept(
            /(?i)(?:(starts|begins|ends)[\s_]*with|(contains|includes|like))\s+("[^"]*"|'[^']*')/)),
      let call = calls[String(match.1 ?? match.2 ?? "").lowercased()]
    else { return nil }
    let right = self.call(call, name, "\"\(match.3.dropFirst().dropLast())\"")
    return (name, right, match.3.dropFirst().dropLast(), match.0)
  }

  /// A call by what its pattern has: `"f%"` is how a database writes what begins with `f`, and
  /// `"f*"` how a file system does.
  package static func call(_ call: String, _ value: String, _ pattern: String) -> String {
    var (call, text) = (call, pattern)
    let inner = pattern.dropFirst().dropLast()
    let isAny = { (mark: Character?) in mark == "%" || mark == "*" }
    if call == "contains", inner.count > 1, isAny(inner.first) || isAny(inner.last) {
      if !isAny(inner.first) { call = "starts_with" }
      if !isAny(inner.last) { call = "ends_with" }
      text = "\"\(inner.filter { !isAny($0) })\""
    }
    return "\(call)(\(value), \(text))"
  }
}
