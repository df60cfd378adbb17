import QuoteLanguage
import QuoteSyntax

/// Goes through formulas from what needs them to what they are made from, and
/// says with flags where each look-up, bracket and choice takes part: a branch
/// not taken asks for nothing.
///
/// Each root (a line's amount, a condition, an output) is walked once, and so
/// is each named formula below it, from the last to the first.
final class DemandWalk {
  /// Cells of a grain at which a value is needed.
  struct Demand {
    var flag: Register
    var grain: PlanGrain
  }

  let lowering: PlanLowering
  var model: PriceModel { lowering.model }
  private(set) var rows: [Register: RowSite] = [:]
  private(set) var rowOrder: [Register] = []
  private(set) var brackets: [BracketSite] = []
  private var bracketIndex: [BracketSite.Key: Int] = [:]
  private(set) var choices: [ChoiceSite] = []
  private var choiceIndex: [ChoiceKey: Int] = [:]

  /// A choice; in a list's `keep` it is another one.
  private struct ChoiceKey: Hashable {
    var expression: ObjectIdentifier
    var sentList: ListID?
  }
  /// The scope of the root being walked.
  private var scope = DemandFlags.Scope.quoted
  private var line: Int?
  private var pending: [LetID: Demand] = [:]

  init(_ lowering: PlanLowering) { self.lowering = lowering }

  /// All cells of a grain.
  func everywhere(_ grain: PlanGrain) -> Demand {
    Demand(flag: lowering.filled(grain, lowering.flag(true)), grain: grain)
  }

  func root(
    _ expression: PriceExpression, _ demand: Demand, _ scope: DemandFlags.Scope, line: Int? = nil
  ) {
    (self.scope, self.line) = (scope, line)
    pending = [:]
    walk(expression, demand)
    while let index = pending.keys.max(), let demand = pending.removeValue(forKey: index) {
      walk(model.lets[index].value, demand)
    }
  }

  // MARK: - Grains

  /// Cells of a coarser (finer) grain: those that hold (are in) one of these.
  func brought(_ demand: Demand, to target: PlanGrain) -> Demand {
    let target = target == .constant ? .booking : target
    if lowering.depth(target) >= lowering.depth(demand.grain) {
      return Demand(flag: lowering.filled(target, demand.flag), grain: target)
    }
    var flag = lowering.filled(demand.grain, demand.flag)
    var grain = demand.grain
    while grain != target, let list = grain.list,
      let parent = target.list.flatMap({ model.lists.step(from: list, to: $0) })
        ?? model.lists[list].parent
    {
      if model.lists[parent].memberOf == list || model.lists[list].memberOf == parent {
        (flag, grain) = (lowering.at(.list(parent), flag), .list(parent))
        continue
      }
      let above = PlanGrain.list(parent)
      if case .sent = grain {
        flag = everywhere(above).flag
      } else {
        flag = lowering.emit(.aggregates(.anyOf(flag, list: list)), .flag(at: above)).cells
      }
      grain = above
    }
    return Demand(flag: flag, grain: grain)
  }

  private func demand(_ demand: Demand, where flag: Register) -> Demand {
    let grain = lowering.finest([demand.flag, flag])
    let finer = lowering.depth(grain) > lowering.depth(demand.grain) ? grain : demand.grain
    return Demand(
      flag: lowering.and(lowering.at(finer, demand.flag), lowering.at(finer, flag)), grain: finer)
  }

  // MARK: - Expressions

  private func walk(_ expression: PriceExpression, _ demand: Demand) {
    for part in expression.partsAndRoles { walk(part, of: expression, demand) }
    switch expression.operation {
    case .reference(.letValue(let index)): need(index, demand)
    case .lookup(_, let column, _): lookUp(expression, column, demand)
    case .isFound: lookUp(expression, nil, demand)
    case .graduated(let table, let keys): graduated(expression, table, keys: keys, demand: demand)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .texts:
      break
    }
  }

  private func walk(_ part: PricePart, of whole: PriceExpression, _ demand: Demand) {
    let all = brought(demand, to: part.scope)
    let identity = ObjectIdentifier(whole)
    switch part.asked {
    case .always: walk(part.expression, all)
    case .holds(let condition):
      walk(part.expression, self.demand(all, where: lowering.lower(condition).cells))
    case .fails(let condition):
      let fails = lowering.not(lowering.lower(condition).cells)
      walk(part.expression, self.demand(all, where: fails))
    case .isMissing(let first):
      guard let given = lowering.lower(first).given else { return }
      let missing = lowering.not(given)
      note(.fallback, whole.span, identity: identity, holds: missing, demand: demand)
      walk(part.expression, self.demand(all, where: missing))
    }
    if part.role == .condition {
      let holds = lowering.lower(part.expression).cells
      note(.condition, part.expression.span, identity: identity, holds: holds, demand: demand)
    }
  }

  /// The elements of which a part is asked, where the whole is.
  private func brought(_ demand: Demand, to scope: PricePart.Scope) -> Demand {
    func parent(of list: ListID) -> Demand {
      brought(demand, to: .list(model.lists[list].parent ?? .booking))
    }
    switch scope {
    case .here: return demand
    case .parent(let list): return parent(of: list)
    case .elements(let list): return brought(parent(of: list), to: .list(list))
    }
  }

  private func need(_ index: LetID, _ demand: Demand) {
    var needed = brought(demand, to: lowering.grain(model.lets[index].value.grain))
    if let other = pending[index] { needed.flag = lowering.or(needed.flag, other.flag) }
    pending[index] = needed
  }

  // MARK: - Choices

  func note(
    _ kind: ProfileChoice.Kind, _ span: SourceSpan, identity: ObjectIdentifier,
    holds: Register, demand: Demand
  ) {
    let asked = brought(demand, to: lowering.plan[holds].grain)
    let key = ChoiceKey(expression: identity, sentList: lowering.sentList)
    let index = choiceIndex[key] ?? choices.count
    if index == choices.count {
      choiceIndex[key] = index
      choices.append(
        ChoiceSite(
          choice: ProfileChoice(kind: kind, span: span), grain: asked.grain,
          holds: lowering.filled(asked.grain, holds)))
    }
    choices[index].flags.add(asked.flag, scope, lowering)
  }

  // MARK: - Tables

  private func lookUp(
    _ expression: PriceExpression, _ column: Int?, _ demand: Demand
  ) {
    _ = lowering.lower(expression)
    guard let found = lowering.foundRows(of: expression) else { return }
    let asked = brought(demand, to: lowering.plan[found.rows].grain)
    if rows[found.rows] == nil {
      rows[found.rows] = RowSite(planTable: found.planTable, grain: asked.grain)
      rowOrder.append(found.rows)
    }
    rows[found.rows]!.flags.add(asked.flag, scope, lowering)
    if let line { rows[found.rows]!.note(line, asked.flag, lowering) }
    guard let column else { return }
    let table = lowering.plan.tables[found.planTable]
    for (position, row) in table.order.enumerated() {
      guard let cell = model.tables[table.model].rows[row].values[column] else { continue }
      if case .constant = cell.operation { continue }
      walk(cell, self.demand(demand, where: lowering.isTaken(found.rows, position)))
    }
  }

  private func graduated(
    _ expression: PriceExpression, _ table: TableID, keys: [PriceExpression], demand: Demand
  ) {
    let asked = brought(demand, to: lowering.finest(keys.flatMap { lowering.lower($0).registers }))
    let key = BracketSite.Key(table: table, keys: keys.map(lowering.lower))
    let index = bracketIndex[key] ?? brackets.count
    if index == brackets.count {
      bracketIndex[key] = index
      brackets.append(
        BracketSite(
          table: table, grain: asked.grain,
          brackets: lowering.graduatedParts(table, keys, expression),
          isMoney: expression.type == .quantity(.money)))
    }
    brackets[index].flags.add(asked.flag, scope, lowering)
    for part in brackets[index].brackets {
      walk(part.cell, self.demand(demand, where: lowering.entered(part)))
    }
  }
}

extension RowSite {
  mutating func note(_ line: Int, _ flag: Register, _ lowering: PlanLowering) {
    if let index = lines.firstIndex(where: { $0.line == line }) {
      lines[index].used = lowering.or(lines[index].used, flag)
    } else {
      lines.append((line, flag))
    }
  }
}
