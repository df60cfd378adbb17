import QuoteLanguage
import QuoteSyntax

/// Puts instructions of a plan that take a cell for a cell into the program of one loop.
struct LoopBuilder {
  typealias Operand = LoopProgram.Operand
  typealias Value = LoopProgram.Value
  typealias Lanes = LoopProgram.Lanes

  let context: LoopContext
  var program = LoopProgram()
  /// Where a register's cells are in the program.
  private var operands: [Operand?]
  /// Where registers of rows that a look-up collects have theirs.
  var matches: [Register: MatchedRows] = [:]
  /// The codes of a register's texts.
  private var codes: [Operand?]
  /// The same cells in other lanes, by value.
  private var widened: [Operand?] = []
  private var narrowed: [Operand?] = []

  init(_ context: LoopContext) {
    self.context = context
    operands = Array(repeating: nil, count: context.registerCount)
    codes = operands
  }

  /// The program of instructions that loops take, in their order. Only those results are stored
  /// that others read.
  mutating func build(
    _ instructions: ArraySlice<PreparedInstruction>, storing isRead: (Register) -> Bool
  ) -> LoopProgram {
    for instruction in instructions {
      let target = instruction.target
      guard let taken = context.taken(instruction) else {
        preconditionFailure("a loop is made of what loops take")
      }
      let firstStep = program.steps.count
      let made = taken(&self)
      program.parts.append(LoopProgram.Part(firstStep: firstStep, result: made))
      guard let operand = made else { continue }
      operands[Int(target.index)] = operand
      guard isRead(target) else { continue }
      program.append(.store(place: place(.cells(target)), operand, column(target)))
      program.stored.append(target)
    }
    return program
  }

  // MARK: - Registers

  private mutating func place(_ place: LoopProgram.Place) -> Int {
    program.places.append(place)
    return program.places.count - 1
  }

  /// The codes of a field's texts; readers tell them, or the loop is not run.
  mutating func codes(of register: Register, in vocabulary: ObjectIdentifier) -> Value {
    if case .value(let known)? = codes[Int(register.index)] { return known }
    let step = LoopProgram.Step.load(place: place(.codes(register, vocabulary)), .choices)
    let value = program.append(step, .narrow)
    codes[Int(register.index)] = .value(value)
    return value
  }

  private func column(_ register: Register) -> LoopProgram.Column {
    switch context[register].storage {
    case .integer: .integers
    case .double: .doubles
    case .choice: .choices
    case .flag: .flags
    case .wide, .text, .texts, .point, .rowSet: preconditionFailure("no column of a loop")
    }
  }

  /// As few lanes as a register's range needs.
  private func lanes(_ register: Register) -> Lanes {
    switch context[register].storage {
    case .integer: context[register].fits32 ? .narrow : .whole
    case .double: .double
    case .choice: .narrow
    case .flag: .flags
    case .wide, .text, .texts, .point, .rowSet: preconditionFailure("no lanes")
    }
  }

  mutating func operand(_ register: Register) -> Operand {
    if let known = operands[Int(register.index)] { return known }
    let operand: Operand
    if context[register].isConstant {
      operand = .constant(program.pool.place(of: register))
    } else {
      let step = LoopProgram.Step.load(place: place(.cells(register)), column(register))
      operand = .value(program.append(step, lanes(register)))
    }
    operands[Int(register.index)] = operand
    return operand
  }

  /// The value of a register that is no constant.
  mutating func value(_ register: Register) -> Value {
    guard case .value(let value) = operand(register) else {
      preconditionFailure("a constant among what loops take")
    }
    return value
  }

  private func lanes(of operand: Operand, _ register: Register) -> Lanes {
    switch operand {
    case .value(let value): program.lanes[value.index]
    case .constant: lanes(register)
    }
  }

  /// An integer in such lanes: constants have room for both.
  mutating func integer(_ register: Register, _ lanes: Lanes) -> Operand {
    guard case .value(let value) = operand(register) else { return operand(register) }
    switch (program.lanes[value.index], lanes) {
    case (.narrow, .whole):
      return value.kept(in: &widened) { program.append(.widen(value), .whole) }
    case (.whole, .narrow):
      return value.kept(in: &narrowed) { program.append(.narrow(value), .narrow) }
    case (.narrow, _), (.whole, _), (.double, _), (.flags, _): return .value(value)
    }
  }

  /// Two integers in the lanes that both fit.
  private mutating func alike(_ a: Register, _ b: Register) -> (Operand, Operand, Lanes) {
    let (x, y) = (operand(a), operand(b))
    let fit = lanes(of: x, a) == .narrow && lanes(of: y, b) == .narrow
    let lanes: Lanes = fit ? .narrow : .whole
    return (integer(a, lanes), integer(b, lanes), lanes)
  }

  // MARK: - Operations

  mutating func broadcast(_ a: Register) -> Value {
    program.append(.broadcast(program.pool.place(of: a)), lanes(a))
  }

  mutating func given(list: ListID, _ field: Int) -> Value {
    program.append(.loadBits(place: place(.given(list: list, field: field))), .flags)
  }

  mutating func divided(_ a: Register, _ b: Register) -> Value {
    program.append(.divide(operand(a), operand(b)), .double)
  }

  mutating func double(_ a: Register) -> Value { program.append(.toDouble(value(a)), .double) }

  mutating func scaled(_ a: Register, by factor: Double) -> Value {
    let constant = Operand.constant(program.pool.literal(factor))
    return program.append(.arithmetic(.multiply, operand(a), constant), .double)
  }

  mutating func extreme(
    _ least: Bool, _ a: Register, _ b: Register, into target: Register
  ) -> Value {
    if context[target].storage == .double {
      return program.append(.extreme(least: least, operand(a), operand(b)), .double)
    }
    let (x, y, lanes) = alike(a, b)
    return program.append(.extreme(least: least, x, y), lanes)
  }

  mutating func arithmetic(
    _ operation: Arithmetics, _ a: Register, _ b: Register, into target: Register
  ) -> Value {
    if context[target].storage == .double {
      return program.append(.arithmetic(operation, operand(a), operand(b)), .double)
    }
    let to = lanes(target)
    // The lower halves of sums and products come from the lower halves of what goes in.
    if to == .whole, operation == .multiply, fits32(a), fits32(b) {
      return program.append(.longMultiply(integer(a, .whole), integer(b, .whole)), .whole)
    }
    return program.append(.arithmetic(operation, integer(a, to), integer(b, to)), to)
  }

  /// Whether a value's cells are 32 bits, whatever lanes they are in.
  mutating func fits32(_ register: Register) -> Bool {
    let operand = operand(register)
    return lanes(of: operand, register) == .narrow
  }

  mutating func negated(_ a: Register, _ target: Register) -> Value {
    if context[target].storage == .double {
      return program.append(.negateDouble(value(a)), .double)
    }
    let to = lanes(target)
    return program.append(.arithmetic(.subtract, constant(0), integer(a, to)), to)
  }

  mutating func absolute(_ a: Register, _ target: Register) -> Value {
    // That of the least number of 32 bits takes one more.
    let isWider = context[target].storage == .integer && lanes(target) == .whole
    guard isWider, case .value(let wide) = integer(a, .whole) else {
      let source = value(a)
      return program.append(.absolute(source), program.lanes[source.index])
    }
    return program.append(.absolute(wide), .whole)
  }

  mutating func scaled(_ a: Register, by factor: Int64, _ target: Register) -> Value {
    let to = lanes(target)
    if to == .whole, Int32(exactly: factor) != nil, fits32(a) {
      return program.append(.longMultiply(integer(a, .whole), constant(factor)), .whole)
    }
    return program.append(.arithmetic(.multiply, integer(a, to), constant(factor)), to)
  }

  mutating func rounded(
    _ a: Register, by division: WholeDivision, _ target: Register
  ) -> Value {
    let (divisor, factor) = (Int64(division.divisor), Int64(division.multiplier))
    let addend: Int64 =
      switch division.mode {
      case .halfUp: divisor / 2
      case .halfDown: (divisor - 1) / 2
      case .awayFromZero: divisor - 1
      case .towardsZero: 0
      case .halfEven, .up, .down: preconditionFailure("a mode that looks at what is left")
      }
    let least = context[a].range.map {
      min($0.lowerBound * Int128(factor), $0.upperBound * Int128(factor))
    }
    let quotient = LoopDivision(
      factor: factor == 1 ? nil : program.pool.literal(Double(factor)),
      addend: addend == 0 ? nil : program.pool.literal(Double(addend)),
      reciprocal: program.pool.literal(LoopDivision.reciprocal(of: divisor)),
      isSigned: least.map { $0 < 0 } ?? true)
    return program.append(.round(value(a), quotient), lanes(target))
  }

  // MARK: - Conditions and tables

  mutating func compared(
    _ comparison: PriceExpression.Comparison, _ a: Register, _ b: Register
  ) -> Value {
    if context[a].storage == .double {
      return program.append(.compare(comparison, operand(a), operand(b)), .flags)
    }
    let (x, y, _) = alike(a, b)
    return program.append(.compare(comparison, x, y), .flags)
  }

  mutating func both(_ a: Register, _ b: Register) -> Value {
    program.append(.and(value(a), value(b)), .flags)
  }

  mutating func either(_ a: Register, _ b: Register) -> Value {
    program.append(.or(value(a), value(b)), .flags)
  }

  mutating func opposite(_ a: Register) -> Value { program.append(.not(value(a)), .flags) }

  mutating func gated(_ flag: Register, _ a: Register) -> Value {
    if context[a].storage == .flag { return program.append(.and(value(flag), value(a)), .flags) }
    let source = operand(a)
    return program.append(.zeroUnless(value(flag), source), lanes(of: source, a))
  }

  mutating func selected(
    _ flag: Register, _ a: Register, _ b: Register, into target: Register
  ) -> Value {
    switch context[target].storage {
    case .flag:
      let (chosen, first, second) = (value(flag), value(a), value(b))
      let kept = program.append(.and(chosen, first), .flags)
      let others = program.append(.not(chosen), .flags)
      let rest = program.append(.and(others, second), .flags)
      return program.append(.or(kept, rest), .flags)
    case .double:
      return program.append(.select(value(flag), operand(a), operand(b)), .double)
    case .integer, .choice:
      let (x, y, lanes) = alike(a, b)
      return program.append(.select(value(flag), x, y), lanes)
    case .wide, .text, .texts, .point, .rowSet: preconditionFailure("no lanes")
    }
  }
}

extension LoopProgram.Value {
  /// What this value was made into, or is now.
  fileprivate func kept(
    in others: inout [LoopProgram.Operand?], _ make: () -> Self
  ) -> LoopProgram.Operand {
    if index < others.count, let known = others[index] { return known }
    let made = make()
    if index >= others.count {
      others += Array(repeating: nil, count: made.index + 1 - others.count)
    }
    others[index] = .value(made)
    return .value(made)
  }
}
