import QuoteLanguage
import QuoteSyntax

/// What loops are made from: registers of a plan, and what was made ready of its tables.
struct LoopContext {
  /// What loops ask of a register.
  struct Cells {
    let storage: PlanStorage
    let isConstant: Bool
    /// The whole numbers that integers may be where they are given; nil if nobody knows.
    let range: ClosedRange<Int128>?
    /// Whether integers that are given fit 32 bits.
    let fits32: Bool
  }

  let tables: ByPlanTable<TableIndex>
  let columns: [CellColumn]
  /// Whose codes readers may tell, by the register of the field's texts.
  let vocabularies: [Register: Vocabulary]
  /// The cells of each register.
  private let cells: [Cells]
  private let readAfterwards: [Register]

  init(
    _ plan: PricePlan, _ tables: ByPlanTable<TableIndex>, _ columns: [CellColumn],
    codesOfElements: Bool
  ) {
    self.tables = tables
    self.columns = columns
    var vocabularies = PreparedPlan.vocabularies(of: plan)
    if codesOfElements {
      vocabularies.merge(PreparedPlan.vocabularies(of: plan, ofElements: true)) { own, _ in own }
    }
    self.vocabularies = vocabularies
    cells = plan.registers.map(Cells.init)
    readAfterwards = plan.readAfterwards
  }

  subscript(register: Register) -> Cells { cells[Int(register.index)] }

  var registerCount: Int { cells.count }

  /// Which instructions may be part of a loop. Sets of rows are never held, so what makes
  /// one is taken only with all that read it.
  func candidates(among instructions: [PreparedInstruction]) -> [Bool] {
    var takes = instructions.map { taken($0) != nil }
    var readers: [Register: [Int]] = [:]
    var makers: [Register: Int] = [:]
    for (index, instruction) in instructions.enumerated() {
      if case .tables(.match) = instruction.operation { makers[instruction.target] = index }
      instruction.operation.forEachSource { source in
        if case .rowSet = self[source].storage { readers[source, default: []].append(index) }
      }
    }
    for rows in Set(readers.keys).union(makers.keys) {
      let all = (readers[rows] ?? []) + (makers[rows].map { [$0] } ?? [])
      let isWhole = makers[rows] != nil && all.allSatisfy { takes[$0] }
      if isWhole, !readAfterwards.contains(rows) { continue }
      for index in all { takes[index] = false }
    }
    return takes
  }

  /// Whether a look-up that finds one row, and one that collects all, reads a table that is part
  /// of a loop.
  func finds(_ table: PlanTableID, _ keys: [PlanValue]) -> Bool {
    guard case .dense(let dense) = tables[table].finding.way else { return false }
    return takes(keys, tables[table], dense)
  }

  func matches(_ table: PlanTableID, _ keys: [PlanValue]) -> Bool {
    guard case .dense(let dense) = tables[table].finding.collecting, tables[table].words == 1,
      dense.keepsSets, dense.count <= LoopProgram.mostSets
    else { return false }
    return takes(keys, tables[table], dense)
  }

  func hasWeekdays(_ date: Register) -> Bool {
    guard let days = self[date].range, !self[date].isConstant else { return false }
    return days.lowerBound >= -LoopProgram.mostDays && days.upperBound <= LoopProgram.mostDays
  }

  /// Whether a rounding is exact in doubles.
  func rounds(_ a: Register, by division: WholeDivision) -> Bool {
    guard division.isNarrow, let range = self[a].range else { return false }
    switch division.mode {
    case .halfEven, .up, .down: return false
    case .halfUp, .halfDown, .towardsZero, .awayFromZero: break
    }
    let most = max(range.lowerBound.magnitude, range.upperBound.magnitude)
    let (product, isOver) = most.multipliedReportingOverflow(by: division.multiplier.magnitude)
    let limit = UInt128(LoopDivision.limit)
    guard !isOver, max(most, product) < limit, division.divisor.magnitude < limit
    else { return false }
    return product + 2 * division.divisor.magnitude < limit
  }

  private func takes(_ keys: [PlanValue], _ table: TableIndex, _ dense: DenseRows) -> Bool {
    guard dense.count <= LoopProgram.mostCells, !keys.isEmpty else { return false }
    return zip(keys, table.encoders).allSatisfy { key, encoder in
      let isGivenConstant = key.given.map { self[$0].isConstant } ?? false
      return !self[key.cells].isConstant && !isGivenConstant && takes(key.cells, encoder)
    }
  }

  private func takes(_ key: Register, _ encoder: KeyEncoder) -> Bool {
    switch encoder.body {
    case .direct:
      switch self[key].storage {
      case .flag, .choice: return true
      case .integer: return self[key].fits32
      case .wide, .double, .text, .texts, .point, .rowSet: return false
      }
    case .integers(let bounds): return bounds.list.count <= LoopProgram.mostBounds
    case .doubles(let bounds): return bounds.list.count <= LoopProgram.mostBounds
    case .words(let index, .none):
      guard let vocabulary = vocabularies[key] else { return false }
      return index.knows(vocabulary) && index.learnedCodes.count <= LoopProgram.mostCells
    case .words, .textBounds, .wide, .singles, .areas: return false
    }
  }
}

extension LoopProgram {
  /// Tables of so many cells are part of a loop.
  static let mostCells = 4096
  /// Only so many sets of rows have a table made for each row that is asked for.
  static let mostSets = 128
  /// Days from 1970 of which weekdays are computed.
  static let mostDays = Int128(1) << 27
  /// Up to this many bounds are all compared with every number.
  static let mostBounds = 16
}

extension LoopContext {
  func isFlag(_ register: Register) -> Bool { self[register].storage == .flag }

  /// Whether it is held in a way that loops know.
  func isPlain(_ register: Register) -> Bool {
    switch self[register].storage {
    case .integer, .double, .flag, .choice: true
    case .wide, .text, .texts, .point, .rowSet: false
    }
  }
}

extension LoopContext.Cells {
  fileprivate init(_ register: PlanRegister) {
    storage = register.storage
    isConstant = register.grain == .constant
    range = storage == .integer ? register.wholeRange : nil
    let isShort = range.map {
      $0.lowerBound >= Int128(Int32.min) && $0.upperBound <= Int128(Int32.max)
    }
    fits32 = register.type == .weekday || isShort ?? false
  }
}

extension PlanRegister {
  fileprivate var wholeRange: ClosedRange<Int128>? {
    guard range.lower.isFinite, range.upper.isFinite, range.lower <= range.upper,
      quantum.isFinite, quantum > 0, let lower = (range.lower / quantum).floor,
      let upper = (range.upper / quantum).ceiling
    else { return nil }
    return lower...upper
  }
}
