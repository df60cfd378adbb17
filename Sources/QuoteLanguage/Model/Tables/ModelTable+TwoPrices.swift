import QuoteSyntax

/// Brackets with a flat part and a price per unit, in a column each: a row is two, which price
/// the same bracket, and what they come to is added.
extension ModelTable {
  /// Whether each row of two columns has one price per unit and one that is flat, all of them in
  /// the same column; reported where not.
  static func isPriced(
    _ declaration: TableDeclaration, _ columns: [ValueColumnReader.Cells],
    keys: [PriceExpression], rules: ModelChecker
  ) -> Bool {
    guard declaration.hit.value == .graduated, columns.count == 2, let measure = keys.last else {
      return true
    }
    func isRate(_ column: Int, _ row: Int) -> Bool? {
      columns[column].values[row].map { TableColumn.isPerUnit($0.type, measure.type) }
    }
    for row in declaration.rows.indices {
      guard let first = isRate(0, row), let second = isRate(1, row) else { continue }
      let cells = declaration.rows[row].values.map(\.raw.span)
      guard first != second else {
        // A flat `$0` in a column of prices per unit.
        let odd = columns.indices.first { columns[$0].values[row]?.range == Interval(point: 0) }
        rules.log.report(
          .graduatedColumns(
            cells[1], first ? "a price per unit" : "a flat price", other: cells[0],
            nothing: odd.flatMap { declaration.nothing(inColumn: $0) }))
        return false
      }
      guard first == isRate(0, 0) else {
        rules.log.report(
          .graduatedColumns(
            cells[0],
            first
              ? "a price per unit, in the column of flat ones"
              : "a flat price, in the column of those per unit"))
        return false
      }
    }
    return true
  }

  /// Makes two columns one, and each row two. What was found of the rows goes for both.
  mutating func priceInOneColumn(
    named name: String, _ read: inout [(name: String, cells: ValueColumnReader.Cells)]
  ) {
    guard read.count == 2 else { return }
    rows = rows.flatMap { row in
      row.values.map { price in
        var part = row
        part.values = [price]
        return part
      }
    }
    rowsForOne = 2
    findings.deadRows = findings.deadRows.flatMap { dead in
      (0..<2).map { part in
        var twin = dead
        twin.row = 2 * dead.row + part
        twin.coveredBy = dead.coveredBy.map { 2 * $0 + part }
        return twin
      }
    }
    read = [
      (name, ValueColumnReader.Cells(type: .quantity(.money), values: rows.map(\.values[0])))
    ]
  }
}

extension TableDeclaration {
  /// Nothing, as the prices per unit of a column are written: `$0 each`. Nil where there are none.
  func nothing(inColumn column: Int) -> String? {
    rows.lazy.compactMap { row -> String? in
      let text = row.values.indices.contains(column) ? row.values[column].raw.value : ""
      let price = text.wholeMatch(of: kept(/(\D*)\d[\d.]*(\s*\/\s*\w+|\s+each)/))
      return price.map { "\($0.1)0\($0.2)" }
    }.first
  }
}
