import QuoteSyntax

/// Tables by month or by day of the year that have all but one of them: `1, 2, 3` and `5, 6, …`,
/// `[01-01..03-30]` and `[04-01..12-31]`.
struct CalendarHoles {
  let table: ModelTable
  let model: PriceModel

  var warnings: [Diagnostic] {
    guard table.rows.count > 1 else { return [] }
    return table.keys.indices.compactMap { monthLeftOut($0) ?? dayLeftOut($0) }
  }

  /// The texts of all days of a year that has a 29 February, in their order.
  private static let days: [String] = (0..<366).compactMap { day in
    CalendarDate(iso: "2024-01-01").map {
      String(CalendarDate(daysSince1970: $0.daysSince1970 + day).description.dropFirst(5))
    }
  }

  /// The rows by their other keys.
  private func groups(_ column: Int) -> [[ModelTableRow]] {
    var groups: [[KeySet]: [ModelTableRow]] = [:]
    for row in table.rows {
      var others = row.keys
      others.remove(at: column)
      groups[others, default: []].append(row)
    }
    return groups.values.sorted { $0[0].span.lower < $1[0].span.lower }
  }

  // MARK: - Months

  /// Where each row is one month, or a range of which the ends were thought of, one that has none
  /// is left out on purpose.
  private func monthLeftOut(_ column: Int) -> Diagnostic? {
    let key = SameValues(of: model).resolved(table.keys[column].value)
    // What is added for some months is not for all of them.
    guard case .apply(.date(.month), _) = key.operation, !table.hit.addsRows else { return nil }
    for rows in groups(column) where rows.count > 1 {
      let months = rows.map { row in (1...12).filter { row.keys[column].holds(Ratio($0)) } }
      let missing = Set(1...12).subtracting(months.joined())
      guard missing.count == 1, let month = missing.first, months.contains(where: { $0.count > 1 }),
        let below = months.firstIndex(where: { $0.contains(month == 1 ? 12 : month - 1) }),
        let above = months.firstIndex(where: { $0.contains(month == 12 ? 1 : month + 1) }),
        isList(rows[below], column), isList(rows[above], column),
        // `not(12)` leaves it out, and a row for all others has it.
        !isThoughtOf(column, in: rows, { $0.holds(Ratio(month)) })
      else { continue }
      return .monthLeftOut(
        table, month, below: rows[below].keySpans[column], above: rows[above].keySpans[column])
    }
    return nil
  }

  private func isThoughtOf(
    _ column: Int, in rows: [ModelTableRow], _ holds: (KeySet) -> Bool
  ) -> Bool {
    rows.contains { text($0, column).hasPrefix("not") }
      || table.rows.contains { holds($0.keys[column]) }
  }

  /// `1, 2, 3`.
  private func isList(_ row: ModelTableRow, _ column: Int) -> Bool {
    let written = text(row, column)
    return written.contains(",") && !written.contains("..")
  }

  private func text(_ row: ModelTableRow, _ column: Int) -> String {
    model.sources.text(at: row.keySpans[column]).trimmedOfSpaces
  }

  // MARK: - Days

  /// The last day of a month that lies between two rows of a pattern such as `MM-dd`.
  private func dayLeftOut(_ column: Int) -> Diagnostic? {
    let key = SameValues(of: model).resolved(table.keys[column].value)
    guard case .apply(.printed("MM-dd"), let parts) = key.operation else { return nil }
    for rows in groups(column) where rows.count > 1 {
      let rows = rows.filter { $0.keys[column].body != .everything }
      let taken = rows.map { row in row.keys[column].days(Self.days) }
      let all = Set(taken.joined())
      // A single year need not have a 29 February.
      let comes = DatePattern("MM-dd").texts(of: parts[0])
      for (place, day) in Self.days.enumerated().dropLast()
      where !all.contains(day) && comes?.contains(day) ?? true {
        let next = Self.days[place + 1]
        guard place > 0, next.hasSuffix("-01"), all.contains(next),
          let below = taken.firstIndex(where: { $0.contains(Self.days[place - 1]) }),
          let above = taken.firstIndex(where: { $0.contains(next) }), below != above,
          !isThoughtOf(column, in: rows, { $0.body != .everything && $0.days([day]).contains(day) })
        else { continue }
        return .holeInRows(
          table, day, below: rows[below].keySpans[column], above: rows[above].keySpans[column],
          isClosed: true, written: text(rows[above], column),
          hasRest: table.rows.contains { $0.keys[column].body == .everything })
      }
    }
    return nil
  }
}

extension KeySet {
  fileprivate func holds(_ value: Ratio) -> Bool {
    switch body {
    case .everything: true
    case .ranges(let ranges): ranges.contains { $0.holds(value) }
    case .words, .textRanges, .indices, .areas: false
    }
  }

  /// Those of the texts that it has.
  fileprivate func days(_ all: [String]) -> Set<String> {
    switch body {
    case .everything: Set(all)
    case .words(let words, let negated): Set(all.filter { words.contains($0) != negated })
    case .textRanges(let ranges): Set(all.filter { day in ranges.contains { $0.has(day) } })
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
