import QuoteEngine
import QuoteLanguage

/// What is different between two rules: their edits, and rules that have some of these.
struct RulesDifference: Sendable {
  let pair: RulesPair
  private(set) var edits: [RuleEdit] = []

  /// So many cells of one table are edits of their own.
  private static let mostCells = 24

  init(_ pair: RulesPair) {
    self.pair = pair
    findHeader()
    findInputs()
    findNamed()
    findLines(pair.before.quote, pair.after.quote, below: "")
    findDeclines()
  }

  // MARK: - Finding

  private mutating func add(
    _ part: RuleEdit.Part, _ name: String, _ before: String, _ after: String, at span: SourceSpan
  ) {
    edits.append(
      RuleEdit(
        parts: [part], name: name, before: before, after: after,
        place: RulePlace(span, in: pair.sources)))
  }

  private func told(_ input: InputDeclaration) -> String {
    EditWords.line(InputWords.told(input, in: pair.sources))
  }

  private func text(_ span: SourceSpan) -> String {
    EditWords.line(pair.sources.text(at: span))
  }

  private mutating func findHeader() {
    let (old, new) = (pair.before.header, pair.after.header)
    func said<Value>(_ value: Spanned<Value>?) -> String {
      value.map { text($0.span) } ?? "the default"
    }
    let span = new.name?.span ?? .nowhere
    if old.rounding?.value != new.rounding?.value {
      add(.rounding, "rounding", said(old.rounding), said(new.rounding), at: span)
    }
    if old.arithmetic?.value != new.arithmetic?.value {
      add(.arithmetic, "arithmetic", said(old.arithmetic), said(new.arithmetic), at: span)
    }
    if old.timezone?.value != new.timezone?.value {
      add(.timezone, "timezone", said(old.timezone), said(new.timezone), at: span)
    }
  }

  private mutating func findInputs() {
    for input in pair.after.inputs {
      let name = input.name.value
      let old = pair.before.inputs.first { $0.name.value == name }
      if let old {
        let (before, after) = (told(old), told(input))
        if before != after { add(.input(name), name, before, after, at: input.name.span) }
      } else if InputWords.isRequired(input) {
        add(.input(name), name, "", told(input), at: input.name.span)
      }
    }
  }

  private mutating func findNamed() {
    for after in pair.after.lets {
      guard let before = pair.before.lets.first(where: { $0.name.value == after.name.value }) else {
        continue
      }
      findNamed(before, after)
    }
  }

  private mutating func findNamed(_ old: LetDeclaration, _ new: LetDeclaration) {
    let name = new.name.value
    switch (old.body, new.body) {
    case (.formula(let a), .formula(let b)):
      let (before, after) = (text(a.span), text(b.span))
      guard before != after else { return }
      let figures = EditWords.figures(before, after)
      add(.named(name), name, figures.0, figures.1, at: b.span)
    case (.table(let a), .table(let b)): findCells(name, a, b, at: new.span)
    case (.area, _), (.made, _), (.formula, _), (.table, _), (.steps, _), (.function, _),
      (.groups, _), (.placed, _):
      let (before, after) = (text(old.span), text(new.span))
      if before != after { add(.named(name), name, "as it was", "as it is", at: new.span) }
    }
  }

  private mutating func findCells(
    _ name: String, _ old: TableDeclaration, _ new: TableDeclaration, at span: SourceSpan
  ) {
    guard shape(old) == shape(new) else {
      return add(
        .named(name), name, "\(old.rows.count) rows", "\(new.rows.count) rows"
          + (old.rows.count == new.rows.count ? ", " + bounds(old, new) : ""), at: span)
    }
    var found: [(row: Int, column: Int)] = []
    for row in new.rows.indices {
      for column in new.rows[row].values.indices
      where EditWords.line(old.rows[row].values[column].raw.value)
        != EditWords.line(new.rows[row].values[column].raw.value)
      {
        found.append((row, column))
      }
    }
    guard found.count <= Self.mostCells else {
      return add(.named(name), name, "", "\(found.count) cells are others", at: span)
    }
    for (row, column) in found {
      let keys = new.rows[row].keys.map { text($0.span) }.joined(separator: ", ")
      let member = new.values.count > 1 ? ".\(new.values[column].value)" : ""
      let (a, b) = (old.rows[row].values[column], new.rows[row].values[column])
      add(
        .cell(table: name, row: row, column: column), "\(name) \(keys)\(member)",
        EditWords.line(a.raw.value), EditWords.line(b.raw.value), at: b.raw.span)
    }
  }

  /// All of a table but its values.
  private func shape(_ table: TableDeclaration) -> [String] {
    let types = table.valueTypes.map { $0.map { "\($0.value)" } ?? "" }
    return ["\(table.hit.value)", "\(table.belowZero.map { "\($0.value)" } ?? "")"]
      + table.keys.map { text($0.span) } + table.values.map(\.value) + types
      + table.rows.map { row in row.keys.map { text($0.span) }.joined(separator: "|") }
  }

  /// The first row whose keys are others.
  private func bounds(_ old: TableDeclaration, _ new: TableDeclaration) -> String {
    for (a, b) in zip(old.rows, new.rows) {
      let keys = (a.keys.map { text($0.span) }, b.keys.map { text($0.span) })
      if keys.0 != keys.1 {
        return "\(keys.0.joined(separator: ", ")) is \(keys.1.joined(separator: ", "))"
      }
    }
    return "with other values"
  }

  private mutating func findLines(
    _ old: [LineDeclaration], _ new: [LineDeclaration], below path: String
  ) {
    for line in new {
      guard let before = old.first(where: { $0.name.value == line.name.value }) else {
        add(.line(path + line.name.value), line.name.value, "", effect(line), at: line.span)
        continue
      }
      findLine(before, line, path + line.name.value)
    }
    for line in old where !new.contains(where: { $0.name.value == line.name.value }) {
      add(.line(path + line.name.value), line.name.value, effect(line), "", at: line.span)
    }
    let (a, b) = (old.map(\.name.value), new.map(\.name.value))
    let (left, right) = (a.filter { b.contains($0) }, b.filter { a.contains($0) })
    guard left != right else { return }
    let (before, after) = Self.moved(left, right)
    let first = new.first { $0.name.value == after.first }
    add(
      .order(path), "order of lines", before.joined(separator: ", "),
      after.joined(separator: ", "), at: first?.span ?? .nowhere)
  }

  /// Without the names that both orders begin and end with.
  private static func moved(_ old: [String], _ new: [String]) -> ([String], [String]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    return (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
  }

  private mutating func findLine(
    _ old: LineDeclaration, _ new: LineDeclaration, _ path: String
  ) {
    let name = new.name.value
    let isAlike = old.kind == new.kind && old.list?.value == new.list?.value
    if isAlike, case .lines(let a, let take) = old.effect,
      case .lines(let b, let other) = new.effect, take?.value == other?.value
    {
      findLines(a, b, below: path + "/")
    } else if !isAlike || effect(old) != effect(new) {
      let figures = EditWords.figures(effect(old), effect(new))
      add(.amount(path), name, figures.0, figures.1, at: new.span)
    }
    let before = old.when.map { text($0.span) } ?? ""
    let after = new.when.map { text($0.span) } ?? ""
    guard before != after else { return }
    let figures = EditWords.figures(before, after)
    add(
      .condition(path), "\(name) when", before.isEmpty ? "always" : figures.0,
      after.isEmpty ? "always" : figures.1, at: new.when?.span ?? new.span)
  }

  /// What a line does, as written.
  private func effect(_ line: LineDeclaration) -> String {
    switch line.effect {
    case .amount(let formula): text(formula.span)
    case .becomes(let formula): "becomes \(text(formula.span))"
    case .itself: line.name.value
    case .lines(let members, let take):
      (take.map { "\($0.value) of " } ?? "") + members.map(effect).joined(separator: ", ")
    }
  }

  private mutating func findDeclines() {
    let (old, new) = (declines(pair.before), declines(pair.after))
    for (name, decline) in new {
      let after = text(decline.when.span)
      let before = old.first { $0.name == name }.map { text($0.decline.when.span) } ?? ""
      guard before != after else { continue }
      let figures = EditWords.figures(before, after)
      add(.decline(name), "decline “\(name)”", figures.0, figures.1, at: decline.span)
    }
    for (name, decline) in old where !new.contains(where: { $0.name == name }) {
      add(
        .decline(name), "decline “\(name)”", text(decline.when.span), "", at: decline.span)
    }
  }

  // MARK: - Rules that have some of the edits

  /// Declines by what they say; of several that say the same each is numbered.
  func declines(_ tree: RuleTree) -> [(name: String, decline: DeclineDeclaration)] {
    var counts: [String: Int] = [:]
    return tree.declines.map { decline in
      let name = text(decline.reason.span)
      counts[name, default: 0] += 1
      let number = counts[name] ?? 1
      return (number > 1 ? "\(name) (\(number))" : name, decline)
    }
  }
}
