import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension LoopBuilder {
  /// The row that a look-up finds, from 1; 0 for none.
  mutating func found(_ table: PlanTableID, _ keys: [PlanValue]) -> Value {
    guard case .dense(let dense) = context.tables[table].finding.way else {
      preconditionFailure("loops look up dense tables")
    }
    let place = place(of: keys, context.tables[table], dense)
    return take(place, dense.rows)
  }

  /// Where a combination of keys has its set of rows.
  mutating func matched(_ table: PlanTableID, _ keys: [PlanValue]) -> MatchedRows {
    guard case .dense(let dense) = context.tables[table].finding.collecting else {
      preconditionFailure("loops look up dense tables")
    }
    let place = place(of: keys, context.tables[table], dense)
    return MatchedRows(place: place, sets: dense.sets)
  }

  /// The combination of keys' codes.
  private mutating func place(
    of keys: [PlanValue], _ table: TableIndex, _ dense: DenseRows
  ) -> Value {
    var sum: Value?
    for (index, key) in keys.enumerated() {
      let code = code(of: key, table.encoders[index])
      let stride = dense.strides[index]
      let factor = constant(Int64(stride))
      let part =
        stride == 1 ? code : program.append(.arithmetic(.multiply, .value(code), factor), .narrow)
      sum =
        sum.map {
          program.append(.arithmetic(.add, .value($0), .value(part)), .narrow)
        } ?? part
    }
    guard let sum else { preconditionFailure("a table without keys") }
    return sum
  }

  private mutating func code(of key: PlanValue, _ encoder: KeyEncoder) -> Value {
    let code: Value =
      switch encoder.body {
      case .direct(let first): direct(key.cells, first, encoder)
      case .integers(let bounds): reached(key.cells, bounds.list)
      case .doubles(let bounds): reached(key.cells, bounds.list, unknown: encoder.unknown)
      case .words(let index, _): word(key.cells, index)
      case .textBounds, .wide, .singles, .areas: preconditionFailure("loops do not take such keys")
      }
    guard let given = key.given else { return code }
    let notGiven = constant(Int64(encoder.notGiven))
    return program.append(.select(value(given), .value(code), notGiven), .narrow)
  }

  private mutating func direct(_ key: Register, _ first: Int64, _ encoder: KeyEncoder) -> Value {
    if context[key].storage == .flag {
      let one = Operand.constant(LoopPool.one)
      return program.append(.zeroUnless(value(key), one), .narrow)
    }
    var above = integer(key, .narrow)
    if first != 0 {
      above = .value(program.append(.arithmetic(.subtract, above, constant(first)), .narrow))
    }
    guard case .value(let number) = above else { preconditionFailure("a constant key") }
    return program.append(.leastUnsigned(number, constant(Int64(encoder.unknown))), .narrow)
  }

  /// How many bounds a number has reached.
  private mutating func reached(_ key: Register, _ bounds: [Int64]) -> Value {
    let isNarrow = fits32(key)
    let number = integer(key, isNarrow ? .narrow : .whole)
    // Those that 32 bits do not have are reached by all numbers, or by none.
    let below = isNarrow ? bounds.count { $0 < Int64(Int32.min) } : 0
    let others = bounds.filter { !isNarrow || Int32(exactly: $0) != nil }
    return reached(number, others.map { constant($0) }, after: Int64(below))
  }

  private mutating func reached(
    _ number: Operand, _ bounds: [Operand], after first: Int64
  ) -> Value {
    var code = program.append(.broadcast(program.pool.literal(first)), .narrow)
    for bound in bounds {
      let flag = program.append(.compare(.greaterOrEqual, number, bound), .flags)
      code = program.append(.addWhere(code, flag), .narrow)
    }
    return code
  }

  /// The same of doubles, of which some are no numbers.
  private mutating func reached(
    _ key: Register, _ bounds: [Double], unknown: Int32
  ) -> Value {
    let number = operand(key)
    let code = reached(number, bounds.map { .constant(program.pool.literal($0)) }, after: 0)
    let isNone = program.append(.compare(.notEqual, number, number), .flags)
    return program.append(.select(isNone, constant(Int64(unknown)), .value(code)), .narrow)
  }

  private mutating func word(_ key: Register, _ index: WordIndex) -> Value {
    guard let vocabulary = context.vocabularies[key] else {
      preconditionFailure("texts without codes")
    }
    let codes = codes(of: key, in: ObjectIdentifier(vocabulary))
    return take(codes, index.learnedCodes)
  }

  // MARK: - What rows have

  mutating func cell(_ column: Int, _ row: Register) -> Value {
    guard let cells = context.columns[column].narrowCells else {
      preconditionFailure("cells that loops do not take")
    }
    return take(value(row), cells)
  }

  mutating func cellGiven(_ column: Int, _ row: Register) -> Value {
    let cells = context.columns[column]
    let found = cells.isAlwaysGiven ? value(row) : take(value(row), cells.givenCells)
    let zero = constant(0)
    return program.append(.compare(.notEqual, .value(found), zero), .flags)
  }

  mutating func combined(_ rows: Register, by combination: CellCombination) -> Value {
    guard let matched = matches[rows] else { preconditionFailure("rows that nobody matched") }
    return take(matched.place, combination.narrowResults(of: matched.sets))
  }

  mutating func isRow(_ row: Register, _ number: Int) -> Value {
    program.append(.compare(.equal, operand(row), constant(Int64(number))), .flags)
  }

  mutating func isAmong(_ rows: Register, _ row: Int) -> Value {
    guard let matched = matches[rows] else { preconditionFailure("rows that nobody matched") }
    let found = take(matched.place, matched.sets.map { Int32($0 >> UInt64(row) & 1) })
    return program.append(.compare(.notEqual, .value(found), constant(0)), .flags)
  }

  mutating func constant(_ number: Int64) -> Operand { .constant(program.pool.literal(number)) }

  private mutating func take(_ place: Value, _ cells: [Int32]) -> Value {
    let sizes = [16, 32, 64, 128]
    let room = sizes.first { cells.count <= $0 } ?? cells.count
    let table = program.pool.table(cells, room: room)
    return program.append(.take(place, table: table, count: cells.count), .narrow)
  }

  /// Monday is 1. 1970, from which days are counted, began on a Thursday; with so many weeks
  /// added none is below zero.
  mutating func weekday(_ date: Register) -> Value {
    let offset = constant(7 << 25 + 3)
    let days = program.append(.arithmetic(.add, integer(date, .narrow), offset), .narrow)
    let seventh = LoopDivision(
      reciprocal: program.pool.literal(LoopDivision.reciprocal(of: 7)), isSigned: false)
    let weeks = program.append(.round(days, seventh), .narrow)
    let whole = program.append(.arithmetic(.multiply, .value(weeks), constant(7)), .narrow)
    let rest = program.append(.arithmetic(.subtract, .value(days), .value(whole)), .narrow)
    return program.append(.arithmetic(.add, .value(rest), constant(1)), .narrow)
  }
}

/// What a look-up that collects rows comes to in a loop: where its set of rows is, and the sets.
struct MatchedRows {
  var place: LoopProgram.Value
  var sets: [UInt64]
}
