import QuoteEngine
import QuoteLanguage
import QuoteSyntax

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
    var found: [Word] = []
    for decision in later + before.decisions {
      let outcome = new[decision.key]
      guard outcome != old[decision.key],
        let (rank, text) = text(decision, outcome, old[decision.key])
      else { continue }
      if let same = found.firstIndex(where: { $0.text == text }) {
        found[same].paths.insert(decision.key.path)
      } else {
        found.append(Word(rank: rank, text: text, paths: [decision.key.path]))
      }
    }
    let ranked = found.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
    let telling = ranked.filter { $0.rank < Self.lastRank }
    return (telling.isEmpty ? ranked : telling).prefix(Self.limit).map(\.shown)
  }

  /// One rule that fires otherwise, and the elements it is about.
  private struct Word {
    var rank: Int
    var text: String
    var paths: Set<String>

    /// No element is named where something is about the booking too.
    var shown: String {
      guard !paths.contains("") else { return text }
      let sorted = paths.sorted { ($0.count, $0) < ($1.count, $1) }
      if sorted.count <= 3 { return "\(text) for \(sorted.joined(separator: ", "))" }
      return "\(text) for \(sorted[0]) and \(sorted.count - 1) more"
    }
  }

  /// Said where nothing else is: money rounded to another step, which every
  /// other price is, and what is not given, which rows say better.
  private static let lastRank = 4

  private func text(
    _ decision: Decision, _ outcome: Decision.Outcome?, _ before: Decision.Outcome?
  ) -> (rank: Int, text: String)? {
    switch (decision.question, outcome) {
    case (.holds(let condition), .flag(let holds)?):
      if case .line(let id) = decision.key.site {
        return (0, "\(model.allLines[id].name) \(holds ? "applies" : "no longer applies")")
      }
      if case .decline = decision.key.site { return nil }
      return (3, "\(source(condition)): \(holds ? "yes" : "no")")
    case (.winner(let group), .index(let index?)):
      guard case .members(let members, _) = group.effect else { return nil }
      return (0, "\(group.name): \(members[index].name)")
    case (.rows(_, let table, _), .rows(let rows)?):
      guard let row = rows.first else { return (1, "no row of \(model.tables[table].name)") }
      return (1, named(model.tables[table], row))
    case (.brackets(let table, _), .rows(let rows)?):
      guard let row = rows.last else { return nil }
      return (1, named(model.tables[table], row))
    case (.extreme(let whole, let choices), .index(let index?)):
      guard before != nil else { return nil }
      return (2, "\(source(choices[index])) decides in \(source(whole))")
    case (.step(let expression), .value(let value)?):
      guard before != nil, let shown = value.shown(as: expression, in: model) else { return nil }
      let isMoney =
        if case .quantity(let quantity) = expression.type {
          quantity.numerator == .money
        } else { false }
      return (isMoney ? Self.lastRank : 2, "\(source(expression)) is \(shown)")
    case (.given(let expression), .flag(let isGiven)?):
      return (Self.lastRank, "\(source(expression)) is \(isGiven ? "given" : "not given")")
    case (.elements(let list), .index(let count?)):
      return (2, "\(model.lists[list].name) has \(count) \(count == 1 ? "element" : "elements")")
    case (.holds, _), (.winner, _), (.rows, _), (.brackets, _), (.extreme, _), (.step, _),
      (.given, _), (.elements, _):
      return nil
    }
  }

  /// `rate [4..7]`
  private func named(_ table: ModelTable, _ row: Int) -> String {
    "\(table.name) \(table.rows[row].bracketed(in: model))"
  }

  /// As it is written; of a long formula the beginning.
  private func source(_ expression: PriceExpression) -> String {
    let text = model.sources.text(at: expression.span).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return text.count <= 44 ? text : text.prefix(43) + "…"
  }
}
