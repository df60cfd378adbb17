import QuoteLanguage
import QuoteSyntax

/// Complaints about words, figures and comparisons that mean something, but hardly what was
/// intended.
extension Diagnostic {
  static func selfComparison(
    _ span: SourceSpan, _ written: String, _ kind: SelfComparisons.Kind, isOptional: Bool
  ) -> Diagnostic {
    switch kind {
    case .choice:
      Diagnostic(
        "self-comparison", severity: .warning, "`\(written)` appears twice in one `min` or `max`",
        at: Label(span),
        help: ["write it once, or what the other value was meant to be"])
    case .comparison(let holds):
      Diagnostic(
        "self-comparison", severity: .warning, "`\(written)` is compared with itself",
        at: Label(
          span,
          !holds
            ? "this never holds"
            : isOptional ? "this always holds where it is given" : "this always holds"),
        help: ["compare it with another value, or leave the condition out"])
    }
  }

  /// A value of an element against that of the group in which this element is.
  static func ownGroup(
    _ span: SourceSpan, _ written: String, holds: Bool, list: String, groups: String
  ) -> Diagnostic {
    Diagnostic(
      "self-comparison", severity: .warning,
      "`\(written)` holds for \(holds ? "each" : "none") of `\(list)`",
      at: Label(span, "what an element has, beside the same of its own one of `\(groups)`"),
      help: [
        "for those of one group, leave this out and say `for: \(groups)`: under `let`, "
          + "`name: { for: \(groups), value: sum(x) }`",
        holds ? "for all of `\(list)`, leave this out" : "for those of other groups, take these"
          + " from all: `sum(x)` less that of the group",
      ])
  }

  /// The same of a value and an end of the range that it is to be in.
  var atEndOfRange: Diagnostic {
    var warning = self
    warning.primary.text = "this range begins or ends with the value itself"
    return warning
  }

  /// The same in a `where`, which sees one element at a time.
  func amongElements(of list: String, by value: String) -> Diagnostic {
    var warning = self
    warning.help = [
      "a `where` sees one element at a time, and both sides are of that element: it makes no"
        + " groups",
      "for a sum of each group, make a list of them, "
        + "`groups: { each: group in \(list) by \(value) }`, and say `for: groups`",
    ]
    return warning
  }
  /// A table that one word alone is looked up in.
  static func alwaysThisWord(
    _ word: String, of table: String, header: String?, among words: [String], at span: SourceSpan
  ) -> Diagnostic {
    let isRow = words.contains(word)
    let rows = "its rows are for " + words.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    let alone = header.map { "for the `\($0)` of each booking, write `\(table)` alone" }
    return Diagnostic(
      "never-this-word", severity: .warning,
      isRow
        ? "`\(table)` is looked up for `\(word)` and nothing else"
        : "`\(table)` has no row for `\(word)`, for which it is looked up",
      at: Label(span, isRow ? "the same row for all bookings" : "no row has this word"),
      help: (isRow ? [] : Suggestion.help(for: word, among: words))
        + [alone, rows].compactMap(\.self))
  }

  /// `t(lower(r))`, and a row for `A`.
  static func keyNeverMade(
    _ word: String, by key: String, _ made: String, of table: String, at span: SourceSpan,
    row: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-this-word", severity: .warning,
      "`\(key)` is never `\(word)`, for which `\(table)` has a row",
      at: Label(span, "this does not find the row"),
      labels: [Label(row, "found by this word alone")],
      help: ["if the row is for these, too, write `\(made)` in it, or beside its word"])
  }

  static func keysApart(
    _ word: String, _ other: String, of table: ModelTable, at span: SourceSpan,
    beside place: SourceSpan, quoted: String
  ) -> Diagnostic {
    Diagnostic(
      "keys-apart", severity: .warning,
      "`\(word)` continues in `\(table.name)` where `\(other)` ends, but is a different key",
      at: Label(span, "nearly the same word"), labels: [Label(place, "the other")],
      help: [
        "if both are one, write `\(other)`",
        "if there are two, put this one in quotation marks: `\(quoted)`",
      ])
  }

  static func totalRow(
    _ word: String, of table: ModelTable, isSum: Bool, at span: SourceSpan, quoted: String
  ) -> Diagnostic {
    Diagnostic(
      "fallback-word", severity: .warning,
      "the last row of `\(table.name)` is for the text `\(word)`, and for no other",
      at: Label(
        span, isSum ? "adds up the rows above, as it seems" : "rows called this are mostly sums"),
      help: [
        "if it is not a row of the table, say so beside it: `total: \"\(word)\"`",
        "if the word itself is meant, put it in quotation marks: `\(quoted)`",
      ])
  }

  /// A last row without keys that has the sums of the others.
  static func sumWithoutWord(of table: ModelTable, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "fallback-word", severity: .warning,
      "the last row of `\(table.name)` has no keys, and is the sum of those above it",
      at: Label(span, "this is for every booking that no other row is for"),
      help: [
        "if it only adds them up, take it out of the file",
        "if it is for everything else, write `-` in its empty cells",
      ])
  }

  static func fallbackWord(
    _ word: String, of table: ModelTable, _ column: Int, isLast: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let header = table.keys[column].header
    let any = "for every value, write `-`"
    let ofFile = "for every value, say so beside the file, `any: \"\(word)\"`, or write `-`"
    let below = table.hit == .unique
      ? "; where other rows match too, write `first` for `unique`, and this row below them" : ""
    return Diagnostic(
      "fallback-word", severity: .warning,
      "\(isLast ? "the last" : "a") row of `\(table.name)` is for the text `\(word)`, and for no "
        + "other",
      at: Label(span, "`\(header)` has to be `\(word)` itself"),
      help: [
        (isLast ? "for everything else, write `-`" : span.file == table.span.file ? any : ofFile)
          + below,
        "if the word itself is meant, put it in quotation marks: `\"\(word)\"`",
      ])
  }

  static func wildcard(
    _ marked: PartOfText, of table: ModelTable, _ column: Int, at span: SourceSpan
  ) -> Diagnostic {
    let (header, word) = (table.keys[column].header, marked.word)
    let isEnd = marked.function == "ends_with"
    let isInside = marked.function == "contains"
    return Diagnostic(
      "fallback-word", severity: .warning,
      "a row of `\(table.name)` is for the text `\(word)`, and for no other",
      at: Label(
        span,
        "`\(header)` has to be `\(word)` itself"
          + (isInside
            ? ", marks included"
            : isEnd || word.hasPrefix(marked.part) ? ", mark included" : "")),
      help: [
        (isInside
          ? "for all that have this in them" : "for all that \(isEnd ? "end" : "begin") like that")
          + ", look up "
          + "`\(marked.function)(\(header), \"\(marked.part)\")`, with a cell `yes`",
        "if the word itself is meant, put it in quotation marks: `\"\(word)\"`",
      ])
  }

  static func otherSpelling(
    _ word: String, _ meaning: OtherSpellings.Meaning, of table: ModelTable, _ column: Int,
    at span: SourceSpan, quoted: String
  ) -> Diagnostic {
    let header = table.keys[column].header
    let isPart = header.contains("(")
    let isCSV = quoted.hasPrefix("\"\"\"")
    let help: [String] =
      switch meaning {
      case .range(let low, let high):
        isPart
          ? ["for a range, write `[\(low)..\(high)]`"]
          : [
            "for a range, write `[\(low)..\(high)]` here, and `natural(\(header))` in the header"
          ]
      case .from(let low, let digits):
        [
          "for all numbers from there on, write `[\(low).."
            + String(repeating: "9", count: isPart ? low.count : digits) + "]`, with as many "
            + "digits as the texts have"
            + (isPart ? "" : ", and in the header `natural(\(header))`")
        ]
      case .beginnings(let low, let high, let length):
        [
          "for all that begin with \(low) to \(high), write `[\(low)..\(high)]` here, and "
            + "`left(\(header), \(length))` in the header"
        ]
      case .starts(let words, let length):
        [
          "for all that begin with \(words.joined(separator: " or ")), write "
            + "`\(words.joined(separator: ", "))` here, and `left(\(header), \(length))` in the "
            + "header"
        ]
      case .words(let words):
        [
          "for any of them, write `"
            + (isCSV ? Literal.quoted(words.joined(separator: ", "))
              : words.joined(separator: ", ")) + "`"
        ]
      case .exception(let other): ["for all others, write `\(other)`"]
      }
    return Diagnostic(
      "range-as-word", severity: .warning,
      "a row of `\(table.name)` is for the text `\(word)`, and for no other",
      at: Label(span, "`\(header)` has to be `\(word)` itself"),
      help: help + ["if the word itself is meant, put it in quotation marks: `\(quoted)`"])
  }

  /// `before` and `after` are quantities with what they come to; `flat` is a price of the table
  /// that is not written as one for each, for there it would be one for the bracket.
  static func fallingAmount(
    _ table: ModelTable, _ row: Int, after lower: Int, names header: String, flat: String?,
    from before: (quantity: String, amount: String), to after: (quantity: String, amount: String)
  ) -> Diagnostic {
    Diagnostic(
      "falling-amount", severity: .warning,
      "`\(table.name)` makes `\(header)` = \(after.quantity) cheaper than \(before.quantity)",
      at: Label(
        table.rows[row].span, "`\(header)` = \(after.quantity) comes to \(after.amount)"),
      labels: [
        Label(
          table.rows[lower].span, "`\(header)` = \(before.quantity) comes to \(before.amount)")
      ],
      help: [
        "if each part has the price of its own bracket, write `graduated` in place of "
          + "`\(table.hit.rawValue)`, "
          + (flat.map { "prices for each such as `\($0) each`, " } ?? "")
          + "and use `\(table.name)` by itself as the amount",
        "if more is meant to cost less here, write `amounts: may_fall` beside the table",
      ])
  }

  /// The same of a line whose amount hangs on a bound in another way than by a price for each.
  static func amountFalls(
    _ line: String, _ bound: BoundsOfQuantity.Bound,
    from before: (quantity: String, amount: String), to after: (quantity: String, amount: String),
    with assumed: [String], quantity: String
  ) -> Diagnostic {
    let others = assumed.isEmpty ? "" : ", with \(assumed.joined(separator: " and "))"
    let (low, high) = (
      "`\(quantity)` = \(before.quantity) comes to \(before.amount)",
      "`\(quantity)` = \(after.quantity) comes to \(after.amount)"
    )
    let isTable = bound.lower != nil
    return Diagnostic(
      "falling-amount", severity: .warning,
      "`\(line)` makes `\(quantity)` = \(after.quantity) cheaper than \(before.quantity)",
      at: Label(bound.span, (isTable ? high : "\(low), and \(high)") + others),
      labels: bound.lower.map { [Label($0, low)] } ?? [],
      help: [
        "if each part has the price of its own bracket, write the prices for each into a "
          + "`graduated` table, and use that as the amount",
        "if more is meant to cost less here, as where a discount is for all of them, write "
          + (isTable ? "`amounts: may_fall` beside the table" : "`falling: allowed` at the line"),
      ])
  }

  /// A row whose flat price is below that of the one before it, and of one after it.
  static func flatPriceFalls(
    _ line: String, from before: (quantity: String, amount: String), at lower: SourceSpan,
    to after: (quantity: String, amount: String), at upper: SourceSpan, quantity: String
  ) -> Diagnostic {
    Diagnostic(
      "falling-amount", severity: .warning,
      "`\(line)` makes `\(quantity)` = \(after.quantity) cheaper than \(before.quantity)",
      at: Label(upper, "`\(quantity)` = \(after.quantity) comes to \(after.amount)"),
      labels: [Label(lower, "`\(quantity)` = \(before.quantity) comes to \(before.amount)")],
      help: [
        "the prices beside them rise: see whether two of them are in each other's place",
        "if more is meant to cost less here, write `amounts: may_fall` beside the table, or "
          + "`falling: allowed` at the line",
      ])
  }

  /// A price that falls from row to row, and that nothing multiplies by the quantity, of which
  /// `unit` is one where it has a unit.
  static func priceTakenOnce(
    _ line: String, _ price: String, times quantity: String, each unit: String?,
    from before: (quantity: String, amount: String), at lower: SourceSpan,
    to after: (quantity: String, amount: String), at upper: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "falling-amount", severity: .warning, "`\(line)` costs less, the larger `\(quantity)` is",
      at: Label(upper, "`\(quantity)` = \(after.quantity) comes to \(after.amount)"),
      labels: [Label(lower, "`\(quantity)` = \(before.quantity) comes to \(before.amount)")],
      help: [
        unit.map {
          "if these are prices for each \($0), write so in the table, `\(after.amount)/\($0)`, and "
            + "multiply: `\(price) * \(quantity)`"
        } ?? "if these are prices for each, multiply: `\(price) * \(quantity)`",
        "if more is meant to cost less here, write `amounts: may_fall` beside the table, or "
          + "`falling: allowed` at the line",
      ])
  }

  static func rateAboveOne(
    _ line: String, _ rate: String, _ size: Ratio, at span: SourceSpan
  ) -> Diagnostic {
    // A factor such as 1.21 has the whole in it, and so adds it again.
    let isFactor = size < 2 && !size.isWhole
    let percentage =
      size > 100
      ? "a percentage has its sign, and only what is added is written: `\(size - 100)%`"
      : "a percentage has its sign: `\(rate)%`"
    return Diagnostic(
      "rate-above-one", severity: .warning,
      "`\(line)` adds \(rate)\(rate.hasSuffix("%") ? " of" : " times") what it is computed from",
      at: Label(span, "a rate above 1"),
      help: [
        isFactor
          ? "only what is added is written: `\((size - 1) * 100)%`"
          : percentage,
        isFactor
          ? "if that much more is meant, write both: `100% * x + \((size - 1) * 100)% * x`"
          : "if that much is meant, write it as a percentage: `\(size * 100)%`",
      ])
  }

  /// `becomes: subtotal * 119`; an output shows it.
  static func manyTimesOver(
    _ line: String, _ rate: String, _ size: Ratio, isShown: Bool = false, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "rate-above-one", severity: .warning,
      isShown
        ? "`\(line)` shows \(rate) times the total"
        : "`\(line)` multiplies what stands above it by \(rate)",
      at: Label(span, "a rate above 1"),
      help: [
        size > 100
          ? "a percentage has its sign: `\(rate)%`"
          : "a percentage has its sign: `\(rate)%` of it, or, with the whole beside it, "
            + "`\(size + 100)%`",
        "if that much is meant, write it as a percentage: `\(size * 100)%`",
      ])
  }
}
