import QuoteSyntax

/// The sum that a spreadsheet has below the rows of a table's file.
extension MeantOtherwise {
  var totalRows: [Diagnostic] {
    model.tables.flatMap { table -> [Diagnostic] in
      guard let row = table.rows.last, table.rows.count > 1,
        row.span.file != table.span.file
      else { return [] }
      let named = table.keys.indices.compactMap { totalRow(row, $0, of: table) }
      return named.isEmpty && isSumWithoutWord(row, of: table)
        ? [.sumWithoutWord(of: table, at: row.span)] : named
    }
  }

  /// A row that says what it is: `Total`, `Summe:`.
  private func totalRow(_ row: ModelTableRow, _ column: Int, of table: ModelTable) -> Diagnostic? {
    guard table.keys[column].domain.type == .text,
      case .words(let words, false) = row.keys[column].body,
      words.count == 1, let word = words.first,
      // A row of prices is full, so its words are names but for those of totals.
      RowBeginning(text: word, filled: 2, columns: 2).totalWord != nil,
      !text(row.keySpans[column]).hasPrefix("\"")
    else { return nil }
    let quoted = model.sources.quotedCell(word, at: row.keySpans[column])
    return .totalRow(word, of: table, at: row.keySpans[column], quoted: quoted)
  }

  /// Whether a row whose keys were left empty has the sums of what stands above it: read as a row
  /// for everything, it is the price of whatever no other row is for.
  private func isSumWithoutWord(_ row: ModelTableRow, of table: ModelTable) -> Bool {
    let above = table.rows.dropLast()
    guard above.count > 1, row.keySpans.allSatisfy({ text($0).trimmedOfSpaces.isEmpty }),
      above.allSatisfy({ $0.keys.contains { $0.body != .everything } }),
      row.values.contains(where: { $0 != nil })
    else { return false }
    return row.values.indices.allSatisfy { column in
      guard let value = row.values[column] else { return true }
      let figures = above.compactMap { $0.values[column]?.figure }
      guard let sum = value.figure, figures.allSatisfy({ $0 > 0 }),
        figures.count == above.compactMap({ $0.values[column] }).count, figures.count > 1
      else { return false }
      return figures.reduce(0, +) == sum
    }
  }
}
