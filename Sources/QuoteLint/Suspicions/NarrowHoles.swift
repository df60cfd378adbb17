import QuoteLanguage
import QuoteSyntax

/// Tables with a row for what is less and one for what is more, and none for a single value
/// between them: `[3 m..7.99 m)` and `[8 m..12 m)`, `< 18 m` and `> 18 m`, `[0..9]` and `[11..20]`
/// of a count, `[2026-01-01..2026-03-30]` and `[2026-04-01..2026-12-31]`. Also the one place where
/// two rows are apart, where all others meet and rows with other keys have what lies between, and
/// ends that look like neighbours and are none, `[0 kg..5 kg]` and `[6 kg..10 kg]`, where a row for
/// everything else takes what lies between.
struct NarrowHoles {
  let table: ModelTable
  let model: PriceModel
  /// Whether the rules ask if it has a row: what lies between rows that have their ends is then
  /// meant to have none.
  private let isAsked: Bool
  /// Whether no booking with such keys comes to look it up.
  private let areKeptAway: ([KeySet]) -> Bool
  private var sources: Sources { model.sources }

  init(
    table: ModelTable, isAsked: Bool, model: PriceModel,
    areKeptAway: @escaping ([KeySet]) -> Bool
  ) {
    self.table = table
    self.isAsked = isAsked
    self.model = model
    self.areKeptAway = areKeptAway
  }

  /// The first hole of each kind of each key column.
  var warnings: [Diagnostic] {
    table.keys.indices.flatMap(warnings)
  }

  private var areAdded: Bool { table.hit.addsRows }

  private struct Row {
    var index: Int
    var range: KeyRange
  }

  /// So many holes are looked at in a column: whether another row holds there takes all rows.
  private static let most = 40

  private func warnings(of column: Int) -> [Diagnostic] {
    let value = table.keys[column].domain
    guard value.type.isQuantity || value.type.isOrderedTime else { return [] }
    var groups: [[KeySet]: [Row]] = [:]
    for (index, row) in table.rows.enumerated() {
      guard case .ranges(let ranges) = row.keys[column].body else { continue }
      var others = row.keys
      others.remove(at: column)
      groups[others, default: []] += ranges.map { Row(index: index, range: $0) }
    }
    let isCalendar = isPartOfCalendar(column)
    let holes = groups.values.flatMap { self.holes(between: $0, value) }.filter {
      // A month that ends a day too early is a slip; a day amid others may well be left out.
      !$0.isClosed
        || !isCalendar && (value.type != .date || CalendarDate.isLastOfMonth($0.missing))
    }
    // Where every two rows miss their common end, none of them was thought of.
    let pairs = groups.values.map { max($0.count - 1, 0) }.reduce(0, +)
    let isEverywhere = pairs > 1 && holes.count { !$0.isClosed } == pairs
    let found = holes.sorted { $0.below < $1.below }.prefix(Self.most).first { hole in
      (isEverywhere || !isThoughtOf(hole, column)) && !isKeptAway(hole, column)
    }
    let rows = Array(groups.values)
    guard let found else {
      let other =
        (areAdded ? nil : gap(in: rows, column, pairs: pairs))
        ?? betweenNeighbours(in: rows, column) ?? minuteLeftOut(column)
      return other.map { [$0] } ?? []
    }
    let hole = warning(of: found, named: model.written(found.missing, of: value), column)
    return [hole] + (betweenNeighbours(in: rows, column).map { [$0] } ?? [])
  }

  private func warning(of hole: Hole, named value: String, _ column: Int) -> Diagnostic {
    let (below, above) = (
      table.rows[hole.below].keySpans[column], table.rows[hole.above].keySpans[column]
    )
    return .holeInRows(
      table, value, below: below, above: above, isClosed: hole.isClosed,
      written: sources.text(at: above).trimmedOfSpaces,
      hasRest: table.rows.last.map(isForRest) ?? false)
  }

  /// Whether some row takes the value where the hole is, or has it by itself among other keys: a
  /// cell of a matrix is `-`. Rows of other keys for which it is one of many say nothing of it.
  private func isThoughtOf(_ hole: Hole, _ column: Int) -> Bool {
    let beside = table.rows[hole.below].keys
    return table.rows.contains { row in
      guard row.keys[column].contains(hole.missing) else { return false }
      let isElsewhere = row.keys.indices.contains {
        $0 != column && row.keys[$0].isApart(from: beside[$0])
      }
      // What lies between two ranges with their ends is hardly what a row for the rest is for.
      guard isElsewhere else {
        return isForRest(row) ? !isAtOdds(row, hole, column) : true
      }
      guard case .ranges(let ranges) = row.keys[column].body else { return false }
      let quantum = table.keys[column].domain.quantum
      return ranges.contains {
        $0.holds(hole.missing) && $0.interval.upper - $0.interval.lower <= quantum
      }
    }
  }

  /// Whether a row is the last one, for everything else.
  private func isForRest(_ row: ModelTableRow) -> Bool {
    row.span == table.rows.last?.span && row.keys.allSatisfy { $0.body == .everything }
  }

  /// Whether a row for the rest is hardly meant for the value where the hole is. What is neither
  /// below a value nor above it may be what is normal: it costs nothing, or something between.
  private func isAtOdds(_ rest: ModelTableRow, _ hole: Hole, _ column: Int) -> Bool {
    let (below, above) = (table.rows[hole.below], table.rows[hole.above])
    if hole.isClosed || !areAllOthers(below, above, column) { return true }
    return rest.values.indices.allSatisfy { place in
      guard let price = rest.values[place]?.figure, !price.isZero, price != 1,
        let one = below.values[place]?.figure, let other = above.values[place]?.figure
      else { return false }
      return price < min(one, other) || price > max(one, other)
    }
  }

  /// Whether two rows have all values but the one between them, so that the row for the rest has
  /// no other: `< 10` and `> 10`.
  private func areAllOthers(_ below: ModelTableRow, _ above: ModelTableRow, _ column: Int) -> Bool {
    let reach = table.keys[column].domain.range
    func ranges(_ row: ModelTableRow) -> [KeyRange] {
      if case .ranges(let ranges) = row.keys[column].body { ranges } else { [] }
    }
    return !table.keys[column].domain.isOptional
      && ranges(below).contains { $0.interval.lower <= reach.lower }
      && ranges(above).contains { $0.interval.upper >= reach.upper }
  }

  /// Whether a decline or the conditions around the look-ups say of the value what is meant.
  private func isKeptAway(_ hole: Hole, _ column: Int) -> Bool {
    var keys = table.rows[hole.below].keys
    let value = KeyRange(Interval(hole.missing, hole.missing))
    keys[column] = KeySet(.ranges([value]), matchesNotGiven: false)
    return areKeptAway(keys)
  }

  /// A month, a day or an hour that has no row is as a rule meant to have none: it has a name.
  private func isPartOfCalendar(_ column: Int) -> Bool {
    let key = SameValues(of: model).resolved(table.keys[column].value)
    guard case .apply(.date(let function), _) = key.operation else { return false }
    switch function {
    case .month, .day, .year, .hourOf, .hourOfTime, .weekdayNumber: return true
    case .dateOf, .timeOf, .weekdayOfInstant, .weekdayOfDate, .years, .months, .addMonths,
      .daysInMonth, .instantOf:
      return false
    }
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
      table, model.written(missing, of: value),
      below: table.rows[below.index].keySpans[column],
      above: table.rows[above.index].keySpans[column])
  }

  // MARK: - Between ends that look like neighbours

  /// Rows that both have their ends, with values between them that another row has by accident.
  private func betweenNeighbours(in groups: [[Row]], _ column: Int) -> Diagnostic? {
    let key = table.keys[column]
    // One that stands for the keys of several look-ups has the formula of the first of them.
    let isOneKey = key.domain === key.value
    let value = key.domain
    let names = SameValues(of: model)
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
      let isAddedApart = areAdded && !(below.range.hasBothEnds && above.range.hasBothEnds)
      guard !areSingle, !isAddedApart,
        let middle = isOneKey
          ? names.between(end, start, of: value) : value.between(end, start),
        !areAdded || !table.rows.contains(where: { $0.keys[column].contains(middle) })
      else { continue }
      return .holeBetweenRows(
        table, model.written(middle, of: value), from: model.written(end, of: value),
        to: model.written(start, of: value), below: table.rows[below.index].keySpans[column],
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
    /// Whether both rows have their ends, with that value between these.
    var isClosed: Bool
  }

  private func holes(between rows: [Row], _ value: PriceExpression) -> [Hole] {
    let rising = rows.sorted { $0.range.interval.lower < $1.range.interval.lower }
    return zip(rising, rising.dropFirst()).compactMap { below, above in
      // `not(12)` leaves 12 out on purpose.
      guard below.index != above.index else { return nil }
      let isClosed = below.range.upperIsIncluded && above.range.lowerIsIncluded
      if isClosed, isAsked { return nil }
      // Below a value and above it, something is added on purpose, and nothing for it.
      if areAdded, !below.range.hasBothEnds || !above.range.hasBothEnds { return nil }
      return value.only(between: below.range, above.range).flatMap {
        // Nothing is neither more nor less than nothing, and has the price of nothing.
        $0.isZero
          ? nil
          : Hole(missing: $0, below: below.index, above: above.index, isClosed: isClosed)
      }
    }
  }
}

extension PriceExpression {
  /// The one value that lies between two ranges; nil where there is none or there are several.
  /// Single values that have their rows leave out on purpose what lies between.
  fileprivate func only(between below: KeyRange, _ above: KeyRange) -> Ratio? {
    let (end, start) = (below.interval.upper, above.interval.lower)
    guard end.isFinite, start.isFinite else { return nil }
    let step = type == .date ? 1 : quantum
    if below.upperIsIncluded, above.lowerIsIncluded {
      // Also 10 kg between 9.9 kg and 10.1 kg; 9.95 kg may well be left out.
      let isWhole = type == .date || type.isQuantity && ((end + step) / units.size).isWhole
      let isOne = step > 0 && start - end == step * 2 && isWhole
      return isOne && !below.interval.isPoint && !above.interval.isPoint ? inRange(end + step) : nil
    }
    var found: [Ratio] = []
    if !below.upperIsIncluded { found.append(end) }
    if !above.lowerIsIncluded, end < start { found.append(start) }
    if end == start { return above.lowerIsIncluded ? nil : found.first.flatMap(inRange) }
    guard end < start, step > 0 else { return nil }
    return (start - end) / step == 1 && found.count == 1 ? inRange(found[0]) : nil
  }

  private func inRange(_ value: Ratio) -> Ratio? { range.contains(value) ? value : nil }
}

extension ValueType {
  fileprivate var isOrderedTime: Bool { self == .date || self == .time || self == .instant }
}

extension HitPolicy {
  /// Whether all rows that match count, so that some values are meant to have none.
  var addsRows: Bool {
    switch self {
    case .unique, .first, .graduated: false
    case .sum, .product, .max, .min: true
    }
  }
}

extension KeyRange {
  fileprivate var hasBothEnds: Bool { interval.lower.isFinite && interval.upper.isFinite }
}

extension KeySet {
  /// Whether no key is in both, as far as is known.
  fileprivate func isApart(from other: KeySet) -> Bool {
    guard let both = intersection(other), !both.matchesNotGiven else { return false }
    switch both.body {
    case .ranges(let ranges): return ranges.isEmpty
    case .words(let words, let negated): return words.isEmpty && !negated
    case .indices(let indices): return indices.isEmpty
    case .everything, .textRanges, .areas: return false
    }
  }
}

extension CalendarDate {
  /// Whether so many days since 1970 are the last day of a month.
  static func isLastOfMonth(_ days: Ratio) -> Bool {
    guard let next = (days + 1).floor.flatMap({ Int32(exactly: $0) }) else { return false }
    return CalendarDate(daysSince1970: next).description.hasSuffix("-01")
  }
}
