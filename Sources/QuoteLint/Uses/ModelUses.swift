import QuoteLanguage
import QuoteSyntax

/// Which names of a model its prices, declines and outputs come to use.
struct ModelUses {
  let model: PriceModel
  /// The fields that are used, by list.
  private(set) var fields: ByList<Set<Int>>
  private(set) var lets: Set<LetID> = []
  private(set) var tables: Set<TableID> = []
  /// The columns that are used, and where each is looked up first.
  private(set) var columns: [TableID: [Int: SourceSpan]] = [:]
  private(set) var areas: Set<Int> = []
  private(set) var lists: Set<ListID> = []
  /// Tables looked up where nothing says what a missing row means.
  private(set) var bareLookups: Set<TableID> = []
  /// Tables of which it is asked whether they have a row.
  private(set) var asked: Set<TableID> = []
  /// Names whose tables were found to be asked about.
  private var seenAsked: Set<LetID> = []
  private var seenLets: (guarded: Set<LetID>, bare: Set<LetID>) = ([], [])
  /// Uses of tables that were gone into: keys of a table stand wherever it is asked.
  private var seenUses: Set<Visit> = []
  /// Tables that have found a row wherever the cell that is gone through counts.
  private var found: Set<TableID> = []

  private struct Visit: Hashable {
    var use: ObjectIdentifier
    var isGuarded: Bool
    var found: Set<TableID>
  }

  init(of model: PriceModel) {
    self.model = model
    fields = model.lists.mapped { _ in [] }
    lets = model.figures
    for line in model.allLines { visit(line) }
    for decline in model.declines {
      visit(decline.when)
      visit(decline.reason)
      lists.insert(decline.grain.list)
    }
    for output in model.outputs { visit(output) }
    for list in model.lists {
      visit(list.keep)
      for extra in list.extras {
        visit(extra.condition)
        for computed in extra.computed { visit(computed.value) }
      }
      if let made = list.made {
        visit(made.lower)
        visit(made.upper)
      }
      for key in list.groups?.keys ?? [] { visit(key) }
    }
  }

  private mutating func visit(_ line: ModelLine) {
    visit(line.when)
    visit(line.label)
    for reason in line.reasons { visit(reason, isGuarded: true) }
    lists.insert(line.grain.list)
    visit(line.formula)
  }

  private mutating func visit(_ output: ModelOutput) {
    switch output.body {
    // An output may well be not given.
    case .value(let value): visit(value, isGuarded: true)
    case .records(let list, let fields):
      lists.insert(list)
      for field in fields { visit(field) }
    }
  }

  /// Guarded: a `default` or `is given` around it says what a missing value means.
  private mutating func visit(_ expression: PriceExpression?, isGuarded: Bool = false) {
    guard let expression else { return }
    lists.insert(expression.grain.list)
    switch expression.operation {
    case .reference(let reference): visit(reference, isGuarded)
    case .defaulting(let value, let fallback):
      visit(value, isGuarded: true)
      visit(fallback, isGuarded: isGuarded || value.table.map { $0 == fallback.table } ?? false)
      return
    case .lookup(let table, let column, let keys):
      guard isNew(expression, isGuarded) else { return }
      use(table)
      columns[table, default: [:]][column] = columns[table]?[column] ?? expression.span
      if !isGuarded, !found.contains(table) { bareLookups.insert(table) }
      for (column, key) in keys.enumerated() {
        visit(key, isGuarded: isGuarded || model.tables[table].takesMissing(column))
      }
      return
    case .isGiven(let value):
      visit(value, isGuarded: true)
      noteAsked(value)
      return
    case .graduated(let table, _):
      guard isNew(expression, isGuarded) else { return }
      use(table)
      if !isGuarded { bareLookups.insert(table) }
    case .isFound(let table, _):
      guard isNew(expression, isGuarded) else { return }
      use(table)
      asked.insert(table)
    case .apply(.contains(let area), _): areas.insert(area)
    case .aggregate(_, _, let list, _): lists.insert(list)
    case .apply(.within(let set), _): use(set)
    case .constant, .apply, .and, .or, .conditional, .extreme, .sumBefore, .split,
      .neighbour, .steps, .texts:
      break
    }
    for part in expression.parts { visit(part, isGuarded: isGuarded) }
  }

  private mutating func isNew(_ use: PriceExpression, _ isGuarded: Bool) -> Bool {
    seenUses.insert(Visit(use: ObjectIdentifier(use), isGuarded: isGuarded, found: found)).inserted
  }

  private mutating func visit(_ reference: PriceExpression.Reference, _ isGuarded: Bool) {
    switch reference {
    case .field(let list, let field): fields[list].insert(field)
    case .element(let list): lists.insert(list)
    case .letValue(let index):
      lets.insert(index)
      let isGuarded = isGuarded || model.lets[index].value.table.map(found.contains) ?? false
      let isNew =
        isGuarded
        ? seenLets.guarded.insert(index).inserted : seenLets.bare.insert(index).inserted
      guard isNew else { return }
      visit(model.lets[index].value, isGuarded: isGuarded)
    case .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons: break
    }
  }

  /// `x is given`, where x is a look-up, a name for one, or what is computed or chosen of some.
  private mutating func noteAsked(_ value: PriceExpression) {
    switch value.operation {
    case .lookup(let table, _, _), .graduated(let table, _): asked.insert(table)
    case .reference(.letValue(let index)):
      if seenAsked.insert(index).inserted { noteAsked(model.lets[index].value) }
    case .conditional(_, let then, let otherwise):
      noteAsked(then)
      if let otherwise { noteAsked(otherwise) }
    case .apply(.arithmetic, let parts), .apply(.round, let parts), .apply(.converted, let parts):
      for part in parts { noteAsked(part) }
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .isFound, .texts:
      break
    }
  }

  private mutating func use(_ table: TableID) {
    guard tables.insert(table).inserted else { return }
    let around = found
    defer { found = around }
    for row in model.tables[table].rows {
      for set in row.keys { use(set) }
      found = model.tables[table].tablesFound(in: row, model)
      for cell in row.values { visitCell(cell) }
    }
  }

  private mutating func visitCell(_ cell: PriceExpression?) {
    guard let cell else { return }
    if case .constant = cell.operation { return }
    visit(cell)
  }

  private mutating func use(_ set: KeySet) {
    if case .areas(let named, _) = set.body { areas.formUnion(named) }
  }
}

extension PriceExpression {
  /// The table that is looked up, where it is a look-up and nothing else.
  var table: TableID? {
    if case .lookup(let table, _, _) = operation { return table }
    return nil
  }
}

extension ModelTable {
  /// Tables that its keys look up and that have found a row where this row holds.
  func tablesFound(in row: ModelTableRow, _ model: PriceModel) -> Set<TableID> {
    var found: Set<TableID> = []
    for (key, cell) in zip(keys, row.keys) where !cell.matchesNotGiven {
      var value = key.value
      if case .reference(.letValue(let index)) = value.operation { value = model.lets[index].value }
      if let table = value.table { found.insert(table) }
    }
    return found
  }

  /// Whether some row says what counts where a key is not given.
  func takesMissing(_ column: Int) -> Bool {
    rows.contains { $0.keys.indices.contains(column) && $0.keys[column].matchesNotGiven }
  }
}
