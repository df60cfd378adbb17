import QuoteSyntax

/// What to write where money meets a measure, a percentage or a table of plain numbers.
extension ModelChecker {
  /// What is said where something is compared with a text of nothing, `chill != ""`.
  func absence(comparing a: PriceExpression, _ b: PriceExpression) -> [String] {
    for (value, empty) in [(a, b), (b, a)] {
      guard case .constant(.text(let text)) = empty.operation, text.trimmedOfSpaces.isEmpty else {
        continue
      }
      let name = sources.text(at: value.span).trimmedOfSpaces
      return ["test whether there is one with `\(name) is given` and `\(name) is not given`"]
    }
    for (text, other) in [(a, b), (b, a)] where text.type == .text && !other.type.isTextual {
      let word = sources.text(at: other.span).trimmedOfSpaces
      if Lexicon.isName(word) { return ["the word itself is in quotation marks: `\"\(word)\"`"] }
    }
    return []
  }

  /// What to write where money is multiplied by a measure.
  func timesMeasure(_ a: PriceExpression, _ b: PriceExpression) -> [String]? {
    for (price, measure) in [(a, b), (b, a)] where price.type == .quantity(.money) {
      guard case .quantity(let type) = measure.type, type.numerator != .money,
        type.denominator == nil, let unit = measure.units.numerator
      else { continue }
      let text = sources.text(at: measure.span).trimmedOfSpaces
      if let table = graduatedTable(behind: price) {
        let name = sources.text(at: price.span).trimmedOfSpaces
        return [
          "`\(name)` is already the price of all of `\(table.keys.last?.header ?? text)`: "
            + "`graduated` adds up its brackets; write `\(name)` alone"
        ]
      }
      if let block = divisor(behind: price, measure) {
        let figure = sources.text(at: price.span).trimmedOfSpaces
        return ["the price of so much goes in parentheses: `\(text) * (\(figure) / \(block))`"]
      }
      return timesNumber(price, measure, unit, isMoneyFirst: price.span == a.span)
    }
    return nil
  }

  /// Money times a measure as one times a number, and as a price for each of a unit.
  private func timesNumber(
    _ price: PriceExpression, _ measure: PriceExpression, _ unit: MeasureUnit, isMoneyFirst: Bool
  ) -> [String] {
    let amount = sources.text(at: price.span).trimmedOfSpaces
    let written = sources.text(at: measure.span).trimmedOfSpaces
    let isWhole = Lexicon.isName(written) || written.wholeMatch(of: kept(/\w*\([^()]*\)/)) != nil
    let text = isWhole ? written : "(\(written))"
    let number = "(\(text) / 1 \(unit.name))"
    func product(_ price: String, _ times: String) -> String {
      isMoneyFirst ? "\(price) * \(times)" : "\(times) * \(price)"
    }
    let isFigure = if case .constant = price.operation { !Lexicon.isName(amount) } else { false }
    return [
      "a measure is made a number by one of its units: write `\(product(amount, number))`",
      isFigure
        ? "or say that it is the price of each: `\(product("\(amount)/\(unit.name)", text))`"
        : "or, if `\(amount)` is the price of each, write its figures so, like "
          + "`\(money("10"))/\(unit.name)`",
    ]
  }

  /// The measure that a product is divided by, `1000 km` of `x * $2 / 1000 km`; nil if none.
  private func divisor(behind a: PriceExpression, _ b: PriceExpression) -> String? {
    let end = max(a.span.upper, b.span.upper)
    let rest = sources.text(at: SourceSpan(file: a.span.file, lower: end, upper: end + 80))
    guard
      let found = rest.prefixMatch(of: kept(/\s*\/\s*(\d[\d_.]*(?: \d+)* ?[\p{L}_][\p{L}\d_]*)/))
    else { return nil }
    return String(found.1)
  }

  /// What to write where the name of a number is added to money.
  func timesInstead(
    of a: PriceExpression, _ b: PriceExpression, _ op: BinaryOperator
  ) -> [String]? {
    for (price, number) in [(a, b), (b, a)]
    where op == .add && price.type == .quantity(.money) && number.type.isPlainNumber {
      guard case .reference = number.operation else { continue }
      // Which part of a sum is counted nobody can know.
      if case .apply(.arithmetic(let act), _) = price.operation, act == .add || act == .subtract {
        return nil
      }
      let (one, many) = (sources.text(at: price.span), sources.text(at: number.span))
      return ["for the amount so many times, multiply: `\(one) * \(many)`"]
    }
    return nil
  }

  /// The graduated table that gives a value, by its name or behind another.
  private func graduatedTable(behind value: PriceExpression) -> ModelTable? {
    switch value.operation {
    case .graduated(let table, _): tables[table]
    case .reference(.letValue(let index)): graduatedTable(behind: lets[index].value)
    case .defaulting(let inner, _): graduatedTable(behind: inner)
    case .apply(.round, let parts): graduatedTable(behind: parts[0])
    case .constant, .reference, .apply, .and, .or, .isGiven, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .texts:
      nil
    }
  }

  /// Whether a text is a formula of figures, `12 USD / 100 kg`.
  private func isComputed(_ cell: String) -> Bool {
    var log = DiagnosticLog()
    let units = Set(tree.header.units.map(\.value))
    let placed = PlacedText(Spanned(cell, at: .nowhere))
    guard cell.contains(where: \.isNumber),
      case .binary(let op, _, _, _)? = Formula.parse(placed, units: units, log: &log)?.kind
    else { return false }
    return !log.hasErrors && [.multiply, .divide].contains(op)
  }

  /// What to write where a number was meant and the cells of its table are texts, for a comma in
  /// them or an `=` that lacks; nil where there is none.
  func decimalCommas(in values: [PriceExpression]) -> (cell: Diagnostic.Label, help: [String])? {
    for value in values {
      guard case .lookup(let table, let column, _) = value.operation, value.type == .text else {
        continue
      }
      for row in tables[table].rows {
        guard let value = row.values[column],
          case .constant(.text(let cell)) = value.operation
        else { continue }
        if let number = CommaNumber(in: cell) {
          return (
            Diagnostic.Label(value.span, "a text: no number has a comma"),
            columnWithCommas(number, tables[table].columns[column].name, at: value.span)
              + [number.help])
        }
        if let factor = cell.wholeMatch(of: kept(/(\d+(?:\.\d+)?)\s?[xX×]/))?.1 {
          let help = "a factor is a plain number: `\(factor)`"
          return (Diagnostic.Label(value.span, "a text"), [help])
        }
        if let ends = TwoFigures(cell) {
          return (Diagnostic.Label(value.span, "a text: two figures"), [ends.help])
        }
        if isComputed(cell) {
          let help = "what is computed begins with `=`: `= \(cell)`"
          return (Diagnostic.Label(value.span, "a text"), [help])
        }
      }
    }
    return nil
  }

  /// What reads all amounts of a column of a file that are written with decimal commas, `5,00`;
  /// nothing for other tables and cells, of which each is written anew.
  private func columnWithCommas(
    _ number: CommaNumber, _ column: String, at cell: SourceSpan
  ) -> [String] {
    let isInFile = sources[cell.file]?.name.hasSuffix(".csv") ?? false
    guard isInFile, number.decimal != nil, number.before.isEmpty, number.after.isEmpty else {
      return []
    }
    return [
      "to read the whole column, write `\(column): money` in the header, and "
        + "`numbers: \"1.234,56\"` beside the table"
    ]
  }

  /// Whether a table is written as a matrix, whose header has no place for what its cells hold.
  func isMatrix(_ table: String) -> Bool {
    tree.lets.contains { declared in
      guard declared.name.value == table, case .table(let body) = declared.body else {
        return false
      }
      return body.isMatrix
    }
  }

  /// What makes money of a table's plain numbers, where they stand beside money.
  func moneyColumn(of a: PriceExpression, _ b: PriceExpression) -> [String]? {
    for (value, money) in [(a, b), (b, a)] where money.type == .quantity(.money) {
      guard let (column, table, cell) = plainCell(behind: value) else { continue }
      if sources.isPercent(at: cell.span) {
        let name = sources.text(at: value.span).trimmedOfSpaces
        let other = sources.text(at: money.span).trimmedOfSpaces
        let base =
          other.wholeMatch(of: kept(/(\w+)(?: \* (?:100%|1))?/)).map { String($0.1) } ?? "x"
        let sign = isTakenOff(a, b) ? "-" : "+"
        let part = "the cells of `\(table)` are percentages, and a percentage is of something: "
          + "`\(name) * \(base)`"
        // What is taken off a percentage leaves nobody knows what.
        if sign == "-", value.span == a.span { return [part] }
        return [
          part,
          "\(sign == "-" ? "without" : "with") it, the whole is `(1 \(sign) \(name)) * \(base)`",
        ]
      }
      return [
        isMatrix(table)
          ? "where `\(table)` is used, make amounts of its numbers: `\(self.money("1")) * \(table)`"
          : "say in the header of `\(table)` that the column holds money: `\(column.name): money`"
      ]
    }
    return nil
  }
}
