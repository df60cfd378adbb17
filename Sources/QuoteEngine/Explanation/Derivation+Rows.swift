/// What a table gave: the row that holds, the brackets that were reached.
extension DerivationReader {
  func row(
    of expression: PriceExpression, _ table: Int, _ column: Int, _ keys: [PriceExpression],
    _ place: Recording.Place, _ depth: Int
  ) -> Derivation {
    let found = model.tables[table]
    let rows = recording.rows(of: expression, at: place).map { found.rows[$0] }
    let notes = rows.map { row in
      ([cells(of: row)] + bounds(of: row, keys, place)).joined(separator: "; ")
    }
    let formulas = rows.compactMap { $0.values[column] }
    let parts = Derivation.eachOnce(
      (keys + formulas).flatMap { self.parts(of: $0, at: place, depth: depth + 1) })
    let name = found.columns.count > 1 ? ".\(found.columns[column].name)" : ""
    let value = recording.value(of: expression, at: place).shown(as: expression, in: model)
    let nothing = found.rows.isEmpty ? "it has no rows" : "no row holds"
    return Derivation(
      kind: .row, text: written(found, keys, place) + name,
      value: rows.count == 1 ? rows[0].values[column].flatMap(percent) ?? value : value,
      note: rows.isEmpty ? nothing : notes.joined(separator: ", "),
      span: rows.first.map { self.place(of: $0, column) } ?? found.span, hasFired: !rows.isEmpty,
      parts: depth < depthLimit ? parts : [])
  }

  /// A figure that the rules write in percent, as they write it.
  func percent(_ figure: PriceExpression) -> String? {
    guard case .constant = figure.operation else { return nil }
    let text = text(at: figure.span)
    return text.hasSuffix("%") ? text : nil
  }

  /// The look-up with the values of its keys: `price(small, weight not given)`.
  private func written(
    _ table: ModelTable, _ keys: [PriceExpression], _ place: Recording.Place
  ) -> String {
    let values = keys.map { key -> String in
      // What nobody looks up in an empty table is not computed.
      guard recording.isComputed(key) else { return text(at: key.span) }
      let value = recording.value(of: key, at: place).shown(as: key, in: model)
      return value.map { $0.isEmpty ? "\"\"" : $0 } ?? "\(subject(of: key)) not given"
    }
    return "\(table.name)(\(values.joined(separator: ", ")))"
  }

  /// The one name that a key is made from, or the key as it is written.
  private func subject(of key: PriceExpression) -> String {
    let names = key.names.map { text(at: $0) }
    return names.count == 1 ? names[0] : text(at: key.span)
  }

  private func shown(_ expression: PriceExpression, _ place: Recording.Place) -> String {
    recording.value(of: expression, at: place).shown(as: expression, in: model) ?? "not given"
  }

  private func text(at span: SourceSpan) -> String { model.sources.text(at: span).trimmedOfSpaces }

  /// The row's cells as they are written: `[4..7] || 10%`.
  private func cells(of row: ModelTableRow) -> String {
    let values = row.values.map { $0.map { text(at: $0.span) } ?? "-" }
    return row.keySpans.map(text).joined(separator: " | ") + " || "
      + values.joined(separator: " | ")
  }

  /// The row, or its cell where that came from another file: an overlay, a setting.
  private func place(of row: ModelTableRow, _ column: Int) -> SourceSpan {
    guard column < row.values.count, let cell = row.values[column],
      cell.span.file != row.span.file, cell.span.file >= 0
    else { return row.span }
    return cell.span
  }

  // MARK: - Bounds

  /// For every key that lies on a bound of its cell: on which, and that it belongs to it.
  private func bounds(
    of row: ModelTableRow, _ keys: [PriceExpression], _ place: Recording.Place
  ) -> [String] {
    zip(row.keys, keys).compactMap { set, key -> String? in
      guard case .ranges(let ranges) = set.body, key.type.isQuantity else { return nil }
      let value = recording.value(of: key, at: place)
      for range in ranges where range.interval.lower != range.interval.upper {
        if value.equals(range.interval.lower, unit: key.units.size) {
          return "\(shown(key, place)) is its lower bound, included"
        }
        if range.upperIsIncluded, value.equals(range.interval.upper, unit: key.units.size) {
          return "\(shown(key, place)) is its upper bound, included"
        }
      }
      return nil
    }
  }

  // MARK: - Brackets

  /// A graduated price: the part of the measure in each bracket, at its price.
  func brackets(
    of expression: PriceExpression, _ table: Int, _ keys: [PriceExpression],
    _ place: Recording.Place, _ depth: Int
  ) -> Derivation {
    let found = model.tables[table]
    let traces = recording.plan.trace.brackets[ObjectIdentifier(expression)] ?? []
    let holding = Set(
      DecisionWalk.brackets(table, keys, in: recording, at: place, enteredOnly: false))
    let parts = traces.compactMap { trace -> Derivation? in
      guard holding.contains(trace.row) else { return nil }
      let row = found.rows[trace.row]
      guard let key = keys.last, let price = row.values.first ?? nil else { return nil }
      let amount = recording.value(of: PlanValue(trace.amount), at: place)
      let inside = trace.inside.map { recording.value(of: PlanValue($0), at: place) }
      guard !(inside ?? amount).isZero else { return nil }
      let part = inside?.shown(as: key, in: model)
      return Derivation(
        kind: .bracket, text: row.keySpans.map(text).joined(separator: " | "),
        value: amount.shown(as: expression, in: model),
        note: part.map { "\($0) × \(text(at: price.span))" } ?? "\(text(at: price.span)), once",
        span: self.place(of: row, 0), parts: [])
    }
    let made = depth < depthLimit ? keys.flatMap { madeKeys($0, place, depth + 1) } : []
    return Derivation(
      kind: .row, text: written(found, keys, place),
      value: recording.value(of: expression, at: place).shown(as: expression, in: model), note: "",
      span: found.span, hasFired: false, parts: made + parts)
  }

  /// What made a key; nothing of one that is an input, whose value stands in the look-up.
  private func madeKeys(
    _ key: PriceExpression, _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    if case .reference(.field) = key.operation { return [] }
    return parts(of: key, at: place, depth: depth)
  }
}

extension PriceExpression {
  /// Where inputs and names stand in it.
  fileprivate var names: [SourceSpan] {
    if case .reference = operation { return [span] }
    return parts.flatMap(\.names)
  }
}

extension RecordedValue {
  /// Whether a number is this one, given in base units.
  func equals(_ number: Ratio, unit: Ratio) -> Bool {
    switch self {
    case .exact(let value): value == number
    case .double(let value): number.isFinite && value == (number / unit).nearestDouble
    case .integer(let value): number == Ratio(value)
    case .notGiven, .flag, .text, .texts, .choice, .point: false
    }
  }

  var isZero: Bool {
    switch self {
    case .exact(let value): value.isZero
    case .double(let value): value == 0
    case .integer(let value): value == 0
    case .notGiven: true
    case .flag, .text, .texts, .choice, .point: false
    }
  }
}
