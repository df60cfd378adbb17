import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Walks from a value down to what decided it in one booking: rows of tables, conditions,
/// lines. It does not enter what both sides state and agree on: whatever is behind that is the
/// same on both.
package struct CauseWalk {
  /// What decided.
  enum Trait: Hashable {
    case row(table: TableID, row: Int)
    /// A key that lies on a bound of the row that it found.
    case bound(table: TableID, row: Int, isLower: Bool)
    /// A condition, by where it is written.
    case condition(SourceSpan, holds: Bool)
    /// Both sides of an order are the same.
    case even(SourceSpan)
    /// Which of several is the least or the greatest.
    case chosen(SourceSpan)
  }

  /// What both sides agree on.
  struct Agreed {
    var registers = NumberSet()
    /// Lines, by what they add.
    var lines = NumberSet()
  }

  let plan: PricePlan
  let lines: PriceLines
  let agreed: Agreed
  var recording: Recording
  /// Every trait in the order in which it was met, and whether it is of an element that is
  /// finer than the place from which the walk started.
  private(set) var traits: [(trait: Trait, isFiner: Bool)] = []
  /// Keys of tables that are one for the booking, by where they are written.
  private(set) var keys: [SourceSpan: (key: PriceExpression, value: RecordedValue)] = [:]
  /// The line whose formula is walked.
  var line: Int?
  /// Where only rows of tables are looked for: what leads to them. Lines that a formula names
  /// or stands upon are not entered then.
  private let onlyTables: TableLeads?
  /// Whether nothing but rows of tables is taken down.
  private let isForRows: Bool
  /// What was met before: expressions by their identity, anything else with a mark.
  private let seen: SeenPlaces
  private let home: ListID

  /// No object is at an odd place.
  private enum Mark: UInt {
    case row = 1
    case bound = 3
    case condition = 5
    case even = 7
    case chosen = 9
    case passed = 11
  }

  /// False where what is carried below a line was walked before.
  mutating func pass(_ line: Int, _ place: Recording.Place) -> Bool {
    isNew(.passed, line, at: place.list.position, place.index)
  }

  /// True the first time that something is met, which a table, a file or a line has at a place.
  private func isNew(
    _ mark: Mark, _ number: Int, isSo: Bool = false, isFiner: Bool = false, at first: Int,
    _ second: Int
  ) -> Bool {
    let flags: UInt = (isSo ? 16 : 0) | (isFiner ? 32 : 0)
    return seen.insert(
      mark.rawValue | flags | UInt(bitPattern: number) << 8, Int32(truncatingIfNeeded: first),
      Int32(truncatingIfNeeded: second))
  }

  /// Walks from a value of this list.
  init(
    _ recording: Recording, _ lines: PriceLines, agreed: Agreed, from list: ListID = .booking,
    onlyTables: TableLeads? = nil, forRows: Bool = false, _ seen: SeenPlaces
  ) {
    self.onlyTables = onlyTables
    isForRows = forRows || onlyTables != nil
    self.seen = seen
    seen.removeAll()
    plan = recording.plan
    self.lines = lines
    self.recording = recording
    self.agreed = agreed
    home = list
  }

  var model: PriceModel { plan.model }

  mutating func add(_ trait: Trait, _ place: Recording.Place) {
    let isFiner = place.list != home && place.list != .booking
    if isNew(trait, isFiner) { traits.append((trait, isFiner)) }
  }

  private func isNew(_ trait: Trait, _ isFiner: Bool) -> Bool {
    func isNew(_ mark: Mark, _ span: SourceSpan, _ isSo: Bool = false) -> Bool {
      self.isNew(
        mark, Int(span.file), isSo: isSo, isFiner: isFiner, at: Int(span.lower), Int(span.upper))
    }
    switch trait {
    case .row(let table, let row):
      return self.isNew(.row, table.position, isFiner: isFiner, at: row, 0)
    case .bound(let table, let row, let isLower):
      return self.isNew(.bound, table.position, isSo: isLower, isFiner: isFiner, at: row, 0)
    case .condition(let span, let holds): return isNew(.condition, span, holds)
    case .even(let span): return isNew(.even, span)
    case .chosen(let span): return isNew(.chosen, span)
    }
  }

  /// Visits a formula and what it is made of; the value itself, where somebody asks for its
  /// cause, whatever is agreed on.
  mutating func visit(
    _ expression: PriceExpression, _ place: Recording.Place, isAsked: Bool = false
  ) {
    if let onlyTables, !onlyTables.lead(from: expression) { return }
    let own = recording.enclosing(expression.grain.list, of: place)
    if !isAsked {
      if let register = plan.register(of: expression),
        agreed.registers.contains(Int(register.index))
      {
        return
      }
      let identity = UInt(bitPattern: ObjectIdentifier(expression))
      guard
        seen.insert(
          identity, Int32(truncatingIfNeeded: own.list.position),
          Int32(truncatingIfNeeded: own.index))
      else { return }
    }
    note(expression, place, own)
    if case .reference(let reference) = expression.operation { return follow(reference, place) }
    let parts = recording.parts(of: expression, at: place)
    for part in parts where part.isCell { visit(part.expression, part.place) }
    for part in parts {
      switch part.role {
      case .condition, .filter: decide(part.expression, part.place)
      // What stands in for it decided, and that it is missing is no rule.
      case .preferred where recording.isMissing(part.expression, at: part.place): break
      case .operand, .branch, .preferred, .fallback, .choice, .element, .earlier, .beside,
        .passing, .order, .start, .step, .whole, .weight, .key, .named:
        visit(part.expression, part.place)
      case .cell: break
      }
    }
  }

  /// Takes down what a value itself decided: rows and their bounds, which of several it is.
  private mutating func note(
    _ expression: PriceExpression, _ place: Recording.Place, _ own: Recording.Place
  ) {
    switch expression.operation {
    case .lookup(let table, _, let keys), .graduated(let table, let keys):
      let rows = recording.rows(of: expression, at: place)
      for row in rows + recording.enteredBrackets(of: expression, at: place) {
        add(.row(table: table, row: row), own)
        if !isForRows { addBounds(of: table, row: row, keys: keys, at: place) }
      }
    case .apply(.compare(let comparison), let sides) where !isForRows:
      let (a, b) = (sides[0], sides[1])
      let (left, right) = (recording.value(of: a, at: place), recording.value(of: b, at: place))
      if comparison.isOrder, a.type.isMeasured, areSame((a, left), (b, right)) {
        add(.even(expression.span), own)
      }
    case .extreme(_, let choices) where !isForRows:
      let value = recording.value(of: expression, at: place)
      let taken = choices.filter {
        areSame((expression, value), ($0, recording.value(of: $0, at: place)))
      }
      if taken.count == 1 { add(.chosen(taken[0].span), own) }
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .texts:
      break
    }
  }

  /// Whether two values are one; under binary arithmetic a figure of the rules is exact, and
  /// what is computed is not.
  private func areSame(
    _ a: (expression: PriceExpression, value: RecordedValue),
    _ b: (expression: PriceExpression, value: RecordedValue)
  ) -> Bool {
    switch (a.value, b.value) {
    case (.exact(let number), .double), (.exact(let number), .integer):
      b.value.equals(number, unit: b.expression.units.size)
    case (.double, .exact(let number)), (.integer, .exact(let number)):
      a.value.equals(number, unit: a.expression.units.size)
    case (.notGiven, _): false
    case (_, _): a.value == b.value
    }
  }

  /// A condition that decides something, and what it is made of.
  mutating func decide(_ condition: PriceExpression, _ place: Recording.Place) {
    if !isForRows {
      let own = recording.enclosing(condition.grain.list, of: place)
      add(.condition(condition.span, holds: recording.holds(condition, at: place)), own)
    }
    visit(condition, place)
  }

  private mutating func follow(
    _ reference: PriceExpression.Reference, _ place: Recording.Place
  ) {
    switch reference {
    case .letValue(let index): visit(model.lets[index].value, place)
    case _ where onlyTables != nil: return
    case .lineAmount(let id), .lineSum(let id): enter(id, place)
    case .subtotal(let id): descend(below: id, place)
    case .running: line.map { descend(above: $0, place) }
    case .total: descendFromTotal(place)
    case .field, .element, .carried, .lineReasons: return
    }
  }

  private mutating func addBounds(
    of table: TableID, row: Int, keys: [PriceExpression], at place: Recording.Place
  ) {
    let sets = model.tables[table].rows[row].keys
    for (set, key) in zip(sets, keys) {
      let home = recording.enclosing(key.grain.list, of: place)
      let value = recording.value(of: key, at: place)
      if home.list == .booking, value != .notGiven { self.keys[key.span] = (key, value) }
      guard key.type.isMeasured else { continue }
      for isLower in set.bounds(value, unit: key.units.size) {
        add(.bound(table: table, row: row, isLower: isLower), home)
      }
    }
  }
}

extension PriceExpression.Comparison {
  fileprivate var isOrder: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .equal, .notEqual: false
    }
  }
}

extension ValueType {
  /// What ranges are written of.
  var isMeasured: Bool {
    switch self {
    case .quantity, .date, .time, .instant: true
    case .flag, .text, .texts, .choice, .weekday, .point, .invalid: false
    }
  }
}

extension KeySet {
  /// On which ends of its ranges a value lies.
  fileprivate func bounds(_ value: RecordedValue, unit: Ratio) -> [Bool] {
    guard case .ranges(let ranges) = body else { return [] }
    let ends = ranges.filter { $0.interval.lower != $0.interval.upper }
    let lower = ends.contains { value.equals($0.interval.lower, unit: unit) }
    let upper = ends.contains { value.equals($0.interval.upper, unit: unit) }
    return (lower ? [true] : []) + (upper ? [false] : [])
  }
}
