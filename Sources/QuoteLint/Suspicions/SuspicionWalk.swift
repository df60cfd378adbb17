package import QuoteLanguage
import QuoteSyntax

/// Goes through all that a booking's quote hangs on, with the conditions under which it does.
package struct SuspicionWalk {
  let model: PriceModel
  let names: SameValues
  /// Products that are divided by a hundred somewhere.
  let hundredths: Set<ObjectIdentifier>
  /// At most 60 suspicions in the order of the walk; none was held against a booking yet.
  package private(set) var found: [Suspicion] = []
  /// What holds where the walk is, each given.
  private var guards: [PriceExpression] = []
  private var seenLets: [Met<LetID>: Int] = [:]
  private var seenUses: [Met<ObjectIdentifier>: Int] = [:]
  private var seenTables: Set<TableID> = []
  private var seenPlaces: Set<SourceSpan> = []
  /// Conditions in which a table is asked for words that it may not know, by the table.
  private var seenOpen: [TableID: Set<SourceSpan>] = [:]
  /// Differences of parts of dates that something around them makes good.
  var madeGood: Set<SourceSpan> = []
  /// Inside something around which a `default` says what a missing value means.
  private(set) var isSettled = false
  /// Inside something that is never below zero, whatever stands in it: `max(0, …)`.
  private(set) var isFloored = false

  /// What is met below a `default` is looked into again where none says what is missing.
  private struct Met<ID: Hashable>: Hashable {
    var id: ID
    var isSettled: Bool
  }

  /// A name is looked into for so many of the places in which it stands.
  private static let mostVisits = 4
  private static let most = 60

  /// Walks through the lines, declines, outputs and lists of a model, which has no errors.
  package init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    hundredths = ProductSlips.hundredths(of: model)
    walk(model.waterfall)
    for decline in model.declines {
      judge(decline.when, .decline)
      walk(decline.when)
    }
    for output in model.outputs { walk(output) }
    for list in model.lists { judge(daysOf: list) }
    judgeTotal()
  }

  private init(keepsOf model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    hundredths = []
    for list in model.lists {
      if let keep = list.keep { judgeUndecided(keep, .list(list.name)) }
    }
  }

  /// Elements that are not kept because of what they do not give. No booking is asked for it: what
  /// is not kept is nowhere to be seen in one.
  static func leftOut(of model: PriceModel) -> [Diagnostic] {
    Self(keepsOf: model).found.map(\.warning)
  }

  private mutating func walk(_ lines: [ModelLine]) {
    for line in lines {
      judgeName(of: line)
      if let when = line.when {
        judge(when, .line(line.name))
        walk(when)
      }
      let wasFloored = isFloored
      isFloored = wasFloored || line.paysOut
      defer { isFloored = wasFloored }
      under(line.when.map(\.holdsSurely)) { walk in
        switch line.effect {
        case .amount(let value), .becomes(let value): walk.walk(value)
        case .members(let members, _): walk.walk(members)
        case .nothing: break
        }
        if let label = line.label { walk.walk(label) }
      }
    }
  }

  private mutating func walk(_ output: ModelOutput) {
    switch output.body {
    case .value(let value): walk(value)
    case .records(_, let fields): for field in fields { walk(field) }
    }
  }

  private mutating func under(_ condition: PriceExpression?, _ act: (inout Self) -> Void) {
    guard let condition else { return act(&self) }
    guards.append(condition)
    act(&self)
    guards.removeLast()
  }

  private mutating func settled(_ act: (inout Self) -> Void) {
    let wasSettled = isSettled
    isSettled = true
    act(&self)
    isSettled = wasSettled
  }

  private mutating func floored(_ act: (inout Self) -> Void) {
    let wasFloored = isFloored
    isFloored = true
    act(&self)
    isFloored = wasFloored
  }

  private mutating func walk(_ value: PriceExpression) {
    judge(product: value)
    judge(percentIn: value)
    judge(yearsBetween: value)
    judge(calendarOf: value)
    switch value.operation {
    case .extreme(least: false, let parts) where parts.contains(where: { $0.range.lower >= 0 }):
      floored { walk in parts.forEach { walk.walk($0) } }
    case .reference(.letValue(let index)):
      let met = Met(id: index, isSettled: isSettled)
      let visits = seenLets[met, default: 0]
      guard visits < Self.mostVisits else { return }
      seenLets[met] = guards.isEmpty ? Self.mostVisits : visits + 1
      walk(model.lets[index].value)
    case .conditional(let condition, let then, let otherwise):
      let isEither = otherwise.map { names.areSame(then, $0) } ?? isSettled
      if !isEither, !isNothingWithout(condition, otherwise) { judge(condition, .choice) }
      walk(condition)
      under(condition.holdsSurely) { $0.walk(then) }
      if let otherwise { under(condition.holdsSurely.denied) { $0.walk(otherwise) } }
    case .defaulting(let inner, let otherwise):
      settled { $0.walk(inner) }
      walk(otherwise)
    case .isGiven(let inner): settled { $0.walk(inner) }
    case .aggregate(_, let inner, _, let condition):
      if let condition {
        judge(condition, .elements)
        walk(condition)
      }
      under(condition.map(\.holdsSurely)) { $0.walk(inner) }
    case .graduated(let table, let keys):
      guard visit(value) else { return }
      judge(measureOf: table, keys)
      keys.forEach { walk($0) }
      walk(cellsOf: table, by: keys)
    case .lookup(let table, _, let keys):
      guard visit(value) else { return }
      judgeOpenKeys(behind: keys, of: model.tables[table])
      keys.forEach { walk($0) }
      walk(cellsOf: table, by: keys)
    case .isFound(_, let keys):
      guard visit(value) else { return }
      keys.forEach { walk($0) }
    case .constant, .reference, .apply, .and, .or, .extreme, .sumBefore, .split, .neighbour, .steps,
      .texts:
      for part in value.parts { walk(part) }
    }
  }

  /// Whether a use of a table is to be looked into once more: keys of a table stand wherever it is
  /// asked, also in keys of other tables.
  private mutating func visit(_ use: PriceExpression) -> Bool {
    let met = Met(id: ObjectIdentifier(use), isSettled: isSettled)
    let visits = seenUses[met, default: 0]
    guard visits < Self.mostVisits else { return false }
    seenUses[met] = guards.isEmpty ? Self.mostVisits : visits + 1
    return true
  }

  /// Cells that use what rows are chosen by are left out: not every booking comes to them.
  private mutating func walk(cellsOf table: TableID, by keys: [PriceExpression]) {
    guard seenTables.insert(table).inserted else { return }
    let choosing = Set(keys.flatMap(model.inputs))
    for row in model.tables[table].rows {
      for case let cell? in row.values {
        if case .constant = cell.operation { continue }
        if choosing.isDisjoint(with: model.inputs(of: cell)) { walk(cell) }
      }
    }
  }

  mutating func note(
    _ probe: PriceExpression, _ warning: Diagnostic, _ inputs: [PriceExpression.Reference],
    ofWords table: TableID? = nil
  ) {
    // Bookings tell which of the conditions over a table is open.
    let isFirst = table.map { seenOpen[$0, default: []].insert(warning.labels[0].span).inserted }
      ?? seenPlaces.insert(warning.primary.span).inserted
    guard found.count < Self.most, isFirst,
      let all = PriceExpression.all(guards + [probe], in: model), !all.usesRunning
    else { return }
    found.append(
      Suspicion(
        probe: all.somewhere(in: model).holdsSurely, warning: warning, inputs: inputs,
        tableOfWords: table))
  }

  // MARK: - Amounts below zero

  /// A total below zero, where no line is said to pay money out.
  private mutating func judgeTotal() {
    let lines = model.allLines
    let others = lines.filter { !$0.paysOut }
    // A line that takes off all there is was told of.
    let standing = model.withSubtotalsAsTheyStand.allLines
    guard !standing.contains(where: { $0.formula?.takesAllOfSubtotal ?? false }),
      let unpaid = nothingPaidOut(by: lines.filter(\.paysOut)),
      // A part of what stands above is below zero only where that is.
      let line = others.last(where: { $0.lowersSubtotal && !($0.formula?.usesRunning ?? false) })
        ?? others.first(where: { $0.lowersSubtotal }) ?? others.last
    else { return }
    // What was meant by such a line is told of where its figure stands.
    if RateSlips.takesManyTimes(line, of: model) { return }
    let total = PriceExpression(
      .reference(.total), type: .quantity(.money), grain: .booking, isOptional: false,
      range: .unbounded, quantum: model.arithmetic.isBinary ? 0 : model.minorUnit, span: line.span)
    let zero = PriceExpression(
      .constant(.quantity(0)), type: .quantity(.money), grain: .booking, isOptional: false,
      range: Interval(point: 0), quantum: total.quantum, span: line.span)
    let isBelow = PriceExpression(
      .apply(.compare(.less), [total, zero]), type: .flag, grain: .booking, isOptional: false,
      span: line.span)
    // A figure of the booking that is below zero says why by itself.
    let parts = [isBelow] + unpaid + figuresBelowZero.map { $0.denied.defaulting(to: true) }
    guard let probe = PriceExpression.all(parts, in: model) else { return }
    let inputs = line.formula.map(model.inputs) ?? []
    let all = lines.flatMap { [$0.formula, $0.when].compactMap { $0 }.flatMap(model.inputs) }
    note(
      probe, .totalBelowZero(line, of: model, turned: line.formula.flatMap(turnedDates)),
      inputs.isEmpty ? all.withoutRepeats : inputs)
  }

  /// Two dates or moments by their names, of which the first is meant to be the earlier one; in a
  /// list, those of its elements.
  struct TurnedDates {
    var first: String
    var second: String
    var list: String?
  }

  /// Those of a difference that is below zero where they are the other way round.
  private func turnedDates(in formula: PriceExpression) -> TurnedDates? {
    var seen: Set<ObjectIdentifier> = []
    return turnedDates(in: formula, &seen)
  }

  private func turnedDates(
    in formula: PriceExpression, _ seen: inout Set<ObjectIdentifier>
  ) -> TurnedDates? {
    let value = names.resolved(formula)
    guard seen.insert(ObjectIdentifier(value)).inserted else { return nil }
    switch value.operation {
    case .apply(.arithmetic(.subtract), let sides) where value.range.lower < 0:
      guard sides.allSatisfy({ $0.type == .date || $0.type == .instant }) else { break }
      let fields = sides.map { field(names.resolved($0)) }
      guard let second = fields[0], let first = fields[1], first.list == second.list else { break }
      return TurnedDates(
        first: first.name, second: second.name,
        list: first.list == .booking ? nil : model.schema.lists[first.list].name)
    // What has a bound need not be below zero.
    case .extreme: return nil
    case _: break
    }
    for part in value.parts {
      if let found = turnedDates(in: part, &seen) { return found }
    }
    return nil
  }

  private func field(_ value: PriceExpression) -> (list: ListID, name: String)? {
    guard case .reference(.field(let list, let field)) = value.operation else { return nil }
    return (list, model.schema.lists[list].fields[field].name)
  }

  /// For each line that may pay money out: that it does not. Nil where that cannot be asked of a
  /// booking as a whole; then money is paid out, as far as is known.
  private func nothingPaidOut(by lines: [ModelLine]) -> [PriceExpression]? {
    var found: [PriceExpression] = []
    for line in lines {
      guard line.grain == .booking, case .amount(let amount) = line.effect else { return nil }
      let value = PriceExpression(
        .reference(.lineAmount(line.id)), type: .quantity(.money), grain: .booking,
        isOptional: false, range: amount.range, quantum: amount.quantum, span: amount.span)
      found.append(value.compared(.greaterOrEqual, with: value.zero, for: .booking))
    }
    return found
  }

  /// For each number that bookings bring and that may be below zero: whether it is, anywhere.
  private var figuresBelowZero: [PriceExpression] {
    var found: [PriceExpression.Reference: PriceExpression] = [:]
    model.visitExpressions { value in
      guard case .reference(let reference) = value.operation, case .field = reference,
        value.type.isQuantity, value.range.lower < 0
      else { return }
      found[reference] = value
    }
    let order = found.values.sorted { $0.span.lower < $1.span.lower }
    return order.map { value in
      let zero = PriceExpression(
        .constant(.quantity(0)), type: value.type, units: value.units, grain: .booking,
        isOptional: false, range: Interval(point: 0), quantum: value.quantum, span: value.span)
      let isBelow = PriceExpression(
        .apply(.compare(.less), [value, zero]), type: .flag, grain: value.grain,
        isOptional: value.isOptional, span: value.span)
      return isBelow.holdsSurely.somewhere(in: model).holdsSurely
    }
  }


  private mutating func judge(measureOf table: TableID, _ keys: [PriceExpression]) {
    let table = model.tables[table]
    guard table.belowZero == nil, let measure = keys.last, measure.range.lower < 0 else { return }
    let zero = PriceExpression(
      .constant(.quantity(0)), type: measure.type, units: measure.units, grain: .booking,
      isOptional: false, range: Interval(point: 0), quantum: measure.quantum, span: measure.span)
    let isBelow = PriceExpression(
      .apply(.compare(.less), [measure, zero]), type: .flag, grain: measure.grain,
      isOptional: measure.isOptional, span: measure.span)
    note(
      isBelow.holdsSurely, .measureBelowZero(table, measure, in: model.sources),
      model.inputs(of: measure))
  }
}

extension [PriceExpression.Reference] {
  fileprivate var withoutRepeats: Self {
    var met: Set<PriceExpression.Reference> = []
    return filter { met.insert($0).inserted }
  }
}

extension ModelLine {
  /// Whether it may take something off.
  fileprivate var lowersSubtotal: Bool {
    guard case .amount(let value) = effect else { return false }
    return value.range.lower < 0
  }
}
