/// A line that applied to a booking, or a row of a table that was found for it.
struct FiredRule: Hashable {
  enum Kind: Hashable { case line, row }

  var kind: Kind
  /// The line, or the output, for which it was found.
  var line: String
  var isOfOutput: Bool
  /// `work`, `factors [4..7]`.
  var name: String
  var span: SourceSpan
}

/// Reads off recordings of one plan which lines and rows of tables made a price: only what
/// conditions and defaults let through.
final class FiredRuleReader {
  private let model: PriceModel
  /// Lines that have an amount of their own, in the order of the waterfall.
  private let lines: [(line: ModelLine, formula: PriceExpression, trace: LineTrace)]
  /// Outputs of the booking that are formulas.
  private let outputs: [(name: String, formula: PriceExpression)]
  /// Rows of tables as they are told, each when it first fires.
  private var rowNames: [[String?]]

  init(_ plan: PricePlan) {
    model = plan.model
    rowNames = model.tables.map { _ in [] }
    outputs = model.outputs.compactMap { output in
      guard case .value(let formula) = output.body else { return nil }
      return (output.name, formula)
    }
    lines = model.allLines.compactMap { line in
      guard let trace = plan.trace.lines[line.id] else { return nil }
      switch line.effect {
      case .amount(let formula), .becomes(let formula): return (line, formula, trace)
      case .members, .nothing: return nil
      }
    }
  }

  private struct Visit: Hashable {
    var name: Int
    var place: Recording.Place
  }

  private struct Found {
    let recording: Recording
    var line = ""
    var isOfOutput = false
    var rules: [FiredRule] = []
    var visited: Set<Visit> = []

    mutating func add(_ kind: FiredRule.Kind, _ name: String, _ span: SourceSpan) {
      let rule = FiredRule(
        kind: kind, line: line, isOfOutput: isOfOutput, name: name, span: span)
      if !rules.contains(rule) { rules.append(rule) }
    }
  }

  /// Lines whose amount is not zero, in the order of the waterfall, each with
  /// the rows behind it; then rows behind outputs.
  func rules(of recording: Recording) -> [FiredRule] {
    var found = Found(
      recording: recording)
    for (line, formula, trace) in lines {
      found.line = line.name
      found.visited.removeAll(keepingCapacity: true)
      for place in recording.elements(of: line.grain.list, below: recording.booking) {
        guard applies(line.id, trace, place, recording) else { continue }
        if line.kind == .line { found.add(.line, line.name, line.span) }
        collect(formula, place, &found)
      }
    }
    for (name, formula) in outputs {
      (found.line, found.isOfOutput) = (name, true)
      found.visited.removeAll(keepingCapacity: true)
      collect(formula, recording.booking, &found)
    }
    return found.rules
  }

  private func applies(
    _ line: Int, _ trace: LineTrace, _ place: Recording.Place, _ recording: Recording
  ) -> Bool {
    guard recording.applies(line, at: place) else { return false }
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
        let home = found.recording.enclosing(value.grain.list, of: place)
        guard found.visited.insert(Visit(name: index, place: home)).inserted else { return }
        collect(value, home, &found)
      }
      return
    }
    if case .conditional(let condition, let then, let otherwise) = expression.operation {
      collect(condition, place, &found)
      let taken = found.recording.value(of: condition, at: place).isTrue ? then : otherwise
      if let taken { collect(taken, place, &found) }
      return
    }
    if case .defaulting(let first, let second) = expression.operation {
      let isGiven = found.recording.value(of: first, at: place) != .notGiven
      return collect(isGiven ? first : second, place, &found)
    }
    if case .aggregate(_, let inner, _, _) = expression.operation {
      for element in found.recording.counted(expression, at: place) {
        collect(inner, element, &found)
      }
      return
    }
    if case .lookup(let table, _, _) = expression.operation {
      for row in found.recording.rows(of: expression, at: place) { add(table, row, &found) }
    }
    if case .graduated(let table, _) = expression.operation {
      for row in found.recording.enteredBrackets(of: expression, at: place) {
        add(table, row, &found)
        if let cell = model.tables[table].rows[row].values[0] { collect(cell, place, &found) }
      }
    }
    for part in expression.parts { collect(part, place, &found) }
  }

  private func add(_ table: Int, _ row: Int, _ found: inout Found) {
    let rows = model.tables[table].rows
    guard rows.indices.contains(row) else { return }
    found.add(.row, name(of: row, in: table), rows[row].span)
  }

  /// `factors [4..7]`.
  private func name(of row: Int, in index: Int) -> String {
    let table = model.tables[index]
    if rowNames[index].isEmpty {
      rowNames[index] = Array(repeating: nil, count: table.rows.count)
    }
    if let known = rowNames[index][row] { return known }
    let keys = table.rows[row].keySpans.map { model.sources.text(at: $0).trimmedOfSpaces }
    let name = "\(table.name) \(keys.joined(separator: ", "))"
    rowNames[index][row] = name
    return name
  }
}
