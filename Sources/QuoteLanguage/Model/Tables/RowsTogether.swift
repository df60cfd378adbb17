/// Which rows of a table may hold for one booking, as far as their keys tell: of two whose cells
/// have nothing in common in some column, never both.
struct RowsTogether {
  private let together: [[Bool]]
  /// Where there are more rows, all are taken to hold together.
  private static let mostRows = 24
  /// So many choices are looked at.
  private static let mostVisits = 20_000

  init?(_ table: ModelTable, areas: [ModelArea]) {
    guard table.rows.count <= Self.mostRows,
      let proof = TableProof(table, areas: areas, workLimit: TableSweep.workLimit)
    else { return nil }
    let rows = table.rows.indices
    together = rows.map { a in rows.map { b in proof.meet(a, b) } }
  }

  /// From the least to the most that figures of rows add up to which may hold together; nil where
  /// there are too many ways.
  func sums(of cells: [Interval?]) -> Interval? {
    let rows = cells.indices.filter { cells[$0] != nil }
    var visits = 0
    func most(_ open: ArraySlice<Int>, _ taken: [Int], _ worth: (Int) -> Ratio) -> Ratio {
      visits += 1
      guard let row = open.first, visits <= Self.mostVisits else { return 0 }
      let without = most(open.dropFirst(), taken, worth)
      guard taken.allSatisfy({ together[$0][row] }) else { return without }
      return max(without, worth(row) + most(open.dropFirst(), taken + [row], worth))
    }
    let upper = most(rows[...], []) { max(0, cells[$0]?.upper ?? 0) }
    let lower = most(rows[...], []) { max(0, -(cells[$0]?.lower ?? 0)) }
    guard visits <= Self.mostVisits, upper.isFinite, lower.isFinite else { return nil }
    return Interval(-lower, upper)
  }
}
