import QuoteBookings
import Testing

@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A profile counted the slow way: from recordings, as explanations are, a
/// booking and a place at a time, going only where a value was needed. `keep`
/// and extra elements are left out: recordings have no elements that were dropped.
struct SlowProfile {
  struct RowKey: Hashable {
    var table: TableID
    var row: Int
  }

  struct Count: Equatable {
    var times = 0
    var asked = 0
    var notZero = 0
    var money = Ratio.zero
  }

  /// A look-up at a place; look-ups that share a register are one.
  private struct Use: Hashable {
    var register: Register
    var place: Recording.Place
  }

  private struct Visit: Hashable {
    var expression: ObjectIdentifier
    var place: Recording.Place
  }

  var lines: [Int: Count] = [:]
  var rows: [RowKey: Count] = [:]
  var brackets: [RowKey: Count] = [:]
  var choices: [SourceSpan: Count] = [:]
  var declines: [Int: Int] = [:]
  private var recording: Recording!
  private var seen: Set<Visit> = []
  private var uses: [Use: TableID] = [:]
  private var lineUses: [Use: TableID] = [:]
  private var choiceUses: Set<Visit> = []
  private var bracketUses: Set<[Use]> = []

  private var model: PriceModel { recording.model }

  /// Counts one booking of the last block.
  mutating func add(_ recording: Recording) throws {
    self.recording = recording
    (uses, choiceUses, bracketUses) = ([:], [], [])
    let status = QuoteBatch.Status(rawValue: recording.quotes.statuses[recording.row])
    guard status == .quoted || status == .declined else { return }
    seen = []
    addLists()
    addDeclines(isDeclined: status == .declined)
    if status == .quoted {
      addLines(model.waterfall, below: [recording.booking])
      seen = []
      for output in model.outputs { add(output, recording.booking) }
    }
    for (use, table) in uses {
      for row in matched(use, table) { rows[row, default: Count()].times += 1 }
    }
  }

  // MARK: - What asks

  private mutating func addLists() {
    for list in model.lists {
      for place in recording.elements(of: list.parent ?? .booking, below: recording.booking) {
        for extra in list.extras {
          if let condition = extra.condition { walk(condition, place) }
          for formula in extra.computed { walk(formula.value, place) }
        }
        if let made = list.made {
          walk(made.lower, place)
          walk(made.upper, place)
        }
        for element in list.groups.map({ recording.elements(of: $0.list, below: place) }) ?? [] {
          for key in list.groups?.keys ?? [] { walk(key, element) }
        }
      }
    }
  }

  private mutating func addDeclines(isDeclined: Bool) {
    var isFirst = isDeclined
    for (index, decline) in model.declines.enumerated() {
      for place in recording.elements(of: decline.grain.list, below: recording.booking) {
        walk(decline.when, place)
        guard recording.value(of: decline.when, at: place).isTrue else { continue }
        walk(decline.reason, place)
        if isFirst { declines[index, default: 0] += 1 }
        isFirst = false
      }
    }
  }

  private mutating func addLines(_ lines: [ModelLine], below group: [Recording.Place]) {
    for line in lines {
      let trace = recording.plan.trace.lines[line.id]!
      lineUses = [:]
      var instances: [Recording.Place] = []
      for place in group.flatMap({ recording.elements(of: line.grain.list, below: $0) }) {
        self.lines[line.id, default: Count()].asked += 1
        seen = []
        if let when = line.when { walk(when, place) }
        guard trace.applies.map({ isTrue($0, place) }) ?? true else { continue }
        instances.append(place)
        for text in [line.label].compactMap({ $0 }) + line.reasons { walk(text, place) }
      }
      seen = []
      lineUses = [:]
      for place in instances {
        let amount = amount(of: line.id, place)
        self.lines[line.id]!.times += 1
        self.lines[line.id]!.notZero += amount.isZero ? 0 : 1
        self.lines[line.id]!.money = self.lines[line.id]!.money + amount
        switch line.effect {
        case .amount(let formula), .becomes(let formula): walk(formula, place)
        case .members, .nothing: break
        }
      }
      addMoney(of: line)
      if case .members(let members, _) = line.effect { addLines(members, below: instances) }
    }
  }

  private mutating func addMoney(of line: ModelLine) {
    for (register, places) in Dictionary(grouping: lineUses, by: \.key.register) {
      _ = register
      var met: Set<[Int]> = []
      for (use, table) in places {
        let list = line.grain.list
        let instances =
          recording.elements(of: list, below: use.place).isEmpty || isDeeper(use.place.list, list)
          ? [recording.enclosing(list, of: use.place)]
          : recording.elements(of: list, below: use.place)
        for row in matched(use, table) {
          for instance in instances where met.insert([row.row, instance.index]).inserted {
            let amount = amount(of: line.id, instance)
            rows[row, default: Count()].money = rows[row, default: Count()].money + amount
          }
        }
      }
    }
  }

  private func isDeeper(_ a: ListID, _ b: ListID) -> Bool {
    var list = model.lists[a].parent
    while let at = list {
      if at == b { return true }
      list = model.lists[at].parent
    }
    return false
  }

  private mutating func add(_ output: ModelOutput, _ place: Recording.Place) {
    switch output.body {
    case .value(let expression): walk(expression, place)
    case .records(let list, let fields):
      for element in recording.elements(of: list, below: place) {
        for field in fields { add(field, element) }
      }
    }
  }

  // MARK: - Values

  private func isTrue(_ register: Register, _ place: Recording.Place) -> Bool {
    recording.cell(register, recording.index(of: register, at: place)).isTrue
  }

  private func amount(of line: Int, _ place: Recording.Place) -> Ratio {
    let register = recording.plan.trace.lines[line]!.amount
    switch recording.cell(register, recording.index(of: register, at: place)) {
    case .exact(let value): return value
    case .double(let value):
      return Ratio(Int128((value * 0x1p40).rounded())) * ProfileCounters.doubleScale
    case .integer(let value): return Ratio(value)
    case .notGiven, .flag, .text, .texts, .choice, .point: return 0
    }
  }

  private func place(_ register: Register, _ place: Recording.Place) -> Recording.Place {
    recording.enclosing(recording.plan[register].grain.list ?? .booking, of: place)
  }

  private func matched(_ use: Use, _ table: TableID) -> [RowKey] {
    let planned = recording.plan.tables.first { $0.model == table }!
    let index = recording.index(of: use.register, at: use.place)
    let positions: [Int] =
      switch recording.cell(use.register, index) {
      case .choice(let row): row > 0 ? [row - 1] : []
      case .texts(let rows): rows.compactMap { Int($0) }
      case .integer, .notGiven, .flag, .text, .exact, .double, .point: []
      }
    return positions.map { RowKey(table: table, row: planned.order[$0]) }
  }

  // MARK: - Expressions

  private mutating func walk(_ expression: PriceExpression, _ place: Recording.Place) {
    guard seen.insert(Visit(expression: ObjectIdentifier(expression), place: place)).inserted
    else { return }
    switch expression.operation {
    case .reference(.letValue(let index)):
      let value = model.lets[index].value
      walk(value, recording.enclosing(value.grain.list, of: place))
    case .constant, .reference: break
    case .conditional(let condition, let then, let otherwise):
      walk(condition, place)
      let holds = recording.value(of: condition, at: place).isTrue
      if case .constant = condition.operation {
        note(expression, condition.span, holds, recording.booking)
      } else {
        let register = recording.plan.trace.expressions[ObjectIdentifier(condition)]!.cells
        note(expression, condition.span, holds, self.place(register, place))
      }
      if let taken = holds ? then : otherwise { walk(taken, place) }
    case .defaulting(let first, let second):
      walk(first, place)
      guard let given = recording.plan.trace.expressions[ObjectIdentifier(first)]?.given else {
        return
      }
      let isMissing = !isTrue(given, place)
      note(expression, expression.span, isMissing, self.place(given, place))
      if isMissing { walk(second, place) }
    case .aggregate(_, let inner, let list, let condition):
      let above = recording.enclosing(model.lists[list].parent ?? .booking, of: place)
      for element in recording.elements(of: list, below: above) {
        if let condition { walk(condition, element) }
        if condition.map({ recording.value(of: $0, at: element).isTrue }) ?? true {
          walk(inner, element)
        }
      }
    case .sumBefore(let value, let key):
      for element in siblings(expression.along, place) {
        walk(value, element)
        if let key { walk(key, element) }
      }
    case .split(let amount, let weight):
      walk(amount, recording.enclosing(model.lists[expression.along].parent ?? .booking, of: place))
      for element in siblings(expression.along, place) { walk(weight, element) }
    case .neighbour:
      for element in siblings(expression.along, place) {
        for part in expression.parts { walk(part, element) }
      }
    case .steps(let start, let each, _):
      walk(
        start, recording.enclosing(model.lists[expression.grain.list].parent ?? .booking, of: place)
      )
      for element in siblings(expression.grain.list, place) { walk(each, element) }
    case .lookup(let table, let column, let keys): lookUp(expression, table, column, keys, place)
    case .isFound(let table, let keys): lookUp(expression, table, nil, keys, place)
    case .graduated(let table, let keys): graduated(table, keys, place)
    case .apply, .and, .or, .isGiven, .extreme, .texts:
      for part in expression.parts { walk(part, place) }
    }
  }

  private func siblings(_ list: ListID, _ place: Recording.Place) -> [Recording.Place] {
    recording.elements(
      of: list, below: recording.enclosing(model.lists[list].parent ?? .booking, of: place))
  }

  private mutating func note(
    _ expression: PriceExpression, _ span: SourceSpan, _ holds: Bool, _ place: Recording.Place
  ) {
    let visit = Visit(expression: ObjectIdentifier(expression), place: place)
    guard choiceUses.insert(visit).inserted else { return }
    choices[span, default: Count()].asked += 1
    if holds { choices[span]!.times += 1 }
  }

  private mutating func lookUp(
    _ expression: PriceExpression, _ table: TableID, _ column: Int?, _ keys: [PriceExpression],
    _ place: Recording.Place
  ) {
    for key in keys { walk(key, place) }
    guard let register = recording.plan.trace.rows[ObjectIdentifier(expression)] else { return }
    let use = Use(register: register, place: self.place(register, place))
    uses[use] = table
    lineUses[use] = table
    guard let column else { return }
    for row in matched(use, table) {
      if let cell = model.tables[table].rows[row.row].values[column] { walk(cell, place) }
    }
  }

  private mutating func graduated(
    _ table: TableID, _ keys: [PriceExpression], _ place: Recording.Place
  ) {
    for key in keys { walk(key, place) }
    let values = keys.map { recording.value(of: $0, at: place) }
    var registers: [Use] = []
    for key in keys {
      guard let value = recording.plan.trace.expressions[ObjectIdentifier(key)] else { continue }
      for register in value.registers {
        registers.append(Use(register: register, place: self.place(register, place)))
      }
    }
    let isNew = bracketUses.insert(registers).inserted
    let holds = model.tables[table].rows.enumerated().filter { _, row in
      zip(zip(row.keys, values), keys).dropLast().allSatisfy {
        $0.0.holds($0.1, $1, recording.areas)
      }
    }
    for (index, row) in holds {
      guard let cell = row.values[0], case .ranges(let ranges) = row.keys.last!.body,
        let range = ranges.first, let part = Self.inside(range, values.last!, keys.last!, cell)
      else { continue }
      walk(cell, place)
      guard isNew else { continue }
      let key = RowKey(table: table, row: index)
      brackets[key, default: Count()].times += 1
      if case .exact(let price) = recording.value(of: cell, at: place) {
        brackets[key]!.money = brackets[key]!.money + price * part
      }
    }
  }

  /// The part of a measure in a bracket, 1 for a price of the whole; nil if none.
  private static func inside(
    _ range: KeyRange, _ measure: RecordedValue, _ key: PriceExpression, _ cell: PriceExpression
  ) -> Ratio? {
    let value: Ratio
    switch measure {
    case .exact(let number): value = number
    case .integer(let number): value = Ratio(number)
    case .double(let number):
      value = Ratio(Int128((number * 0x1p30).rounded()), 1 << 30) * key.units.size
    case .notGiven, .flag, .text, .texts, .choice, .point: return nil
    }
    let (lower, upper) = (range.interval.lower, range.interval.upper)
    guard TableColumn.isPerUnit(cell.type, key.type) else {
      return (range.lowerIsIncluded ? value >= lower : value > lower) ? 1 : nil
    }
    var (from, to) = (lower, upper)
    if case .quantity(let quantity) = key.type, quantity.isWhole {
      from = range.lowerIsIncluded ? lower - 1 : lower
      if to.isFinite { to = range.upperIsIncluded ? upper : upper - 1 }
    }
    from = max(from, 0)
    let part = min(value, to) - from
    return part > 0 ? part : nil
  }
}
