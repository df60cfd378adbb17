import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a table gave: the row that holds, the brackets that were reached.
extension DerivationReader {
  func row(
    of expression: PriceExpression, _ table: TableID, _ column: Int, keys: [PriceExpression],
    at place: Recording.Place, depth: Int
  ) -> Derivation {
    let found = model.tables[table]
    let rows = recording.rows(of: expression, at: place).map { found.rows[$0] }
    let name = found.columns.count > 1 ? ".\(found.columns[column].name)" : ""
    let value = recording.shown(expression, at: place)
    var derivation = Derivation(
      kind: .row, text: written(found, keys, place) + name, value: value, note: "",
      span: found.span, hasFired: false,
      home: recording.enclosing(expression.grain.list, of: place),
      origin: .init(expression: expression, place: place), parts: [])
    if rows.count > 1 {
      derivation.parts =
        made(keys, place, depth)
        + rows.map { self.row($0, column, keys: keys, at: place, depth: depth) }
      return derivation
    }
    guard let row = rows.first else {
      derivation.note = found.rows.isEmpty ? "it has no rows" : "no row holds"
      derivation.parts = made(keys, place, depth)
      return derivation
    }
    derivation.value = row.values[column].flatMap(percent) ?? value
    derivation.note = ([cells(of: row)] + bounds(of: row, keys, place)).joined(separator: "; ")
    derivation.span = self.place(of: row, column)
    derivation.hasFired = true
    derivation.parts = made(keys + [row.values[column]].compactMap { $0 }, place, depth)
    return derivation
  }

  /// One of several rows that hold: `saturday | - = 10%`.
  private func row(
    _ row: ModelTableRow, _ column: Int, keys: [PriceExpression], at place: Recording.Place,
    depth: Int
  ) -> Derivation {
    let cell = row.values[column]
    let value = cell.flatMap { percent($0) ?? shown($0, place) }
    return Derivation(
      kind: .row, text: row.keySpans.map(text).joined(separator: " | "), value: value,
      note: bounds(of: row, keys, place).joined(separator: "; "),
      span: self.place(of: row, column), parts: made([cell].compactMap { $0 }, place, depth))
  }

  /// What keys and cells were made from; below the depth no more than their roundings.
  private func made(
    _ expressions: [PriceExpression], _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    Derivation.eachOnce(
      expressions.flatMap {
        depth < depthLimit
          ? parts(of: $0, at: place, depth: depth + 1) : roundings(in: $0, at: place)
      })
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
      let value = recording.shown(key, at: place)
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
    recording.shown(expression, at: place) ?? "not given"
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
    of expression: PriceExpression, _ table: TableID, _ keys: [PriceExpression],
    at place: Recording.Place, depth: Int
  ) -> Derivation {
    let found = model.tables[table]
    let held = recording.heldBrackets(of: expression, at: place)
    let parts = held.compactMap { trace -> Derivation? in
      let row = found.rows[trace.row]
      guard let key = keys.last, let price = row.values.first ?? nil else { return nil }
      let amount = recording.value(of: PlanValue(trace.amount), at: place)
      let inside = trace.inside.map { recording.value(of: PlanValue($0), at: place) }
      guard !(inside ?? amount).isZero else { return nil }
      let part = inside?.shown(as: key, in: model)
      return Derivation(
        kind: .bracket, text: row.keySpans.map(text).joined(separator: " | "),
        value: amount.shown(as: expression, in: model),
        note: part.map { "\($0) × \(figure(price, place))" } ?? "\(figure(price, place)), once",
        span: self.place(of: row, 0), parts: madePrice(price, place, depth))
    }
    let made =
      depth < depthLimit
      ? keys.flatMap { madeKeys($0, place, depth + 1) }
      : keys.flatMap { roundings(in: $0, at: place) }
    return Derivation(
      kind: .row, text: written(found, keys, place),
      value: recording.shown(expression, at: place),
      note: isMirrored(found, keys, place) ? "of the measure without its sign, mirrored" : "",
      span: found.span, hasFired: false,
      home: recording.enclosing(expression.grain.list, of: place),
      origin: .init(expression: expression, place: place), parts: made + parts)
  }

  /// Whether brackets price a measure below zero by its mirror image.
  private func isMirrored(
    _ table: ModelTable, _ keys: [PriceExpression], _ place: Recording.Place
  ) -> Bool {
    guard table.belowZero == .mirrored, let measure = keys.last?.mirroredMeasure else {
      return false
    }
    switch recording.value(of: measure, at: place) {
    case .exact(let number): return number.isNegative
    case .double(let number): return number < 0
    case .integer(let number): return number < 0
    case .notGiven, .flag, .text, .texts, .choice, .point: return false
    }
  }

  /// A bracket's price as it is written, or what its formula comes to.
  private func figure(_ price: PriceExpression, _ place: Recording.Place) -> String {
    if case .constant = price.operation { return text(at: price.span) }
    return shown(price, place)
  }

  /// What made a bracket's price, where that is a formula.
  private func madePrice(
    _ price: PriceExpression, _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    if case .constant = price.operation { return [] }
    guard depth < depthLimit else { return roundings(in: price, at: place) }
    let parts = self.parts(of: price, at: place, depth: depth + 1)
    if price.isNamed { return parts }
    return [
      Derivation(
        kind: .formula, text: written(price), value: shown(price, place), note: "",
        span: price.span, origin: .init(expression: price, place: place), parts: parts)
    ]
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
