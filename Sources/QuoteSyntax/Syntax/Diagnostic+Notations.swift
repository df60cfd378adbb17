/// What can be wrong in how texts are said to be written.
extension Diagnostic {
  package static func writtenForm(_ text: Spanned<String>) -> Diagnostic {
    if let example = example(ofFormat: text.value) {
      return Diagnostic(
        "written-form", "`\(text.value)` is a format of a spreadsheet, not an example",
        at: Label(text.span, "no number is written so"),
        help: ["write a number as it stands in the data: `\(example)`"])
    }
    if let word = NumberSpelling.multiplier(in: text.value) {
      return Diagnostic(
        "written-form", "`\(text.value)` does not show how numbers are written",
        at: Label(text.span, "`\(word)` multiplies the figure, and words beside it are left out"),
        help: ["write the figures out in the data: `5\(word)` would be read as 5"])
    }
    // Hours and minutes are two numbers, and no length of time is read so.
    let isClock = text.value.contains(":") && text.value.contains(kept(/[Hh]/))
    let clock =
      "hours and minutes such as `1:30` are a text, whose parts are read by themselves: "
      + "`1 h * integer(part(t, \":\", 1)) + 1 min * integer(part(t, \":\", 2))`"
    return Diagnostic(
      "written-form", "`\(text.value)` does not show how numbers are written",
      at: Label(text.span, "does not say which mark separates thousands and which decimals"),
      help: [
        isClock
          ? clock
          : "write a number with both marks: \"$1,234.50\", or \"1.234,50 €\"; with none, "
            + "numbers are whole: \"$12\""
      ])
  }

  /// A number that a spreadsheet shows by a format, `1,234.50` for `#,##0.00`; nil where the text
  /// is none.
  private static func example(ofFormat text: String) -> String? {
    guard text.contains("#"), let body = text.firstMatch(of: kept(/[#0](?:[#0,.' ]*[#0])?/)) else {
      return nil
    }
    let marks = body.0.filter { !"#0".contains($0) }
    let behind = body.0.reversed().prefix { "#0".contains($0) }.count
    let hasDecimals = marks.count > 1 ? marks.first != marks.last : marks.count == 1 && behind != 3
    let group = marks.count > 1 || !hasDecimals ? marks.first.map { "\($0)" } ?? "" : ""
    let decimals = hasDecimals ? "\(marks.last ?? ".")" + "500000".prefix(behind) : ""
    return text.replacing(body.0, with: "1\(group)234\(decimals)", maxReplacements: 1)
  }

  package static func keyCellForm(
    _ written: String, at span: SourceSpan, meant: String? = nil
  ) -> Diagnostic {
    // `97...` stands for how texts begin as often as for where numbers do.
    let start = written.wholeMatch(of: kept(/(\w+)\s?\.{3,}/))?.1
    let hasComma = meant.map { $0 == written.replacing(",", with: ".") } ?? false
    return Diagnostic(
      "key-cell-form", "`\(written)` is not a key cell",
      at: Label(
        span,
        hasComma
          ? "decimals follow a point here"
          : meant?.contains("..") ?? false
            ? "a range has brackets around it, and two points between its ends" : "cannot be read"),
      help: (start.map {
        ["for texts that begin like that, look up `starts_with(…, \"\($0)\")`, with a cell `yes`"]
      } ?? []) + [
        meant.map { "write `\($0)`" }
          ?? "key cells are a word, a, b, [a..b), < a, not(a), - or none; quote other texts"
      ])
  }

  /// A cell among others that are written as their table says.
  static func otherNotation(_ cell: OddCell, _ notation: TableNotation) -> Diagnostic {
    let help = cell.help(notation)
    if help.first?.hasPrefix("there is no such day") ?? false {
      return Diagnostic(
        "other-notation", "`\(cell.text.value)` is not a day of the calendar",
        at: Label(cell.text.span, "written as the table says"), help: help)
    }
    return Diagnostic(
      "other-notation", "`\(cell.text.value)` is not written as the cells beside it are",
      at: Label(cell.text.span, "cannot be read as the table says"), help: help)
  }

  // MARK: Columns of starts and ends

  static func endsTurned(
    _ formula: String, _ signs: (lower: String, upper: String), at lesser: SourceSpan,
    beside greater: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "end-columns", "the start and the end of `\(formula)` have changed places",
      at: Label(lesser, "in every row, the lesser stands here"),
      labels: [Label(greater, "and the greater here")],
      help: [
        "above the lesser write `\(formula) \(signs.lower)`, above the greater "
          + "`\(formula) \(signs.upper)`"
      ])
  }

  static func endTwice(
    _ formula: String, _ sign: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "end-columns", "two columns are the same end of `\(formula)`",
      at: Label(span, "the second"), labels: [Label(first, "the first")],
      help: ["a range has a start and an end: write `\(formula) \(sign)` above one of them"])
  }

  /// `> 1000` below `weight >=`.
  static func signOfCell(
    _ cell: String, _ sign: String, below header: String, _ bound: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "end-columns", "`\(cell)` is another end than that of its column, `\(header)`",
      at: Label(span, "the header is for the whole column"),
      help: [
        "write `\(bound)` alone, as the header has it, or `\(sign)` in the header if all cells are "
          + "meant so"
      ])
  }

  package static func lookedUpTwice(
    _ formula: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "end-columns", severity: .warning, "`\(formula)` is the key of two columns",
      at: Label(span, "a row counts where both cells are this value"),
      labels: [Label(first, "the first")],
      help: [
        "if they are the starts and the ends of ranges, write these into one column: `[0..5)`; "
          + "above columns of a file write `\(formula) >=` and `\(formula) <`",
        "otherwise leave one of them out",
      ])
  }

  static func endWithoutSign(
    _ formula: String, _ sign: String, at span: SourceSpan, beside end: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "end-columns", "a column of `\(formula)` beside one of its ends has no sign",
      at: Label(span, "only bookings with just this value have such a row"),
      labels: [Label(end, "a bound of a range")],
      help: ["write `\(formula) \(sign)`"])
  }

  package static func writtenOfOtherType(_ text: Spanned<String>, _ type: InputType) -> Diagnostic {
    Diagnostic(
      "written-of-other-type",
      "`written` is given for an input of the type `\(type.written)`",
      at: Label(text.span, "this type is written in one way only"),
      help: [
        type == .flag && text.value.contains("/")
          ? "words for yes and no are a choice: "
            + "`one of \(text.value.split(separator: "/").joined(separator: " | "))`"
          : "`written` is for numbers, dates and times: take it off; `nothing \"N/A\"` names words "
            + "that stand for nothing"
      ])
  }

  /// `instead` declares the input in the unit that the example shows.
  package static func writtenInOther(
    _ text: Spanned<String>, _ mark: String, than own: String, of name: String,
    instead: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "written-in-other-unit", "`\(name)` is read in \(own), and the example shows `\(mark)`",
      at: Label(text.span, "a figure with `\(mark)` beside it would be read as \(own)"),
      help: [
        instead.map { "if the data is in `\(mark)`, declare `\(name): \($0)`" }
          ?? "write the example with `\(own)`, or without anything beside the figure"
      ])
  }

  package static func writtenAndConverted(
    _ text: Spanned<String>, _ conversion: Spanned<String>
  ) -> Diagnostic {
    Diagnostic(
      "written-and-converted", "an input has both `written` and `\(conversion.value)`",
      at: Label(text.span, "the two read a text in different ways"),
      help: [
        "take one of them off: `written` reads what a person writes, a conversion what a "
          + "program reads"
      ])
  }

  package static func patternForm(
    _ text: Spanned<String>, _ type: InputType, _ why: String
  ) -> Diagnostic {
    let example =
      switch type {
      case .time: "`H:mm`, `h:mm a`, `24:00`, `excel days`"
      case .instant:
        "`M/d/yyyy h:mm a`, `yyyy-MM-dd HH:mm:ssX`, `unix seconds`, `unix milliseconds`, "
          + "`excel days`"
      case _: "`d/M/yyyy`, `d MMM yyyy`, `yyyyMMdd`, `excel days`"
      }
    var help = ["ways to write one are \(example)"]
    // Other programs write years and days in capitals.
    let letters = text.value.map { $0 == "Y" ? "y" : $0 == "D" ? "d" : $0 }
    var right = String(letters)
    if right.contains("%") {
      // The codes of C and Python, of which those of days and years are in small letters by now.
      right = ["%y": text.value.contains("%Y") ? "yyyy" : "yy", "%m": "MM", "%d": "dd", "%H": "HH",
        "%M": "mm", "%S": "ss", "%b": "MMM"]
        .reduce(right) { $0.replacing($1.key, with: $1.value) }
    }
    // Without hours, what is written `mm` are months.
    if type == .date, !right.lowercased().contains("h") { right.replace("m", with: "M") }
    if right != text.value, case .pattern(let pattern) = MomentNotation(right),
      pattern.mistake == nil, pattern.hasDate
    {
      help = [
        right == "yyyy-MM-dd" && type == .date
          ? "dates are read so by themselves: leave `written` out, or write `written \"\(right)\"`"
          : "write `\(right)`"
      ]
    }
    return Diagnostic(
      "pattern-form", "`\(text.value)` does not show how \(type.indefinite) is written",
      at: Label(text.span, why), help: help)
  }

  package static func nothingIsChoice(
    _ word: Spanned<String>, _ input: Spanned<String>
  ) -> Diagnostic {
    Diagnostic(
      "nothing-is-choice", "`\(word.value)` stands for nothing, and is a word of `\(input.value)`",
      at: Label(word.span, "is one of its words"),
      help: ["a word is the one or the other: take it out of one of the lists"])
  }

  package static func notationUnused(
    _ text: Spanned<String>, _ kind: NotationKind
  ) -> Diagnostic {
    Diagnostic(
      "notation-unused", severity: .warning,
      "no input reads anything that `\(kind.rawValue)` describes",
      at: Label(text.span, "no input is of this kind"), help: ["take it off"])
  }
}

extension InputType {
  /// The type with its article: `an instant`.
  fileprivate var indefinite: String {
    let word = written
    return "\("aeiou".contains(word.first ?? "x") ? "an" : "a") \(word)"
  }
}
