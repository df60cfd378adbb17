/// How long the texts that rules make may become. What bookings bring has no stated length, so
/// pieces are counted: values and constants, each as often as it is put in. Names whose texts hold
/// others twice double with each, and would fill the memory.
struct TextGrowth {
  private let lets: ByLet<ModelLet>
  private let tables: ByTable<ModelTable>
  private var known: [LetID: Double] = [:]
  private var knownTables: [TableID: Double] = [:]

  /// So many pieces a text may have.
  static let mostPieces = 10_000

  init(lets: ByLet<ModelLet>, tables: ByTable<ModelTable>) {
    self.lets = lets
    self.tables = tables
  }

  /// The first name whose text is too long.
  mutating func firstTooLong() -> ModelLet? {
    for id in lets.indices where pieces(ofName: id) > Double(Self.mostPieces) { return lets[id] }
    return nil
  }

  private mutating func pieces(ofName id: LetID) -> Double {
    if let found = known[id] { return found }
    let found = pieces(of: lets[id].value)
    known[id] = found
    return found
  }

  private mutating func pieces(of value: PriceExpression) -> Double {
    switch value.operation {
    case .reference(.letValue(let id)): return pieces(ofName: id)
    case .texts(let parts): return parts.reduce(0) { $0 + pieces(of: $1) }
    case .apply(.text(.replaced(let old, by: let new)), let parts):
      let factor = Double(new.utf8.count) / Double(max(1, old.utf8.count))
      return most(of: parts) * max(1, factor)
    case .lookup(let table, _, _): return pieces(inCellsOf: table)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .graduated:
      return most(of: value.parts)
    }
  }

  private mutating func most(of parts: [PriceExpression]) -> Double {
    parts.reduce(1) { max($0, pieces(of: $1)) }
  }

  private mutating func pieces(inCellsOf table: TableID) -> Double {
    if let found = knownTables[table] { return found }
    var found = 1.0
    for row in tables[table].rows {
      found = max(found, most(of: row.values.compactMap { $0 }))
    }
    knownTables[table] = found
    return found
  }
}

extension Diagnostic {
  static func textTooLong(_ name: ModelLet) -> Diagnostic {
    Diagnostic(
      "text-too-long",
      "the text `\(name.name)` would be made of more than \(TextGrowth.mostPieces) pieces",
      at: Label(name.span, "it holds other texts several times, and they do so in turn"),
      help: ["name each piece once, and put the pieces together where the text is shown"])
  }
}
