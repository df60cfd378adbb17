package import QuoteSyntax

/// One type for a column, out of those of its cells.
extension ValueColumnReader {
  func unified(
    _ values: [PriceExpression?], _ wanted: (type: ValueType, units: UnitPair)?
  ) -> Cells? {
    if declaration.hit.value == .graduated { return graduated(values) }
    guard case let first?? = values.first(where: { $0 != nil }) else {
      return wanted.map { Cells(type: $0.type, units: $0.units, values: values) }
        ?? allBlank(values)
    }
    var type = wanted?.type ?? first.type
    for value in values {
      guard let value else { continue }
      if let common = ValueColumnReader.common(type, value.type) {
        type = wanted?.type ?? common
      } else if let wanted {
        report(
          .cellNotOfType(
            written(value), column: name.value, type: wanted.type, in: checker.rules))
        return nil
      } else {
        report(mixedTypes(values, first, value))
        return nil
      }
    }
    let units = wanted?.units.numerator == nil ? first.units : wanted!.units
    let isHeld = values.allSatisfy { $0.map { !needsConversion($0, units) } ?? true }
    let held = isHeld ? values : values.map { $0.map { converted($0, units) } }
    if isCollecting, type == .text || type == .texts { type = .texts }
    guard isUsable(type, first) else { return nil }
    return Cells(type: type, units: units, values: held)
  }

  /// A column of nothing but `-`.
  private func allBlank(_ values: [PriceExpression?]) -> Cells? {
    var cells = emptyHint()
    cells.values = values
    return cells
  }

  private func emptyHint() -> Cells {
    let hint = checker.rules.hints.columns[ColumnPlace(table: table, column: column)]
    return Cells(type: hint?.type ?? .invalid, units: hint?.units ?? UnitPair(), values: [])
  }

  package func written(_ value: PriceExpression) -> Spanned<String> {
    Spanned(checker.rules.sources.text(at: value.span), at: value.span)
  }

  private func needsConversion(_ value: PriceExpression, _ units: UnitPair) -> Bool {
    guard case .quantity = value.type else { return false }
    return value.units.size != units.size
  }

  private func converted(_ value: PriceExpression, _ units: UnitPair) -> PriceExpression {
    guard needsConversion(value, units) else { return value }
    return PriceExpression(
      .apply(.converted, [value]), type: value.type, units: units, grain: value.grain,
      isOptional: value.isOptional, range: value.range, quantum: value.quantum, span: value.span)
  }

  /// The type that holds values of both; nil if none does.
  static func common(_ a: ValueType, _ b: ValueType) -> ValueType? {
    if a == b { return a }
    if a == .invalid { return b }
    if b == .invalid { return a }
    if a.isWord, b.isWord { return .text }
    if a == .texts && b == .text || a == .text && b == .texts { return .texts }
    guard case .quantity(let x) = a, case .quantity(let y) = b, x.numerator == y.numerator,
      x.denominator == y.denominator
    else { return nil }
    return .quantity(QuantityType(x.numerator, per: x.denominator))
  }

  /// Whether the hit policy can do something with the column.
  private func isUsable(_ type: ValueType, _ first: PriceExpression) -> Bool {
    let policy = declaration.hit
    switch policy.value {
    case .unique, .first, .graduated: return true
    case .max, .min:
      guard column == 0 else { return true }
      switch type {
      case .quantity, .date, .time, .instant, .invalid: return true
      case .flag, .text, .choice, .weekday, .point, .texts:
        report(.hitNeedsNumbers(policy, column: name, type: type))
        return false
      }
    case .sum, .product:
      switch type {
      case .texts, .invalid: return true
      case .quantity(let quantity):
        if policy.value == .sum || quantity.numerator == nil && quantity.denominator == nil {
          return true
        }
        report(.productOfMeasures(column: name, type: type))
        return false
      case .flag, .text, .choice, .weekday, .point, .date, .time, .instant:
        report(.hitNeedsNumbers(policy, column: name, type: type))
        return false
      }
    }
  }

  // MARK: Graduated

  /// Money per unit of the measure, money each, a share of money, or flat money.
  private func graduated(_ values: [PriceExpression?]) -> Cells? {
    guard let measure = keys.last, case .quantity(let quantity) = measure.type else { return nil }
    for (row, value) in values.enumerated() {
      guard let value else {
        let nothing =
          declaration.nothing(inColumn: column) ?? CurrencySign.amount("0", checker.rules.currency)
        report(.blankBracket(declaration.rows[row].values[column].raw.span, nothing: nothing))
        return nil
      }
      guard case .quantity(let cell) = value.type, fits(cell, quantity) else {
        report(.bracketPrice(
            written(value), value.type, measure: measure, checker.rules.currency))
        return nil
      }
    }
    return Cells(type: .quantity(.money), values: values)
  }

  private func fits(_ cell: QuantityType, _ measure: QuantityType) -> Bool {
    if cell.numerator == .money {
      guard let per = cell.denominator else { return true }
      if per == .declared("each") { return measure.numerator == nil }
      return per == measure.numerator
    }
    return cell.numerator == nil && cell.denominator == nil && measure.numerator == .money
  }
}

extension ValueType {
  /// A text, or one of a closed set of them.
  fileprivate var isWord: Bool {
    switch self {
    case .text, .choice: true
    case .flag, .quantity, .date, .time, .instant, .weekday, .point, .texts, .invalid: false
    }
  }
}
