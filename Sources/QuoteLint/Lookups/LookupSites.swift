import QuoteLanguage
import QuoteSyntax

/// Where the rules look up tables as if they had a row for every booking, and what is surely
/// known wherever a price hangs on what is found there: a condition around the look-up, a decline
/// before it.
struct LookupSites {
  struct Site {
    var table: TableID
    var keys: [PriceExpression]
    var grain: Grain
    var facts: [Fact]
  }

  /// What a condition does not come to.
  struct Fact {
    var condition: PriceExpression
    var excludes: Verdict
    /// Known of every element of this list, or of the booking; nil is of the one element, of
    /// those around the look-up, of which the condition is asked.
    var everywhere: Grain?
  }

  /// Facts, with a number that no others have.
  private struct Known {
    var number = 0
    var facts: [Fact] = []
  }

  private struct Visit: Hashable {
    var index: LetID
    var known: Int
    var isGuarded: Bool
  }

  let model: PriceModel
  let names: SameValues
  private(set) var sites: [Site] = []
  /// This many expressions are looked at before it is given up.
  private var visitsLeft = 100_000
  private var knownCount = 0
  private var seenLets: Set<Visit> = []
  private var seenTables: Set<TableID> = []
  /// Tables that have found a row wherever the cell that is gone through counts.
  private var found: Set<TableID> = []
  /// Lets that come to look up one of the tables.
  private var reaching: Set<LetID> = []
  private let wanted: Set<TableID>
  /// Whether look-ups count that have a `default` around them.
  private let takesDefaulted: Bool

  /// More facts than this at one place are not used.
  private static let factLimit = 64

  var isComplete: Bool { visitsLeft > 0 }

  /// Looks at the tables given; at look-ups with a `default` around them only if told to.
  init(of model: PriceModel, tables: Set<TableID>, takingDefaulted takesDefaulted: Bool = false) {
    self.model = model
    wanted = tables
    self.takesDefaulted = takesDefaulted
    names = SameValues(of: model)
    for (index, value) in model.lets.withIDs where reaches(value.value) {
      reaching.insert(index)
    }
    let declined = visitDeclines()
    for line in model.waterfall { visit(line, declined) }
    visitLists()
    // What is not given in an output is no mistake, except in a formula of a table's cell.
    for output in model.outputs where !takesDefaulted { visit(output) }
  }

  private mutating func visit(_ output: ModelOutput) {
    switch output.body {
    case .value(let value): visit(value, Known(), isGuarded: true)
    case .records(_, let fields): for field in fields { visit(field) }
    }
  }

  private func reaches(_ value: PriceExpression) -> Bool {
    switch value.operation {
    case .reference(.letValue(let index)): return reaching.contains(index)
    case .lookup, .graduated, .isFound: return true
    case _: return value.parts.contains { reaches($0) }
    }
  }

  private mutating func adding(
    _ condition: PriceExpression, excluding excluded: Verdict, everywhere: Grain? = nil,
    to known: Known
  ) -> Known {
    guard known.facts.count < Self.factLimit else { return known }
    knownCount += 1
    let fact = Fact(condition: condition, excludes: excluded, everywhere: everywhere)
    return Known(number: knownCount, facts: known.facts + [fact])
  }

  private mutating func keeping(_ facts: [Fact], of known: Known) -> Known {
    guard facts.count < known.facts.count else { return known }
    knownCount += 1
    return Known(number: knownCount, facts: facts)
  }

  /// Whether a list is the other or lies above it.
  func holds(_ coarse: Grain, _ fine: Grain) -> Bool {
    model.lists.holds(coarse.list, fine.list)
  }

  // MARK: - Sections

  /// What declines leave for the lines. One that asks for a price is at fault with it, and so
  /// are those after it: they exclude nothing.
  private mutating func visitDeclines() -> Known {
    var (known, forLines) = (Known(), Known())
    var isBefore = true
    for decline in model.declines {
      visit(decline.when, known)
      let declined = adding(decline.when, excluding: .notYes, to: known)
      visit(decline.reason, declined)
      known = adding(decline.when, excluding: .yes, everywhere: decline.grain, to: known)
      let asks = names.usesPrices(decline.when) || names.usesPrices(decline.reason)
      isBefore = isBefore && !asks
      if isBefore { forLines = known }
    }
    return forLines
  }

  private mutating func visit(_ line: ModelLine, _ known: Known) {
    var known = known
    if let when = line.when {
      visit(when, known)
      known = adding(when, excluding: .notYes, to: known)
    }
    visit(line.label, known)
    for reason in line.reasons { visit(reason, known, isGuarded: true) }
    switch line.effect {
    case .amount(let value), .becomes(let value): visit(value, known)
    case .members(let members, _): for member in members { visit(member, known) }
    case .nothing: break
    }
  }

  /// Lists are made before anything else is known.
  private mutating func visitLists() {
    for list in model.lists {
      visit(list.keep, Known())
      for extra in list.extras {
        visit(extra.condition, Known())
        for computed in extra.computed { visit(computed.value, Known()) }
      }
      visit(list.made?.lower, Known())
      visit(list.made?.upper, Known())
      for key in list.groups?.keys ?? [] { visit(key, Known()) }
    }
  }

  // MARK: - Formulas

  /// Guarded: a `default` or `is given` around it says what a missing value means.
  private mutating func visit(
    _ expression: PriceExpression?, _ known: Known, isGuarded: Bool = false
  ) {
    guard let expression, visitsLeft > 0 else { return }
    visitsLeft -= 1
    switch expression.operation {
    case .reference(.letValue(let index)):
      let isGuarded = isGuarded || model.lets[index].value.table.map(found.contains) ?? false
      let once = Visit(index: index, known: known.number, isGuarded: isGuarded)
      if reaching.contains(index), seenLets.insert(once).inserted {
        visit(model.lets[index].value, known, isGuarded: isGuarded)
      }
    case .defaulting(let value, let fallback):
      visit(value, known, isGuarded: true)
      let isSame = value.table.map { $0 == fallback.table } ?? false
      visit(fallback, known, isGuarded: isGuarded || isSame)
    case .isGiven(let value): if !takesDefaulted { visit(value, known, isGuarded: true) }
    case .lookup(let table, _, let keys), .graduated(let table, let keys):
      if wanted.contains(table), takesDefaulted || !isGuarded, !found.contains(table) {
        sites.append(
          Site(table: table, keys: keys, grain: expression.grain, facts: known.facts))
      }
      visitCells(of: table)
      for (column, key) in keys.enumerated() {
        let isTaken = model.tables[table].takesMissing(column)
        visit(key, known, isGuarded: isGuarded || isTaken)
      }
    case .isFound(let table, let keys):
      visitCells(of: table)
      for key in keys { visit(key, known, isGuarded: isGuarded) }
    case .conditional(let condition, let then, let otherwise):
      visit(condition, known, isGuarded: isGuarded)
      let holding = adding(condition, excluding: .notYes, to: known)
      visit(then, holding, isGuarded: isGuarded)
      let failing = adding(condition, excluding: .yes, to: known)
      visit(otherwise, failing, isGuarded: isGuarded)
    case .and(let a, let b): visit(a, b, decidedBy: .no, known: known, isGuarded: isGuarded)
    case .or(let a, let b): visit(a, b, decidedBy: .yes, known: known, isGuarded: isGuarded)
    case .aggregate(_, let value, let list, let condition):
      let parent = Grain(list: model.lists[list].parent ?? .booking)
      let facts = known.facts.filter { $0.everywhere != nil || holds($0.condition.grain, parent) }
      var inside = keeping(facts, of: known)
      visit(condition, inside, isGuarded: isGuarded)
      if let condition { inside = adding(condition, excluding: .notYes, to: inside) }
      visit(value, inside, isGuarded: isGuarded)
    case .sumBefore, .split, .neighbour, .steps:
      // These look at other elements than the one of which something is known.
      let facts = known.facts.filter { $0.everywhere != nil || $0.condition.grain == .booking }
      let inside = keeping(facts, of: known)
      for part in expression.parts { visit(part, inside, isGuarded: isGuarded) }
    case .constant, .reference, .apply, .extreme, .texts:
      for part in expression.parts { visit(part, known, isGuarded: isGuarded) }
    }
  }

  /// Two conditions, of which one that comes to a verdict decides, whatever the other does.
  private mutating func visit(
    _ a: PriceExpression, _ b: PriceExpression, decidedBy verdict: Verdict, known: Known,
    isGuarded: Bool
  ) {
    let first = adding(b, excluding: verdict, to: known)
    visit(a, first, isGuarded: isGuarded)
    let second = adding(a, excluding: verdict, to: known)
    visit(b, second, isGuarded: isGuarded)
  }

  /// Formulas in cells, of which nothing is known.
  private mutating func visitCells(of table: TableID) {
    guard seenTables.insert(table).inserted else { return }
    let around = found
    for row in model.tables[table].rows {
      found = model.tables[table].tablesFound(in: row, model)
      for cell in row.values {
        guard let cell else { continue }
        if case .constant = cell.operation { continue }
        visit(cell, Known())
      }
    }
    found = around
  }
}
