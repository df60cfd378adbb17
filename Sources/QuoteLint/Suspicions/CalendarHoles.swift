import QuoteLanguage
import QuoteSyntax

/// Tables by month or by day of the year that have all but one of them: `1, 2, 3` and `5, 6, …`,
/// `[01-01..03-30]` and `[04-01..12-31]`.
struct CalendarHoles {
  let table: ModelTable
  let model: PriceModel
  /// Whether no booking with such keys comes to look it up.
  let areKeptAway: ([KeySet]) -> Bool

  var warnings: [Diagnostic] {
    guard table.rows.count > 1 else { return [] }
    return table.keys.indices.compactMap { monthLeftOut($0) ?? dayLeftOut($0) }
  }

  /// The texts of all days of a year that has a 29 February, in their order.
  static let days: [String] = (0..<366).compactMap { day in
    CalendarDate(iso: "2024-01-01").map {
      String(CalendarDate(daysSince1970: $0.daysSince1970 + day).description.dropFirst(5))
    }
  }

  /// The rows by their other keys.
  private func groups(_ column: Int) -> [[Int]] {
    var groups: [[KeySet]: [Int]] = [:]
    for (index, row) in table.rows.enumerated() {
      var others = row.keys
      others.remove(at: column)
      groups[others, default: []].append(index)
    }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  /// Whether a decline or the conditions around the look-ups keep a key away from a row's others.
  private func isKeptAway(_ key: KeySet.Body, _ column: Int, besideRow row: Int) -> Bool {
    var keys = table.rows[row].keys
    keys[column] = KeySet(key, matchesNotGiven: false)
    return areKeptAway(keys)
  }

  // MARK: - Months

  /// Where each row is one month, or a range of which the ends were thought of, one that has none
  /// is left out on purpose.
  private func monthLeftOut(_ column: Int) -> Diagnostic? {
    guard let (date, months) = months(column) else { return nil }
    let all = Set(months.joined())
    let comes = DatePattern("MM").texts(of: date)
    for rows in groups(column) {
      let missing = Set(1...12).subtracting(rows.flatMap { months[$0] })
      guard missing.count == 1, let month = missing.first,
        // A row for all others has it.
        !all.contains(month), comes?.contains(paddedNumber(month, to: 2)) ?? true,
        rows.contains(where: { months[$0].count > 1 }),
        // What is added for some months is not for all of them, unless each has its season.
        !table.hit.addsRows || rows.count > 2 && rows.map({ months[$0].count }).reduce(0, +) == 11,
        let below = rows.first(where: { months[$0].contains(month == 1 ? 12 : month - 1) }),
        let above = rows.first(where: { months[$0].contains(month == 12 ? 1 : month + 1) }),
        case let lists = [below, above].filter({ isList($0, column) }), !lists.isEmpty,
        // A single month is beside a list of them where each season has a row.
        lists.count == 2
          || rows.count > 2 && [below, above].contains(where: { months[$0].count == 1 }),
        !leaveOut(rows, column),
        !isKeptAway(keyOf(month, column), column, besideRow: below)
      else { continue }
      return .monthLeftOut(
        table, name(of: month, in: column), below: table.rows[below].keySpans[column],
        above: table.rows[above].keySpans[column])
    }
    return nil
  }

  /// The date whose month a column has, and the months of each row; nil of another column.
  private func months(_ column: Int) -> (date: PriceExpression, ofRows: [[Int]])? {
    let key = SameValues(of: model).resolved(table.keys[column].value)
    let sets = table.rows.map { $0.keys[column] }
    switch key.operation {
    case .apply(.date(.month), let parts):
      return (parts[0], sets.map { set in (1...12).filter { set.contains(Ratio($0)) } })
    case .apply(.printed("MM"), let parts):
      let names = (1...12).map { paddedNumber($0, to: 2) }
      return (parts[0], sets.map { $0.texts(among: names).compactMap { Int($0) } })
    case _: return nil
    }
  }

  private func name(of month: Int, in column: Int) -> String {
    table.keys[column].domain.type == .text ? paddedNumber(month, to: 2) : "\(month)"
  }

  /// A month as a key of the column.
  private func keyOf(_ month: Int, _ column: Int) -> KeySet.Body {
    table.keys[column].domain.type == .text
      ? .words([name(of: month, in: column)], negated: false)
      : .ranges([KeyRange(Interval(point: Ratio(month)))])
  }

  /// Whether one of the rows is for all but something: `not(12)`.
  private func leaveOut(_ rows: [Int], _ column: Int) -> Bool {
    rows.contains { text($0, column).hasPrefix("not") }
  }

  /// `1, 2, 3`.
  private func isList(_ row: Int, _ column: Int) -> Bool {
    let written = text(row, column)
    return written.contains(",") && !written.contains("..")
  }

  private func text(_ row: Int, _ column: Int) -> String {
    model.sources.text(at: table.rows[row].keySpans[column]).trimmedOfSpaces
  }

  // MARK: - Days

  /// The last day of a month that lies between two rows of a pattern such as `MM-dd`.
  private func dayLeftOut(_ column: Int) -> Diagnostic? {
    let key = SameValues(of: model).resolved(table.keys[column].value)
    guard case .apply(.printed("MM-dd"), let parts) = key.operation else { return nil }
    let isRest = table.rows.map { $0.keys[column].body == .everything }
    let taken = zip(table.rows, isRest).map { $1 ? [] : $0.keys[column].texts(among: Self.days) }
    let all = Set(taken.joined())
    // A single year need not have a 29 February.
    let comes = DatePattern("MM-dd").texts(of: parts[0])
    for group in groups(column) {
      let rows = group.filter { !isRest[$0] }
      for (place, day) in Self.days.enumerated().dropLast()
      where !all.contains(day) && comes?.contains(day) ?? true {
        let next = Self.days[place + 1]
        guard place > 0, next.hasSuffix("-01"),
          let below = rows.first(where: { taken[$0].contains(Self.days[place - 1]) }),
          let above = rows.first(where: { taken[$0].contains(next) }), below != above,
          !leaveOut(rows, column), haveBothEnds([below, above], column),
          !isKeptAway(.words([day], negated: false), column, besideRow: below)
        else { continue }
        return .holeInRows(
          table, day, below: table.rows[below].keySpans[column],
          above: table.rows[above].keySpans[column], isClosed: true, written: text(above, column),
          hasRest: isRest.contains(true))
      }
    }
    return nil
  }

  /// In a table that adds up its rows, both rows have both ends: what is added from a day on has
  /// none before it on purpose.
  private func haveBothEnds(_ rows: [Int], _ column: Int) -> Bool {
    !table.hit.addsRows || rows.allSatisfy { row in
      guard case .textRanges(let ranges) = table.rows[row].keys[column].body else { return true }
      return ranges.allSatisfy { $0.lower != nil && $0.upper != nil }
    }
  }
}

extension KeySet {
  /// Those of the texts that it has.
  fileprivate func texts(among all: [String]) -> Set<String> {
    switch body {
    case .everything: Set(all)
    case .words(let words, let negated): Set(all.filter { words.contains($0) != negated })
    case .textRanges(let ranges): Set(all.filter { text in ranges.contains { $0.has(text) } })
    case .ranges, .indices, .areas: []
    }
  }
}

extension TextRange {
  fileprivate func has(_ text: String) -> Bool {
    let isAbove = lower.map { text > $0 || lowerIsIncluded && text == $0 } ?? true
    return isAbove && (upper.map { text < $0 || upperIsIncluded && text == $0 } ?? true)
  }
}
