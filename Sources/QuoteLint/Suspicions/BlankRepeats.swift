import QuoteLanguage
import QuoteSyntax

/// Key cells left empty below one that is filled, as where a value stands for the rows below it
/// too: to this table, an empty cell is everything.
struct BlankRepeats {
  private let model: PriceModel
  private static let most = 20
  /// In larger tables nobody leaves a value out by hand.
  private static let mostRows = 500

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = BlankRepeats(model: model)
    return Array(model.tables.flatMap(slips.warnings).prefix(most))
  }

  /// One a column.
  private func warnings(of table: ModelTable) -> [Diagnostic] {
    switch table.hit {
    case .first, .unique, .graduated: break
    // Each row may well have a condition of its own, in a column of its own.
    case .sum, .product, .max, .min: return []
    }
    guard table.keys.count > 1, (2...Self.mostRows).contains(table.rows.count),
      table.keys.indices.contains(where: { isRepeated($0, in: table) }),
      let proof = TableProof(table, areas: model.areas, workLimit: TableSweep.workLimit)
    else { return [] }
    return table.keys.indices.compactMap { warning(for: $0, proof) }
  }

  private func text(_ row: Int, _ column: Int, of table: ModelTable) -> String {
    model.sources.text(at: table.rows[row].keySpans[column]).trimmedOfSpaces
  }

  private func isBlank(_ row: Int, _ column: Int, of table: ModelTable) -> Bool {
    table.rows[row].keys[column].body == .everything && text(row, column, of: table).isEmpty
  }

  /// Whether a filled cell has an empty one right below.
  private func isRepeated(_ column: Int, in table: ModelTable) -> Bool {
    table.rows.indices.dropFirst().contains {
      isBlank($0, column, of: table) && table.rows[$0 - 1].keys[column].body != .everything
    }
  }

  /// A row for everything that meets none of the rows under the same value, as one for the rest
  /// would, and meets rows under others or has such rows below.
  private func warning(for column: Int, _ proof: TableProof) -> Diagnostic? {
    let table = proof.table
    let rows = 0..<proof.rowCount
    var head: Int?
    for row in rows {
      guard isBlank(row, column, of: table) else {
        let cell = table.rows[row].keys[column]
        // Where a value is written in each of its rows, the first of them is shown.
        if let start = head, table.rows[start].keys[column] == cell { continue }
        head = cell.body == .everything ? nil : row
        continue
      }
      guard let start = head,
        table.keys.indices.contains(where: { table.rows[row].keys[$0].body != .everything }),
        !(start..<row).contains(where: { proof.meet($0, row) }) || hidesLater(row, column, proof),
        rows.contains(where: {
          !(start...row).contains($0) && !isBlank($0, column, of: table)
            && (proof.meet($0, row) || $0 > row)
        })
      else { continue }
      return .blankRepeat(
        table, column, below: text(start, column, of: table), at: table.rows[row].span,
        head: table.rows[start].keySpans[column])
    }
    return nil
  }

  /// Whether of a `first` table a row further down, for a value of its own, never counts for an
  /// empty cell: `<= 5 kg` below `north, <= 2 kg`, and `south, <= 2 kg` below it.
  private func hidesLater(_ row: Int, _ column: Int, _ proof: TableProof) -> Bool {
    proof.table.hit == .first
      && ((row + 1)..<proof.rowCount).contains {
        !isBlank($0, column, of: proof.table)
          && proof.table.rows[$0].keys[column].body != .everything && proof.covers(row, $0)
      }
  }
}
