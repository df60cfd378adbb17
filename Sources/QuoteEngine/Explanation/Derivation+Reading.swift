/// Reads off a recording what an expression was made from.
struct DerivationReader {
  let recording: Recording
  /// How many named formulas deep; what lies deeper is left out.
  let depthLimit: Int

  var model: PriceModel { recording.model }

  /// The parts of a formula: every input, name, table row and rounding in it,
  /// in the order written; each only once.
  func parts(of expression: PriceExpression, at place: Recording.Place, depth: Int = 0)
    -> [Derivation]
  {
    var seen: Set<String> = []
    return collect(expression, place, depth).filter {
      seen.insert("\($0.kind) \($0.text)").inserted
    }
  }

  private func collect(
    _ expression: PriceExpression, _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    if case .reference(let reference) = expression.operation {
      return named(reference, expression, place, depth)
    }
    if case .lookup(let table, _, let keys) = expression.operation {
      return [row(of: expression, table, keys, place, depth)]
    }
    if case .graduated(let table, let keys) = expression.operation {
      return [brackets(of: expression, table, keys, place)]
    }
    if case .round(let inner, let step, let mode) = expression.operation {
      return collect(inner, place, depth)
        + [rounding(expression, inner, step, mode, place)].compactMap { $0 }
    }
    if case .conditional(let condition, let then, let otherwise) = expression.operation {
      let holds = recording.value(of: condition, at: place).isTrue
      let taken = holds ? then : otherwise
      return collect(condition, place, depth) + (taken.map { collect($0, place, depth) } ?? [])
    }
    if case .defaulting(let first, let second) = expression.operation,
      recording.value(of: first, at: place) == .notGiven
    {
      return collect(first, place, depth) + collect(second, place, depth)
    }
    if case .defaulting(let first, _) = expression.operation { return collect(first, place, depth) }
    if case .aggregate(let kind, let inner, let list, _) = expression.operation {
      return [aggregate(expression, kind, inner, list, place, depth)]
    }
    return expression.parts.flatMap { collect($0, place, depth) }
  }

  // MARK: - Names

  private func named(
    _ reference: PriceExpression.Reference, _ expression: PriceExpression,
    _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    let value = recording.value(of: expression, at: place).shown(as: expression, in: model)
    func leaf(_ kind: Derivation.Kind, _ text: String, _ span: SourceSpan) -> [Derivation] {
      [Derivation(kind: kind, text: text, value: value, note: "", span: span, parts: [])]
    }
    switch reference {
    case .field(let list, let field):
      let schema = model.schema.lists[list].fields[field]
      return leaf(.input, schema.name, schema.span)
    case .element(let list):
      return leaf(
        .input, model.lists[list].made?.elementName ?? model.lists[list].name,
        model.lists[list].span)
    case .letValue(let index):
      let named = model.lets[index]
      guard depth < depthLimit else { return leaf(.named, named.name, named.span) }
      let home = recording.enclosing(named.value.grain.list, of: place)
      return [
        Derivation(
          kind: .named, text: named.name, value: value, note: "", span: named.span,
          parts: parts(of: named.value, at: home, depth: depth + 1))
      ]
    case .lineAmount(let id), .lineSum(let id), .subtotal(let id):
      let line = model.allLines[id]
      return leaf(.carried, line.name, line.span)
    case .running: return leaf(.carried, "subtotal", expression.span)
    case .total: return leaf(.carried, "total", expression.span)
    case .lineReasons: return []
    }
  }

  private func aggregate(
    _ expression: PriceExpression, _ kind: PriceExpression.Aggregate, _ inner: PriceExpression,
    _ list: Int, _ place: Recording.Place, _ depth: Int
  ) -> Derivation {
    let elements = recording.elements(
      of: list, below: recording.enclosing(model.lists[list].parent ?? 0, of: place))
    let cells = elements.prefix(12).map {
      recording.value(of: inner, at: $0).shown(as: inner, in: model) ?? "not given"
    }
    let more = elements.count > 12 ? ", … (\(elements.count))" : ""
    let what = kind == .count ? "\(elements.count) elements" : cells.joined(separator: ", ") + more
    return Derivation(
      kind: .formula, text: model.sources.text(at: expression.span),
      value: recording.value(of: expression, at: place).shown(as: expression, in: model),
      note: what.isEmpty ? "no elements" : "of \(what)", span: expression.span, parts: [])
  }

  // MARK: - Tables

  private func row(
    of expression: PriceExpression, _ table: Int, _ keys: [PriceExpression],
    _ place: Recording.Place, _ depth: Int
  ) -> Derivation {
    let found = matched(expression, at: place)
    let values = keys.map {
      recording.value(of: $0, at: place).shown(as: $0, in: model) ?? "not given"
    }
    let name = model.tables[table].name
    let rows = found.map { model.tables[table].rows[$0] }
    let cells = rows.map { model.sources.text(at: $0.span).trimmedOfSpaces }
    return Derivation(
      kind: .row, text: "\(name)(\(values.joined(separator: ", ")))",
      value: recording.value(of: expression, at: place).shown(as: expression, in: model),
      note: rows.isEmpty ? "no row holds" : cells.joined(separator: "  "),
      span: rows.first?.span ?? model.tables[table].span,
      parts: depth < depthLimit ? keys.flatMap { parts(of: $0, at: place, depth: depth + 1) } : [])
  }

  /// Rows of the table (from 0) that the look-up took.
  func matched(_ expression: PriceExpression, at place: Recording.Place) -> [Int] {
    guard let register = recording.plan.trace.rows[ObjectIdentifier(expression)] else { return [] }
    switch recording.cell(register, recording.index(of: register, at: place)) {
    case .choice(let row): return row > 0 ? [row - 1] : []
    case .integer(let row): return row > 0 ? [Int(row) - 1] : []
    case .texts(let rows): return rows.compactMap { Int($0) }
    case .notGiven, .flag, .text, .exact, .double, .point: return []
    }
  }

  private func brackets(
    of expression: PriceExpression, _ table: Int, _ keys: [PriceExpression],
    _ place: Recording.Place
  ) -> Derivation {
    let values = keys.map { recording.value(of: $0, at: place) }
    let shown = zip(keys, values).map { $1.shown(as: $0, in: model) ?? "not given" }
    var parts: [Derivation] = []
    if let key = keys.last, let measure = values.last {
      for row in model.tables[table].rows where entered(row, measure, key) {
        guard let price = row.values.first ?? nil else { continue }
        parts.append(
          Derivation(
            kind: .bracket,
            text: model.sources.text(at: row.keySpans.last ?? row.span).trimmedOfSpaces,
            value: model.sources.text(at: price.span).trimmedOfSpaces, note: "", span: row.span,
            parts: []))
      }
    }
    return Derivation(
      kind: .row, text: "\(model.tables[table].name)(\(shown.joined(separator: ", ")))",
      value: recording.value(of: expression, at: place).shown(as: expression, in: model), note: "",
      span: model.tables[table].span, parts: parts)
  }

  /// Whether a measure reaches into a bracket.
  private func entered(_ row: ModelTableRow, _ measure: RecordedValue, _ key: PriceExpression)
    -> Bool
  {
    guard case .ranges(let ranges) = row.keys.last?.body, let range = ranges.first else {
      return false
    }
    switch measure {
    case .exact(let value): return value >= range.interval.lower
    case .double(let value): return value >= (range.interval.lower / key.units.size).nearestDouble
    case .integer(let value): return Ratio(value) >= range.interval.lower
    case .notGiven, .flag, .text, .texts, .choice, .point: return false
    }
  }

  // MARK: - Rounding

  private func rounding(
    _ expression: PriceExpression, _ inner: PriceExpression, _ step: Ratio, _ mode: RoundingMode,
    _ place: Recording.Place
  ) -> Derivation? {
    let before = recording.value(of: inner, at: place)
    let after = recording.value(of: expression, at: place)
    guard before != after, let from = before.shown(as: inner, in: model),
      let to = after.shown(as: expression, in: model)
    else { return nil }
    let by = difference(after, before, inner)
    let how = model.arithmetic == .exact ? mode.words : "as \(model.arithmetic.rawValue) rounds"
    return Derivation(
      kind: .rounding, text: "rounded", value: to,
      note: "from \(from), \(how)" + (by.map { ", \($0)" } ?? ""),
      span: expression.span, parts: [])
  }

  private func difference(_ a: RecordedValue, _ b: RecordedValue, _ expression: PriceExpression)
    -> String?
  {
    if case .exact(let x) = a, case .exact(let y) = b {
      let text = ((x - y) / expression.units.size).description
      return text.hasPrefix("-") ? text : "+\(text)"
    }
    return nil
  }
}

extension RoundingMode {
  /// In words, for breakdowns.
  var words: String { rawValue.replacing("_", with: " ") }
}

extension String {
  var trimmedOfSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
