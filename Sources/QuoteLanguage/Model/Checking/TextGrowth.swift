/// How long the texts that rules make may become. What bookings bring has no stated length, so
/// parts are counted: values and constants, each as often as it is put in. Names whose texts hold
/// others twice double with each, and would fill the memory.
struct TextGrowth {
  private let lets: ByLet<ModelLet>
  private let tables: ByTable<ModelTable>
  private var known: [LetID: Double] = [:]
  private var knownTables: [TableID: Double] = [:]

  /// So many parts a text may have.
  static let mostParts = 10_000

  init(lets: ByLet<ModelLet>, tables: ByTable<ModelTable>) {
    self.lets = lets
    self.tables = tables
  }

  /// The first name whose text is too long.
  mutating func firstTooLong() -> ModelLet? {
    for id in lets.indices where parts(ofName: id) > Double(Self.mostParts) { return lets[id] }
    return nil
  }

  private mutating func parts(ofName id: LetID) -> Double {
    if let found = known[id] { return found }
    let found = parts(of: lets[id].value)
    known[id] = found
    return found
  }

  private mutating func parts(of value: PriceExpression) -> Double {
    switch value.operation {
    case .reference(.letValue(let id)): return parts(ofName: id)
    case .texts(let operands), .apply(.template, let operands):
      return operands.reduce(0) { $0 + parts(of: $1) }
    case .apply(.text(.replaced(let old, by: let new)), let operands):
      let factor = Double(new.utf8.count) / Double(max(1, old.utf8.count))
      return most(of: operands) * max(1, factor)
    case .lookup(let table, _, _): return parts(inCellsOf: table)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .graduated:
      return most(of: value.parts)
    }
  }

  private mutating func most(of operands: [PriceExpression]) -> Double {
    operands.reduce(1) { max($0, parts(of: $1)) }
  }

  private mutating func parts(inCellsOf table: TableID) -> Double {
    if let found = knownTables[table] { return found }
    var found = 1.0
    for row in tables[table].rows {
      found = max(found, most(of: row.values.compactMap { $0 }))
    }
    knownTables[table] = found
    return found
  }
}

extension ModelChecker {
  /// Names whose texts are too long: the first, which others may only hold in turn.
  func reportLongTexts() {
    var growth = TextGrowth(lets: lets, tables: tables)
    if let name = growth.firstTooLong() { log.report(.textTooLong(name)) }
  }
}
