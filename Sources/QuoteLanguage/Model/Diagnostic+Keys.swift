import QuoteSyntax

/// Complaints about key cells that are not what is looked up by them.
extension Diagnostic {
  /// A comma inside a number: what was meant is the number, or two of them.
  static func groupedKey(
    at span: SourceSpan, number: String, alternatives: [String]?
  ) -> Diagnostic {
    var help = ["write `\(number)`"]
    if let alternatives {
      help.append("or, for one value or the other, `\(alternatives.joined(separator: ", "))`")
    }
    return Diagnostic(
      "digits-grouped", "a number in a key cell has a comma between its digits",
      at: Label(span, "in a key, a comma separates one value from another"), help: help)
  }

  /// Two numbers at a comma, which others write in one; `cell` is all that is before and behind it.
  static func commaInKey(
    _ before: String, _ after: String, of cell: String, at span: SourceSpan, isWhole: Bool,
    isInCard: Bool
  ) -> Diagnostic {
    let (one, two) = (cell.replacing(",", with: "."), cell.replacing(",", with: ", "))
    let file =
      isInCard
      ? "; if all numbers of the file are written so, say beside the table `numbers: \"1.234,56\"`"
      : ""
    return Diagnostic(
      "comma-in-key", "`\(before),\(after)` is one number or two",
      at: Label(span, "in a key, a comma separates one value from another"),
      help: (isWhole ? [] : ["for the one number, write `\(one)`" + file])
        + ["for one value or the other, put a space after the comma: `\(two)`"])
  }

  /// A word by which a table is looked up and that none of its rows says; `isTaken`: one that is
  /// for others takes it.
  static func noRowOf(
    _ word: String, in table: ModelTable, isTaken: Bool, near: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unknown-key-word", severity: .warning, "no row of `\(table.name)` says `\(word)`",
      at: Label(span, isTaken ? "a row for all others takes it" : "no such key"),
      help: ["did you mean `\(near)`?"])
  }

  /// Days of the week that have one name together.
  static let severalDays = [
    "weekdays": "[monday..friday]", "workdays": "[monday..friday]",
    "working days": "[monday..friday]", "mon-fri": "[monday..friday]",
    "weekend": "saturday, sunday", "weekends": "saturday, sunday", "sat-sun": "saturday, sunday",
  ]

  /// Whether a word is what programs call the type of amounts.
  private static func isTypeOfAmounts(_ word: String, _ type: ValueType) -> Bool {
    let words = ["decimal", "number", "numeric", "float", "double", "amount", "currency"]
    guard case .quantity(let quantity) = type, quantity.numerator == .money else { return false }
    return CurrencySign.isKnown(word.uppercased()) || words.contains(word.lowercased())
  }

  static func unreadableKey(
    _ word: Spanned<String>, of header: String, type: ValueType, hint: String?,
    in rules: ModelChecker
  ) -> Diagnostic {
    let measured = word.value.wholeMatch(of: kept(/(-?[\d.]+)\s*([A-Za-z]+)/))
    let unit = measured.map { String($0.2) }
    let isOther = unit.map { OtherMeasure($0) != nil } ?? false
    let isUnit = unit.map { $0.count > 2 || MeasureUnit.named($0) != nil } ?? false
    let bare = isUnit && type.isPlainNumber ? measured.map { "write `\($0.1)`, without a unit" }
      : nil
    return Diagnostic(
      "unreadable-key",
      isOther ? "`\(unit ?? "")` is not a unit" : "`\(word.value)` is not \(type.described)",
      at: Label(word.span, "`\(header)` is \(type.described)"),
      help: [
        isTypeOfAmounts(word.value, type)
          ? "above a column of amounts, their type is `money`: write `\(header): money`"
          : hint ?? bare
            ?? "\(type.described) is written like \(type.exampleWritten(in: rules.currency))"
      ])
  }

  /// The same of a column whose cells are all written in another way.
  static func unreadableColumn(
    _ word: Spanned<String>, of header: String, type: ValueType, help: [String]
  ) -> Diagnostic {
    Diagnostic(
      "unreadable-key", "`\(word.value)` is not \(type.described)",
      at: Label(word.span, "`\(header)` is \(type.described), and its cells are all written so"),
      help: help)
  }

  static func keyOfOtherMeasure(
    _ word: Spanned<String>, _ type: ValueType, of header: String, _ key: PriceExpression,
    isColumn: Bool, in rules: ModelChecker
  ) -> Diagnostic {
    var help: [String] = []
    var isOfInput = isColumn
    // `5+` and `30 and above` keep what makes a range of them.
    let open = OpenRange(rules.sources.text(at: word.span).trimmedOfSpaces)
    let sign = open.map { "\($0.sign) " } ?? ""
    if case .quantity(let quantity) = type, quantity.numerator == nil {
      if let unit = key.units.numerator {
        help = ["add its unit: `\(sign)\(word.value) \(unit.name)`"]
        if isColumn {
          let file = rules.sources[word.span.file]?.name
          let looked = header.contains(" ") ? "(\(header))" : header
          help = [
            "where all figures of the column are in \(unit.name), look up the plain number, "
              + "`\(looked) / 1 \(unit.name)`, in the header"
              + (file?.hasSuffix(".csv") ?? false ? ", before `>=` and `<` too" : ""),
            "or give each figure its unit: `\(sign)\(word.value) \(unit.name)`",
          ]
        }
      } else if case .quantity(let wanted) = key.type, wanted.numerator == .money {
        help = ["add its currency: `\(sign)\(rules.money(word.value))`"]
      }
    }
    if key.type.isPlainNumber, case .quantity(let measured) = type,
      measured.denominator == nil, let dimension = measured.numerator
    {
      let unit = word.value.firstMatch(of: kept(/[A-Za-z]+$/)).map { " in \($0.0)" } ?? ""
      var declared = dimension == .money ? "money" : "\(dimension)\(unit)"
      if case .declared(let own) = dimension { declared = own }
      let figure = word.value.firstMatch(of: kept(/-?\d[\d.]*/)).map { String($0.0) } ?? "1"
      let without = "`\(header)` has no \(dimension == .money ? "currency" : "unit")"
      let one = MeasureUnit.named(String(unit.dropFirst(4)))?.name ?? String(unit.dropFirst(4))
      if case .reference(.field) = key.operation {
        help = ["`\(header)` is declared as \(key.type.described): declare it as `\(declared)`"]
      } else if unit.isEmpty {
        help = ["\(without): write `\(figure)`"]
      } else {
        help = [
          "\(without): write `\(figure)`, and so in the rows below",
          "or look up \(type.described): `\(header) * 1 \(one)`",
        ]
      }
      isOfInput = true
    }
    let diagnostic = Diagnostic(
      "key-of-other-measure",
      "`\(word.value)` is \(type.described), and `\(header)` is \(key.type.described)",
      at: Label(word.span, "not comparable with `\(header)`"),
      labels: [Label(key.span, "looked up here")], help: help)
    return isOfInput ? diagnostic.of(mistake: "measure of \(header)") : diagnostic
  }
}
