import QuoteLanguage
import QuoteSyntax

extension AVX512Emitter {

  mutating func emit(_ step: LoopProgram.Step, into result: Value) {
    switch step {
    case .load(let place, let column): load(place, column, into: result)
    case .store(let place, let operand, let column): store(place, operand, column)
    case .loadBits(let place):
      code.bits(place)
      code.mask(.load, targetMask(result), nil, .memory(base: Pointer.rax, displacement: 0))
    case .broadcast(let at): broadcast(at, into: result)
    case .widen(let a): widen(a, into: result)
    case .narrow(let a): narrow(a, into: result)
    case .arithmetic(let operation, let a, let b): arithmetic(operation, a, b, into: result)
    case .longMultiply(let a, let b): eachHalf(.multiplyLong, a, b, into: result)
    case .divide(let a, let b): eachHalf(.divideDouble, a, b, into: result)
    case .extreme(let least, let a, let b): extreme(least, a, b, into: result)
    case .leastUnsigned(let a, let b): narrowly(.leastUnsigned32, .value(a), b, into: result)
    case .absolute(let a): absolute(a, into: result)
    case .negateDouble(let a): negateDouble(a, into: result)
    case .toDouble(let a): toDouble(a, into: result)
    case .round(let a, let division): round(a, division, into: result)
    case .compare(let comparison, let a, let b): compare(comparison, a, b, into: result)
    case .and(let a, let b): flags(.and, a, b, into: result)
    case .or(let a, let b): flags(.or, a, b, into: result)
    case .not(let a):
      let source = heldMask(a)
      code.mask(.not, targetMask(result), nil, .register(source))
    case .zeroUnless(let flag, let a): zeroUnless(flag, a, into: result)
    case .addWhere(let a, let flag):
      let (source, mask, to) = (held(a), heldMask(flag), target(result))
      code.vector(.load32, to, nil, .register(source))
      code.vector(.add32, to, source, allLanes(LoopPool.one), mask: mask)
    case .select(let flag, let a, let b): select(flag, a, b, into: result)
    case .take(let places, let table, let count): take(places, table, count, into: result)
    }
  }

  // MARK: - Memory

  mutating func load(_ place: Int, _ column: LoopProgram.Column, into result: Value) {
    code.column(place)
    switch column {
    case .choices:
      code.vector(
        .load32, target(result), nil, cells(4), mask: touched(), zeroing: isRest)
    case .flags:
      let bytes = borrowed()
      code.vector(
        .load8, bytes, nil, cells(1), mask: touched(), zeroing: isRest, length: .bits128)
      code.vector(
        .test8, targetMask(result), bytes, .register(bytes), length: .bits128)
    case .integers where lanes(of: result) == .narrow: loadNarrow(into: result)
    case .integers, .doubles:
      for half in 0...1 {
        code.vector(
          .load64, target(result, half: half), nil, cells(8, half: half),
          mask: touched(half: half), zeroing: isRest)
      }
    }
  }

  /// The lower halves of sixteen cells.
  mutating func loadNarrow(into result: Value) {
    let (to, low) = (target(result), borrowed())
    code.vector(.load32, to, nil, inPool(LoopPool.lowHalves))
    code.vector(.load64, low, nil, cells(8), mask: touched(), zeroing: isRest)
    guard isRest else { return code.vector(.permuteTwo32, to, low, cells(8, half: 1)) }
    let high = borrowed()
    code.vector(.load64, high, nil, cells(8, half: 1), mask: touched(half: 1), zeroing: true)
    code.vector(.permuteTwo32, to, low, .register(high))
  }

  mutating func store(_ place: Int, _ operand: Operand, _ column: LoopProgram.Column) {
    code.column(place)
    switch column {
    case .choices:
      code.vector(
        .store32, register(operand, isWide: false), nil, cells(4), mask: touched())
    case .flags:
      guard case .value(let value) = operand else { preconditionFailure("a constant flag") }
      let (flags, bytes) = (heldMask(value), borrowed())
      code.vector(
        .load8, bytes, nil, inPool(LoopPool.ones), mask: flags, zeroing: true, length: .bits128)
      code.vector(.store8, bytes, nil, cells(1), mask: touched(), length: .bits128)
    case .integers, .doubles:
      for half in 0...1 {
        code.vector(
          .store64, wide(operand, half: half), nil, cells(8, half: half),
          mask: touched(half: half))
      }
    }
  }

  mutating func broadcast(_ at: Int, into result: Value) {
    guard isPair(result) else {
      return code.vector(.broadcast32, target(result), nil, inPool(at))
    }
    for half in 0...1 {
      code.vector(.broadcast64, target(result, half: half), nil, inPool(at))
    }
  }

  // MARK: - Widths

  mutating func widen(_ a: Value, into result: Value) {
    for half in 0...1 { widen(held(a), half: half, into: target(result, half: half)) }
  }

  mutating func widen(_ source: Int, half: Int, into to: Int) {
    code.vector(.widen32, to, nil, .register(eightLanes(of: source, half: half, to)))
  }

  /// Eight lanes of 32 bits in the lower half of a register; those of the upper half in `aside`.
  mutating func eightLanes(of source: Int, half: Int, _ aside: Int) -> Int {
    if half == 0 { return source }
    code.vector(.upperHalf, source, nil, .register(aside), immediate: 1)
    return aside
  }

  mutating func narrow(_ a: Value, into result: Value) {
    let (low, high, to) = (held(a), held(a, half: 1), target(result))
    code.vector(.load32, to, nil, inPool(LoopPool.lowHalves))
    code.vector(.permuteTwo32, to, low, .register(high))
  }

  mutating func toDouble(_ a: Value, into result: Value) {
    for half in 0...1 {
      let to = target(result, half: half)
      doubles(of: a, half: half, into: to)
    }
  }

  mutating func doubles(of a: Value, half: Int, into to: Int) {
    if isPair(a) {
      code.vector(.doubleOf64, to, nil, .register(held(a, half: half)))
    } else {
      let source = eightLanes(of: held(a), half: half, to)
      code.vector(.doubleOf32, to, nil, .register(source))
    }
  }
}
