import QuoteLanguage
import QuoteSyntax

extension AVX512Emitter {
  // MARK: - Numbers

  /// An instruction for each half.
  mutating func eachHalf(
    _ operation: VectorOperation, _ a: Operand, _ b: Operand, into result: Value
  ) {
    for half in 0...1 {
      let first = register(a, half: half, isWide: true)
      let second = last(b, half: half)
      code.vector(operation, target(result, half: half), first, second)
    }
  }

  mutating func narrowly(
    _ operation: VectorOperation, _ a: Operand, _ b: Operand, into result: Value
  ) {
    let first = register(a, isWide: false)
    let second = last(b)
    code.vector(operation, target(result), first, second)
  }

  mutating func arithmetic(
    _ operation: Arithmetics, _ a: Operand, _ b: Operand, into result: Value
  ) {
    // A constant is cheaper as the last operand.
    let turns = operation != .subtract && program.isConstant(a)
    let (a, b) = turns ? (b, a) : (a, b)
    switch (lanes(of: result), operation) {
    case (.narrow, .add): narrowly(.add32, a, b, into: result)
    case (.narrow, .subtract): narrowly(.subtract32, a, b, into: result)
    case (.narrow, .multiply): narrowly(.multiply32, a, b, into: result)
    case (.whole, .add): eachHalf(.add64, a, b, into: result)
    case (.whole, .subtract): eachHalf(.subtract64, a, b, into: result)
    case (.whole, .multiply): eachHalf(.multiply64, a, b, into: result)
    case (.double, .add): eachHalf(.addDouble, a, b, into: result)
    case (.double, .subtract): eachHalf(.subtractDouble, a, b, into: result)
    case (.double, .multiply): eachHalf(.multiplyDouble, a, b, into: result)
    case (.flags, _): preconditionFailure("flags are no numbers")
    }
  }

  mutating func extreme(_ least: Bool, _ a: Operand, _ b: Operand, into result: Value) {
    switch lanes(of: result) {
    case .narrow: narrowly(least ? .least32 : .greatest32, a, b, into: result)
    case .whole: eachHalf(least ? .least64 : .greatest64, a, b, into: result)
    // The instruction gives its last operand where they are equal or not ordered: our first.
    case .double: eachHalf(least ? .leastDouble : .greatestDouble, b, a, into: result)
    case .flags: preconditionFailure("flags are not ordered")
    }
  }

  mutating func absolute(_ a: Value, into result: Value) {
    switch lanes(of: result) {
    case .narrow:
      let source = held(a)
      code.vector(.absolute32, target(result), nil, .register(source))
    case .whole:
      for half in 0...1 {
        let source = held(a, half: half)
        code.vector(.absolute64, target(result, half: half), nil, .register(source))
      }
    case .double:
      for half in 0...1 {
        let source = held(a, half: half)
        code.vector(
          .and64, target(result, half: half), source, allLanes(LoopPool.allButSign))
      }
    case .flags: preconditionFailure("flags have no size")
    }
  }

  mutating func negateDouble(_ a: Value, into result: Value) {
    for half in 0...1 {
      let source = held(a, half: half)
      code.vector(.xor64, target(result, half: half), source, allLanes(LoopPool.sign))
    }
  }

  mutating func round(_ a: Value, _ division: LoopDivision, into result: Value) {
    var halves: [Int] = []
    for half in 0...1 {
      let n = borrowed()
      doubles(of: a, half: half, into: n)
      if let factor = division.factor { code.vector(.multiplyDouble, n, n, allLanes(factor)) }
      if let addend = division.addend {
        if division.isSigned {
          let signed = borrowed()
          code.vector(.broadcast64, signed, nil, inPool(LoopPool.sign))
          // (sign and n) or addend: bits 1, 3, 5, 6 and 7 of the table.
          code.vector(.ternary64, signed, n, allLanes(addend), immediate: 0xEA)
          code.vector(.addDouble, n, n, .register(signed))
        } else {
          code.vector(.addDouble, n, n, allLanes(addend))
        }
      }
      code.vector(.multiplyDouble, n, n, allLanes(division.reciprocal))
      if isPair(result) {
        code.vector(.cutTo64, target(result, half: half), nil, .register(n))
      } else {
        code.vector(.cutTo32, n, nil, .register(n))
        halves.append(n)
      }
    }
    guard !isPair(result) else { return }
    code.vector(
      .withUpperHalf, target(result), halves[0], .register(halves[1]), immediate: 1)
  }
}
