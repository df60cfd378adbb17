import QuoteLanguage
import QuoteSyntax

/// Says why what a table was asked for is not given: no row, a row whose cell is empty, or one
/// whose formula came to nothing.
struct TableMiss {
  private let table: ModelTable
  private let keys: [PriceExpression]
  private let recording: Recording
  private let place: Recording.Place

  init(
    of table: TableID, keys: [PriceExpression], in recording: Recording, at place: Recording.Place
  ) {
    self.table = recording.model.tables[table]
    self.keys = keys
    self.recording = recording
    self.place = place
  }

  func ofRow(_ expression: PriceExpression, _ column: Int) -> String {
    if table.rows.isEmpty { return "`\(table.name)` has no rows" }
    let rows = recording.rows(of: expression, at: place).map { table.rows[$0] }
    if let (cell, column) = deciding(rows, column) {
      return "\(name(column)) takes \(formula(cell, for: keys))"
    }
    guard let row = table.hit == .max || table.hit == .min ? best(of: rows) : rows.first else {
      return "no row of `\(table.name)` \(words(keys))"
    }
    guard let cell = row.values[column] else { return "\(name(column)) is `-` \(words(keys))" }
    return "\(name(column)) is \(formula(cell, for: keys))"
  }

  /// Says why a price by brackets is missing: the measure is not given, no row holds for the other
  /// keys, or what a bracket costs is not given.
  func ofBrackets(_ expression: PriceExpression) -> String? {
    if table.rows.isEmpty { return "`\(table.name)` has no rows" }
    if let measure = keys.last, let what = FaultMessage.missing(measure, recording, place) {
      return what
    }
    let others = keys.dropLast()
    if recording.heldBrackets(of: expression, at: place).isEmpty {
      return "no row of `\(table.name)` \(words(others))"
    }
    let entered = recording.enteredBrackets(of: expression, at: place)
    let cells = entered.compactMap { table.rows[$0].values[0] }
    guard let cell = cells.first(where: isMissing) else { return nil }
    return "\(name(0)) takes \(formula(cell, for: keys))"
  }

  // MARK: - Which row

  /// A formula that came to nothing in a row that holds, where all such rows have their part in
  /// the result, and its column: the ranks of `max` and `min`, what is added or multiplied.
  private func deciding(
    _ rows: [ModelTableRow], _ column: Int
  ) -> (cell: PriceExpression, column: Int)? {
    let deciding: Int
    switch table.hit {
    case .unique, .first, .graduated: return nil
    case .sum, .product: deciding = column
    case .max, .min: deciding = 0
    }
    return rows.lazy.compactMap { $0.values[deciding] }.first(where: isMissing).map {
      ($0, deciding)
    }
  }

  /// The row that `max` or `min` took.
  private func best(of rows: [ModelTableRow]) -> ModelTableRow? {
    func rank(_ row: ModelTableRow) -> Double? {
      row.values[0].flatMap { cell in
        recording.value(of: cell, at: place).number(unit: cell.units.size)
      }
    }
    let ranked = rows.compactMap { row in rank(row).map { (row: row, rank: $0) } }
    return ranked.dropFirst().reduce(ranked.first) { best, other in
      guard let best else { return other }
      return (table.hit == .min ? other.rank < best.rank : other.rank > best.rank) ? other : best
    }?.row
  }

  private func isMissing(_ cell: PriceExpression) -> Bool {
    recording.value(of: cell, at: place) == .notGiven
  }

  // MARK: - Words

  /// `for size = huge, kind = a`, `where size = huge, weight is not given`.
  private func words(_ keys: some Collection<PriceExpression>) -> String {
    let shown = keys.map { key -> String? in
      let told = recording.model.told(by: key)
      let value = recording.value(of: told, at: place)
      // Spaces around a text are seen in quotation marks only.
      if case .text(let text) = value, text.trimmedOfSpaces != text { return "\"\(text)\"" }
      return value.shown(type: told.type, units: told.units, in: recording.model)
    }
    let words = zip(zip(table.keys, keys).map(name), shown).map { name, value in
      "\(name) " + (value.map { "= \($0)" } ?? "is not given")
    }
    return (shown.contains(nil) ? "where " : "for ") + words.joined(separator: ", ")
      + (whyNotGiven(keys).map { ": \($0)" } ?? "")
  }

  /// What a key is called: as its header, or as the look-up has it that gives another. A header
  /// that is only a name for what look-ups give is that name.
  private func name(of header: TableKey, lookedUpBy key: PriceExpression) -> String {
    let sources = recording.model.sources
    let given = sources.text(at: key.span).trimmedOfSpaces
    if case .constant = key.operation { return header.header }
    guard key.span != header.value.span, given.utf8.count <= 40,
      sources.text(at: header.value.span).trimmedOfSpaces == header.header
    else { return header.header }
    return given
  }

  /// Why the first key that is not given is not, where that is more than that an input is not.
  private func whyNotGiven(_ keys: some Collection<PriceExpression>) -> String? {
    guard let key = keys.first(where: isMissing),
      let what = FaultMessage.missing(key, recording, place), !what.hasSuffix("` is not given")
    else { return nil }
    return what
  }

  private func name(_ column: Int) -> String {
    table.columns.count > 1
      ? "`\(table.name).\(table.columns[column].name)`" : "`\(table.name)`"
  }

  private func formula(
    _ cell: PriceExpression, for keys: some Collection<PriceExpression>
  ) -> String {
    let text = recording.model.sources.text(at: cell.span).trimmedOfSpaces
    let what = FaultMessage.missing(cell, recording, place) ?? "it is not given"
    return "`= \(text)` \(words(keys)): \(what)"
  }
}

extension RecordedValue {
  /// A number in base units, near enough to be told from others.
  fileprivate func number(unit: Ratio) -> Double? {
    switch self {
    case .exact(let value): value.nearestDouble
    case .double(let value): value * unit.nearestDouble
    case .integer(let value): Double(value)
    case .notGiven, .flag, .text, .texts, .choice, .point: nil
    }
  }
}
