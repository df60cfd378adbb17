/// Columns whose type is told by the values that meet them.
extension ModelChecker {
  /// What the use of a typed value beside an untyped column tells of the column.
  func learn(_ pending: PriceExpression, from other: PriceExpression) {
    guard let places = pendingColumns[ObjectIdentifier(pending)], other.type != .invalid else {
      return
    }
    for place in places where hints.columns[place] == nil {
      hints.columns[place] = ColumnHint(type: other.type, units: other.units)
    }
  }

  func learn(_ pending: PriceExpression, as type: ValueType) {
    for place in pendingColumns[ObjectIdentifier(pending)] ?? [] where hints.columns[place] == nil {
      hints.columns[place] = ColumnHint(type: type, units: UnitPair())
    }
  }

  /// Keeps in mind that a value without a type hangs on columns without one.
  func hang(_ value: PriceExpression, on parts: [PriceExpression]) {
    let places = parts.compactMap { pendingColumns[ObjectIdentifier($0)] }
    guard let first = places.first else { return }
    pendingColumns[ObjectIdentifier(value)] = places.dropFirst().reduce(first) { $0.union($1) }
    pendingExpressions.append(value)
  }
}
