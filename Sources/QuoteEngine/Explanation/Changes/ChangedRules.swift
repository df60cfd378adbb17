/// How an element more or less renames those after it.
struct ElementShift {
  /// `items[0].parts`.
  var list: String
  /// The position of the element that was put in or taken out.
  var position: Int
  var isRemoval: Bool

  /// What `items[0].parts[3].kind` was called before; nil inside the new element.
  func before(_ path: String) -> String? {
    guard path.hasPrefix(list + "[") else { return path }
    let start = path.index(path.startIndex, offsetBy: list.count + 1)
    guard let end = path[start...].firstIndex(of: "]"), let index = Int(path[start..<end]) else {
      return path
    }
    if isRemoval { return index < position ? path : "\(list)[\(index + 1)\(path[end...])" }
    if index == position { return nil }
    return index < position ? path : "\(list)[\(index - 1)\(path[end...])"
  }
}

/// Says in words which rules fire otherwise for a changed booking.
struct ChangedRules {
  let model: PriceModel
  /// Most that is said of one change.
  static let limit = 3

  /// Lines first, then rows and brackets, then conditions. Elements are called
  /// as they were before; of one that is new nothing is said.
  func words(
    _ before: DecisionWalk, _ after: DecisionWalk, shifted shift: ElementShift? = nil
  ) -> [String] {
    let later = after.decisions.compactMap { decision -> Decision? in
      guard let shift else { return decision }
      var decision = decision
      guard let path = shift.before(decision.key.path) else { return nil }
      decision.key.path = path
      return decision
    }
    let old = before.outcomes
    let new = Dictionary(later.map { ($0.key, $0.outcome) }) { first, _ in first }
    var found: [(rank: Int, text: String)] = []
    for decision in later + before.decisions {
      let outcome = new[decision.key]
      guard outcome != old[decision.key], let text = text(decision, outcome, old[decision.key])
      else { continue }
      if !found.contains(where: { $0.text == text.text }) { found.append(text) }
    }
    let ranked = found.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return ranked.prefix(Self.limit).map(\.element.text)
  }

  private func text(
    _ decision: Decision, _ outcome: Decision.Outcome?, _ before: Decision.Outcome?
  ) -> (rank: Int, text: String)? {
    let at = decision.key.path.isEmpty ? "" : " for \(decision.key.path)"
    switch (decision.question, outcome) {
    case (.holds(let condition), .flag(let holds)?):
      if case .line(let id) = decision.key.site {
        return (0, "\(model.allLines[id].name) \(holds ? "applies" : "no longer applies")\(at)")
      }
      if case .decline = decision.key.site { return nil }
      return (3, "\(source(condition)): \(holds ? "yes" : "no")\(at)")
    case (.winner(let group), .index(let index?)):
      guard case .members(let members, _) = group.effect else { return nil }
      return (0, "\(group.name): \(members[index].name)\(at)")
    case (.rows(_, let table, _), .rows(let rows)?):
      guard let row = rows.first else { return (1, "no row of \(model.tables[table].name)\(at)") }
      return (1, "\(model.tables[table].name) \(keys(model.tables[table].rows[row]))\(at)")
    case (.brackets(let table, _), .rows(let rows)?):
      guard let row = rows.last else { return nil }
      return (1, "\(model.tables[table].name) \(keys(model.tables[table].rows[row]))\(at)")
    case (.extreme(_, let choices), .index(let index?)):
      guard before != nil else { return nil }
      return (2, "\(source(choices[index])) decides\(at)")
    case (.step(let expression), .value(let value)?):
      guard before != nil, let shown = value.shown(as: expression, in: model) else { return nil }
      return (2, "\(source(expression)) is \(shown)\(at)")
    case (.given(let expression), .flag(let isGiven)?):
      return (3, "\(source(expression)) is \(isGiven ? "given" : "not given")\(at)")
    case (.elements(let list), .index(let count?)):
      return (2, "\(model.lists[list].name) has \(count) elements")
    case (.holds, _), (.winner, _), (.rows, _), (.brackets, _), (.extreme, _), (.step, _),
      (.given, _), (.elements, _):
      return nil
    }
  }

  private func source(_ expression: PriceExpression) -> String {
    model.sources.text(at: expression.span).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func keys(_ row: ModelTableRow) -> String {
    let cells = row.keySpans.map { model.sources.text(at: $0).trimmedOfSpaces }
    if cells.count == 1, cells[0].hasPrefix("[") { return cells[0] }
    return "[\(cells.joined(separator: ", "))]"
  }
}
