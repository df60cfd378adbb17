/// What the model complains of: names, inputs, lines.
extension Diagnostic {
  static func unknownName(
    _ name: Spanned<String>, among known: NearWords, outputs: [OutputDeclaration], isWord: Bool,
    wantsText: Bool
  ) -> Diagnostic {
    if absences.contains(name.value.lowercased()) {
      return Diagnostic(
        "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span),
        help: [
          "what is not given is asked for by `x is given` and `x is not given`; what may be left "
            + "out is `if … then …` without `else`"
        ])
    }
    let isOutput = outputs.contains { $0.name.value == name.value }
    return Diagnostic(
      "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span),
      help: isOutput
        ? ["an output is a label for the reply; formulas use names under `let`"]
        : isWord
          ? ["a word is written in quotation marks: `\"\(name.value)\"`"]
          : known.help(for: name.value)
            + (wantsText
              ? ["`reasons` is a formula, in which a text is quoted: `(\"\(name.value)\")`"] : [])
    ).of(mistake: "name \(name.value)")
  }

  /// What is not given, in other notations.
  static let absences: Set<String> = ["none", "null", "nil", "undefined"]

  static func comparedWithAbsence(
    _ other: String, isEqual: Bool, absence: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unknown-name", "nothing is called `\(absence)`", at: Label(span),
      help: ["write `\(other) is \(isEqual ? "not " : "")given`"])
  }

  static func unknownFunction(
    _ name: Spanned<String>, among known: [String], help: String?
  ) -> Diagnostic {
    Diagnostic(
      "unknown-function", "there is no function or table `\(name.value)`", at: Label(name.span),
      help: (help ?? operators[name.value.lowercased()]).map { [$0] }
        ?? Suggestion.help(for: name.value, among: known))
  }

  /// What functions of other notations are here.
  private static let operators = [
    "modulo": "write `mod`", "remainder": "write `mod`", "rem": "write `mod`",
    "pow": "write `x * x`; if the exponent varies, put the powers in a table",
    "power": "write `x * x`; if the exponent varies, put the powers in a table",
    "maximum": "write `max`", "greatest": "write `max`", "minimum": "write `min`",
    "least": "write `min`", "ceiling": "write `ceil`", "roundup": "write `round_up`",
    "rounddown": "write `round_down`", "len": "write `length`", "total": "write `sum`",
    "iif": "write `if a then b else c`", "coalesce": "write `x default y`",
    "ifnull": "write `x default y`", "sumif": "write `sum(x where c)`",
    "countif": "write `count(list where c)`",
  ]

  static func unknownList(_ name: Spanned<String>, among known: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-list", "no list is called `\(name.value)`", at: Label(name.span),
      help: Suggestion.help(for: name.value, among: known)
    ).of(mistake: "name \(name.value)")
  }

  static func unknownField(_ name: Spanned<String>, among known: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-field", "an element has no field `\(name.value)`", at: Label(name.span),
      help: Suggestion.help(for: name.value, among: known)
    ).of(mistake: "name \(name.value)")
  }

  static func unknownColumn(
    _ name: Spanned<String>, of table: String, among known: [String]
  ) -> Diagnostic {
    Diagnostic(
      "unknown-column", "`\(table)` has no column `\(name.value)`", at: Label(name.span),
      help: Suggestion.help(for: name.value, among: known)
        + ["its columns are \(known.map { "`\($0)`" }.joined(separator: ", "))"])
  }

  static func whichColumn(_ table: String, _ columns: [String], at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "which-column", "a table with several value columns is read by `table.column`",
      at: Label(span, "which of \(columns.map { "`\($0)`" }.joined(separator: ", "))?"),
      help: ["write `\(table).\(columns[0])`"])
  }

  static func untypedColumn(_ column: Spanned<String>, of table: String) -> Diagnostic {
    Diagnostic(
      "untyped-column", "a column of a table without rows states its type",
      at: Label(column.span, "nothing shows what `\(table)` would find here"),
      help: ["write `\(column.value): money`, or what else it holds"])
  }

  static func noMember(
    _ name: Spanned<String>, at span: SourceSpan, isField: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      "no-member", "only a table has columns, and only a line has `reasons`",
      at: Label(span, "`\(name.value)` is neither"),
      help: isField ? ["a field of elements is named without its list: `\(name.value)`"] : [])
  }

  static func nameTwice(_ name: Spanned<String>, _ kind: String, _ other: Declaration) -> Diagnostic
  {
    Diagnostic(
      "name-twice", "a name has one meaning: `\(name.value)` is declared twice",
      at: Label(name.span, "here as \(kind)"),
      labels: [Label(other.span, "first as \(other.kind)")],
      help: ["inputs, fields, lists, lets, lines and subtotals share one namespace; rename one"])
  }

  static func takenName(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "taken-name", "`\(name.value)` already has a meaning", at: Label(name.span),
      help: ["choose another name"])
  }

  static func circle(_ names: [Spanned<String>], at span: SourceSpan) -> Diagnostic {
    let path = names.map { "`\($0.value)`" }.joined(separator: " uses ")
    return Diagnostic(
      "circular", "no definition may use itself, not even through others", at: Label(span, path),
      labels: names.dropLast().map { Label($0.span) })
  }

  static func namesTooDeep(_ name: Spanned<String>, limit: Int) -> Diagnostic {
    Diagnostic(
      "names-too-deep", "at most \(limit) names stand upon one another",
      at: Label(name.span, "this is one too many"),
      help: ["let it use names that stand upon fewer others"])
  }

  static func listAlone(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "list-alone", "a list is not a value by itself", at: Label(span),
      help: ["count its elements with `count(\(name))`, or use one of its fields"])
  }

  static func areaAlone(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "area-alone", "an area is written after `in` or in a key cell", at: Label(span),
      help: ["write `point in \(name)`"])
  }

  static func notASet(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-a-set", "`in` is followed by a list, a range, or the name of a list or an area",
      at: Label(span))
  }

  static func differenceInList(_ span: SourceSpan, range: String) -> Diagnostic {
    Diagnostic(
      "not-a-set", "`in` is followed by a list, a range, or the name of a list or an area",
      at: Label(span, "this is a list of one number, a difference"),
      help: ["write `\(range)` for a range"])
  }

  static func noSubtotal(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "no-subtotal", "`subtotal` is the running subtotal, and exists only in the waterfall",
      at: Label(span), help: ["name it there with `- subtotal: name` and use that name"])
  }

  /// `subtotal` in a line with a `for`, read once for each element.
  static func subtotalUnderFor(_ span: SourceSpan, each list: String) -> Diagnostic {
    Diagnostic(
      "subtotal-under-for", "`subtotal` is not one value for each of `\(list)`",
      at: Label(span, "the one above the line, or with what the elements before it added?"),
      help: [
        "the one above is the same for all: name it, `- subtotal: so_far` above the line, and"
          + " write `so_far`",
        "with `lines:` under the `for`, each element has a subtotal of its own, from zero",
        "where each is to see what those before it made, say so: `for: \(list) in order`",
      ])
  }

  static func noTotal(_ span: SourceSpan, inLet: Bool) -> Diagnostic {
    Diagnostic(
      "no-total", "`total` exists only in `decline` and `outputs`", at: Label(span),
      help: [
        inLet
          ? "end the waterfall with `- subtotal: name`, and use that name here"
          : "in the waterfall, `subtotal` is the running subtotal"
      ])
  }

  static func lineBelow(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "line-below", "a line's amount is known only below it",
      at: Label(span, "`\(name)` is further down"),
      help: ["move the line up, or use what its amount is made of"])
  }

  static func freeKey(_ key: String, of table: Spanned<String>, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "free-key", "a table whose key names nothing is used with keys in parentheses",
      at: Label(span), labels: [Label(table.span, "its key `\(key)` is not a name of the rules")],
      help: ["write `\(table.value)(…)`, or declare `\(key)`"]
    ).of(mistake: "name \(key)")
  }

  static func keyCount(
    _ name: Spanned<String>, _ headers: [String], given: Int, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "key-count",
      "`\(name.value)` is looked up by \(headers.count) "
        + (headers.count == 1 ? "key" : "keys") + ", not \(given)",
      at: Label(span), help: ["in the order of its header: \(headers.joined(separator: ", "))"])
  }

  static func wrongArguments(
    _ name: Spanned<String>, form: String, at span: SourceSpan, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "wrong-arguments", "`\(name.value)` is written `\(form)`", at: Label(span), help: help)
  }

  static func notAChoice(_ word: String, among words: [String], at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-a-choice", "`\(word)` is not one of the words this can be", at: Label(span),
      help: helpOfWords(word, words))
  }

  static func neverThisWord(
    _ word: String, among words: [String], at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-this-word", severity: .warning, "the value compared here is never `\(word)`",
      at: Label(span), help: helpOfWords(word, words))
  }

  private static func helpOfWords(_ word: String, _ words: [String]) -> [String] {
    let start = word.lowercased().prefix(3)
    let isDay = words == Weekday.names && start.count > 1
    let day = isDay ? words.first { $0.hasPrefix(start) } : nil
    return (day.map { ["write `\"\($0)\"`"] } ?? Suggestion.help(for: word, among: words))
      + ["it is one of \(words.prefix(12).map { "`\($0)`" }.joined(separator: ", "))"]
  }

  // MARK: - Header

  /// `inOwn` is the amount as the file's currency is written.
  static func otherCurrency(
    _ written: String, of currency: String, code: String?, inOwn: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "other-currency", "one file has one currency",
      at: Label(span, "`\(written)` is not \(currency)"),
      help: ["write `\(inOwn)`"]
        + (code.map { ["or, where all amounts are in \($0), `currency: \($0)` at the top"] } ?? [])
    ).of(mistake: "currency \(written)")
  }

  static func roundingOfProfile(_ span: SourceSpan, _ arithmetic: Arithmetic) -> Diagnostic {
    Diagnostic(
      "rounding-of-profile", "under `\(arithmetic.rawValue)` rounding is that language's own",
      at: Label(span), help: ["leave `rounding` out"])
  }

  static func unknownZone(_ zone: Spanned<String>, near: String?) -> Diagnostic {
    // What an abbreviation is nearest to is another zone.
    let isAbbreviation = zone.value.count <= 5 && zone.value.allSatisfy { $0.isUppercase }
    let near = isAbbreviation ? nil : near
    let place = zoneNames[zone.value]
    return Diagnostic(
      "unknown-timezone", "`\(zone.value)` is not a time zone", at: Label(zone.span),
      help: place.map { ["write `\($0)`, or another city that has this time"] }
        ?? (near.map { ["did you mean `\($0)`?"] } ?? []) + [
          "zones are named after cities, as in the IANA database: `America/New_York`"
        ])
  }

  /// Cities with the time of abbreviations that the database does not have.
  private static let zoneNames = [
    "MSK": "Europe/Moscow", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
    "MDT": "America/Denver", "CST": "America/Chicago", "CDT": "America/Chicago",
    "EDT": "America/New_York", "BST": "Europe/London", "CEST": "Europe/Berlin",
    "MEZ": "Europe/Berlin", "EEST": "Europe/Kyiv", "IST": "Asia/Kolkata", "JST": "Asia/Tokyo",
    "KST": "Asia/Seoul", "SGT": "Asia/Singapore", "AEST": "Australia/Sydney",
    "NZST": "Pacific/Auckland",
  ]

  static func unreadableZone(_ zone: Spanned<String>, _ path: String) -> Diagnostic {
    Diagnostic(
      "unreadable-timezone", "the system's time-zone database cannot be read",
      at: Label(zone.span, path))
  }

  static func noQuote(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "no-quote", "a rules file has a `quote`", at: Label(span),
      help: ["at least one line: `- line: visit`"])
  }

  // MARK: - Inputs

  static func secondKey(_ span: SourceSpan, _ first: SourceSpan) -> Diagnostic {
    Diagnostic(
      "second-key", "a booking has one key", at: Label(span, "a second one"),
      labels: [Label(first, "the first")])
  }

  static func keyType(_ span: SourceSpan) -> Diagnostic {
    Diagnostic("key-type", "a key is a text or a count", at: Label(span))
  }

  static func unitMismatch(_ unit: Spanned<String>, _ type: ValueType) -> Diagnostic {
    Diagnostic(
      "unit-mismatch", "`\(unit.value)` does not measure \(type.described)", at: Label(unit.span))
  }

  static func badBound(_ written: Spanned<String>, units: Set<String> = []) -> Diagnostic {
    var help: [String] = []
    if let match = written.value.wholeMatch(of: /([^\d\s\-]+)\s?-\s?(\d.*)/) {
      help = ["the minus comes first: `-\(match.1)\(match.2)`"]
    } else if let date = OtherDate(written.value) {
      help = [date.help]
    } else if let number = CommaNumber(in: written.value) {
      help = [number.help]
    } else if let slip = NumberSlip(written.value, units: units) {
      help = ["write `\(slip.right)`"]
    }
    return Diagnostic(
      "bad-bound", "`\(written.value)` is not a value of the input's type", at: Label(written.span),
      help: help)
  }

  static func rangeTooWide(_ span: SourceSpan, _ most: Ratio, step: Ratio) -> Diagnostic {
    Diagnostic(
      "range-too-wide", "a range has no more steps than 64 bits count",
      at: Label(span, "with a step of \(step) it goes from \(-most) to \(most) at most"),
      help: ["write a narrower range, or a larger `step`"])
  }

  static func badDefault(
    _ span: SourceSpan, _ field: FieldSchema, in rules: ModelChecker
  ) -> Diagnostic {
    let (type, _) = ValueColumnReader.type(of: field.type)
    if field.type == .point {
      return Diagnostic(
        "bad-default", "a point has no default", at: Label(span, "`\(field.name)` is a point"),
        help: [
          "make it `optional point`, and write `\(field.name) default point(25.77, -80.19)` "
            + "where it is used"
        ])
    }
    return Diagnostic(
      "bad-default", "a default is a value of the input's type",
      at: Label(span, "`\(rules.sources.text(at: span))` is not \(type.described)"),
      help: ["`\(field.name)` is \(type.described): write it as \(type.exampleWritten)"])
  }

  static func defaultOutside(_ span: SourceSpan, _ field: String) -> Diagnostic {
    Diagnostic(
      "default-outside", "a default is within the input's range and on its step",
      at: Label(span, "not so for `\(field)`"))
  }

  static func badCell(_ written: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "bad-cell-pattern",
      "`cell` is names of fields separated by marks, and a mark that separates elements",
      at: Label(written.span), help: ["such as `tint:size*quantity;`"])
  }

  static func beforeKeep(_ span: SourceSpan, _ part: PriceExpression) -> Diagnostic {
    Diagnostic(
      "before-keep", "`keep` and extra elements are decided before lists are complete",
      at: Label(span, "this needs the complete list"), labels: [Label(part.span)],
      help: ["use fields of the element and of what holds it"])
  }

  static func madeOf(_ span: SourceSpan) -> Diagnostic {
    Diagnostic("made-of", "a made list runs over dates or whole numbers", at: Label(span))
  }

  // MARK: - Lines

  static func becomesUnderFor(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "becomes-under-for", "a line for each element adds an `amount`",
      at: Label(span, "`becomes` would set the subtotal once for each"),
      help: ["use `lines:` under the `for`, each with its own subtotal from zero"])
  }

  static func listNotBelow(_ list: Spanned<String>, _ place: String) -> Diagnostic {
    Diagnostic(
      "list-not-below", "`for` names a list below its own place",
      at: Label(list.span, place.isEmpty ? "" : "it is in the waterfall of each of `\(place)`"))
  }
}
