import QuoteLanguage
import QuoteSyntax

extension AVX2Emitter {

  mutating func emit(_ step: LoopProgram.Step, into result: Value) {
    switch step {
    case .load(let place, let column): load(place, column, into: result)
    case .store(let place, let operand, let column): store(place, operand, column)
    case .loadBits(let place): loadBits(place, into: result)
    case .broadcast(let at):
      for half in 0...(isPair(result) ? 1 : 0) {
        broadcast(at, into: target(result, half: half), isWide: isPair(result))
      }
    case .widen(let a):
      let source = held(a)
      for half in 0...1 { widen(source, half: half, into: target(result, half: half)) }
    case .narrow(let a): lowHalves(held(a), .register(held(a, half: 1)), into: target(result))
    case .arithmetic(let operation, let a, let b): arithmetic(operation, a, b, into: result)
    case .longMultiply(let a, let b): eachHalf(.multiplyLong, a, b, into: result)
    case .divide(let a, let b): eachHalf(.divideDouble, a, b, into: result)
    case .extreme(let least, let a, let b): extreme(least, a, b, into: result)
    case .leastUnsigned(let a, let b): narrowly(.leastUnsigned32, .value(a), b, into: result)
    case .absolute(let a): absolute(a, into: result)
    case .negateDouble(let a): eachHalf(.xor, .value(a), .constant(LoopPool.sign), into: result)
    case .toDouble(let a): toDouble(a, into: result)
    case .round(let a, let division): round(a, division, into: result)
    case .compare(let comparison, let a, let b): compare(comparison, a, b, into: result)
    case .and(let a, let b): narrowly(.and, .value(a), .value(b), into: result)
    case .or(let a, let b): narrowly(.or, .value(a), .value(b), into: result)
    case .not(let a):
      let source = held(a)
      invert(source, into: target(result))
    case .zeroUnless(let flag, let a): zeroUnless(flag, a, into: result)
    // A flag that is set is the number −1.
    case .addWhere(let a, let flag): narrowly(.subtract32, .value(a), .value(flag), into: result)
    case .select(let flag, let a, let b): select(flag, a, b, into: result)
    case .take(let places, let table, let count): take(places, table, count, into: result)
    }
  }

  // MARK: - Memory

  mutating func load(_ place: Int, _ column: LoopProgram.Column, into result: Value) {
    code.column(place)
    switch column {
    case .choices: code.vex(.load32, target(result), nil, cells(4))
    case .flags:
      let (lanes, none) = (borrowed(), zeros())
      code.vex(.flagsOfBytes, lanes, nil, cells(1))
      code.vex(.greater32, target(result), lanes, .register(none))
    case .integers where lanes(of: result) == .narrow:
      let low = borrowed()
      code.vex(.load32, low, nil, cells(8))
      lowHalves(low, cells(8, half: 1), into: target(result))
    case .integers, .doubles:
      for half in 0...1 {
        code.vex(.load32, target(result, half: half), nil, cells(8, half: half))
      }
    }
  }

  /// Eight bits, each of them to a lane.
  mutating func loadBits(_ place: Int, into result: Value) {
    code.bits(place)
    let (byte, to) = (borrowed(), target(result))
    let bits = inPool(LoopPool.bitsOfByte)
    code.vex(.broadcastByte, byte, nil, .memory(base: Pointer.rax, displacement: 0))
    code.vex(.and, byte, byte, bits)
    code.vex(.equal32, to, byte, bits)
  }

  mutating func store(_ place: Int, _ operand: Operand, _ column: LoopProgram.Column) {
    code.column(place)
    switch column {
    case .choices:
      code.vex(.store32, register(operand, isWide: false), nil, cells(4))
    case .flags:
      guard case .value(let value) = operand else { preconditionFailure("a constant flag") }
      let (flags, bytes) = (held(value), borrowed())
      code.vex(.upperFour, flags, nil, .register(bytes), immediate: 1)
      code.vex(.packTo16, bytes, flags, .register(bytes), length: .bits128)
      code.vex(.packTo8, bytes, bytes, .register(bytes), length: .bits128)
      code.vex(.and, bytes, bytes, inPool(LoopPool.ones), length: .bits128)
      code.vex(.storeLowEight, bytes, nil, cells(1), length: .bits128)
    case .integers, .doubles:
      for half in 0...1 {
        code.vex(.store32, wide(operand, half: half), nil, cells(8, half: half))
      }
    }
  }

  // MARK: - Widths

  /// A flag stays one: all ones or zeros.
  mutating func widen(_ source: Int, half: Int, into to: Int) {
    code.vex(.widen32, to, nil, .register(fourLanes(of: source, half: half, to)))
  }

  /// Four lanes of 32 bits in the lower half of a register; those of the upper half in `aside`.
  mutating func fourLanes(of source: Int, half: Int, _ aside: Int) -> Int {
    if half == 0 { return source }
    code.vex(.upperFour, source, nil, .register(aside), immediate: 1)
    return aside
  }

  /// The lower halves of eight cells of 64 bits, in two registers or the second in memory.
  mutating func lowHalves(_ low: Int, _ high: MachineCode.Operand, into to: Int) {
    code.vex(.twoOfEach, to, low, high, immediate: 0b10_00_10_00)
    code.vex(.permuteBy64, to, nil, .register(to), immediate: 0b11_01_10_00)
  }
}
