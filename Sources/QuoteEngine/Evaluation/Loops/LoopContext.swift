/// What loops are made from: a plan, and what was made ready of its tables.
struct LoopContext {
  let plan: PricePlan
  let tables: [TableIndex]
  let columns: [CellColumn]
  /// Whose codes readers may tell, by the register of the field's texts.
  let vocabularies: [Register: Vocabulary]

  init(_ plan: PricePlan, _ tables: [TableIndex], _ columns: [CellColumn]) {
    self.plan = plan
    self.tables = tables
    self.columns = columns
    vocabularies = PreparedPlan.vocabularies(of: plan)
  }

  /// Which instructions may be part of a loop. Sets of rows are never held, so what makes
  /// one is taken only with all that read it.
  func candidates(among instructions: [PreparedInstruction]) -> [Bool] {
    var takes = instructions.map(takes)
    var readers: [Register: [Int]] = [:]
    var makers: [Register: Int] = [:]
    for (index, instruction) in instructions.enumerated() {
      if case .match = instruction.operation { makers[instruction.target] = index }
      for source in instruction.operation.sources {
        if case .rowSet = plan[source].storage { readers[source, default: []].append(index) }
      }
    }
    let afterwards = Set(plan.readAfterwards)
    for (rows, readers) in readers {
      let all = readers + (makers[rows].map { [$0] } ?? [])
      let isWhole = makers[rows] != nil && all.allSatisfy { takes[$0] }
      if isWhole, !afterwards.contains(rows) { continue }
      for index in all { takes[index] = false }
    }
    return takes
  }

  private func takes(_ instruction: PreparedInstruction) -> Bool {
    let operation = instruction.operation
    guard plan[instruction.target].grain != .constant else { return false }
    switch operation {
    case .find(let table, let keys):
      guard case .dense(let dense) = tables[table].finding.way else { return false }
      return takes(keys, tables[table], dense)
    case .match(let table, let keys):
      guard case .dense(let dense) = tables[table].finding.collecting, tables[table].words == 1,
        dense.keepsSets, dense.count <= LoopProgram.mostSets
      else { return false }
      return takes(keys, tables[table], dense)
    case .combine(_, let rows, _):
      guard case .combination(let combination) = instruction.step,
        case .rowSet(words: 1) = plan[rows].storage
      else { return false }
      return combination.storage == .integer && plan[instruction.target].storage == .integer
        && plan.fits32(instruction.target)
    case .rowAmong(let rows, let row):
      guard case .rowSet(words: 1) = plan[rows].storage else { return false }
      return row < 64
    case .fieldGiven(let list, _): return list == 0
    case .dateFunction(.weekdayOfDate, let a, nil):
      guard let days = plan.wholeRange(a), !plan.isConstant(a) else { return false }
      return days.lowerBound >= -LoopProgram.mostDays && days.upperBound <= LoopProgram.mostDays
    case .round(let a, _, _, _):
      return plan.isCellByCell(operation, into: instruction.target) && rounds(a, instruction.step)
    case .cell(let column, let row):
      return !plan.isConstant(row) && columns[column].narrowCells != nil
    case .cellGiven(let column, let row):
      return !plan.isConstant(row) && columns[column].count < LoopProgram.mostCells
    case .rowIs(let row, _): return !plan.isConstant(row)
    case .parameter, .field, .cameFrom, .element, .open, .keep, .make, .kept, .repeated, .spread,
      .renamed, .arithmetic, .divide, .negate, .absolute, .scale, .widen, .narrow, .toDouble,
      .scaleDouble, .roundQuotient, .roundPlaces, .wholeOf, .square, .squareRoot, .extreme,
      .compare, .and, .or, .not, .select, .zeroUnless, .within, .inArea, .sum, .count, .accumulate,
      .running, .leastOf, .greatestOf, .firstOf, .lastOf, .anyOf, .allOf, .sumBefore, .split,
      .textsOfRows, .textFunction, .textOf, .choiceText, .concatenate, .textLength, .joined,
      .gatherTexts, .textsUp, .dateFunction, .parseDate, .parseInteger, .parseNumber, .distance:
      return plan.isCellByCell(operation, into: instruction.target)
    }
  }

  /// Whether a rounding is exact in doubles.
  private func rounds(_ a: Register, _ step: PreparedStep) -> Bool {
    guard case .division(let division) = step, division.isNarrow, let range = plan.wholeRange(a)
    else { return false }
    switch division.mode {
    case .halfEven, .up, .down: return false
    case .halfUp, .halfDown, .towardsZero, .awayFromZero: break
    }
    let most = max(range.lowerBound.magnitude, range.upperBound.magnitude)
    let (product, isOver) = most.multipliedReportingOverflow(by: division.multiplier.magnitude)
    let limit = UInt128(LoopDivision.limit)
    guard !isOver, product < limit, division.divisor.magnitude < limit else { return false }
    return product + 2 * division.divisor.magnitude < limit
  }

  private func takes(_ keys: [PlanValue], _ table: TableIndex, _ dense: DenseRows) -> Bool {
    guard dense.count <= LoopProgram.mostCells, !keys.isEmpty else { return false }
    return zip(keys, table.encoders).allSatisfy { key, encoder in
      let isColumn = !plan.isConstant(key.cells) && !(key.given.map(plan.isConstant) ?? false)
      return isColumn && takes(key.cells, encoder)
    }
  }

  private func takes(_ key: Register, _ encoder: KeyEncoder) -> Bool {
    switch encoder.body {
    case .direct:
      switch plan[key].storage {
      case .flag, .choice: return true
      case .integer: return plan.fits32(key)
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
  /// Of sets of rows, a table is made for each row that is asked for.
  static let mostSets = 128
  /// Days from 1970 of which weekdays are computed.
  static let mostDays = Int128(1) << 27
  /// So many bounds are all compared with every number.
  static let mostBounds = 16
}

extension PricePlan {
  /// Whether an operation makes each cell of its target of the same cells of its sources, all
  /// held in a way that loops know.
  func isCellByCell(_ operation: PlanOperation, into target: Register) -> Bool {
    guard !isConstant(target), isPlain(target) else { return false }
    let sources = operation.sources
    guard sources.allSatisfy(isPlain) else { return false }
    switch operation {
    case .arithmetic, .negate, .absolute, .scale, .toDouble, .scaleDouble, .divide, .square,
      .squareRoot, .round, .extreme:
      return sources.contains { !isConstant($0) } && sources.allSatisfy { !isFlag($0) }
    case .renamed(let a):
      return !isConstant(a) && self[a].storage == self[target].storage
    case .spread(let a): return !isFlag(a)
    case .compare(_, let a, let b):
      return !isFlag(a) && (!isConstant(a) || !isConstant(b))
    case .and, .or, .not: return sources.allSatisfy { !isConstant($0) }
    case .zeroUnless(let flag, let a):
      return !isConstant(flag) && !(isFlag(a) && isConstant(a))
    case .select(let flag, let a, let b):
      return !isConstant(flag) && !(isFlag(a) && (isConstant(a) || isConstant(b)))
    case .parameter, .field, .fieldGiven, .cameFrom, .element, .open, .keep, .make, .kept,
      .repeated, .widen, .narrow, .roundQuotient, .roundPlaces, .wholeOf, .within, .inArea, .sum,
      .count, .accumulate, .running, .leastOf, .greatestOf, .firstOf, .lastOf, .anyOf, .allOf,
      .sumBefore, .split, .find, .match, .cell, .cellGiven, .combine, .rowIs, .rowAmong,
      .textsOfRows, .textFunction, .textOf, .choiceText, .concatenate, .textLength, .joined,
      .gatherTexts, .textsUp, .dateFunction, .parseDate, .parseInteger, .parseNumber, .distance:
      return false
    }
  }

  func isConstant(_ register: Register) -> Bool { self[register].grain == .constant }

  private func isFlag(_ register: Register) -> Bool { self[register].storage == .flag }

  private func isPlain(_ register: Register) -> Bool {
    switch self[register].storage {
    case .integer, .double, .flag, .choice: true
    case .wide, .text, .texts, .point, .rowSet: false
    }
  }

  /// The whole numbers that a register of integers may hold where it is given; nil where
  /// nobody knows.
  func wholeRange(_ register: Register) -> ClosedRange<Int128>? {
    let (range, quantum) = (self[register].range, self[register].quantum)
    guard range.lower.isFinite, range.upper.isFinite, range.lower <= range.upper,
      quantum.isFinite, quantum > 0, let lower = (range.lower / quantum).floor,
      let upper = (range.upper / quantum).ceiling
    else { return nil }
    return lower...upper
  }

  /// Whether given cells fit 32 bits.
  func fits32(_ register: Register) -> Bool {
    if self[register].type == .weekday { return true }
    guard let range = wholeRange(register) else { return false }
    return range.lowerBound >= Int128(Int32.min) && range.upperBound <= Int128(Int32.max)
  }
}
