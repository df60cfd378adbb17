import QuoteSyntax

extension ValueType {
  /// A plain whole number.
  package var isCount: Bool {
    guard case .quantity(let quantity) = self else { return false }
    return isPlainNumber && quantity.isWhole
  }
}

/// What a cell is to be that is not like the others of its column.
extension ValueColumnReader {
  /// What to write for a text among numbers that is one in another notation.
  package func help(for text: String) -> [String] {
    if let letter = LetterForDigit(in: text), let right = figure(letter.right) {
      return [letter.told(right: right)]
    }
    if let price = text.wholeMatch(of: kept(/(.*\d.*?)\s?\/\s?(\p{L}\w*)/)),
      stated?.value == .money, let amount = figure(String(price.1))
    {
      return ["a column of money holds amounts alone: write `\(amount)`"]
    }
    if text.hasSuffix("%%"), let share = figure(String(text.dropLast())) {
      return ["write `\(share)`"]
    }
    if let number = CommaNumber(in: text) { return [number.help] }
    if let slip = NumberSlip(text, units: units, money: checker.rules.money) {
      return ["write `\(slip.right)`"]
    }
    return OtherDate(text).map { [$0.help] } ?? []
  }

  /// A figure as it is written here; nil for what is none in a notation that is known.
  private func figure(_ text: String) -> String? {
    if NumberLiteral.read(Spanned(text, at: .nowhere), units: units) != nil { return text }
    return CommaNumber(in: text)?.decimal
  }

  /// What people and programs write where there is no figure.
  static let absences: Set<String> = [
    "n/a", "na", "none", "null", "nil", "--", "—", "–", "?", "poa", "tbd", "tbc", "tba",
    "on request", "n.a.", "auf anfrage",
  ]

  /// What is said of such a word among values of one type.
  static func helpForAbsence(_ cell: Spanned<String>, in rules: ModelChecker) -> [String] {
    let word = cell.value.lowercased()
    guard absences.contains(word) || ["#n/a", "#ref!", "#value!"].contains(word) else { return [] }
    guard rules.sources[cell.span.file]?.name.hasSuffix(".csv") ?? false else {
      return ["what is not given is `-`"]
    }
    return [
      "a cell without a value is empty; this word is read as one with "
        + "`nothing: \(Literal.quoted(cell.value))` beside the table"
    ]
  }

  /// Cells of a column that are literals beside texts, up to three of each: the odd one is the
  /// one of which there are fewer, and of a pair the text.
  func mixed(_ literals: [ValueCell], _ texts: [ValueCell]) -> Diagnostic {
    let (literal, text) = (literals[0].raw, texts[0].raw)
    var help = helpForFile(text) + help(for: text.value)
    if text.value.hasPrefix("+"), checker.rules.sources[text.span.file]?.name == "--set" {
      help = ["a setting replaces what was there: write the new figure, without a sign"]
    }
    if let number = CommaNumber(in: text.value), number.grouped == nil,
      let decimal = number.decimal, decimal.allSatisfy({ !$0.isLetter && !$0.isSymbol }),
      literal.value.contains(kept(/\p{Sc}|[A-Z]{3}/))
    {
      let right = checker.rules.money(decimal)
      help = helpForFile(text)
        + ["decimals follow a point, and an amount has its currency: `\(right)`"]
    }
    guard help.isEmpty else {
      return .mixedColumn(name.value, odd: text, isText: true, literal, help: help)
    }
    let slip = slip(ofFigure: text.value)
    let areFormulas = texts.allSatisfy {
      $0.raw.value.contains(kept(/[+*\/(-]/)) && isFormula($0.raw)
    }
    if literals.count < texts.count, slip == nil, !areFormulas {
      return .mixedColumn(
        name.value, odd: literal, isText: false, text,
        help: ["in a column of texts it is in quotation marks: `\"\(literal.value)\"`"])
    }
    var further: [String] = []
    let errors = [
      "#n/a", "#ref!", "#value!", "#div/0!", "#name?", "#num!", "#null!", "#wert!", "#bezug!",
    ]
    let nothing = ["free", "gratis", "kostenlos", "gratuit", "frei"]
    if errors.contains(text.value.lowercased()) {
      return .mixedColumn(
        name.value, odd: text, isText: true, literal,
        help: [
          "this is an error of the spreadsheet, to be put right there; what is not given is `-`"
        ])
    }
    if nothing.contains(text.value.lowercased()), literal.value.contains(where: \.isNumber) {
      return .mixedColumn(
        name.value, odd: text, isText: true, literal,
        help: ["what costs nothing is `\(checker.rules.money("0"))`; what is not given is `-`"])
    }
    if Self.absences.contains(text.value.lowercased()) {
      further = ["what is not given is `-`"]
    } else if literal.value.hasSuffix("%"),
      let share = text.value.wholeMatch(of: kept(/\D?([\d.]+)\s*\/\s*\D?100/))?.1
    {
      further = ["a share is written in percent: `\(share)%`"]
    } else if let figure = withoutNote(text.value) {
      further = [
        "write `\(figure)`: a note has a line of its own, which begins with `#`"
      ]
    } else if let slip {
      further = [slip]
    } else if isFormula(text) {
      further = ["what is computed begins with `=`: `= \(text.value)`"]
    } else if text.value.utf8.allSatisfy({ !$0.isDigit }) {
      further = ["what is computed begins with `=`; what is not given is `-`"]
    }
    let isEven = literals.count == texts.count && text.value.utf8.allSatisfy { !$0.isDigit }
    let isPrice = NumberLiteral.read(literal, units: units)?.currency != nil
    let quoted =
      isPrice
      ? ModelChecker.helpWithoutPrice
      : "in a column of texts, the other is in quotation marks: `\"\(literal.value)\"`"
    return .mixedColumn(
      name.value, odd: text, isText: true, literal, help: further + (isEven ? [quoted] : []))
  }

  /// What is said of two figures in one cell, of a mark for the cell above, and of a price by the
  /// piece.
  private func slip(ofFigure text: String) -> String? {
    if let ends = TwoFigures(text) { return ends.help }
    if ["ditto", "do.", "dto", "dto.", "idem", "same", "\"", "''"].contains(text.lowercased()) {
      return "a cell has a value of its own: write that of the row above again"
    }
    if let rate = text.wholeMatch(of: kept(/([\d.]+) ?%\s+(?:off|discount|rabatt|remise)/)) {
      return "write `\(rate.1)%`: what is taken off is said where it is used"
    }
    return text.wholeMatch(of: kept(/(\S*\d\S*)\s+(?:per|a|an)\s+\w+/)).map {
      "write `\($0.1)`, and where it is used, multiply it by how many there are"
    }
  }

  /// What the table says of a file all of whose figures, or days, are written in another way.
  func helpForFile(_ cell: Spanned<String>) -> [String] {
    guard checker.rules.sources[cell.span.file]?.name.hasSuffix(".csv") ?? false else { return [] }
    let texts = declaration.rows.compactMap { row -> String? in
      if case .notGiven = row.values[column].content { nil } else { row.values[column].raw.value }
    }
    guard texts.count > 1 else { return [] }
    return stated?.value == .date
      ? KeyCellReader.said("dates", CommonWays.ofDays(texts), in: declaration.stated)
      : KeyCellReader.said("numbers", CommonWays.ofNumbers(texts), in: declaration.stated)
  }

  /// A figure without the marks of a footnote behind it, `€62.50*`; nil for what is none.
  private func withoutNote(_ text: String) -> String? {
    let noted = kept(/(.*?\d[^\s*†‡§¹²³(]*?)\s*(?:[*†‡§¹²³]+\)?|\([a-z\d]\))/)
    guard let match = text.wholeMatch(of: noted) else { return nil }
    let figure = String(match.1)
    return NumberLiteral.read(Spanned(figure, at: .nowhere), units: units) == nil ? nil : figure
  }

  /// Whether a text is a formula of names that are known.
  private func isFormula(_ text: Spanned<String>) -> Bool {
    var log = DiagnosticLog()
    let placed = PlacedText(text)
    guard let formula = Formula.parse(placed, units: units, log: &log), !log.hasErrors else {
      return false
    }
    if case .text = formula.kind { return false }
    let names = text.value.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .filter { $0.first?.isLetter ?? false && MeasureUnit.named(String($0)) == nil }
    let earlier = declaration.values[..<column].map(\.value)
    return names.allSatisfy { checker.isKnown(String($0)) || earlier.contains(String($0)) }
  }

  /// Says which of values of two types is the odd one: that of which there are fewer.
  func mixedTypes(_ values: [PriceExpression?], _ first: PriceExpression, _ other: PriceExpression)
    -> Diagnostic
  {
    func count(like value: PriceExpression) -> Int {
      values.count { $0.map { ValueColumnReader.common($0.type, value.type) != nil } ?? false }
    }
    let isFirstOdd = count(like: first) < count(like: other)
    let (odd, good) = isFirstOdd ? (first, other) : (other, first)
    return .mixedTypes(
      name.value, written(good), of: good.type, written(odd), of: odd.type,
      help: helpWithTotal(odd) ?? missing(odd, good))
  }

  /// What is said of a last row that adds up those above it.
  private func helpWithTotal(_ odd: PriceExpression) -> [String]? {
    let totals = ["total", "totals", "sum", "subtotal", "summe", "gesamt", "somme"]
    guard let last = declaration.rows.last, last.values[column].raw.span == odd.span,
      case .tests(let tests)? = last.keys.first?.content, case .value(let word)? = tests.first,
      totals.contains(word.value.lowercased())
    else { return nil }
    return ["if the row adds up those above it, say so beside the table: `total: \(word.value)`"]
  }

  /// The unit or the currency that a plain number lacks to be like another.
  private func missing(_ odd: PriceExpression, _ good: PriceExpression) -> [String] {
    let (plain, wanted) = odd.type.isPlainNumber ? (odd, good) : (good, odd)
    guard plain.type.isPlainNumber, case .quantity(let type) = wanted.type else { return [] }
    let text = written(plain).value
    guard !text.hasPrefix("="), !text.hasSuffix("%") else {
      guard type.numerator == .money, type.denominator == nil, plain === odd else { return [] }
      return ["every cell of the column is an amount: write what it comes to"]
    }
    if checker.rules.sources.isFormula(at: plain.span), type.numerator == .money,
      text.wholeMatch(of: kept(/-?[\d.]+/)) == nil
    {
      return ["an amount is computed of amounts: `= \(checker.rules.money("1")) * (\(text))`"]
    }
    let per = wanted.units.denominator.map { $0.name == "each" ? " each" : "/\($0.name)" } ?? ""
    let rule = type.numerator == .money ? "its currency" : "its unit"
    if type.numerator == .money { return ["add \(rule): `\(checker.rules.money(text))\(per)`"] }
    return wanted.units.numerator.map { ["add \(rule): `\(text) \($0.name)\(per)`"] } ?? []
  }
}
