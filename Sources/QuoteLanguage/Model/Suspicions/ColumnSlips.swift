/// Tables without rows, and columns of prices of which one is below zero.
struct ColumnSlips {
  private let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel, used: Set<TableID>) -> [Diagnostic] {
    let slips = ColumnSlips(model: model)
    var found: [Diagnostic] = []
    for (id, table) in model.tables.withIDs {
      if table.rows.isEmpty {
        // Where a header states the types of its columns, an overlay is to bring the rows.
        let file = model.sources[table.keys.first?.value.span.file ?? -1]?.name ?? ""
        if used.contains(id), file.hasSuffix(".csv") || file.hasSuffix(".xlsx") {
          found.append(.emptyTable(table))
        }
        continue
      }
      found += table.columns.indices.compactMap { slips.oddSign(table, $0) }
    }
    return Array(found.prefix(most))
  }

  /// So many prices say what a column holds.
  private static let usual = 4

  /// One price below zero, in a column that rises or falls without its minus. Beside a zero, or
  /// where rows are added up, the column may hold what is added to a price or taken off.
  private func oddSign(_ table: ModelTable, _ column: Int) -> Diagnostic? {
    switch table.hit {
    case .unique, .first, .graduated: break
    case .sum, .product, .max, .min: return nil
    }
    guard case .quantity(let type) = table.columns[column].type, type.numerator == .money else {
      return nil
    }
    let figures = table.rows.compactMap { row -> (value: PriceExpression, size: Ratio)? in
      guard let cell = row.values[column], let size = cell.figure else { return nil }
      return (cell, size)
    }
    let below = figures.filter { $0.size < 0 }
    guard below.count == 1, let odd = below.first, figures.count > Self.usual,
      !figures.contains(where: { $0.size.isZero }), !model.sources.isFormula(at: odd.value.span)
    else { return nil }
    // Prices that go both ways have no order that one minus breaks.
    let sizes = figures.map(\.size)
    guard isOrdered(sizes.map(\.magnitude)), !isOrdered(sizes) else { return nil }
    let written = model.sources.text(at: odd.value.span).trimmedOfSpaces
    return .oddSign(
      table.columns[column].name, written, write: written.replacing("-", with: ""),
      at: odd.value.span)
  }

  private func isOrdered(_ sizes: [Ratio]) -> Bool {
    let steps = zip(sizes, sizes.dropFirst())
    return steps.allSatisfy { $0 <= $1 } || steps.allSatisfy { $0 >= $1 }
  }
}

extension PriceExpression {
  /// A figure written in place, with its sign.
  var figure: Ratio? {
    switch operation {
    case .constant(.quantity(let size)): size
    case .apply(.negate, let parts): parts[0].figure.map { -$0 }
    case .apply(.converted, let parts): parts[0].figure
    case _: nil
    }
  }
}
