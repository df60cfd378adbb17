import QuoteLanguage
import QuoteSyntax

/// What a formula comes to at one quantity, as far as the quantity tells, and the figures of rows
/// that are found for it.
struct AmountAtQuantity {
  let model: PriceModel
  let names: SameValues
  private let rows: Rows
  let quantity: PriceExpression
  /// The inputs that the quantity is made of, of which nothing is assumed.
  private let parts: Set<PriceExpression.Reference>
  let size: Ratio
  private let budget: WorkBudget
  /// What stands above, where the lines of the waterfall are gone through.
  private var running: Ratio? {
    didSet { known = KnownLets() }
  }
  private var known = KnownLets()

  /// Which rows are found.
  private enum Rows {
    /// One of a table, by these keys; other tables find none.
    case row(Int, of: TableID, keys: [PriceExpression])
    /// Those that the quantity finds, whatever the table. Where the rest of the keys is not known,
    /// that of these cells.
    case all(cells: (table: TableID, keys: [KeySet])?)
  }

  /// What names under `let` come to, which others may use many times over, and the figures that
  /// inputs were taken to have.
  private final class KnownLets {
    var numbers: [LetID: Ratio?] = [:]
    var flags: [LetID: Bool?] = [:]
    var assumed: [PriceExpression.Reference: Ratio] = [:]
  }

  init(
    model: PriceModel, names: SameValues, table: TableID, keys: [PriceExpression], row: Int,
    quantity: PriceExpression, size: Ratio
  ) {
    self.model = model
    self.names = names
    rows = .row(row, of: table, keys: keys)
    (self.quantity, parts) = (quantity, [])
    self.size = size
    budget = WorkBudget(.max)
  }

  /// At a quantity that finds rows, and with figures that inputs may well have.
  init(
    model: PriceModel, names: SameValues, quantity: PriceExpression,
    of parts: Set<PriceExpression.Reference>, size: Ratio,
    rows: (table: TableID, keys: [KeySet])?, _ budget: WorkBudget
  ) {
    self.model = model
    self.names = names
    self.rows = .all(cells: rows)
    (self.quantity, self.parts) = (quantity, parts)
    self.size = size
    self.budget = budget
  }

  /// The figures that inputs were taken to have, in the order of their declarations.
  var assumed: [(reference: PriceExpression.Reference, size: Ratio)] {
    let all = known.assumed.compactMap { reference, size -> (ListID, Int, Ratio)? in
      guard case .field(let list, let field) = reference else { return nil }
      return (list, field, size)
    }
    return all.sorted { ($0.0.position, $0.1) < ($1.0.position, $1.1) }.map {
      (.field(list: $0.0, field: $0.1), $0.2)
    }
  }

  /// What all lines come to; nil where the quantity does not settle each.
  var total: Ratio? { total(through: nil) }

  /// What the lines down to this one come to.
  func total(through last: Int?) -> Ratio? {
    var amounts = self
    var total = Ratio.zero
    for line in model.waterfall {
      amounts.running = total
      if last == nil, !hangsOnQuantity(line) { continue }
      guard line.grain == .booking, line.steps == nil else { return nil }
      if let when = line.when {
        guard let applies = amounts.flag(when) else { return nil }
        if !applies {
          if line.id == last { return total }
          continue
        }
      }
      switch line.effect {
      case .amount(let value):
        guard let amount = amounts.number(value) else { return nil }
        total = total + amount
      case .becomes(let value):
        guard let amount = amounts.number(value) else { return nil }
        total = amount
      case .members: return nil
      case .nothing: break
      }
      if line.id == last { return total }
    }
    return total
  }

  /// Whether a line is another at another quantity, or by what stands above it.
  private func hangsOnQuantity(_ line: ModelLine) -> Bool {
    if parts.isEmpty { return true }
    let asked = [line.formula, line.when].compactMap(\.self)
    if case .members = line.effect { return true }
    return asked.contains { names.usesPrices($0) || !parts.isDisjoint(with: model.inputs(of: $0)) }
  }

  func number(_ value: PriceExpression) -> Ratio? {
    guard budget.spend(1) else { return nil }
    if names.areSame(value, quantity) { return size }
    switch value.operation {
    case .constant(.quantity(let figure)): return figure
    case .reference(.letValue(let index)):
      if let number = known.numbers[index] { return number }
      let number = number(model.lets[index].value)
      known.numbers[index] = .some(number)
      return number
    case .reference(.running): return running
    case .reference(.lineAmount(let id)):
      let line = model.allLines[id]
      guard line.when == nil, case .amount(let amount) = line.effect else { return nil }
      return number(amount)
    case .reference(let reference): return assumed(reference, of: value)
    case .lookup(let table, let column, let keys):
      return row(of: table, keys).flatMap { model.tables[table].rows[$0].values[column] }
        .flatMap(number)
    case .apply(let operation, let parts): return applied(operation, parts)
    case .defaulting(let inner, _): return number(inner)
    case .conditional(let condition, let then, let otherwise):
      guard let holds = flag(condition) else { return nil }
      return holds ? number(then) : otherwise.flatMap(number)
    case .extreme(let least, let parts):
      let numbers = parts.compactMap(number)
      guard numbers.count == parts.count else { return nil }
      return least ? numbers.min() : numbers.max()
    case .constant, .and, .or, .isGiven, .aggregate, .sumBefore, .split, .neighbour, .steps,
      .isFound, .graduated, .texts:
      return nil
    }
  }

  private func row(of table: TableID, _ keys: [PriceExpression]) -> Int? {
    switch rows {
    case .row(let row, let own, let others):
      let areKeys = own == table && others.count == keys.count
        && zip(others, keys).allSatisfy { names.areSame($0, $1) }
      return areKeys ? row : nil
    case .all(let cells):
      let found = model.tables[table]
      guard found.hit == .unique || found.hit == .first,
        found.rows.count <= BoundsOfQuantity.mostRows, budget.spend(found.rows.count)
      else { return nil }
      let sizes = keys.map(number)
      for (index, row) in found.rows.enumerated() {
        switch holds(row, sizes, cells?.table == table ? cells?.keys : nil) {
        case true?: return index
        case false?: continue
        case nil: return nil
        }
      }
      return nil
    }
  }

  /// Whether a row is for keys of these sizes, and for the others of some cells.
  private func holds(_ row: ModelTableRow, _ sizes: [Ratio?], _ cells: [KeySet]?) -> Bool? {
    var isKnown = true
    for (column, cell) in row.keys.enumerated() {
      if cell.body == .everything { continue }
      if let size = sizes[column], case .ranges(let ranges) = cell.body {
        if !ranges.contains(where: { Interval(point: size).isInside($0) == true }) { return false }
      } else if cells?[column] != cell {
        isKnown = false
      }
    }
    return isKnown ? true : cells == nil ? nil : false
  }

  /// A figure that an input may well have: a hundred, or half of what it may have at most.
  private func assumed(
    _ reference: PriceExpression.Reference, of value: PriceExpression
  ) -> Ratio? {
    guard case .all = rows, case .field = reference, !parts.contains(reference),
      value.type.isQuantity, value.range.lower >= 0,
      let step = KeyDomain.step(of: value)
    else { return nil }
    let hundred = value.units.size * 100
    let wanted = value.range.upper < hundred ? value.range.upper / 2 : hundred
    guard let count = (wanted / step).ceiling else { return nil }
    let size = max(Ratio(count) * step, value.range.lower)
    known.assumed[reference] = size
    return size
  }

  private func applied(
    _ operation: PriceExpression.Operator, _ parts: [PriceExpression]
  ) -> Ratio? {
    guard let first = parts.first.flatMap(number) else { return nil }
    switch operation {
    case .negate: return -first
    case .converted: return first
    case .round(let step, let mode): return Interval(point: first).rounded(to: step, mode).lower
    case .placed(let step): return Interval(point: first).placed(among: step).lower
    case .arithmetic(let act):
      guard let second = number(parts[1]) else { return nil }
      switch act {
      case .add: return first + second
      case .subtract: return first - second
      case .multiply: return first * second
      case .divide: return second.isZero ? nil : first / second
      }
    case .compare, .not, .within, .contains, .distance, .template, .printed, .number, .text, .date:
      return nil
    }
  }

  func flag(_ value: PriceExpression) -> Bool? {
    switch value.operation {
    case .constant(.flag(let flag)): return flag
    case .reference(.letValue(let index)):
      if let flag = known.flags[index] { return flag }
      let flag = flag(model.lets[index].value)
      known.flags[index] = .some(flag)
      return flag
    case .apply(.not, let parts): return flag(parts[0]).map { !$0 }
    case .apply(.compare(let comparison), let sides):
      guard let a = number(sides[0]), let b = number(sides[1]) else { return nil }
      return Interval(point: a).compares(comparison, Interval(point: b))
    case .apply(.within(let set), let parts):
      guard case .ranges(let ranges) = set.body, let number = number(parts[0]) else { return nil }
      return ranges.contains { Interval(point: number).isInside($0) == true }
    case .and(let a, let b): return settled(by: false, flag(a), flag(b))
    case .or(let a, let b): return settled(by: true, flag(a), flag(b))
    case .defaulting(let inner, _): return flag(inner)
    case .constant, .reference, .apply, .isGiven, .conditional, .extreme, .aggregate, .sumBefore,
      .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }

  private func settled(by verdict: Bool, _ a: Bool?, _ b: Bool?) -> Bool? {
    if a == verdict || b == verdict { return verdict }
    return a == nil || b == nil ? nil : !verdict
  }
}

/// How much a search may still do: rules are checked in little time, however many they are.
final class WorkBudget {
  private var left: Int

  init(_ steps: Int) { left = steps }

  /// False where so much is not left.
  func spend(_ steps: Int) -> Bool {
    guard left >= steps else { return false }
    left -= steps
    return true
  }
}

/// The formulas in which an amount counts: those of lines, with the conditions under which they
/// apply, and those of outputs.
struct PlacesOfAmount {
  private struct Place {
    var conditions: [PriceExpression]
    var value: PriceExpression
  }

  private let model: PriceModel
  private let amount: PriceExpression
  /// The names under `let` that hang on it.
  private let lets: Set<LetID>
  private var places: [Place] = []

  init(of amount: PriceExpression, in model: PriceModel) {
    self.model = model
    self.amount = amount
    var lets: Set<LetID> = []
    // Each let uses only earlier ones.
    for (index, value) in model.lets.withIDs where Self.holds(value.value, amount, lets) {
      lets.insert(index)
    }
    self.lets = lets
    let lines = model.allLines
    for line in lines {
      guard let formula = line.formula, holds(formula) else { continue }
      let around = model.groups(around: line.id).compactMap { lines[$0].when }
      places.append(Place(conditions: around + (line.when.map { [$0] } ?? []), value: formula))
    }
    func add(_ output: ModelOutput) {
      switch output.body {
      case .value(let value): if holds(value) { places.append(Place(conditions: [], value: value)) }
      case .records(_, let fields): fields.forEach(add)
      }
    }
    model.outputs.forEach(add)
  }

  private static func holds(
    _ value: PriceExpression, _ amount: PriceExpression, _ lets: Set<LetID>
  ) -> Bool {
    if value === amount { return true }
    if case .reference(.letValue(let index)) = value.operation { return lets.contains(index) }
    return value.parts.contains { holds($0, amount, lets) }
  }

  private func holds(_ value: PriceExpression) -> Bool { Self.holds(value, amount, lets) }

  /// Whether an amount falls somewhere from one quantity to the next. The largest part of
  /// a formula that both quantities settle decides: `max($90, each * n)` does not fall where
  /// its second part does. An amount in no formula, such as one in a cell, stands for itself.
  func falls(from lower: AmountAtQuantity, to upper: AmountAtQuantity) -> Bool {
    // A name that was looked into without a fall need not be looked into again.
    var seen: Set<LetID> = []
    if places.isEmpty { return falls(amount, from: lower, to: upper, seeing: &seen) }
    if let before = lower.total, let after = upper.total { return after < before }
    return places.contains { place in
      let never = place.conditions.contains {
        lower.flag($0) == false || upper.flag($0) == false
      }
      return !never && falls(place.value, from: lower, to: upper, seeing: &seen)
    }
  }

  private func falls(
    _ value: PriceExpression, from lower: AmountAtQuantity, to upper: AmountAtQuantity,
    seeing seen: inout Set<LetID>
  ) -> Bool {
    guard value.type != .flag, holds(value) else { return false }
    if let before = lower.number(value), let after = upper.number(value) { return after < before }
    switch value.operation {
    case .reference(.letValue(let index)):
      return seen.insert(index).inserted
        && falls(model.lets[index].value, from: lower, to: upper, seeing: &seen)
    case .conditional(let condition, let then, let otherwise):
      let (before, after) = (lower.flag(condition), upper.flag(condition))
      let isThen =
        before != false && after != false
        && falls(then, from: lower, to: upper, seeing: &seen)
      guard !isThen, let otherwise, before != true, after != true else { return isThen }
      return falls(otherwise, from: lower, to: upper, seeing: &seen)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return value === amount
        || value.parts.contains { falls($0, from: lower, to: upper, seeing: &seen) }
    }
  }
}
