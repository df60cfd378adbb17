/// Says why lines, declines, rows and brackets did not apply: the first
/// condition that failed, the value seen, and what it would have had to be.
struct NotAppliedReader {
  let recording: Recording

  var model: PriceModel { recording.model }

  func all() -> [NotApplied] {
    lines() + declines() + rows()
  }

  // MARK: - Lines and declines

  private func lines() -> [NotApplied] {
    model.allLines.flatMap { line -> [NotApplied] in
      guard let when = line.when else { return [] }
      return recording.elements(of: line.grain.list, below: recording.booking).compactMap { place in
        guard !recording.applies(line.id, at: place) else { return nil }
        return NotApplied(
          kind: .line, what: named(line.name, place), why: failure(of: when, at: place),
          span: when.span)
      }
    }
  }

  private func declines() -> [NotApplied] {
    model.declines.flatMap { decline -> [NotApplied] in
      recording.elements(of: decline.grain.list, below: recording.booking).compactMap { place in
        guard !recording.value(of: decline.when, at: place).isTrue else { return nil }
        let text = model.sources.text(at: decline.reason.span).trimmedOfSpaces
        return NotApplied(
          kind: .decline, what: named("decline “\(text)”", place),
          why: failure(of: decline.when, at: place), span: decline.span)
      }
    }
  }

  private func named(_ name: String, _ place: Recording.Place) -> String {
    let path = recording.path(of: place)
    return path.isEmpty ? name : "\(path): \(name)"
  }

  /// The first part of a condition that does not certainly hold, in words.
  private func failure(of condition: PriceExpression, at place: Recording.Place) -> String {
    switch condition.operation {
    case .and(let a, let b):
      return recording.value(of: a, at: place).isTrue
        ? failure(of: b, at: place) : failure(of: a, at: place)
    case .or(let a, let b): return "\(failure(of: a, at: place)), and \(failure(of: b, at: place))"
    case .not(let a):
      if case .contains(let area, let point) = a.operation {
        return "\(written(point)) is in \(model.areas[area].name)"
      }
      if case .isGiven(let value) = a.operation {
        return "\(written(value)) is \(shown(value, place))"
      }
      // `x not in y` is one text, and what it says is the opposite of the test inside it.
      if a.span == condition.span {
        return "\(written(condition)) is \(shown(condition, place))"
      }
      return "\(written(a)) is \(shown(a, place))"
    case .isGiven(let a): return "\(written(a)) is not given"
    case .compare(let comparison, let a, let b):
      let value = shown(a, place)
      return "\(written(a)) is \(value), needs \(comparison.sign) \(shown(b, place))"
    case .contains(let area, let point):
      return "\(written(point)) is not in \(model.areas[area].name)"
    case .reference(.letValue(let index)):
      return "\(model.lets[index].name) is \(shown(condition, place)): "
        + failure(
          of: model.lets[index].value,
          at: recording.enclosing(model.lets[index].value.grain.list, of: place))
    case .constant, .reference, .arithmetic, .negate, .defaulting, .conditional, .round, .extreme,
      .aggregate, .sumBefore, .split, .lookup, .isFound, .graduated, .template, .function,
      .within, .distance, .texts, .converted:
      return "\(written(condition)) is \(shown(condition, place))"
    }
  }

  private func written(_ expression: PriceExpression) -> String {
    model.sources.text(at: expression.span).trimmedOfSpaces
  }

  private func shown(_ expression: PriceExpression, _ place: Recording.Place) -> String {
    recording.value(of: expression, at: place).shown(as: expression, in: model) ?? "not given"
  }

  // MARK: - Rows and brackets

  private func rows() -> [NotApplied] {
    var found: [NotApplied] = []
    var seen: Set<String> = []
    model.visitExpressions { expression in
      switch expression.operation {
      case .lookup(let table, _, let keys):
        for place in recording.elements(of: expression.grain.list, below: recording.booking) {
          let taken = recording.rows(of: expression, at: place)
          guard seen.insert("\(table) \(place) \(keys.map { shown($0, place) })").inserted else {
            continue
          }
          found += others(than: taken, table, keys, place, .row)
        }
      case .graduated(let table, let keys):
        for place in recording.elements(of: expression.grain.list, below: recording.booking) {
          found += others(than: [], table, keys, place, .bracket)
        }
      case .constant, .reference, .arithmetic, .negate, .compare, .and, .or, .not, .isGiven,
        .defaulting, .conditional, .round, .extreme, .aggregate, .sumBefore, .split, .isFound,
        .template, .function, .within, .contains, .distance, .texts, .converted:
        break
      }
    }
    return found
  }

  /// Rows whose keys do not hold, at most forty a look-up: a price list of
  /// thousands of rows would say the same thousands of times.
  private func others(
    than taken: [Int], _ table: Int, _ keys: [PriceExpression], _ place: Recording.Place,
    _ kind: NotApplied.Kind
  ) -> [NotApplied] {
    let rows = model.tables[table].rows
    var found: [NotApplied] = []
    for (index, row) in rows.enumerated() where !taken.contains(index) {
      guard found.count < 40 else { break }
      guard let why = mismatch(row, keys, place, kind) ?? overruled(taken, index) else { continue }
      found.append(
        NotApplied(
          kind: kind,
          what: named("\(model.tables[table].name) \(row.bracketed(in: model))", place),
          why: why, span: row.span))
    }
    return found
  }

  private func overruled(_ taken: [Int], _ index: Int) -> String? {
    guard let upper = taken.first, upper < index else { return nil }
    return "an upper row holds"
  }

  /// The first key cell that fails.
  private func mismatch(
    _ row: ModelTableRow, _ keys: [PriceExpression], _ place: Recording.Place,
    _ kind: NotApplied.Kind
  ) -> String? {
    for (index, key) in keys.enumerated() {
      let value = recording.value(of: key, at: place)
      if kind == .bracket, index == keys.count - 1 {
        if row.keys[index].isReached(by: value, unit: key.units.size) { continue }
      } else if row.keys[index].holds(value, key, recording.areas) {
        continue
      }
      let wanted = model.sources.text(at: row.keySpans[index]).trimmedOfSpaces
      return "\(written(key)) is \(shown(key, place)), needs \(wanted)"
    }
    return nil
  }
}

extension ModelTableRow {
  /// Its keys as they are written: `[small | 4..7]`; one range brings its own brackets.
  func bracketed(in model: PriceModel) -> String {
    let cells = keySpans.map { model.sources.text(at: $0).trimmedOfSpaces }
    if cells.count == 1, cells[0].hasPrefix("[") { return cells[0] }
    return "[\(cells.joined(separator: " | "))]"
  }
}

extension PriceExpression.Comparison {
  /// As it is written.
  var sign: String {
    switch self {
    case .equal: "="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}
