extension Evaluator {
  /// One instruction over the whole block.
  func run(_ instruction: PreparedInstruction, _ scratch: KernelScratch) {
    let target = instruction.target
    let count = count(instruction.grain)
    switch instruction.operation {
    case .parameter(let slot): load(plan.parameters.slots[slot].figure, into: target)
    case .field(let list, let field): loadField(list, field, instruction)
    case .fieldGiven(let list, let field): loadGiven(list, field, instruction)
    case .cameFrom(let list, let source): loadSource(list, source, into: target)
    case .element: break
    case .open(let list): open(list)
    case .keep(let list, let flags): keep(list, flags)
    case .make(let list, let lower, let lowerIn, let upper, let upperIn, let atMost):
      make(list, (lower, lowerIn), (upper, upperIn), atMost: atMost, target)
    case .kept(let source, let list): compact(source, list, into: target)
    case .repeated(let source, let list):
      spread(source, over: list, into: target, instruction.grain)
    case .spread(let source): fill(source, into: target, count)
    case .renamed(let source): rename(source, into: target, count)
    case .arithmetic, .divide, .negate, .absolute, .scale, .widen, .narrow, .toDouble,
      .scaleDouble, .round, .roundQuotient, .roundPlaces, .wholeOf, .square, .squareRoot,
      .extreme:
      runNumbers(instruction, count)
    case .compare, .and, .or, .not, .select, .zeroUnless, .within, .inArea:
      runFlags(instruction, count, scratch)
    case .sum, .count, .accumulate, .running, .leastOf, .greatestOf, .firstOf, .lastOf, .anyOf,
      .allOf, .sumBefore, .split, .textsUp:
      runAggregate(instruction, count, scratch)
    case .find, .match, .cell, .cellGiven, .combine, .rowIs, .rowAmong, .textsOfRows:
      runTables(instruction, count, scratch)
    case .textFunction, .textOf, .choiceText, .concatenate, .textLength, .joined, .gatherTexts,
      .parseInteger, .parseNumber, .parseDate:
      runTexts(instruction, count, scratch)
    case .dateFunction, .distance: runPlacesAndDates(instruction, count)
    }
  }

  /// A figure into a constant register.
  private func load(_ figure: Parameters.Figure, into register: Register) {
    unsafe registers.target(register, rows: 1)
    switch registers.storage(register) {
    case .integer:
      unsafe registers.cells(register, as: Int64.self)[0] = Int64(truncatingIfNeeded: figure.whole)
    case .wide: unsafe registers.cells(register, as: Int128.self)[0] = figure.whole
    case .double: unsafe registers.cells(register, as: Double.self)[0] = figure.number
    case .flag: unsafe registers.cells(register, as: UInt8.self)[0] = figure.whole == 0 ? 0 : 1
    case .choice:
      unsafe registers.cells(register, as: Int32.self)[0] = Int32(truncatingIfNeeded: figure.whole)
    case .text:
      let text: String = if case .text(let text) = figure { text } else { "" }
      unsafe registers.cells(register, as: TextSlice.self)[0] = constantScratch.arena.copy(text)
    case .point:
      if case .point(let point) = figure {
        unsafe registers.cells(register, as: Double.self)[0] = point.latitude
        unsafe registers.cells(register, as: Double.self)[1] = point.longitude
      }
    case .texts:
      let items = registers.texts(register)
      items.removeAll()
      unsafe registers.cells(register, as: Int32.self)[0] = 0
      unsafe registers.cells(register, as: Int32.self)[1] = 0
    case .rowSet: preconditionFailure("no figure is a set of rows")
    }
  }
}

extension Parameters.Figure {
  var whole: Int128 {
    switch self {
    case .integer(let value): value
    case .double(let value): Int128(value)
    case .text, .point, .notGiven: 0
    }
  }

  var number: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .text, .point, .notGiven: 0
    }
  }
}
