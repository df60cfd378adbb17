import QuoteSyntax

/// Which figure it is that makes something else of what is to be money.
extension ModelChecker {
  /// A factor that is a figure of the rules: one under `let`, or those of a column.
  private struct Figure {
    var name: String
    var value: PriceExpression
    var column: (TableColumn, table: String)?
    /// Whether an overlay or a setting gave it.
    var isLaidOver: Bool
    var size: Ratio
  }

  /// Words in names of numbers that are no amounts.
  private static let factors: Set<String> = [
    "factor", "rate", "share", "percent", "percentage", "pct", "discount", "rebate", "vat",
    "multiplier", "coefficient", "quantity", "qty", "count", "number", "weight", "ratio", "fold",
  ]

  /// What is said where money is wanted and a product has none: the figure among its factors that
  /// most likely lacks its currency, at its own place. Nil where there is none.
  func withoutCurrency(_ value: PriceExpression) -> Diagnostic? {
    if let price = pricePerUnit(behind: value) { return .notMultiplied(price, value, in: self) }
    guard value.type.isPlainNumber else { return nil }
    let figures = figures(behind: value).filter { figure in
      figure.value.type.isPlainNumber && !sources.isPercent(at: figure.value.span)
    }
    let best = figures.max { a, b in
      if a.isLaidOver != b.isLaidOver { return b.isLaidOver }
      if isFactor(a.name) != isFactor(b.name) { return isFactor(a.name) }
      return a.size < b.size
    }
    guard let best else { return nil }
    if let (column, table) = best.column {
      return .plainCell(value, best.value, column, of: table, in: self)
    }
    return .plainFigure(best.name, best.value, used: value.span, in: self)
  }

  private func isFactor(_ name: String) -> Bool {
    !Self.factors.isDisjoint(with: name.lowercased().split { !$0.isLetter }.map(String.init))
  }

  /// The figures of a product, those behind names included.
  private func figures(behind value: PriceExpression) -> [Figure] {
    var seen: Set<ObjectIdentifier> = []
    return figures(behind: value, &seen)
  }

  /// `seen` are the values of names, of which each counts once however often it is used.
  private func figures(
    behind value: PriceExpression, _ seen: inout Set<ObjectIdentifier>
  ) -> [Figure] {
    func within(_ part: PriceExpression) -> [Figure] { figures(behind: part, &seen) }
    switch value.operation {
    case .apply(.round, let parts), .apply(.negate, let parts), .apply(.converted, let parts):
      return within(parts[0])
    case .apply(.arithmetic(.multiply), let sides): return within(sides[0]) + within(sides[1])
    case .apply(.arithmetic(.divide), let sides): return within(sides[0])
    case .defaulting(let inner, _): return within(inner)
    case .extreme(_, let parts): return parts.flatMap(within)
    case .reference(.letValue(let index)):
      let declared = lets[index]
      guard seen.insert(ObjectIdentifier(declared.value)).inserted else { return [] }
      guard case .constant(.quantity(let size)) = declared.value.operation else {
        return within(declared.value)
      }
      return [
        Figure(
          name: declared.name, value: declared.value,
          isLaidOver: sources.isLaidOver(declared.value.span), size: size)
      ]
    case .lookup(let table, let column, _):
      let found = tables[table]
      let cells = found.rows.compactMap { row -> (cell: PriceExpression, size: Ratio)? in
        guard let cell = row.values[column], case .constant(.quantity(let size)) = cell.operation
        else { return nil }
        return (cell, size)
      }
      let laidOver = cells.first { sources.isLaidOver($0.cell.span) }?.cell
      let shape = found.columns[column]
      // Prices for one of a unit are formulas as often as figures.
      let first = isPerUnit(shape.type)
        ? found.rows.lazy.compactMap { $0.values[column] }.first : cells.first?.cell
      guard let shown = laidOver ?? first else { return [] }
      return [
        Figure(
          name: "\(found.name) \(shape.name)", value: shown, column: (shape, found.name),
          isLaidOver: sources.isLaidOver(shown.span), size: cells.map(\.size).max() ?? 0)
      ]
    case .constant, .reference, .apply, .and, .or, .isGiven, .conditional, .aggregate, .sumBefore,
      .split, .neighbour, .steps, .isFound, .graduated, .texts:
      return []
    }
  }

  // MARK: - Prices for one of a unit

  /// A price for one of a unit, and the table in which it stands, if it does.
  struct PricePerUnit {
    var name: String
    var value: PriceExpression
    var unit: MeasureUnit
    var table: ModelTable?
  }

  /// Where something is money per a measure: the figure of the rules that is.
  func pricePerUnit(behind value: PriceExpression) -> PricePerUnit? {
    guard isPerUnit(value.type) else { return nil }
    for figure in figures(behind: value) {
      guard isPerUnit(figure.value.type), let unit = figure.value.units.denominator else {
        continue
      }
      let table = figure.column.flatMap { column in tables.first { $0.name == column.table } }
      return PricePerUnit(
        name: table?.name ?? figure.name, value: figure.value, unit: unit, table: table)
    }
    return nil
  }

  private func isPerUnit(_ type: ValueType) -> Bool {
    guard case .quantity(let quantity) = type else { return false }
    return quantity.numerator == .money && quantity.denominator != nil
  }

  /// What to write for such a price where an amount is wanted.
  func multiplied(_ price: PricePerUnit) -> [String] {
    if let table = price.table {
      let key = table.keys.last { key in
        guard case .quantity(let type) = key.value.type else { return false }
        return type.numerator == price.unit.dimension && type.denominator == nil
      }
      if let key {
        return [
          "for the price of all of `\(key.header)` in one bracket, write "
            + "`\(table.name) * \(key.header)`",
          "for prices that add up from bracket to bracket, write `graduated` in place of "
            + "`\(table.hit.rawValue)`",
        ]
      }
    }
    let written = sources.text(at: price.value.span).trimmedOfSpaces
    let amount = written.firstMatch(of: kept(/^(.*?\d.*?)\s*\//)).map { String($0.1) }
    return (amount.map { ["for an amount that is the same for each, write `\($0)`"] } ?? [])
      + ["a price for each \(price.unit.name) is multiplied by a measure: "
        + "`\(price.name) * 1 \(price.unit.name)`"]
  }
}
