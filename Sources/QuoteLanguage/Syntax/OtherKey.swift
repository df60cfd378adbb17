/// Keys by other words than the language's.
enum OtherKey {
  /// Words that people write for a key, by the key.
  private static let words: [String: Set<String>] = [
    "amount": ["price", "cost", "value", "sum", "rate", "charge", "formula", "total"],
    "when": ["if", "condition", "where", "only_if", "applies_if", "unless"],
    "for": ["foreach", "for_each", "each", "list", "per"],
    "label": ["text", "description", "title", "caption"],
    "reason": ["because", "message", "text", "why"],
    "reasons": ["because", "reason", "why"],
    "line": ["name", "item", "id"],
    "lines": ["items", "members", "children", "steps"],
    "inputs": ["fields", "input", "parameters", "variables"],
    "let": ["define", "definitions", "constants", "tables", "vars", "variables", "values"],
    "quote": ["lines", "prices", "pricing", "waterfall", "quotes", "steps"],
    "decline": ["declines", "reject", "refuse", "rejections"],
    "outputs": ["output", "results", "reply"],
    "schema": ["version"], "name": ["title", "id"], "currency": ["money"],
    "timezone": ["zone", "tz", "time_zone"],
  ]

  /// The key, among those of the place, that a word most likely means.
  static func meant(by word: String, among known: [String]) -> String? {
    let word = word.lowercased()
    return known.first { words[$0]?.contains(word) ?? false }
  }
}
