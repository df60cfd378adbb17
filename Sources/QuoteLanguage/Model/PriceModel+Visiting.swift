import QuoteSyntax

extension PriceModel {
  /// Calls `visit` with every expression of the rules, parts before the whole.
  package func visitExpressions(_ visit: (PriceExpression) -> Void) {
    func walk(_ expression: PriceExpression) {
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
