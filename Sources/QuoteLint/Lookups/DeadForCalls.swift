import QuoteLanguage
import QuoteSyntax

/// Rows that no key reaches by which the rules look the table up, `price(load / 4)`: whether the
/// header reaches them does not count where it is never asked.
struct DeadForCalls {
  private let model: PriceModel
  private let names: SameValues

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let dead = DeadForCalls(model: model, names: SameValues(of: model))
    var calls: [TableID: [[PriceExpression]]] = [:]
    model.visitExpressions { value in
      switch value.operation {
      case .lookup(let table, _, let keys), .isFound(let table, let keys),
        .graduated(let table, let keys):
        calls[table, default: []].append(keys)
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
        .aggregate, .sumBefore, .split, .neighbour, .steps, .texts:
        break
      }
    }
    return model.tables.withIDs.compactMap { id, table in
      calls[id].flatMap { dead.warning(of: table, $0) }
    }
  }

  private func warning(of table: ModelTable, _ calls: [[PriceExpression]]) -> Diagnostic? {
    let known = Set(table.findings.deadRows.map(\.row))
    for column in table.keys.indices {
      let keys = calls.compactMap { $0.indices.contains(column) ? $0[column] : nil }
      // A figure that is looked up, as what a unit costs, says nothing of the other rows.
      guard !keys.isEmpty, keys.allSatisfy({ $0.type.isQuantity && !isFigure($0) }),
        let other = keys.first(where: { !names.areSame($0, table.keys[column].value) })
      else { continue }
      let reach = keys.map { table.belowZero == .mirrored ? $0.range.magnitude : $0.range }
      let dead = table.rows.indices.filter { row in
        guard !known.contains(row), case .ranges(let ranges) = table.rows[row].keys[column].body
        else { return false }
        return ranges.allSatisfy { range in reach.allSatisfy { $0.isInside(range) == false } }
      }
      guard let first = dead.first else { continue }
      return .deadForCalls(
        table, table.rows[first], column: column, other, more: dead.count - 1,
        in: model.sources)
    }
    return nil
  }

  private func isFigure(_ value: PriceExpression) -> Bool { names.resolved(value).figure != nil }
}
