import QuoteSyntax

/// Complaints about tables: keys, columns, and what the rows leave out.
extension Diagnostic {
  // MARK: Keys

  static func listAsKey(_ header: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "list-as-key", "a list of texts cannot be looked up",
      at: Label(span, "`\(header)` is a list of texts"),
      help: ["look up the text they make, `join(\(header), \", \")`"])
  }

  static func unknownKeyWord(
    _ word: Spanned<String>, of header: String, among words: [String], meant: String? = nil,
    left: [String] = []
  ) -> Diagnostic {
    let joined = [" or ", " oder ", " ou ", " and ", " und "].reduce(word.value) {
      $0.replacing($1, with: ";")
    }
    let parts = joined.split(whereSeparator: { ";/|".contains($0) }).map {
      String($0).trimmedOfSpaces
    }
    let several = parts.count > 1 && parts.allSatisfy(words.contains)
      ? parts.joined(separator: ", ") : nil
    let days = words.contains("monday") ? Self.severalDays[word.value.lowercased()] : nil
    var help = (days ?? meant).map { ["write `\($0)`"] }
      ?? several.map { ["values are separated by commas: `\($0)`"] }
      ?? Suggestion.help(for: word.value, among: words)
    if let joined = joinedWords(word.value, words) { help = [joined] }
    if meant == "-", !left.isEmpty {
      let named = left.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      help = [
        "name what is left, \(named)" + (left.count > 3 ? " and so on" : "")
          + "; `-`, for all others, stands in the last row of a `first` table"
      ]
    }
    let totals = ["total", "totals", "sum", "summe", "gesamt", "somme", "all", "average"]
    let isTotal = totals.contains(word.value.lowercased())
    if isTotal, help.isEmpty {
      help = ["a row that adds up others is none of the table: leave it out"]
    }
    if words.count <= 12 {
      let plain = word.value.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      help.append(
        "it is one of " + words.map { "`\($0)`" }.joined(separator: ", ")
          + (plain && help.isEmpty && Lexicon.isName(header)
            ? ", or `\(word.value)` is to be added where `\(header)` is declared" : ""))
    }
    return Diagnostic(
      "unknown-key-word", "`\(header)` is never `\(word.value)`",
      at: Label(word.span, "not one of the values of `\(header)`"), help: help
    ).of(mistake: "word \(word.value) of \(header)")
  }

  static func noteAmongRows(_ word: Spanned<String>, of header: String) -> Diagnostic {
    Diagnostic(
      "unknown-key-word", "`\(header)` is never `\(word.value)`",
      at: Label(word.span, "the only cell of its row that holds anything"),
      help: ["a note is not a row of a table: take it out, or let its line begin with `#`"])
  }

  static func unknownArea(
    _ word: Spanned<String>, of header: String, among areas: [String]
  ) -> Diagnostic {
    Diagnostic(
      "unknown-area", "there is no area `\(word.value)`",
      at: Label(word.span, "`\(header)` is a point: its cells name areas"),
      help: Suggestion.help(for: word.value, among: areas))
  }

  static func rangeOfWords(_ span: SourceSpan, of header: String) -> Diagnostic {
    Diagnostic(
      "range-of-words", "the values of `\(header)` have no order to make a range of",
      at: Label(span, "a range"), help: ["list the values: `a, b, c`"])
  }

  /// `parts` are those of a range that goes over the end of what comes round, `joint` is what
  /// says “or” between them. `natural` is what to look for in it where numbers in texts ascend.
  /// `ends` are the lower and the upper one, where they do not stand in the span.
  static func emptyRange(
    _ span: SourceSpan, wraps: Bool, parts: [String] = [], joint: String = ", ",
    natural: String? = nil, ends: (lower: String, upper: String)? = nil, in sources: Sources
  ) -> Diagnostic {
    var help =
      "a range goes from its lower to its upper end: swap its ends, or use `[` and `]` to include "
      + "them"
    if !wraps, let right = RangeInTwoCases.alike(sources.text(at: span)) {
      help = "capital letters come before small ones: write both ends alike, \(right)"
    } else if wraps {
      help = "`-` matches every value; over midnight or the week's end: `[22:00..06:00)`"
    } else if let natural {
      help = "texts are compared letter by letter; for the order of the numbers in them, "
        + "\(joint == ", " ? "look up" : "write") `\(natural)`"
    } else if !parts.isEmpty {
      help = "a range that wraps around has two parts: `\(parts.joined(separator: joint))`"
    } else if let (figure, whole) = PointOfThousands.upperEnd(
      ends ?? PointOfThousands.ends(in: sources.text(at: span)))
    {
      help =
        "the point in `\(figure)` separates decimals, and does not group digits: write `\(whole)`"
    } else if let years = OtherYear.ranges(for: sources.text(at: span)) {
      help = "a range goes from its earlier to its later end; which year is meant, \(years)?"
    }
    return Diagnostic(
      "empty-range", "nothing lies in this range",
      at: Label(span, "it ends before it begins, or where it begins"), help: [help])
  }

  static func ambiguousNone(
    at span: SourceSpan, of header: String, isDenied: Bool
  ) -> Diagnostic {
    Diagnostic(
      "ambiguous-none", "`none` may mean two things here",
      at: Label(span, "`\(header)` may be the word `none`, and may also be not given"),
      help: [
        "write the word in quotation marks: `\"none\"`",
        isDenied
          ? "for what is given, add a key column `\(header) is given`: `yes` there, and `-` here "
            + "in place of the `not(…)`"
          : "for what is not given, add a key column `\(header) is given`: `no` there, `-` here",
      ])
  }

  static func notAsPrinted(
    _ word: Spanned<String>, of header: String, pattern: String, printed: String, padded: String?,
    inRange: Bool
  ) -> Diagnostic {
    Diagnostic(
      "not-as-printed", severity: .warning,
      "`\(word.value)` is never what `\(header)` prints",
      at: Label(word.span, "`\(header)` is printed by `\(pattern)`, zeros and all"),
      help: padded.map { ["with zeros they are printed by `\($0)`, and compared in their order"] }
        ?? [
          "write `\(printed)`"
            + (inRange ? ", or, to compare with just this text, `\"\(word.value)\"`" : "")
        ])
  }

  static func holdsAlways(_ tests: [KeyCell.Test]) -> Diagnostic {
    var help = ["a cell that always matches is `-`"]
    let ranges = tests.compactMap { test -> RangeSyntax? in
      guard case .range(let range) = test else { return nil }
      return range
    }
    if let low = ranges.first(where: { $0.upper == nil }), let lower = low.lower,
      let high = ranges.first(where: { $0.lower == nil }), let upper = high.upper
    {
      let (opens, closes) = (low.lowerIsIncluded ? "[" : "(", high.upperIsIncluded ? "]" : ")")
      let range = "\(opens)\(lower.value)..\(upper.value)\(closes)"
      if tests.count == 2, lower.value != upper.value {
        help.insert("for both at once, write `\(range)`", at: 0)
      }
    }
    let span = tests.dropFirst().reduce(tests[0].span) { $0.joined(to: $1.span) }
    return Diagnostic(
      "holds-always", "a key cell matches every value",
      at: Label(span, "one of these always matches"), help: help)
  }

  /// `whole` is the one of the two that has all of the other in it; nil where neither has.
  /// `decimal` is what both are as one number, where nothing but a comma is between two figures.
  static func alternativesOverlap(
    _ span: SourceSpan, _ first: SourceSpan, whole: String?, decimal: String?
  ) -> Diagnostic {
    Diagnostic(
      "alternatives-overlap", severity: .warning, "two values of a key cell overlap",
      at: Label(span, "some of this is already in the other"), labels: [Label(first, "the other")],
      help: [
        decimal.map { "if this is one number, its decimals follow a point: `\($0)`" },
        whole.map { "`\($0)` has the other in it: for all of it, write `\($0)` alone" }
          ?? "a comma says “or”: write one range from the lower start to the higher end",
      ].compactMap(\.self))
  }

  // MARK: Columns

  static func cellNotOfType(
    _ cell: Spanned<String>, column: String, type: ValueType, help: [String] = [],
    in rules: ModelChecker
  ) -> Diagnostic {
    let help = help.isEmpty ? ValueColumnReader.helpForAbsence(cell, in: rules) : help
    return Diagnostic(
      "cell-not-of-type", "`\(cell.value)` is not \(type.described)",
      at: Label(cell.span, "every cell of `\(column)` is"),
      help: help.isEmpty
        ? ["\(type.described) is written like \(type.exampleWritten(in: rules.currency))"] : help)
  }

  /// `odd` is the cell that is unlike the others, `other` one of them.
  static func mixedColumn(
    _ column: String, odd: Spanned<String>, isText: Bool, _ other: Spanned<String>, help: [String]
  ) -> Diagnostic {
    Diagnostic(
      "mixed-column", "the cells of `\(column)` are not of one type",
      at: Label(odd.span, "in `\(column)`, `\(odd.value)` is \(isText ? "a text" : "not a text")"),
      labels: [Label(other.span, "`\(other.value)` is \(isText ? "not a text" : "a text")")],
      help: help)
  }

  static func mixedTypes(
    _ column: String, _ first: Spanned<String>, of firstType: ValueType,
    _ other: Spanned<String>, of otherType: ValueType, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "mixed-column", "the cells of `\(column)` are not of one type",
      at: Label(other.span, "in `\(column)`, `\(other.value)` is \(otherType.described)"),
      labels: [Label(first.span, "`\(first.value)` is \(firstType.described)")], help: help)
  }

  static func hitNeedsNumbers(
    _ policy: Spanned<HitPolicy>, column: Spanned<String>, type: ValueType
  ) -> Diagnostic {
    let isExtreme = policy.value == .max || policy.value == .min
    return Diagnostic(
      "hit-needs-numbers",
      isExtreme
        ? "`\(policy.value.rawValue)` cannot rank rows by `\(column.value)`"
        : "`\(policy.value.rawValue)` cannot combine the values of `\(column.value)`",
      at: Label(column.span, "`\(column.value)` is \(type.described)"),
      labels: [Label(policy.span)],
      help: [
        isExtreme
          ? "rows are ranked by their first value column: put the column of numbers first"
          : "numbers are combined, and texts are listed: use `first` or `unique`"
      ])
  }

  static func productOfMeasures(column: Spanned<String>, type: ValueType) -> Diagnostic {
    Diagnostic(
      "product-of-measures", "the values of `\(column.value)` cannot be multiplied by each other",
      at: Label(column.span, "`\(column.value)` is \(type.described)"),
      help: [
        "only plain numbers can be multiplied over any number of rows: multiply factors (`1.25`, "
          + "`110%`), and then the price by their product"
      ])
  }

  // MARK: Graduated

  static func noMeasure(_ header: String, _ type: ValueType, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "no-measure", "`\(header)` is not a measure whose parts could be priced",
      at: Label(span, "`\(header)` is \(type.described)"),
      help: ["the last key of a `graduated` table is a number, an amount or another measure"])
  }

  static func graduatedColumns(
    _ span: SourceSpan, _ which: String, other: SourceSpan? = nil, nothing: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "graduated-columns",
      "the columns of a `graduated` table are not one price, or one flat and one per unit",
      at: Label(span, which), labels: other.map { [Label($0, "as this one is")] } ?? [],
      help: nothing.map { ["nothing per unit is `\($0)`"] } ?? [
        "put another column into a `unique` table",
        "if each row has a price of its own and nothing is added up, write `unique` in place of "
          + "`graduated`",
      ])
  }

  static func bracketForm(_ span: SourceSpan, of header: String) -> Diagnostic {
    Diagnostic(
      "bracket-form", "a bracket is not one range of `\(header)`",
      at: Label(span, "not one range"), help: ["`[0..10)`, `>= 10`, or `-` for all of it"])
  }

  static func blankBracket(_ span: SourceSpan, nothing: String) -> Diagnostic {
    Diagnostic(
      "blank-bracket", "a bracket has no price", at: Label(span, "none here"),
      help: ["every bracket has a price; write `\(nothing)` where it costs nothing"])
  }

  static func bracketPrice(
    _ cell: Spanned<String>, _ type: ValueType, measure value: PriceExpression, _ currency: String
  ) -> Diagnostic {
    // The figure that stands there is the one that is meant.
    let figure = cell.value.wholeMatch(of: kept(/\d+(\.\d+)?/)) == nil ? nil : cell.value
    func amount(_ digits: String) -> String { CurrencySign.amount(figure ?? digits, currency) }
    var example = amount("10") + " each"
    let (measure, unit) = (value.type, value.units.numerator?.name)
    if case .quantity(let quantity) = measure, let numerator = quantity.numerator {
      switch numerator {
      case .money: example = "5%"
      case .distance: example = amount("1.50") + "/\(unit ?? "mi")"
      case .weight: example = amount("2") + "/\(unit ?? "kg")"
      case .duration: example = amount("1") + "/\(unit ?? "min")"
      case .declared(let unit): example = amount("1") + "/\(unit)"
      }
    }
    var help =
      ["write `\(example)` for each unit inside, or `\(amount("10"))` once the bracket is entered"]
    if cell.value.hasSuffix("%") {
      help = ["a share that a row has for the whole is looked up: write `unique` for `graduated`"]
    } else if let match = cell.value.wholeMatch(of: kept(/(.*\d.*?)\s*\/\s*([A-Za-z]+)/)),
      let other = OtherMeasure(String(match.2))
    {
      help = ["\(other.told): write `= \(match.1) / \(other.size) \(other.unit)`"]
    }
    return Diagnostic(
      "bracket-price", "`\(cell.value)` is not a price for this measure",
      at: Label(cell.span, "this is \(type.described), the measure is \(measure.described)"),
      help: help)
  }

  /// `inner` is what the header does something to, and `value` that to which it is to do it, the
  /// key itself as a rule.
  static func headerNotApplied(
    _ header: TableKey, _ inner: PriceExpression, to key: PriceExpression,
    of value: PriceExpression? = nil, in sources: Sources
  ) -> Diagnostic {
    let (given, name) = (sources.text(at: key.span), sources.text(at: inner.span).trimmedOfSpaces)
    let taken = sources.text(at: (value ?? key).span).trimmedOfSpaces
    let written = header.header.replacing("(\(name)", with: "(\(taken)", maxReplacements: 1)
    // A key of another type than the header finds no row at all.
    let isFound = header.value.type == key.type
      || header.value.type.isPlainNumber && key.type.isPlainNumber
    return Diagnostic(
      "header-not-applied", severity: isFound ? .warning : .error,
      "`\(given)` is looked up without what the header does to it",
      at: Label(key.span, "keys in parentheses replace the header `\(header.header)`"),
      help: ["write `\(written)` here" + (given == name ? " too" : "")])
  }

  static func cellsNotApplied(
    _ header: String, key: SourceSpan, cell: SourceSpan, in sources: Sources
  ) -> Diagnostic {
    Diagnostic(
      "cells-not-applied", severity: .warning,
      "the row is found by `\(sources.text(at: key))`, and its price is computed from `\(header)`",
      at: Label(key, "the cells of the table do not see this key"),
      labels: [Label(cell, "computed from `\(header)` as it is")],
      help: [
        "give the key a name under `let`, and write that name in the header and in the cells"
      ])
  }
}

/// `[b10..B20]`: by letters, all that begins with a capital comes before.
private enum RangeInTwoCases {
  static func alike(_ written: String) -> String? {
    guard let ends = written.firstMatch(of: kept(/([\[(])([^\[\]().]+)\.\.([^\[\]().]+)([\])])/)),
      case let (lower, upper) = (ends.2.trimmedOfSpaces, ends.3.trimmedOfSpaces),
      let (first, last) = lower.first.flatMap({ low in upper.first.map { (low, $0) } }),
      first != last, first.lowercased() == last.lowercased(),
      lower.lowercased() < upper.lowercased()
    else { return nil }
    return [lower.uppercased(), lower.lowercased()].enumerated().map { index, low in
      let high = index == 0 ? upper.uppercased() : upper.lowercased()
      return "`\(ends.1)\(low)..\(high)\(ends.4)`"
    }.joined(separator: " or ")
  }
}
