/// Values that begin with a mark of YAML and go on behind it.
extension YAMLMistake {
  /// Keys whose values are texts, not formulas.
  static let textKeys: Set<String> = ["label", "reason", "title", "name"]

  /// What is said of the value of a line, where it shows what was meant.
  func slipOfValue(_ lower: Int, _ upper: Int) -> Diagnostic? {
    let line = String(decoding: bytes[lower..<upper], as: UTF8.self)
    let function = kept(/\s*(\w+):\s+lambda\s+(\w+(?:\s*,\s*\w+)*)\s*:\s*(.+?)\s*/)
    if let match = line.wholeMatch(of: function) {
      return .yamlMistake(
        "a formula with parameters has them behind its name",
        at: span(lower + line.prefix { $0 == " " }.count, upper),
        help: ["write `\(match.1)(\(match.2)): \(match.3)`"])
    }
    guard let entry = line.wholeMatch(of: kept(/\s*(?:-\s+)?(\w+):\s+(["\[{].*?)\s*/)) else {
      return nil
    }
    let (key, value) = (String(entry.1), String(entry.2))
    let start = lower + line.utf8.distance(from: line.startIndex, to: entry.2.startIndex)
    let place = span(start, start + value.utf8.count)
    func quoted(_ help: [String]) -> Diagnostic {
      .yamlMistake("a value goes on behind its quotation mark", at: place, help: help)
    }
    if value.contains(kept(/^"[^"]*"(?:\s*\|\s*"[^"]*")+$/)) {
      return quoted([
        "words to choose from have no quotation marks: `one of \(value.filter { $0 != "\"" })`"
      ])
    }
    if Self.textKeys.contains(key), let shown = Self.withBraces(value) {
      return quoted(["a text has formulas in braces: write `\(shown)`"])
    }
    if let match = value.wholeMatch(of: kept(/("[^"]*")\s+in\s+([\w.]+)/)) {
      let field = match.2.split(separator: ".").last ?? match.2
      return quoted(["write `contains(text, \(match.1))`, or `any(field = \(match.1))` of a list"])
        .guessing(
          ["contains(\(match.2), \(match.1))", "any(\(field) = \(match.1))"].map {
            Diagnostic.Guess($0, at: place)
          })
    }
    if !Self.textKeys.contains(key),
      let match = value.wholeMatch(of: kept(/\[(\w+)\](.*)/))
        ?? value.wholeMatch(of: kept(/\{(\w+)\}(.*)/)),
      !match.2.trimmedOfSpaces.isEmpty
    {
      return .yamlMistake(
        "a value goes on behind its bracket", at: place,
        help: ["a name has no brackets around it: write `\(match.1)\(match.2)`"])
    }
    return nil
  }

  /// `zone {zone}` for `"zone " + zone`; nil for what is no sum of texts and names.
  private static func withBraces(_ value: String) -> String? {
    let parts = value.split(separator: "+").map { String($0).trimmedOfSpaces }
    guard parts.count > 1 else { return nil }
    var shown = ""
    for part in parts {
      if part.count > 1, part.hasPrefix("\""), part.hasSuffix("\"") {
        shown += part.dropFirst().dropLast()
      } else if Lexicon.isName(part) {
        shown += "{\(part)}"
      } else {
        return nil
      }
    }
    return shown.hasPrefix("{") ? "\"\(shown)\"" : shown
  }
}
