/// A line that applied to a booking, or a row of a table that was found for it.
struct FiredRule: Hashable {
  enum Kind: Hashable { case line, row }

  var kind: Kind
  /// The line for which it was found.
  var line: String
  /// `work`, `factors [4..7]`.
  var name: String
  var span: SourceSpan
}

/// Reads off a recording which lines and rows of tables made a price: only what
/// conditions and defaults let through.
struct FiredRuleReader {
  let recording: Recording
  private let derivations: DerivationReader

  init(_ recording: Recording) {
    self.recording = recording
    derivations = DerivationReader(recording: recording, depthLimit: 0)
  }

  private var model: PriceModel { recording.model }

  private struct Visit: Hashable {
    var name: Int
    var place: Recording.Place
  }

  private struct Found {
    var line = ""
    var rules: [FiredRule] = []
    var visited: Set<Visit> = []

    mutating func add(_ kind: FiredRule.Kind, _ name: String, _ span: SourceSpan) {
      let rule = FiredRule(kind: kind, line: line, name: name, span: span)
      if !rules.contains(rule) { rules.append(rule) }
    }
  }

  /// Lines whose amount is not zero, in the order of the waterfall, each with
  /// the rows behind it.
  func rules() -> [FiredRule] {
    var found = Found()
    for line in model.allLines {
      guard let trace = recording.plan.trace.lines[line.id] else { continue }
      let formula: PriceExpression
      switch line.effect {
      case .amount(let expression), .becomes(let expression): formula = expression
      case .members, .nothing: continue
      }
      found.line = line.name
      found.visited.removeAll(keepingCapacity: true)
      for place in recording.elements(of: line.grain.list, below: recording.booking) {
        guard applies(trace, place) else { continue }
        if line.kind == .line { found.add(.line, line.name, line.span) }
        collect(formula, place, &found)
      }
    }
    return found.rules
  }

  private func applies(_ trace: LineTrace, _ place: Recording.Place) -> Bool {
    if let register = trace.applies {
      guard recording.cell(register, recording.index(of: register, at: place)).isTrue else {
        return false
      }
    }
    switch recording.value(of: PlanValue(trace.amount), at: place) {
    case .exact(let amount): return !amount.isZero
    case .double(let amount): return amount != 0
    case .integer(let amount): return amount != 0
    case .notGiven, .flag, .text, .texts, .choice, .point: return false
    }
  }

  private func collect(
    _ expression: PriceExpression, _ place: Recording.Place, _ found: inout Found
  ) {
    if case .reference(let reference) = expression.operation {
      if case .letValue(let index) = reference {
        let value = model.lets[index].value
        let home = recording.enclosing(value.grain.list, of: place)
        guard found.visited.insert(Visit(name: index, place: home)).inserted else { return }
        collect(value, home, &found)
      }
      return
    }
    if case .conditional(let condition, let then, let otherwise) = expression.operation {
      collect(condition, place, &found)
      let taken = recording.value(of: condition, at: place).isTrue ? then : otherwise
      if let taken { collect(taken, place, &found) }
      return
    }
    if case .defaulting(let first, let second) = expression.operation {
      let isGiven = recording.value(of: first, at: place) != .notGiven
      return collect(isGiven ? first : second, place, &found)
    }
    if case .aggregate(_, let inner, let list, _) = expression.operation {
      let above = recording.enclosing(model.lists[list].parent ?? 0, of: place)
      for element in recording.elements(of: list, below: above) { collect(inner, element, &found) }
      return
    }
    if case .lookup(let table, _, _) = expression.operation {
      for row in derivations.matched(expression, at: place) { add(table, row, &found) }
    }
    for part in expression.parts { collect(part, place, &found) }
  }

  private func add(_ table: Int, _ row: Int, _ found: inout Found) {
    let table = model.tables[table]
    guard table.rows.indices.contains(row) else { return }
    let keys = table.rows[row].keySpans.map { model.sources.text(at: $0).trimmedOfSpaces }
    let name = ([table.name] + [keys.joined(separator: ", ")]).joined(separator: " ")
    found.add(.row, name, table.rows[row].span)
  }
}
