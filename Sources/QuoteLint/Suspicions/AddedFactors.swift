import QuoteLanguage
import QuoteSyntax

/// Tables that add up the rows that hold, where the last row holds for all and what comes out is a
/// factor of money: `sum` in the place of `first`.
struct AddedFactors {
  private let model: PriceModel
  private let names: SameValues
  /// Factors of a price lie around 1. What is meant to be added to one is less than this, mostly.
  private static let usual = (least: Ratio(8, 10), most: Ratio(3, 2))

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let factors = AddedFactors(model: model, names: SameValues(of: model))
    var told: Set<TableID> = []
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      guard case .apply(.arithmetic(.multiply), let sides) = value.operation,
        case .quantity(let type) = value.type, type.numerator == .money
      else { return }
      for side in sides where side.type.isPlainNumber {
        guard case .lookup(let table, let column, _) = factors.names.resolved(side).operation,
          let row = factors.fallback(model.tables[table], column), told.insert(table).inserted
        else { continue }
        found.append(.sumOfFactors(model.tables[table], row, column, in: model.sources))
      }
    }
    return found
  }

  /// The last row of such a table; nil of another.
  private func fallback(_ table: ModelTable, _ column: Int) -> ModelTableRow? {
    guard table.hit == .sum, table.keys.count == 1, table.rows.count > 2,
      let last = table.rows.last, isForAll(last), !table.rows.dropLast().contains(where: isForAll)
    else { return nil }
    var figures: [Ratio] = []
    for row in table.rows {
      guard let cell = row.values[column], case .constant(.quantity(let size)) = cell.operation,
        size > 0, !model.sources.isPercent(at: cell.span)
      else { return nil }
      figures.append(size)
    }
    guard let least = figures.min(), let most = figures.max(), least >= Self.usual.least,
      most <= Self.usual.most,
      !figures.allSatisfy(\.isWhole)
    else { return nil }
    return last
  }

  private func isForAll(_ row: ModelTableRow) -> Bool {
    row.keys.allSatisfy { key in
      if case .everything = key.body { return true }
      return false
    }
  }
}
