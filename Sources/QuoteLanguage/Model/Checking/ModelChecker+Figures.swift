import QuoteSyntax

/// What a figure lacks, or has too much, to be what is wanted in its place.
extension ModelChecker {
  /// A text that is to be a figure, in its quotation marks; nil for another.
  func figureMeant(
    by text: String, beside other: PriceExpression, _ wanted: QuantityType
  ) -> String? {
    let inner = text.filter { $0 != "\"" }.trimmedOfSpaces
    if wanted.numerator == nil, let month = MomentPattern.month(named: inner) {
      return "months are numbers: `\(month)`"
    }
    let known = Set(tree.header.units.map(\.value))
    guard NumberLiteral.read(Spanned(inner, at: .nowhere), units: known) != nil else { return nil }
    let isBare = inner.allSatisfy { $0.isNumber || ".-".contains($0) }
    var right = inner
    if isBare, wanted.denominator == nil {
      if wanted.numerator == .money { right = money(inner) }
      if let unit = other.units.numerator {
        return "a figure has its unit, and no quotation marks: `\(inner) \(unit.name)`"
      }
    }
    return "a figure has no quotation marks: `\(right)`"
  }

  /// What is said of a text in the place of an amount.
  static let helpWithoutPrice =
    "what has no price has no amount, and is declined: the text is the `reason` under `decline`"

  /// What to write where money is wanted and a plain number stands.
  func moneyInstead(of value: PriceExpression) -> [String] {
    if case .quantity(let type) = value.type, type.denominator == nil,
      let unit = value.units.numerator, type.numerator != nil, type.numerator != .money
    {
      return pricedByUnit(value, unit)
    }
    if let help = countedByUnit(value) ?? pricedByWord(value) { return help }
    if value.type.isTextual { return [Self.helpWithoutPrice] }
    guard value.type.isPlainNumber else { return [] }
    if case .conditional(_, let then, let otherwise) = value.operation {
      let figures = [then, otherwise].compactMap { $0 }.filter { $0.type.isPlainNumber }
      let texts = figures.map { sources.text(at: $0.span).trimmedOfSpaces }
      let amounts = texts.filter { $0.wholeMatch(of: kept(/-?[\d.]+/)) != nil }.map {
        "`\(money($0))`"
      }
      return amounts.isEmpty
        ? [] : ["add the currency: \(amounts.joined(separator: " and "))"]
    }
    let text = sources.text(at: value.span).trimmedOfSpaces
    if text.wholeMatch(of: kept(/-?[\d.]+\s?%/)) != nil {
      return ["a percentage is of something: `round(\(text) * subtotal)`"]
    }
    if let match = text.wholeMatch(of: kept(/(-?[\d.]+)(\s*\*.*)?/)) {
      return ["add its currency: `\(money(String(match.1)))\(match.2 ?? "")`"]
        + shellHelp(value.span)
    }
    if case .reference(.field(let list, let field)) = value.operation {
      let name = schema.lists[list].fields[field].name
      return [
        "if `\(name)` is an amount, declare it as `money`; if it is how many, multiply it by a "
          + "price: `\(name) * \(money("…"))`"
      ]
    }
    if let column = plainColumn(in: value) {
      return [
        "if the column holds amounts, its header says so: `\(column): money`",
        "or each of its cells has its currency: `\(money("1"))`",
      ]
    }
    return withCurrency(value, text)
      ?? ["multiply it by a price: a figure with its currency, or an input or table of money"]
  }

  /// `way * 1.50` where money is wanted: the figure is a price for one of the unit.
  private func pricedByUnit(_ value: PriceExpression, _ unit: MeasureUnit) -> [String] {
    let text = sources.text(at: value.span).trimmedOfSpaces
    let figures = plainFactors(of: value).map { sources.text(at: $0.span).trimmedOfSpaces }
    if figures.count == 1, text.ranges(of: figures[0]).count == 1 {
      let price = money(figures[0]) + "/\(unit.name)"
      return ["a price for one of a unit has it: `\(text.replacing(figures[0], with: price))`"]
    }
    return [
      "multiply it by a price for one of its unit, `\(money("…"))/\(unit.name)`, or look it up "
        + "in a table of prices"
    ]
  }

  /// `€32/day * days` where `days` is a count: what it counts has a unit here.
  private func countedByUnit(_ value: PriceExpression) -> [String]? {
    guard case .quantity(let type) = value.type, type.numerator == .money,
      let unit = value.units.denominator
    else { return nil }
    let text = sources.text(at: value.span).trimmedOfSpaces
    let counted = countedFactors(of: value).first {
      text.ranges(of: sources.text(at: $0.span).trimmedOfSpaces).count == 1
    }
    guard let counted else {
      return ["it is for 1 \(unit.name): multiply it by how many, with their unit"]
    }
    let name = sources.text(at: counted.span).trimmedOfSpaces
    let said = UnitOfName.said(by: name).flatMap { MeasureUnit.named($0) }
    let counts = said?.dimension == unit.dimension ? said?.name ?? unit.name : unit.name
    let right = text.replacing(name, with: "(\(name) * 1 \(counts))")
    return [
      "`\(name)` has no unit, and the price is for 1 \(unit.name): if it is in \(counts), "
        + "write `\(right)`"
    ]
  }

  /// The factors of a product that are plain numbers and no figures.
  private func countedFactors(of value: PriceExpression) -> [PriceExpression] {
    switch value.operation {
    case .apply(.arithmetic(.multiply), let parts): parts.flatMap(countedFactors)
    case .apply(.arithmetic(.divide), let parts), .apply(.round, let parts),
      .apply(.negate, let parts), .apply(.converted, let parts):
      countedFactors(of: parts[0])
    case .reference, .lookup, .aggregate: value.type.isPlainNumber ? [value] : []
    case .constant, .apply, .defaulting, .and, .or, .isGiven, .conditional, .extreme, .sumBefore,
      .split, .neighbour, .steps, .isFound, .graduated, .texts:
      []
    }
  }

  /// The first column of plain numbers that a value is taken from.
  private func plainColumn(in value: PriceExpression) -> String? {
    if case .lookup(let table, let column, _) = value.operation, value.type.isPlainNumber,
      !value.type.isCount || value.range.upper > 1
    {
      return tables[table].columns[column].name
    }
    return value.parts.lazy.compactMap { self.plainColumn(in: $0) }.first
  }

  /// A formula with its currency at the one plain figure among its factors; nil where there are
  /// none, or several that could be meant.
  private func withCurrency(_ value: PriceExpression, _ text: String) -> [String]? {
    let figures = plainFactors(of: value).filter { $0.span.file == value.span.file }
    let fractions = figures.filter { sources.text(at: $0.span).contains(".") }
    let meant = fractions.isEmpty ? figures : fractions
    guard meant.count == 1, let figure = meant.first, figure.span.lower >= value.span.lower
    else { return nil }
    let written = sources.text(at: figure.span)
    let place = sources.text(
      at: SourceSpan(file: value.span.file, lower: value.span.lower, upper: figure.span.lower))
    let whole = sources.text(at: value.span)
    guard whole.hasPrefix(place + written) else { return nil }
    var rest = String(whole.dropFirst(place.count + written.count))
    // What is rounded to is of the kind of what is rounded.
    if whole.hasPrefix("round"), let step = rest.firstMatch(of: kept(/,\s*(\d[\d.]*)\s*\)\s*$/)) {
      rest.replaceSubrange(step.range, with: ", \(money(String(step.1))))")
    }
    return ["add its currency: `\((place + money(written) + rest).trimmedOfSpaces)`"]
  }

  /// The figures without unit and percent sign that a product has as factors.
  private func plainFactors(of value: PriceExpression) -> [PriceExpression] {
    switch value.operation {
    case .constant:
      return value.type.isPlainNumber && !sources.isPercent(at: value.span) ? [value] : []
    case .apply(.arithmetic(.multiply), let parts): return parts.flatMap(plainFactors)
    case .apply(.arithmetic(.divide), let parts), .apply(.round, let parts),
      .apply(.negate, let parts), .apply(.converted, let parts):
      return plainFactors(of: parts[0])
    case .apply, .reference, .defaulting, .and, .or, .isGiven, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return []
    }
  }

  /// Where the currency of a figure in a setting may have gone.
  func shellHelp(_ span: SourceSpan) -> [String] {
    guard sources[span.file]?.name.hasSuffix("set") ?? false, money("5").hasPrefix("$") else {
      return []
    }
    return ["inside double quotes, the shell replaces the `$5` of `$50`: use single quotes"]
  }

  /// Whether a place is in the `amount` of a line.
  func isInAmount(_ span: SourceSpan) -> Bool {
    func holds(_ lines: [LineDeclaration]) -> Bool {
      lines.contains { line in
        switch line.effect {
        case .amount(let formula):
          formula.span.file == span.file && formula.span.lower <= span.lower
            && span.upper <= formula.span.upper
        case .lines(let members, _): holds(members)
        case .becomes, .itself: false
        }
      }
    }
    return holds(tree.quote)
  }

  /// How a number is rounded to whole ones, where others write a step of 0.
  func wholes(of value: PriceExpression) -> String {
    let text = sources.text(at: value.span).trimmedOfSpaces
    return "for whole numbers, write `round(\(text))`, or `ceil(\(text))` for the next one above"
  }

  /// A plain number in a table of what is to be money, by its cell.
  func plainCell(
    behind value: PriceExpression
  ) -> (column: TableColumn, table: String, cell: PriceExpression)? {
    if case .lookup(let table, let column, _) = value.operation, value.type.isPlainNumber {
      let cells = tables[table].rows.compactMap { $0.values[column] }
      let cell = cells.first { if case .constant = $0.operation { true } else { false } }
      return cell.map { (tables[table].columns[column], tables[table].name, $0) }
    }
    if case .reference(.letValue(let index)) = value.operation {
      return plainCell(behind: lets[index].value)
    }
    guard case .apply(.arithmetic(.multiply), let sides) = value.operation else { return nil }
    return sides.lazy.compactMap { self.plainCell(behind: $0) }.first
  }
}
