import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Says why lines, declines, rows and brackets did not apply: the first
/// condition that failed, the value seen, and what it would have had to be.
struct NotAppliedReader {
  let recording: Recording

  var model: PriceModel { recording.model }

  func all() -> [NotApplied] {
    lines(model.waterfall) + declines() + elementsLeftOut() + rows()
  }

  // MARK: - Lines and declines

  private func lines(_ lines: [ModelLine], within groups: [ModelLine] = []) -> [NotApplied] {
    lines.flatMap { line -> [NotApplied] in
      let places = recording.elements(of: line.grain.list, below: recording.booking)
      let own = notTaken(line, within: groups) + places.compactMap { missing(line, at: $0, groups) }
        + (places.isEmpty ? [withoutElements(line, groups)].compactMap(\.self) : [])
      guard case .members(let members, _) = line.effect else { return own }
      return own + self.lines(members, within: groups + [line])
    }
  }

  /// Why a line is not there: what it stands in, from the outside, then its own condition.
  private func missing(
    _ line: ModelLine, at place: Recording.Place, _ groups: [ModelLine]
  ) -> NotApplied? {
    guard !recording.applies(line.id, at: place) else { return nil }
    let outer = groups.first { !applies($0, around: place) }
    guard outer != nil || !holds(line, at: place) else { return nil }
    return NotApplied(
      kind: .line, what: named(line.name, place),
      why: outer.map { "`\($0.name)` does not apply" }
        ?? line.when.map { failure(of: $0, at: place) } ?? "",
      span: (outer == nil ? line.when?.span : nil) ?? line.span)
  }

  /// A line for each of what the booking has none of.
  private func withoutElements(_ line: ModelLine, _ groups: [ModelLine]) -> NotApplied? {
    let list = line.grain.list
    guard line.kind == .line, recording.whyUnknown(list: list) == nil else { return nil }
    let outer = groups.first {
      $0.grain == .booking && !recording.applies($0.id, at: recording.booking)
    }
    return NotApplied(
      kind: .line, what: line.name,
      why: outer.map { "`\($0.name)` does not apply" } ?? "`\(model.lists[list].name)` is empty",
      span: line.span)
  }

  private func applies(_ group: ModelLine, around place: Recording.Place) -> Bool {
    recording.applies(group.id, at: recording.enclosing(group.grain.list, of: place))
  }

  private func holds(_ line: ModelLine, at place: Recording.Place) -> Bool {
    line.when.map { recording.value(of: $0, at: place).isTrue } ?? true
  }

  /// A member of a group of which another one counts: once for all elements that it stands for.
  private func notTaken(_ line: ModelLine, within groups: [ModelLine]) -> [NotApplied] {
    guard let group = groups.last, case .members(let members, let take?) = group.effect else {
      return []
    }
    return recording.elements(of: group.grain.list, below: recording.booking).compactMap { place in
      let elements = recording.elements(of: line.grain.list, below: place)
      guard applies(group, around: place), elements.contains(where: { holds(line, at: $0) }),
        !isTaken(line, at: place),
        let winner = members.first(where: { isTaken($0, at: place) }),
        let why = comparison(of: line, with: winner, take, at: place)
      else { return nil }
      return NotApplied(kind: .line, what: named(line.name, place), why: why, span: line.span)
    }
  }

  private func isTaken(_ line: ModelLine, at place: Recording.Place) -> Bool {
    recording.elements(of: line.grain.list, below: place).contains {
      recording.applies(line.id, at: $0)
    }
  }

  private func comparison(
    of line: ModelLine, with winner: ModelLine, _ take: LineDeclaration.Take,
    at place: Recording.Place
  ) -> String? {
    guard let mine = recording.bid(by: line.id, at: place),
      let other = recording.bid(by: winner.id, at: place)
    else { return nil }
    func shown(_ value: RecordedValue) -> String {
      value.shown(type: .quantity(.money), units: UnitPair(), in: model) ?? "not given"
    }
    if mine == other {
      return "is \(shown(mine)), as much as `\(winner.name)` above it, which is taken"
    }
    let order = take == .lowest ? "more" : "less"
    return "is \(shown(mine)), \(order) than `\(winner.name)`, which is taken with \(shown(other))"
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

  func named(_ name: String, _ place: Recording.Place) -> String {
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
    case .apply(.not, let parts):
      let a = parts[0]
      if case .apply(.contains(let area), let points) = a.operation {
        return "\(written(points[0])) is in \(model.areas[area].name)"
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
    case .apply(.compare(let comparison), let sides):
      let value = shown(sides[0], place)
      let wanted = wanted(sides[1], beside: sides[0], place)
      return "\(written(sides[0])) is \(value), needs \(comparison.sign) \(wanted)"
    case .apply(.contains(let area), let points):
      return "\(written(points[0])) is not in \(model.areas[area].name)"
    case .reference(.letValue(let index)):
      return "\(model.lets[index].name) is \(shown(condition, place)): "
        + failure(
          of: model.lets[index].value,
          at: recording.enclosing(model.lets[index].value.grain.list, of: place))
    case .constant, .reference, .apply, .defaulting, .conditional, .extreme, .aggregate, .sumBefore,
      .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return "\(written(condition)) is \(shown(condition, place))"
    }
  }

  /// What a value is compared with; a text whose numbers count in their order as it was written.
  private func wanted(
    _ other: PriceExpression, beside value: PriceExpression, _ place: Recording.Place
  ) -> String {
    if case .constant(.text(let key)) = other.operation, model.told(by: value) !== value {
      return NaturalText.example(key)
    }
    return shown(other, place)
  }

  func written(_ expression: PriceExpression) -> String {
    model.sources.text(at: expression.span).trimmedOfSpaces
  }

  private func shown(_ expression: PriceExpression, _ place: Recording.Place) -> String {
    recording.shown(expression, at: place) ?? "not given"
  }

  // MARK: - Rows and brackets

  /// A look-up in a table, for one element.
  private struct LookedUp: Hashable {
    var table: TableID
    var place: Recording.Place
  }

  /// The rows of each table at each place that no look-up there took, by the look-ups that took
  /// one, else by the first.
  private func rows() -> [NotApplied] {
    var found: [NotApplied] = []
    var order: [LookedUp] = []
    var lookups: [LookedUp: [(keys: [PriceExpression], taken: [Int])]] = [:]
    var seen: Set<String> = []
    model.visitExpressions { expression in
      switch expression.operation {
      case .lookup(let table, _, let keys):
        for place in recording.elements(of: expression.grain.list, below: recording.booking) {
          // No row was taken for keys that nobody knows.
          let isUnknown = keys.contains { recording.isUnknown($0, at: place) }
          let taken = isUnknown ? [] : recording.rows(of: expression, at: place)
          guard seen.insert("\(table) \(place) \(keys.map { shown($0, place) })").inserted else {
            continue
          }
          let looked = LookedUp(table: table, place: place)
          if lookups[looked] == nil { order.append(looked) }
          lookups[looked, default: []].append((keys, taken))
        }
      case .graduated(let table, let keys):
        for place in recording.elements(of: expression.grain.list, below: recording.booking) {
          // A price that is mirrored below zero is asked for twice.
          let told = "\(table) \(place) \(keys.map { shown($0, place) })"
          guard seen.insert(told).inserted else { continue }
          found += others(than: [], [], table, keys: keys, at: place, kind: .bracket)
        }
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
        .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .texts:
        break
      }
    }
    for looked in order {
      let all = lookups[looked] ?? []
      let some = all.filter { !$0.taken.isEmpty }
      let taken = Set(all.flatMap(\.taken))
      for lookup in some.isEmpty ? Array(all.prefix(1)) : some {
        found += others(
          than: lookup.taken, taken, looked.table, keys: lookup.keys, at: looked.place, kind: .row)
      }
    }
    return found
  }

  /// Rows whose keys do not hold, at most forty a look-up: a price list of
  /// thousands of rows would say the same thousands of times.
  private func others(
    than taken: [Int], _ applied: Set<Int>, _ table: TableID, keys: [PriceExpression],
    at place: Recording.Place, kind: NotApplied.Kind
  ) -> [NotApplied] {
    let rows = model.tables[table].rows
    var found: [NotApplied] = []
    for (index, row) in rows.enumerated() where !applied.contains(index) {
      guard found.count < 40 else { break }
      // A bracket with two prices is two rows here.
      if found.last?.span == row.span { continue }
      guard let why = mismatch(row, keys, at: place, kind: kind) ?? shadowed(taken, index, table)
      else { continue }
      found.append(
        NotApplied(
          kind: kind,
          what: named("\(model.tables[table].name) \(row.bracketed(in: model))", place),
          why: why, span: row.span))
    }
    return found
  }

  /// Why a row whose keys hold did not count beside those that did.
  private func shadowed(_ taken: [Int], _ index: Int, _ table: TableID) -> String? {
    guard let other = taken.first else { return nil }
    switch model.tables[table].hit {
    case .first, .unique: return other < index ? "an upper row holds" : nil
    case .max: return "it holds too: a row with the largest value counts"
    case .min: return "it holds too: a row with the smallest value counts"
    case .sum, .product, .graduated: return nil
    }
  }

  /// The first key cell that fails.
  private func mismatch(
    _ row: ModelTableRow, _ keys: [PriceExpression], at place: Recording.Place,
    kind: NotApplied.Kind
  ) -> String? {
    for (index, key) in keys.enumerated() {
      let value = recording.value(of: key, at: place)
      if kind == .bracket, index == keys.count - 1 {
        if row.keys[index].isReached(by: value, unit: key.units.size) { continue }
      } else if row.keys[index].holds(value, key, recording.areas) {
        continue
      }
      let wanted = model.sources.text(at: row.keySpans[index]).trimmedOfSpaces
      let own = key.mirroredMeasure.map { shown($0, place) } ?? shown(key, place)
      let mirrored = own == shown(key, place) ? "" : ", mirrored \(shown(key, place))"
      return "\(written(key)) is \(own)\(mirrored), needs \(wanted)"
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
