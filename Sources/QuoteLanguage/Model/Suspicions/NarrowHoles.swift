import QuoteSyntax

/// Tables with a row for what is less and one for what is more, and none for a single value
/// between them: `[3 m..7.99 m)` and `[8 m..12 m)`, `< 18 m` and `> 18 m`. Also the one place where
/// two rows are apart, where all others meet and rows with other keys have what lies between, and
/// ends that look like neighbours and are none, `[0 kg..5 kg]` and `[6 kg..10 kg]`, where a row for
/// everything else takes what lies between.
struct NarrowHoles {
  let table: ModelTable
  let model: PriceModel
  private var sources: Sources { model.sources }

  init(table: ModelTable, model: PriceModel) {
    self.table = table
    self.model = model
  }

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

  /// So many holes are looked at in a column: whether another row holds there takes all rows.
  private static let most = 40

  private func warning(of column: Int) -> Diagnostic? {
    let value = table.keys[column].domain
    guard value.type.isQuantity || value.type == .date || value.type == .time else { return nil }
    var groups: [[KeySet]: [Row]] = [:]
    for (index, row) in table.rows.enumerated() {
      guard case .ranges(let ranges) = row.keys[column].body else { continue }
      var others = row.keys
      others.remove(at: column)
      groups[others, default: []] += ranges.map { Row(index: index, range: $0) }
    }
    let holes = groups.values.flatMap { self.holes(between: $0, value) }
    // A row for it among other keys shows that it was thought of: a cell of a matrix is `-`.
    // Where every two rows miss their common end, none of them was.
    let pairs = groups.values.map { max($0.count - 1, 0) }.reduce(0, +)
    let isEverywhere = holes.count > 1 && holes.count == pairs
    let found = holes.sorted { $0.below < $1.below }.prefix(Self.most).first { hole in
      isEverywhere || !table.rows.contains { $0.keys[column].contains(hole.missing) }
    }
    guard let found else {
      let rows = Array(groups.values)
      return gap(in: rows, column, pairs: pairs) ?? betweenNeighbours(in: rows, column)
        ?? minuteLeftOut(column)
    }
    return .holeInRows(
      table, ExampleText.value(found.missing, of: value),
      below: table.rows[found.below].keySpans[column],
      above: table.rows[found.above].keySpans[column],
      written: sources.text(at: table.rows[found.above].keySpans[column]).trimmedOfSpaces)
  }

  /// So many pairs of rows have to meet for one that does not to be odd.
  private static let meeting = 3

  private func gap(in groups: [[Row]], _ column: Int, pairs: Int) -> Diagnostic? {
    let value = table.keys[column].domain
    let apart = groups.flatMap { rows -> [(Row, Row)] in
      let rising = rows.sorted { $0.range.interval.lower < $1.range.interval.lower }
      return zip(rising, rising.dropFirst()).filter {
        $0.range.interval.upper < $1.range.interval.lower
      }
    }
    guard apart.count == 1, let (below, above) = apart.first, pairs - 1 >= Self.meeting,
      !below.range.upperIsIncluded, below.range.interval.upper.isFinite,
      case let missing = below.range.interval.upper, value.range.contains(missing),
      table.rows.contains(where: { $0.keys[column].contains(missing) })
    else { return nil }
    return .gapInRows(
      table, ExampleText.value(missing, of: value),
      below: table.rows[below.index].keySpans[column],
      above: table.rows[above.index].keySpans[column])
  }

  // MARK: - Between ends that look like neighbours

  /// Rows that both have their ends, with values between them that another row has by accident.
  private func betweenNeighbours(in groups: [[Row]], _ column: Int) -> Diagnostic? {
    let key = table.keys[column]
    // One that stands for the keys of several look-ups has the formula of the first of them.
    let isOneKey = key.domain === key.value
    let value = isOneKey ? SameValues(of: model).inFullSteps(key.domain) : key.domain
    // Where they are times, the last minute is told of.
    if value.type == .time { return nil }
    let pairs = groups.flatMap { rows in
      let rising = rows.sorted { $0.range.interval.lower < $1.range.interval.lower }
      return zip(rising, rising.dropFirst())
    }
    for (below, above) in pairs.sorted(by: { $0.0.index < $1.0.index })
    where below.range.upperIsIncluded && above.range.lowerIsIncluded {
      let (end, start) = (below.range.interval.upper, above.range.interval.lower)
      // Single values, each with its row, are all that may come.
      let areSingle = below.range.interval.isPoint && above.range.interval.isPoint
      guard !areSingle, let middle = value.between(end, start) else { continue }
      return .holeBetweenRows(
        table, ExampleText.value(middle, of: value), from: ExampleText.value(end, of: value),
        to: ExampleText.value(start, of: value), below: table.rows[below.index].keySpans[column],
        above: table.rows[above.index].keySpans[column])
    }
    return nil
  }

  /// `[22:00..05:59]` above a row for all other times.
  private func minuteLeftOut(_ column: Int) -> Diagnostic? {
    guard SameValues(of: model).takesSeconds(table.keys[column].value, in: model) else {
      return nil
    }
    for span in table.rows.map({ $0.keySpans[column] }) {
      let written = sources.text(at: span).trimmedOfSpaces
      guard let end = LastMinute(of: written) else { continue }
      return .minuteLeftOut(written, end.time, write: end.right, at: span)
    }
    return nil
  }

  /// The value that is missing between two rows.
  private struct Hole {
    var missing: Ratio
    var below: Int
    var above: Int
  }

  private func holes(between rows: [Row], _ value: PriceExpression) -> [Hole] {
    let rising = rows.sorted { $0.range.interval.lower < $1.range.interval.lower }
    return zip(rising, rising.dropFirst()).compactMap { below, above in
      value.only(between: below.range, above.range).map {
        Hole(missing: $0, below: below.index, above: above.index)
      }
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
}
