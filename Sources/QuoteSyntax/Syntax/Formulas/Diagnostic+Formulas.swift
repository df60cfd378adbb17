/// What can be wrong in the form of a formula, a text or a number.
extension Diagnostic {
  static func formulaMissing(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "formula-missing", "a formula is missing", at: Label(span, "nothing is written"),
      help: ["write a figure or a formula here, or leave the whole entry out"])
  }

  static func formulaTooDeep(at span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(
      "formula-too-deep", "a formula nests more than \(limit) levels deep",
      at: Label(span, "too deep here"),
      help: ["give a part of it a name under `let`"])
  }

  static func formulaTooLong(at span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(
      "formula-too-long", "a formula chains more than \(limit) operators of one kind",
      at: Label(span, "one too many"), help: ["give a part of it a name under `let`"])
  }

  static func formulaEndsEarly(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "formula-ends-early", "the formula ends where a value is needed",
      at: Label(span, "a value should follow"))
  }

  /// `items[0].price`; `field` is what follows the bracket.
  static func elementByNumber(_ field: String?, at span: SourceSpan) -> Diagnostic {
    let x = field ?? "x"
    return Diagnostic(
      "operator-wanted", "`[` cannot stand here",
      at: Label(span, "elements have no numbers"),
      help: [
        "the first of them is `first(\(x))`, the last `last(\(x))`, one of a kind "
          + "`first(\(x) where …)`, the largest `max(\(x))`"
      ])
  }

  static func operandMissing(
    found: String, at span: SourceSpan, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "value-wanted", "\(shown(found)) is used where a value is needed",
      at: Label(span, "not a value"), help: help.isEmpty ? helpForMark(found) : help)
  }

  /// `x >= 2 and <= 5`.
  static func leftSideMissing(right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "value-wanted", "a comparison has no left side", at: Label(span, "what is compared here?"),
      help: ["write `\(right)`"])
  }

  static func operatorMissing(found: String, at span: SourceSpan, help: [String] = [])
    -> Diagnostic
  {
    var said = help
    switch found {
    case "otherwise" where help.isEmpty:
      said = ["write `x default y` for a value that is not given"]
    case "if" where help.isEmpty: said = ["a condition comes first: `if … then … else …`"]
    case "\"": said = ["a formula that begins with a text needs parentheses: (\"text\")"]
    case _ where help.isEmpty: said = helpForMark(found)
    case _: break
    }
    return Diagnostic(
      "operator-wanted", "\(shown(found)) cannot stand here",
      at: Label(span, "an operator, such as `+` or `and`, or the end of the formula is wanted"),
      help: said)
  }

  /// A mark in backticks, or what an invisible one is called.
  private static func shown(_ mark: String) -> String {
    guard let scalar = mark.unicodeScalars.first, InvisibleMark.isOne(scalar) else {
      return "`\(mark)`"
    }
    return InvisibleMark.called(scalar)
  }

  private static func helpForMark(_ mark: String) -> [String] {
    switch mark {
    case "'", "“", "”", "„", "‘", "’", "«", "»":
      ["texts are in double quotation marks, and straight ones: `\"text\"`"]
    case "×", "·": ["multiply with `*`"]
    case "÷": ["divide with `/`"]
    case "−", "–": ["subtract with `-`"]
    case "{": ["braces are for formulas inside texts: (\"{name}\")"]
    case "!": ["write `not` for the opposite, `!=` for unequal"]
    case "+": ["leave the `+` out: an amount that is added has no sign, and 10% more is `110% * …`"]
    case "\u{A0}", "\u{202F}", "\u{2007}", "\u{2009}", "\u{200B}", "\u{FEFF}":
      ["it came with copied text: delete it, and type an ordinary space where one is needed"]
    case "%": [
        "a percent sign follows a figure, `8%`: a name for `8%` has it already, so leave the "
          + "sign out; only for a name that means 8, write `name / 100`"
      ]
    case "=": ["leave the `=` out: a formula is written by itself"]
    case _: []
    }
  }

  /// `// since May`.
  static func commentInFormula(_ words: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "other-spelling", "`//` is written `#` here", at: Label(span, "not a part of the formula"),
      help: ["a comment begins with `#`: `# \(words)`"])
  }

  static func otherSpelling(
    _ mark: String, right: String, at span: SourceSpan, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "other-spelling", "`\(mark)` is written `\(right)` here", at: Label(span),
      help: help
        + (["^", "**"].contains(mark) ? ["if the exponent varies, put the powers in a table"] : []))
  }

  /// A mark between values that other notations have there.
  static func otherSeparator(
    _ mark: String, right: String, at span: SourceSpan, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "other-spelling", "`\(mark)` is written `\(right)` here",
      at: Label(span, right == ".." ? "makes no range" : "separates nothing"),
      help: [help ?? "write `\(right)`"])
  }

  /// `right` is the whole choice, where it is known.
  static func thenMissing(
    at span: SourceSpan, from start: SourceSpan, right: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "then-missing", "an `if` has no `then`", at: Label(span, "`then` should be here"),
      labels: [Label(start, "the `if`")],
      help: [right.map { "write `\($0)`" } ?? "write `if condition then value else other`"])
  }

  static func ifNeedsParentheses(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "if-in-parentheses", "an `if` inside a formula has no parentheses",
      at: Label(span, "this one binds too loosely"), help: ["write `(if … then … else …)`"])
  }

  static func comparisonChained(
    _ mark: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "comparison-chained", "two comparisons are chained",
      at: Label(span, "so it cannot be compared again"),
      labels: [Label(first, "this is already yes or no")],
      help: ["join two comparisons with `and`, or write `x in [a..b]`"])
  }

  /// `total > €500 zone = "A"`.
  static func conditionsUnjoined(_ right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "operator-wanted", "two conditions are side by side",
      at: Label(span, "a second one begins here"),
      help: ["`and` or `or` joins them: `\(right)`"])
  }

  static func givenMissing(
    at span: SourceSpan, from start: SourceSpan, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "given-missing", "`is` only asks whether a value is given",
      at: Label(span, "neither `given` nor `not given`"), labels: [Label(start, "the `is`")],
      help: help.isEmpty
        ? ["write `x is given`, `x is not given`, or for what is equal `x = y`"] : help)
  }

  static func inMissing(at span: SourceSpan, from start: SourceSpan) -> Diagnostic {
    Diagnostic(
      "in-missing", "`not` after a value needs `in`",
      at: Label(span, "`in` should be here"),
      labels: [Label(start, "the `not`")],
      help: ["write `x not in [a, b]`, `x != y`, or before a condition `not (…)`"])
  }

  package static func rangeOutsideIn(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "range-outside-in", "a range needs `in` before it",
      at: Label(span, "a range is not a value"),
      help: ["write `x in [a..b)`"])
  }

  static func rangeAmongValues(_ right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "range-outside-in", "a range in a list has no brackets of its own", at: Label(span),
      help: ["write `\(right)` inside the brackets of the list"])
  }

  static func bracketOpen(
    _ opening: String, closing: String, at span: SourceSpan, found: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "bracket-open", "`\(opening)` is never closed", at: Label(span, "opened here"),
      labels: [Label(found, "`\(closing)` should come before this")])
  }

  /// `amount` is how one is written whose currency has a point behind it.
  static func memberMissing(at span: SourceSpan, amount: String? = nil) -> Diagnostic {
    Diagnostic(
      "member-missing", "no name follows the point",
      at: Label(span, "the name of a column is needed"),
      help: amount.map { ["write `\($0)`"] } ?? [])
  }

  static func digitsGrouped(_ written: String, at span: SourceSpan) -> Diagnostic {
    let plain = written.filter { !"_'’".contains($0) }.replacing(",", with: ".")
    return Diagnostic(
      "digits-grouped", "`\(written)` has marks between its digits",
      at: Label(span, "nothing groups the digits of a number"),
      help: ["write `\(plain)`"])
  }

  /// `10,000` or `1,5` where a comma parts one value from the next, or nothing can be parted.
  static func digitsParted(_ span: SourceSpan, _ number: CommaNumber, isParting: Bool)
    -> Diagnostic
  {
    let parted = number.written.replacing(",", with: ", ")
    return Diagnostic(
      "digits-grouped", "`\(number.written)` has a comma between its digits",
      at: Label(
        span,
        isParting
          ? "here a comma separates one value from the next" : "a comma is not part of a number"),
      help: (isParting && number.decimal == nil && number.grouped == nil ? [] : [number.help])
        + (isParting ? ["between two values a space follows the comma: `\(parted)`"] : []))
  }

  static func digitsSpaced(_ digits: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "digits-grouped", "a number has spaces between its digits",
      at: Label(span, "this is read as several numbers"),
      help: ["write `\(digits)`"])
  }

  static func numberForm(
    _ written: String, at span: SourceSpan, right: String? = nil
  ) -> Diagnostic {
    let isDates = right?.contains(kept(/^\d{4}-\d\d-\d\d\.\./)) ?? false
    return Diagnostic(
      "number-form", "`\(written)` is not a \(isDates ? "range of dates" : "number")",
      at: Label(
        span,
        isDates
          ? "a date begins with its year" : "numbers are decimal digits with at most one point"),
      help: right.map { ["write `\($0)`"] } ?? [])
  }

  /// `1c`, `50p`, `30¢/kWh`: hundredths, which are no unit. `right` is the amount, where the
  /// currency is known.
  package static func hundredths(
    _ written: String, _ decimal: String, right: String? = nil, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "number-form", "`\(written)` is not a number",
      at: Label(span, "hundredths of a currency have no word of their own"),
      help: [
        right.map { "they are decimals: write `\($0)`" }
          ?? "they are decimals: write `\(decimal)` with the currency's sign or code at it"
      ])
  }

  package static func numberTooLong(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "number-too-long", "a number has more than 36 digits", at: Label(span, "too many digits"))
  }

  /// What to write for units of the calendar, which are not all of one length.
  private static let calendarUnits = [
    "week": "a week is `7 days`",
    "month": "the same day of the next month is `add_months(date, 1)`; for a rate by the month, "
      + "declare `units: [month]`",
    "year": "the same day of the next year is `add_months(date, 12)`; for a rate by the year, "
      + "declare `units: [year]`",
  ]

  /// `figure` is the number with the word behind it, where there is one, `instead` a declaration
  /// with another unit that says the same.
  static func unknownUnit(
    _ word: String, figure: String? = nil, instead: String? = nil, isCompared: Bool = false,
    at span: SourceSpan, units: Set<String>
  ) -> Diagnostic {
    if let other = OtherMeasure(word) {
      let right = instead ?? figure.flatMap { $0.hasSuffix(word) ? other.rewritten($0) : nil }
      return Diagnostic(
        "unknown-unit", "`\(word)` is not a unit",
        at: Label(span, "unknown"),
        help: [other.told + (right.map { ": write `\($0)`" } ?? "")]
      ).of(mistake: "name \(word)")
    }
    let known = MeasureUnit.builtIn.map(\.name) + units.sorted() + ["each"]
    let one = MeasureUnit.singular(word)
    let spelt = MeasureUnit.name(speltOut: word)
    // Almost anything is near a word of two letters.
    let near = known.first { $0.lowercased() == word.lowercased() }
      ?? (word.count > 2 ? Suggestion.nearest(to: word, among: known) : nil)
    let code = ["euro": "EUR", "dollar": "USD", "franc": "CHF", "franken": "CHF", "fr": "CHF"]
    let digits = figure.flatMap { $0.firstMatch(of: kept(/^\d[\d_.]*/)).map { "\($0.0) " } } ?? ""
    let currency = code[one].map {
      "a currency is written as its sign or its code: `\(digits)\($0)`"
    }
    let cents = ["ct", "cent", "penny", "pence"].contains(one)
      ? "cents are decimals of an amount with its currency: 88 of them are `€0.88` or `$0.88`" : nil
    // Years since something are a count, and are compared with one.
    let count = calendarUnits[one] == nil || !isCompared ? nil
      : figure?.wholeMatch(of: kept(/(\d+)\s*[A-Za-z]+/)).map {
        "where years are a count, compare them with a count: write `\($0.1)`"
      }
    let rounded = ["round", "rounded", "rounding"].contains(one)
      ? "to round an amount, write `round(…)` around it" : nil
    let listed = "units are \(known.joined(separator: ", ")), and what `units` declares"
    return Diagnostic(
      "unknown-unit", "`\(word)` is not a unit",
      at: Label(span, figure == nil ? "unknown" : "a word behind a figure is read as its unit"),
      help: [
        count ?? currency ?? cents ?? rounded ?? calendarUnits[one] ?? spelt.map { "write `\($0)`" }
          ?? near.map { "did you mean `\($0)`?" } ?? listed
      ]
    ).of(mistake: "name \(word)")
  }

  package static func noSuchDate(_ text: String, at span: SourceSpan) -> Diagnostic {
    if let short = ShortDate(text) {
      return Diagnostic(
        "no-such-date", "`\(text)` is not a date",
        at: Label(span, "month and day have two digits each"),
        help: ["write `\(short.padded)`; to subtract, put spaces around the signs"])
    }
    let isOrdered = text.first { !$0.isNumber } == "-"
    return Diagnostic(
      "no-such-date", "`\(text)` is not a date",
      at: Label(span, isOrdered ? "there is no such day" : "a date begins with its year"),
      help: [
        OtherDate(text)?.help ?? "dates are written 2026-03-14, moments 2026-03-14T12:30:00Z"
      ])
  }

  static func noSuchTime(_ text: String, at span: SourceSpan) -> Diagnostic {
    let other = OtherTime(text)
    let isShort = text.wholeMatch(of: kept(/\d:\d\d(?::\d\d)?/)) != nil
    return Diagnostic(
      "no-such-time", "`\(text)` is not a time of day",
      at: Label(
        span,
        isShort
          ? "an hour has two digits"
          : other == nil ? "there is no such time" : "a time is hours, a colon and minutes"),
      help: [
        other.map { "write `\($0.right)`" }
          ?? (text.hasPrefix("24:00")
            ? "a day ends before 24:00, with which the next one begins: for all up to its end, "
              + "ask only whether it is `>= 18:00`; `< 24:00` always holds, and `>= 24:00` never"
            : "times are written 12:30 or 12:30:15, up to 23:59:59")
      ])
  }

  static func textNeverEnds(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "text-never-ends", "a text never ends", at: Label(span, "opened here"),
      help: ["end it with a quotation mark; write \\\" for one inside a text"])
  }

  static func braceUnmatched(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "brace-unmatched", "`}` closes nothing", at: Label(span, "no `{` is open here"),
      help: ["write \\} for the character itself"])
  }

  static func braceEmpty(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "brace-empty", "there is nothing between the braces",
      at: Label(span, "they need a formula"),
      help: ["write \\{\\} for the characters themselves"])
  }

  static func escapeUnknown(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "escape-unknown", "a backslash has no meaning before this character",
      at: Label(span, "not one of \" \\ { } | n t r"), help: ["write \\\\ for a backslash"])
  }
}
