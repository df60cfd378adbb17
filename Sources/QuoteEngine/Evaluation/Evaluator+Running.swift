import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// One instruction over the whole block.
  func run(_ instruction: PreparedInstruction, _ scratch: KernelScratch) {
    let target = instruction.target
    let count = count(instruction.grain)
    switch instruction.operation {
    case .values(let operation): run(operation, instruction)
    case .lists(let operation): run(operation, into: target, given: instruction.given)
    case .moves(let operation): run(operation, instruction, count)
    case .numbers(let operation): run(operation, instruction, count)
    case .flags(let operation): run(operation, instruction, count: count, scratch: scratch)
    case .aggregates(let operation): run(operation, instruction, count: count, scratch: scratch)
    case .tables(let operation): run(operation, instruction, count: count, scratch: scratch)
    case .texts(let operation): run(operation, instruction, count: count, scratch: scratch)
    case .dates(let function, let a, let second):
      run(function, a, second: second, into: target, count: count)
    case .places(let operation): run(operation, into: target, count)
    }
  }

  private func run(_ operation: PlanOperation.Values, _ instruction: PreparedInstruction) {
    let target = instruction.target
    switch operation {
    case .parameter(let slot): load(plan.parameters.slots[slot].figure, into: target)
    case .field(let list, let field): loadField(list, field, instruction)
    case .fieldGiven(let list, let field): loadGiven(list, field, instruction)
    case .cameFrom(let list, let source): loadSource(list, source, into: target)
    // `make` has stored them.
    case .element: break
    }
  }

  private func run(_ operation: PlanOperation.Lists, into target: Register, given: Register?) {
    switch operation {
    case .open(let list): open(list)
    case .keep(let list, let flags): keep(list, flags)
    case .make(let list, let lower, let lowerIn, let upper, let upperIn, let atMost):
      make(list, (lower, lowerIn), upper: (upper, upperIn), atMost: atMost, into: target)
    case .group(let list, let keys): group(list, keys, target)
    case .first(let turn, let start): first(turn, start, PlanValue(target, given: given))
    case .next(let turn, let carried, let made): next(turn, carried, made)
    }
  }

  private func run(
    _ operation: PlanOperation.Moves, _ instruction: PreparedInstruction, _ count: Int
  ) {
    let target = instruction.target
    switch operation {
    case .kept(let source, let list): compact(source, list, into: target)
    case .repeated(let source, let list):
      spread(source, over: list, into: target, instruction.grain)
    case .spread(let source): fill(source, into: target, count)
    case .renamed(let source): rename(source, into: target, count)
    case .taken(let source, let turn):
      gather(source, at: turns[turn].elements, count, into: target)
    case .takenAbove(let source, let turn):
      gather(source, at: turns[turn].parents, count, into: target)
    case .settled(let source, let turn):
      unsafe registers.target(target, rows: count)
      scatter(source, to: turns[turn].elements, turns[turn].count, into: target)
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
