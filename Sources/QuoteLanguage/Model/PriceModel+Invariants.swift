import QuoteSyntax

extension PriceModel {
  /// What is promised of every model and does not hold, in words; empty for a
  /// model that checking made.
  func violations() -> [String] {
    var found: [String] = []
    func check(_ value: PriceExpression, in name: String, earlierThan limit: LetID) {
      if value.type == .invalid { found.append("\(name): an expression without a type") }
      if !schema.lists.indices.contains(value.grain.list) { found.append("\(name): no such list") }
      if value.range.upper < value.range.lower { found.append("\(name): an empty range") }
      if !value.type.isQuantity || arithmetic.isBinary, value.quantum != 0 {
        found.append("\(name): a step where there is none")
      }
      switch value.operation {
      case .reference(.letValue(let index)) where index >= limit:
        found.append("\(name): uses `\(lets[index].name)`, which comes later")
      case .reference(.field(let list, let field))
      where !schema.lists.indices.contains(list)
        || !schema.lists[list].fields.indices.contains(field):
        found.append("\(name): a field that is not there")
      case .lookup(let table, let column, let keys)
      where tables[table].keys.count != keys.count
        || !tables[table].columns.indices.contains(column):
        found.append("\(name): a look-up that does not fit its table")
      default: break
      }
      for part in value.parts { check(part, in: name, earlierThan: limit) }
    }
    /// A quotient that has no exact value stands inside of a rounding or a comparison.
    func checkClosed(_ value: PriceExpression, in name: String) {
      if !arithmetic.isBinary, value.isOpenQuotient { found.append("\(name): an open quotient") }
    }
    for table in tables {
      for row in table.rows {
        for case let cell? in row.values {
          check(cell, in: table.name, earlierThan: lets.endIndex)
          checkClosed(cell, in: table.name)
        }
      }
    }
    for (index, value) in lets.withIDs {
      check(value.value, in: value.name, earlierThan: index)
      checkClosed(value.value, in: value.name)
    }
    for (id, line) in allLines.enumerated() {
      if line.id != id { found.append("\(line.name): id \(line.id) at position \(id)") }
      for value in line.formulas + [line.label].compactMap(\.self) + line.reasons {
        check(value, in: line.name, earlierThan: lets.endIndex)
        checkClosed(value, in: line.name)
      }
    }
    for decline in declines {
      check(decline.when, in: "decline", earlierThan: lets.endIndex)
      check(decline.reason, in: "decline", earlierThan: lets.endIndex)
    }
    func check(_ output: ModelOutput) {
      switch output.body {
      case .value(let value): check(value, in: output.name, earlierThan: lets.endIndex)
      case .records(_, let fields): fields.forEach(check)
      }
    }
    outputs.forEach(check)
    return found
  }
}
