import QuoteSyntax

extension PriceExpression {
  /// The first of its parts, itself among them, of which something holds. Keys of a table stand
  /// wherever it is looked up, so each part is asked once.
  package func firstPart(where holds: (PriceExpression) -> Bool) -> PriceExpression? {
    var seen: Set<ObjectIdentifier> = []
    func find(_ value: PriceExpression) -> PriceExpression? {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return nil }
      if holds(value) { return value }
      for part in value.parts { if let found = find(part) { return found } }
      return nil
    }
    return find(self)
  }
}

extension PriceModel {
  /// Calls `visit` with every expression of the rules once, parts before the whole. Keys of a table
  /// stand wherever it is looked up, also in keys of other tables.
  package func visitExpressions(_ visit: (PriceExpression) -> Void) {
    var seen: Set<ObjectIdentifier> = []
    func walk(_ expression: PriceExpression) {
      guard seen.insert(ObjectIdentifier(expression)).inserted else { return }
      expression.parts.forEach(walk)
      visit(expression)
    }
    lets.forEach { walk($0.value) }
    lists.forEach { $0.groups?.keys.forEach(walk) }
    for table in tables {
      table.keys.forEach { walk($0.value) }
      for row in table.rows { row.values.forEach { $0.map(walk) } }
    }
    for line in allLines {
      ([line.when, line.label].compactMap { $0 } + line.reasons).forEach(walk)
      line.formula.map(walk)
    }
    for decline in declines { [decline.when, decline.reason].forEach(walk) }
    func walk(_ output: ModelOutput) {
      switch output.body {
      case .value(let expression): walk(expression)
      case .records(_, let fields): fields.forEach { walk($0) }
      }
    }
    outputs.forEach { walk($0) }
  }
}
