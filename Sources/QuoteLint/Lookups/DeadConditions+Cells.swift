import QuoteLanguage
import QuoteSyntax

/// Values of a cell that its key never has, beside others that it does: the year of one of several
/// dates is another one.
extension DeadConditions {
  var deadValues: [Diagnostic] {
    model.tables.flatMap { table in
      let dead = Set(table.findings.deadRows.map(\.row))
      return table.rows.enumerated().flatMap { index, row -> [Diagnostic] in
        if dead.contains(index) { return [] }
        return row.keys.indices.compactMap { column in
          deadValue(row.keys[column], of: table.keys[column].domain, at: row.keySpans[column])
        }
      }
    }
  }

  private func deadValue(
    _ cell: KeySet, of key: PriceExpression, at span: SourceSpan
  ) -> Diagnostic? {
    guard case .ranges(let ranges) = cell.body, ranges.count > 1,
      let possible = KeyDomain.possible(key)
    else { return nil }
    let never = ranges.filter { range in
      range.interval.lower == range.interval.upper
        && isNothing(.ranges([range]), within: possible, of: key)
    }
    guard never.count == 1, let value = never.first?.interval.lower, value.isFinite else {
      return nil
    }
    return .neverMet(
      ExampleText.value(value, of: key), of: key,
      model.sources.text(at: key.span).trimmedOfSpaces, in: possible.interval, at: span)
  }
}
