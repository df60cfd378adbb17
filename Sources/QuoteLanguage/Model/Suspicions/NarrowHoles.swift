/// Tables with a row for what is less and one for what is more, and none for a single value
/// between them: `[3 m..7.99 m)` and `[8 m..12 m)`, `< 18 m` and `> 18 m`.
struct NarrowHoles {
  let table: ModelTable

  /// The first hole of each key column.
  var warnings: [Diagnostic] {
    switch table.hit {
    case .unique, .first, .graduated: break
    case .sum, .product, .max, .min: return []
    }
    return table.keys.indices.compactMap(warning)
  }

  private struct Row {
    var index: Int
    var range: KeyRange
  }

  private func warning(of column: Int) -> Diagnostic? {
    let value = table.keys[column].domain
    guard value.type.isQuantity || value.type == .date else { return nil }
    var groups: [[KeySet]: [Row]] = [:]
    for (index, row) in table.rows.enumerated() {
      guard case .ranges(let ranges) = row.keys[column].body else { continue }
      var others = row.keys
      others.remove(at: column)
      groups[others, default: []] += ranges.map { Row(index: index, range: $0) }
    }
    let found = groups.compactMap { others, rows in hole(in: rows, beside: others, column, value) }
    return found.min { $0.primary.span.lower < $1.primary.span.lower }
  }

  private func hole(
    in rows: [Row], beside others: [KeySet], _ column: Int, _ value: PriceExpression
  ) -> Diagnostic? {
    let rising = rows.sorted { $0.range.interval.lower < $1.range.interval.lower }
    for (below, above) in zip(rising, rising.dropFirst()) {
      guard let missing = value.only(between: below.range, above.range),
        !isElsewhere(missing, column, others)
      else { continue }
      let (low, high) = (table.rows[below.index], table.rows[above.index])
      return .holeInRows(
        table, ExampleText.value(missing, of: value), below: low.keySpans[column],
        above: high.keySpans[column])
    }
    return nil
  }

  /// Whether a row with other keys may hold there.
  private func isElsewhere(_ missing: Ratio, _ column: Int, _ others: [KeySet]) -> Bool {
    table.rows.contains { row in
      var beside = row.keys
      let own = beside.remove(at: column)
      return own.contains(missing) && zip(beside, others).allSatisfy { $0.mayMeet($1) }
    }
  }
}

extension PriceExpression {
  /// The one value that lies between two ranges of which one leaves its end out; nil where there
  /// is none or there are several. Between two that have their ends, what is missing was counted.
  fileprivate func only(between below: KeyRange, _ above: KeyRange) -> Ratio? {
    let (end, start) = (below.interval.upper, above.interval.lower)
    guard end.isFinite, start.isFinite else { return nil }
    var found: [Ratio] = []
    if !below.upperIsIncluded { found.append(end) }
    if !above.lowerIsIncluded, end < start { found.append(start) }
    if end == start { return above.lowerIsIncluded ? nil : found.first.flatMap(inRange) }
    guard end < start, quantum > 0 else { return nil }
    return (start - end) / quantum == 1 && found.count == 1 ? inRange(found[0]) : nil
  }

  private func inRange(_ value: Ratio) -> Ratio? { range.contains(value) ? value : nil }
}

extension KeySet {
  fileprivate func contains(_ value: Ratio) -> Bool {
    switch body {
    case .everything: true
    case .ranges(let ranges):
      ranges.contains { range in
        let (low, high) = (range.interval.lower, range.interval.upper)
        return (low < value || low == value && range.lowerIsIncluded)
          && (value < high || value == high && range.upperIsIncluded)
      }
    case .words, .textRanges, .indices, .areas: false
    }
  }

  /// Whether one key may be in both, as far as is plain.
  fileprivate func mayMeet(_ other: KeySet) -> Bool {
    switch (body, other.body) {
    case (.words(let a, false), .words(let b, false)): !a.isDisjoint(with: b)
    case (.indices(let a), .indices(let b)): !a.isDisjoint(with: b)
    case _: true
    }
  }
}
