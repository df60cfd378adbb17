/// Keys by other words than the language's.
enum OtherKey {
  /// Words that people write for a key, by the key.
  private static let words: [String: Set<String>] = [
    "owner": ["by", "who", "author", "person"], "expires": ["until", "expiry", "valid_until"],
    "amount": ["price", "cost", "value", "sum", "rate", "charge", "formula", "total", "add", "adds",
      "plus"],
    "when": ["if", "condition", "where", "only_if", "applies_if"],
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
    "key": ["id", "ident"], "booking": ["request", "input"], "reply": ["response", "answer"],
    "priced": ["success", "ok", "successful"], "compare": ["comparison"],
    "header": ["header_row", "header_line"],
    "dates": ["date_format", "dateformat"], "numbers": ["number_format", "decimal", "decimals"],
    "extends": ["include", "includes", "import", "imports", "base", "parent"],
    "remove": ["delete", "drop", "without"],
    "graduated": ["tiered", "tiers", "progressive", "marginal", "brackets", "bands", "slabs"],
    "unique": ["lookup", "table", "match", "exact", "rows", "matrix", "switch"],
    "absent": ["default", "missing"],
  ]

  /// Where a key stands that is known, and not in this place.
  /// `value` is what stands behind the key, if that is a text.
  static func place(of word: String, in place: String, value: String? = nil) -> String? {
    switch place {
    case "a line": inLine(word, value)
    case "`decline`" where word == "unless": unless(value)
    case "a rules file"
    where ["valid_from", "valid_to", "valid_until", "effective", "effective_from", "expires"]
      .contains(word):
      "rules have no dates of their own: a condition on a date of the booking chooses what applies"
    case "`bookings`" where ["delimiter", "separator", "sep"].contains(word):
      "what parts the cells is found by itself, or said on the command line: `--delimiter`"
    case "`bookings`" where ["timezone", "time_zone", "tz", "zone"].contains(word):
      "a moment says its zone where it is declared: `at: instant in Europe/Zurich`"
    case "a table" where word == "currency":
      "leave it out: amounts are in the currency of the rules"
    case "a table" where ["sheet", "tab", "worksheet"].contains(word):
      "a sheet is named behind the file: `rates.xlsx#\(value ?? "Sheet1")`"
    case "`bookings`" where ["skip", "skip_rows", "skiprows"].contains(word),
      "a table" where ["skip", "skip_rows", "skiprows"].contains(word):
      "the line of the header is said, not what is before it: "
        + "`header: \(value.flatMap { Int($0) }.map { "\($0 + 1)" } ?? "4")`"
    case "a table" where word == "last", "a table, area or made list" where word == "last":
      "the first row that matches counts, `first:`; for the last, put the rows the other way round"
    case "a rules file" where ["locale", "language", "lang"].contains(word):
      "leave it out: how numbers and dates are written is said below `bookings`, `numbers:` and "
        + "`dates:`"
    case "a rules file" where word.hasPrefix("let.") && word.count > 4:
      "below `let:`, write `\(word.dropFirst(4)): …`; a path is for `--set`"
    case "a rules file" where word.hasPrefix("quote.") && word.count > 6:
      "below `quote:`, write `- line: …` with what changes; a path is for `--set`"
    case "an accepted difference" where ["tolerance", "tol", "max", "amount"].contains(word):
      "how much may differ is part of the condition: "
        + "`when: … and abs(difference) <= \(value ?? "$0.05")`"
    case "a value that differs" where ["max", "most", "tolerance", "at_most"].contains(word):
      "the least and the most by which it may differ are `from` and `to`"
    case "a field" where ["divide", "div", "divisor"].contains(word):
      "theirs are divided by `scale`: `scale: \(value ?? "100")`"
    case "a field" where ["tolerance", "tol", "epsilon"].contains(word):
      "a tolerance is said on the command line: `--tolerance name=\(value ?? "0.01")`"
    case "a reference map" where ["fields", "compare", "overlay"].contains(word):
      "`\(word)` goes below a form: `forms:`, in it `other:`, and in that `\(word):`"
    case "an accepted difference" where ["id", "key", "booking", "bookings"].contains(word):
      "bookings are named by a condition: `when: id = \"A1\"`"
    case "a line of an overlay" where ["remove", "delete", "drop", "without"].contains(word):
      "a line is taken out at the top of the overlay: `remove: [quote.name]`"
    case "a table" where ["delimiter", "separator", "sep", "quote", "encoding"].contains(word):
      "leave it out: what parts the cells of a file is found by itself"
    case "a table" where ["file", "csv", "path", "source", "from"].contains(word):
      "the file stands behind the word that says which of its rows count: `unique: rates.csv`"
    case _: nil
    }
  }

  /// What is said of a key of a line that is none.
  private static func inLine(_ word: String, _ value: String?) -> String? {
    switch word {
    case "unless": unless(value)
    case _ where ["else", "otherwise"].contains(word):
      "a line has one amount, which may be a choice: `amount: if … then … else …`"
    case _ where ["discount", "rebate", "reduction"].contains(word):
      value?.hasSuffix("%") ?? false
        ? "a part that is taken off is an amount: "
          + "`amount: round(-\(value.flatMap(percent)?.replacing("-", with: "") ?? "…%") "
          + "* subtotal)`"
        : "it is a line of its own: `- line: \(word)`, and below it `amount: -…`, with a minus"
    case _ where ["percent", "percentage", "pct"].contains(word),
      _ where ["rate", "tax", "vat"].contains(word)
        && (value?.hasSuffix("%") ?? false):
      "a part of what is above is an amount: "
        + "`amount: round(\(value.flatMap(percent) ?? "…%") * subtotal)`"
    case _ where ["tax", "vat", "surcharge"].contains(word):
      "it is a line of its own: `- line: \(word)`, and below it `amount:` and its formula"
    case _ where ["quantity", "qty", "units", "count"].contains(word):
      "how many there are is part of the amount: `amount: \(value ?? "qty") * …`"
    case _ where ["round", "rounding", "round_to"].contains(word):
      "an amount is rounded where it is written: `amount: round(…)`, or with a step behind it"
    case "currency":
      "all amounts are in the `currency` at the top of the rules"
    case _ where ["max", "maximum", "at_most", "cap"].contains(word):
      "the most that one amount may be is part of it, `amount: min(…, \(value ?? "most"))`; of "
        + "all that is above, it is `- subtotal: …`, and below it "
        + "`becomes: min(subtotal, \(value ?? "most"))`"
    case _ where ["min", "minimum", "at_least", "floor"].contains(word):
      "the least that one amount may be is part of it, `amount: max(…, \(value ?? "least"))`; of "
        + "all that is above, it is `- subtotal: …`, and below it "
        + "`becomes: max(subtotal, \(value ?? "least"))`"
    case _ where ["group", "section", "block"].contains(word):
      "a group is a line that has others below it: `- line: name`, and in it `lines:`"
    case _: nil
    }
  }

  /// `not` is tighter than what compares or joins.
  private static func unless(_ value: String?) -> String {
    guard let value, value.utf8.count < 80 else {
      return "write `when: not (…)`, with the condition in the parentheses, or add it to a `when` "
        + "that is there: `… and not (…)`"
    }
    let denied = "not \(Lexicon.isName(value) ? value : "(\(value))")"
    return "write `when: \(denied)`, or add it to a `when` that is there: `… and \(denied)`"
  }

  /// A rate with its sign; nil where it may be meant as a part of 1 as well.
  private static func percent(_ value: String) -> String? {
    guard let figure = Ratio(decimal: value) else { return value.hasSuffix("%") ? value : nil }
    return figure < 1 ? nil : "\(figure)%"
  }

  /// The key, among those of the place, that a word most likely means.
  static func meant(by word: String, among known: [String]) -> String? {
    let known = known.filter { $0 != word }
    let word = word.lowercased()
    return known.first { words[$0]?.contains(word) ?? false }
  }
}
