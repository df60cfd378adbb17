import QuoteLanguage
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
    return .totalRow(
      word, of: table, isSum: isSum(row, of: table), at: row.keySpans[column], quoted: quoted)
  }

  /// Whether a row whose keys were left empty has the sums of what stands above it: read as a row
  /// for everything, it is the price of whatever no other row is for.
  private func isSumWithoutWord(_ row: ModelTableRow, of table: ModelTable) -> Bool {
    let above = table.rows.dropLast()
    func isBlank(_ key: SourceSpan) -> Bool { text(key).trimmedOfSpaces.isEmpty }
    // Where another row has a blank key, one for everything is written like that.
    guard row.keySpans.allSatisfy(isBlank),
      above.allSatisfy({ !$0.keySpans.contains(where: isBlank) }),
      above.allSatisfy({ $0.keys.contains { $0.body != .everything } })
    else { return false }
    return isSum(row, of: table) && !isContinuation(row, of: above)
  }

  /// Whether the last of three rows goes on as the two above it: 5, 10, 15.
  private func isContinuation(_ row: ModelTableRow, of above: ArraySlice<ModelTableRow>) -> Bool {
    guard above.count == 2, let first = above.first, let second = above.last else { return false }
    return row.values.indices.allSatisfy { column in
      guard let last = row.values[column]?.figure else { return true }
      guard let one = first.values[column]?.figure, let two = second.values[column]?.figure
      else { return false }
      return two - one == last - two
    }
  }

  /// Whether each value is the sum of those above it. Percentages are never added up.
  private func isSum(_ row: ModelTableRow, of table: ModelTable) -> Bool {
    let above = table.rows.dropLast()
    guard above.count > 1, row.values.contains(where: { $0 != nil }) else { return false }
    return row.values.indices.allSatisfy { column in
      guard let value = row.values[column] else { return true }
      if model.sources.isPercent(at: value.span) { return false }
      let figures = above.compactMap { $0.values[column]?.figure }
      guard let sum = value.figure, figures.allSatisfy({ $0 > 0 }),
        figures.count == above.compactMap({ $0.values[column] }).count, figures.count > 1
      else { return false }
      return figures.reduce(0, +) == sum
    }
  }
}
