package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Finds at which value two sides depart, and what decided it for us.
package final class CauseReader {
  package let order: PriceOrder
  package let plan: PricePlan
  let lines: PriceLines
  let names: RowNames
  let leads: TableLeads
  /// What the walk under way has met.
  let seen = SeenPlaces()

  package init(_ plan: PricePlan) {
    self.plan = plan
    names = RowNames(plan.model)
    leads = TableLeads(plan.model)
    order = PriceOrder(of: plan)
    lines = PriceLines(plan.model)
  }

  /// What decided a value of a booking that both sides priced; `agreed` are names of ours. For
  /// who asks for rows of tables alone nothing else is taken down.
  package func walk(
    _ entry: PriceOrder.Entry, agreed: Set<String>, _ recording: Recording,
    at elements: [Recording.Place], forRows: Bool = false
  ) -> CauseWalk {
    var walk = CauseWalk(
      recording, lines, agreed: self.agreed(agreed, recording),
      from: elements.first?.list ?? .booking, forRows: forRows, seen)
    switch entry.body {
    case .line(let line):
      walk.line = line.id
      walk.enter(line.id, recording.booking, isAsked: true)
    case .formula(let formula):
      for place in elements { walk.visit(formula, place, isAsked: true) }
    case .records: if entry.name == "total" { walk.descendFromTotal(recording.booking) }
    }
    return walk
  }

  /// The elements of an output's records at which a value differs, the booking of others.
  package func places(
    of entry: PriceOrder.Entry, _ fields: [FieldDifference], _ recording: Recording
  ) -> [Recording.Place] {
    guard !entry.isOfBooking, case .formula(let formula) = entry.body else {
      return [recording.booking]
    }
    let list = formula.grain.list
    let all = recording.elements(of: list, below: recording.booking)
    guard !fields.isEmpty else { return all }
    let paths = Set(fields.filter { $0.name == entry.name }.map { Self.positions(in: $0.path) })
    let found = all.filter { paths.contains(positions(of: $0, recording)) }
    return found.isEmpty ? all : found
  }

  /// `[0, 2]` of `boxes[0].items[2].price`.
  private static func positions(in path: String) -> [Int] {
    path.split(separator: "[").dropFirst().compactMap { Int($0.prefix { $0 != "]" }) }
  }

  private func positions(of place: Recording.Place, _ recording: Recording) -> [Int] {
    guard let parent = plan.model.lists[place.list].parent else { return [] }
    let above = recording.enclosing(parent, of: place)
    let first = recording.elements(of: place.list, below: above).first?.index ?? place.index
    return positions(of: above, recording) + [place.index - first]
  }

  /// Where the rules decline with this very sentence.
  package func decline(saying reason: String) -> RulePlace? {
    let found = plan.model.declines.first {
      guard case .constant(.text(let text)) = $0.reason.operation else { return false }
      return text == reason
    }
    return found.flatMap { RulePlace($0.span, in: plan.model.sources) }
  }

  // MARK: - What is agreed on

  private func agreed(_ names: Set<String>, _ recording: Recording) -> CauseWalk.Agreed {
    var agreed = CauseWalk.Agreed()
    for entry in order.entries where names.contains(entry.name) {
      switch entry.body {
      case .line(let line):
        agreed.lines.insert(line.id)
        if line.kind == .subtotal { add(below: line.id, to: &agreed) }
      case .formula(let formula): add(formula, recording, to: &agreed)
      case .records:
        if entry.name == "total", let last = lines.waterfall.last {
          add(below: last.id, to: &agreed)
        }
      }
    }
    return agreed
  }

  private func add(below line: Int, to agreed: inout CauseWalk.Agreed) {
    if let below = plan.trace.lines[line]?.below { agreed.registers.insert(Int(below.index)) }
  }

  /// A formula, and what it says again without losing anything of it.
  private func add(
    _ formula: PriceExpression, _ recording: Recording, to agreed: inout CauseWalk.Agreed
  ) {
    var said: PriceExpression? = formula
    while let expression = said {
      if expression.grain.list == .booking,
        recording.isMissing(expression, at: recording.booking)
      {
        return
      }
      if let register = plan.register(of: expression) {
        agreed.registers.insert(Int(register.index))
      }
      switch expression.operation {
      case .reference(.lineAmount(let id)), .reference(.lineSum(let id)): agreed.lines.insert(id)
      case .reference(.subtotal(let id)): add(below: id, to: &agreed)
      default: break
      }
      said = restatedWhole(expression, recording)
    }
  }

  private func restatedWhole(
    _ expression: PriceExpression, _ recording: Recording
  ) -> PriceExpression? {
    guard let inner = expression.restated(in: plan.model) else { return nil }
    switch expression.operation {
    case .reference, .apply(.negate, _), .apply(.converted, _), .apply(.arithmetic(.add), _),
      .apply(.arithmetic(.subtract), _):
      return inner
    case .apply(.arithmetic(.multiply), let factors):
      return factors.contains(where: \.isFactor) ? inner : nil
    case .apply(.arithmetic(.divide), let sides): return sides[1].isFactor ? inner : nil
    case .conditional(let condition, let then, _):
      guard expression.grain.list == .booking else { return nil }
      let isThen = recording.holds(condition, at: recording.booking)
      return isThen == (inner === then) ? inner : nil
    case .defaulting: return inner.grain.list == .booking ? inner : nil
    case .constant, .apply, .and, .or, .isGiven, .extreme, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .lookup,
      .isFound, .graduated, .texts:
      return nil
    }
  }

  // MARK: - Rows

  /// What stands behind a value, in a few words: the row, where one of one table was found;
  /// else the tables. Nothing where that is most of the rules.
  package func rows(_ walk: CauseWalk) -> [String] {
    var found: [(table: TableID, row: Int, isFiner: Bool)] = []
    for (trait, isFiner) in walk.traits {
      if case .row(let table, let row) = trait { found.append((table, row, isFiner)) }
    }
    let tables = Set(found.map(\.table))
    if tables.count == 1, let first = found.first, !first.isFiner,
      found.allSatisfy({ $0.row == first.row && !$0.isFiner })
    {
      return [names.name(of: first.row, in: first.table)]
    }
    guard tables.count <= Self.mostTables else { return [] }
    return tables.map { plan.model.tables[$0].name }.sorted()
  }

  private static let mostTables = 3
}
