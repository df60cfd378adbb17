import QuoteLint
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits of what `let` names.
extension RulesDifference {
  /// So many cells of one table are edits of their own.
  private static let mostCells = 24
  /// So many rows that come or go are named.
  private static let mostRows = 3

  mutating func findNamed() {
    for after in pair.after.lets {
      guard let before = pair.before.lets.first(where: { $0.name.value == after.name.value }) else {
        continue
      }
      findNamed(before, after)
    }
  }

  private mutating func findNamed(_ old: LetDeclaration, _ new: LetDeclaration) {
    let name = new.name.value
    var (told, span) = (name, new.span)
    var findings = EditFindings()
    switch (old.body, new.body) {
    case (.formula(let a), .formula(let b)):
      findings.add("", text(a.span), text(b.span))
      span = b.span
    case (.table(let a), .table(let b)): return findCells(name, a, b, at: new.span)
    case (.function(let before, let a), .function(let after, let b)):
      let parameters = after.map(\.value).joined(separator: ", ")
      told = "\(name)(\(parameters))"
      span = b.span
      if before.map(\.value) == after.map(\.value) {
        findings.add("", text(a.span), text(b.span))
      } else {
        findings.add("", whole(old), whole(new))
      }
    case (.made(let before, let a, let atMost), .made(let after, let b, let most)):
      findings.add("each", before.value, after.value)
      findings.add("range", text(a.span), text(b.span))
      findings.add("at_most", atMost.map { "\($0.value)" } ?? "", most.map { "\($0.value)" } ?? "")
      span = b.span
    case (.steps(let a), .steps(let b)):
      findings.add("for", a.list.value, b.list.value)
      findings.add("start", text(a.start.span), text(b.start.span))
      findings.add("each", text(a.each.span), text(b.each.span))
      span = text(a.each.span) == text(b.each.span) ? b.start.span : b.each.span
    case (.placed(let a), .placed(let b)):
      findings.add("for", a.list.value, b.list.value)
      findings.add("value", text(a.value.span), text(b.value.span))
      span = b.value.span
    case (.groups, .groups): findings.add("each", whole(old), whole(new))
    case (.area(let a), .area(let b)):
      guard Self.corners(a) != Self.corners(b) else { return }
      findings.add("", a.written, b.written)
      if findings.isEmpty { findings.add("", a.written, b.written + ", with other corners") }
    case (.formula, _), (.table, _), (.function, _), (.made, _), (.steps, _), (.area, _),
      (.groups, _), (.placed, _):
      findings.add("", whole(old), whole(new))
    }
    add(.named(name), findings, of: told, at: span)
  }

  /// What an area encloses, wherever it is written.
  private static func corners(_ area: AreaDeclaration) -> String {
    switch area {
    case .polygon(let rings, _): "\(rings)"
    case .features(let features, _): "\(features.map { "\($0.name) \($0.rings)" })"
    case .circle, .box: area.written
    }
  }

  /// What stands where it was something else altogether.
  private func whole(_ named: LetDeclaration) -> String {
    switch named.body {
    case .formula(let formula): text(formula.span)
    case .table(let table): "a table of \(counted(table.rows.count))"
    case .area(let area): area.written
    case .made(let element, let range, _): "each \(element.value) in \(text(range.span))"
    case .function(let parameters, let formula):
      "(\(parameters.map(\.value).joined(separator: ", "))): \(text(formula.span))"
    case .steps(let steps): "for \(steps.list.value) in order: \(text(steps.each.span))"
    case .groups(let groups):
      "each \(groups.names.map(\.value).joined(separator: ", ")) in \(groups.list.value) by "
        + groups.keys.map { text($0.span) }.joined(separator: ", ")
    case .placed(let placed): "for \(placed.list.value): \(text(placed.value.span))"
    }
  }

  // MARK: - Tables

  private mutating func findCells(
    _ name: String, _ old: TableDeclaration, _ new: TableDeclaration, at span: SourceSpan
  ) {
    let moved = movedBound(old, new)
    let shape = self.shape(old, new, areKeysTold: moved != nil)
    guard shape.isEmpty else {
      return add(.named(name), shape, of: name, at: span)
    }
    if let moved {
      add(
        .keys(table: name), "\(name), bound of \(text(new.keys[moved.key].span))",
        before: moved.before, after: moved.after, at: span)
    }
    var found: [(row: Int, column: Int)] = []
    for row in new.rows.indices {
      for column in new.rows[row].values.indices
      where cell(old, row, column) != cell(new, row, column) {
        found.append((row, column))
      }
    }
    guard found.count <= Self.mostCells else {
      return add(.named(name), name, before: "", after: "\(found.count) cells changed", at: span)
    }
    for (row, column) in found {
      let member = new.values.count > 1 ? ".\(new.values[column].value)" : ""
      add(
        .cell(table: name, row: row, column: column), "\(name) \(keys(new.rows[row]))\(member)",
        before: cell(old, row, column), after: cell(new, row, column),
        at: new.rows[row].values[column].raw.span)
    }
  }

  private func cell(_ table: TableDeclaration, _ row: Int, _ column: Int) -> String {
    EditWords.line(table.rows[row].values[column].raw.value)
  }

  private func keys(_ row: TableRow) -> String {
    row.keys.map(written).joined(separator: ", ")
  }

  /// A cell as it stands in the rules, unless a setting has moved one of its bounds, which then
  /// stands elsewhere.
  private func written(_ cell: KeyCell) -> String {
    cell.bounds.allSatisfy { cell.span.encloses($0.span) } ? text(cell.span) : cell.written
  }

  /// The one bound that is different in two tables, in all rows that it parts.
  private func movedBound(
    _ old: TableDeclaration, _ new: TableDeclaration
  ) -> (key: Int, before: String, after: String)? {
    guard old.rows.count == new.rows.count else { return nil }
    var moved: (key: Int, before: String, after: String)?
    for (a, b) in zip(old.rows, new.rows) {
      guard a.keys.count == b.keys.count else { return nil }
      for (key, cells) in zip(a.keys, b.keys).enumerated()
      where written(cells.0) != written(cells.1) {
        let (before, after) = (cells.0.bounds.map(\.value), cells.1.bounds.map(\.value))
        guard before.count == after.count, cells.0.form == cells.1.form else { return nil }
        for (one, other) in zip(before, after) where one != other {
          guard moved ?? (key, one, other) == (key, one, other) else { return nil }
          moved = (key, one, other)
        }
      }
    }
    // Where one of two rows keeps it, it is no longer one bound.
    guard let moved else { return nil }
    let isLeft = new.rows.contains { row in
      row.keys[moved.key].bounds.contains { $0.value == moved.before }
    }
    return isLeft ? nil : moved
  }

  /// What is different in all of a table but its values.
  private func shape(
    _ old: TableDeclaration, _ new: TableDeclaration, areKeysTold: Bool
  ) -> EditFindings {
    var findings = EditFindings()
    findings.add("kind of table", old.hit.value.rawValue, new.hit.value.rawValue)
    findings.add(
      "below zero", old.belowZero?.value.rawValue ?? "", new.belowZero?.value.rawValue ?? "")
    func heads(_ table: TableDeclaration) -> String { header(table.keys.map { text($0.span) }) }
    findings.add("keys", heads(old), heads(new))
    func columns(_ table: TableDeclaration) -> String {
      let types = table.valueTypes + Array(repeating: nil, count: table.values.count)
      return header(
        zip(table.values, types).map { value, type in
          value.value + (type.map { ": \($0.value.written)" } ?? "")
        })
    }
    findings.add("columns", columns(old), columns(new))
    let (before, after) = (old.rows.map(keys), new.rows.map(keys))
    guard before != after, !areKeysTold else { return findings }
    let (gone, come) = (Self.without(after, before), Self.without(before, after))
    if gone.isEmpty, come.isEmpty {
      findings.add("order of rows", brief(before), brief(after))
    } else {
      let said = [("new", come), ("gone", gone)].filter { !$0.1.isEmpty }
      findings.add(
        "", counted(before.count),
        counted(after.count) + ": " + said.map { "\($0.0) \(brief($0.1))" }.joined(separator: "; "))
    }
    return findings
  }

  private func header(_ cells: [String]) -> String { cells.joined(separator: " | ") }

  private func counted(_ rows: Int) -> String { rows == 1 ? "1 row" : "\(rows) rows" }

  private func brief(_ keys: [String]) -> String {
    keys.prefix(Self.mostRows).joined(separator: " / ")
      + (keys.count > Self.mostRows ? " and \(keys.count - Self.mostRows) more" : "")
  }

  /// The keys among these that the others do not have, each as often as it is there.
  private static func without(_ others: [String], _ keys: [String]) -> [String] {
    var left = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return keys.filter { key in
      guard let count = left[key], count > 0 else { return true }
      left[key] = count - 1
      return false
    }
  }
}
