/// Keys by other words than the language's.
enum OtherKey {
  /// Words that people write for a key, by the key.
  private static let words: [String: Set<String>] = [
    "amount": ["price", "cost", "value", "sum", "rate", "charge", "formula", "total", "add", "adds",
      "plus"],
    "when": ["if", "condition", "where", "only_if", "applies_if", "unless"],
    "for": ["foreach", "for_each", "each", "list", "per"],
    "at_most": ["max", "maximum", "limit", "max_items", "most", "up_to", "size"],
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
    "scale": ["factor", "times", "multiplier", "unit"], "is": ["name", "ours", "field", "output"],
    "written": ["format", "pattern"],
    "nothing": ["none", "null", "empty", "missing", "na", "blank", "absent"],
    "graduated": ["tiered", "tiers", "progressive", "marginal", "brackets", "bands", "slabs"],
    "unique": ["lookup", "table", "match", "exact", "rows", "matrix", "switch"],
    "absent": ["default", "missing"],
  ]

  /// Where a key stands that is known, and not in this place.
  static func place(of word: String, in place: String) -> String? {
    switch place {
    case "a reference map" where ["fields", "compare", "overlay"].contains(word):
      "`\(word)` goes below a form: `forms:`, in it `other:`, and in that `\(word):`"
    case "an accepted difference" where ["id", "key", "booking", "bookings"].contains(word):
      "bookings are named by a condition: `when: id = \"A1\"`"
    case "a line" where ["max", "maximum", "at_most", "cap"].contains(word):
      "the most that an amount may be is part of it: `amount: min(…, most)`"
    case "a line" where ["min", "minimum", "at_least", "floor"].contains(word):
      "the least that an amount may be is part of it: `amount: max(…, least)`"
    case "a line" where ["group", "section", "block"].contains(word):
      "a group is a line that has others below it: `- line: name`, and in it `lines:`"
    case "a line of an overlay" where ["remove", "delete", "drop", "without"].contains(word):
      "a line is taken out at the top of the overlay: `remove: [quote.name]`"
    case "a table" where ["delimiter", "separator", "sep", "quote", "encoding"].contains(word):
      "leave it out: what parts the cells of a file is found by itself"
    case "a table" where ["file", "csv", "path", "source", "from"].contains(word):
      "the file stands behind the word that says which of its rows count: `unique: rates.csv`"
    case _: nil
    }
  }

  /// The key, among those of the place, that a word most likely means.
  static func meant(by word: String, among known: [String]) -> String? {
    let word = word.lowercased()
    return known.first { words[$0]?.contains(word) ?? false }
  }
}
