import QuoteLanguage
import QuoteSyntax

extension AVX2Emitter {
  // MARK: - Numbers

  /// An instruction for each half.
  mutating func eachHalf(
    _ operation: VectorOperation, _ a: Operand, _ b: Operand, into result: Value
  ) {
    let (first, second) = (halves(a), halves(b))
    for half in 0...1 {
      code.vex(operation, target(result, half: half), first[half], .register(second[half]))
    }
  }

  mutating func narrowly(
    _ operation: VectorOperation, _ a: Operand, _ b: Operand, into result: Value
  ) {
    let first = register(a, isWide: false)
    let second = register(b, isWide: false)
    code.vex(operation, target(result), first, .register(second))
  }

  mutating func arithmetic(
    _ operation: Arithmetics, _ a: Operand, _ b: Operand, into result: Value
  ) {
    switch (lanes(of: result), operation) {
    case (.narrow, .add): narrowly(.add32, a, b, into: result)
    case (.narrow, .subtract): narrowly(.subtract32, a, b, into: result)
    case (.narrow, .multiply): narrowly(.multiply32, a, b, into: result)
    case (.whole, .add): eachHalf(.add64, a, b, into: result)
    case (.whole, .subtract): eachHalf(.subtract64, a, b, into: result)
    case (.whole, .multiply): multiply(a, b, into: result)
    case (.double, .add): eachHalf(.addDouble, a, b, into: result)
    case (.double, .subtract): eachHalf(.subtractDouble, a, b, into: result)
    case (.double, .multiply): eachHalf(.multiplyDouble, a, b, into: result)
    case (.flags, _): preconditionFailure("flags are no numbers")
    }
  }

  /// Multiplies halves of 32 bits: (2³²x + y)(2³²u + v) is yv + 2³²(xv + yu) in 64 bits.
  private mutating func multiply(_ a: Operand, _ b: Operand, into result: Value) {
    let (first, second, to) = (halves(a), halves(b), targets(result))
    let (crossed, other) = (borrowed(), borrowed())
    for half in 0...1 {
      code.shift(.right64, first[half], by: 32, into: crossed)
      code.shift(.right64, second[half], by: 32, into: other)
      code.vex(.multiplyUnsigned, crossed, crossed, .register(second[half]))
      code.vex(.multiplyUnsigned, other, other, .register(first[half]))
      code.vex(.add64, crossed, crossed, .register(other))
      code.shift(.left64, crossed, by: 32, into: crossed)
      code.vex(.multiplyUnsigned, to[half], first[half], .register(second[half]))
      code.vex(.add64, to[half], to[half], .register(crossed))
    }
  }

  mutating func extreme(_ least: Bool, _ a: Operand, _ b: Operand, into result: Value) {
    switch lanes(of: result) {
    case .narrow: narrowly(least ? .least32 : .greatest32, a, b, into: result)
    case .whole:
      let (first, second, to) = (halves(a), halves(b), targets(result))
      for half in 0...1 {
        let (a, b) = least ? (first[half], second[half]) : (second[half], first[half])
        code.vex(.greater64, to[half], a, .register(b))
        choose(.chosen64, first[half], second[half], where: to[half], into: to[half])
      }
    // The instruction gives its last operand where they are equal or not ordered: our first.
    case .double: eachHalf(least ? .leastDouble : .greatestDouble, b, a, into: result)
    case .flags: preconditionFailure("flags are not ordered")
    }
  }

  mutating func absolute(_ a: Value, into result: Value) {
    switch lanes(of: result) {
    case .narrow:
      let source = held(a)
      code.vex(.absolute32, target(result), nil, .register(source))
    case .whole:
      let none = zeros()
      let isBelow = borrowed()
      for half in 0...1 {
        let (source, to) = (held(a, half: half), target(result, half: half))
        code.vex(.greater64, isBelow, none, .register(source))
        code.vex(.xor, to, source, .register(isBelow))
        code.vex(.subtract64, to, to, .register(isBelow))
      }
    case .double: eachHalf(.and, .value(a), .constant(LoopPool.allButSign), into: result)
    case .flags: preconditionFailure("flags have no size")
    }
  }

  // MARK: - Doubles

  mutating func toDouble(_ a: Value, into result: Value) {
    guard isPair(a) else {
      let source = held(a)
      for half in 0...1 {
        let to = target(result, half: half)
        code.vex(.doubleOf32, to, nil, .register(fourLanes(of: source, half: half, to)))
      }
      return
    }
    // Halves of 32 bits become doubles by what stands above them: the lower one 2⁵² and it, the
    // upper one, with its sign turned, 2⁸⁴ + 2⁶³ and it 2³² times. The one rounding is that of the
    // last sum.
    let (low, high) = (constant(LoopPool.two52), constant(LoopPool.two84And63))
    let both = constant(LoopPool.two84And63And52)
    let lower = borrowed()
    for half in 0...1 {
      let (source, to) = (held(a, half: half), target(result, half: half))
      code.vex(.blendBy, lower, low, .register(source), immediate: 0b0101_0101)
      code.shift(.right64, source, by: 32, into: to)
      code.vex(.xor, to, to, .register(high))
      code.vex(.subtractDouble, to, to, .register(both))
      code.vex(.addDouble, to, to, .register(lower))
    }
  }

  /// Magnitudes are below `LoopDivision.limit`: added to 1.5 · 2⁵², a number stands in the low bits
  /// of the double, and the double in those of the number.
  mutating func round(_ a: Value, _ division: LoopDivision, into result: Value) {
    let wholes = isPair(a) || isPair(result) ? constant(LoopPool.threeTwo51) : nil
    let factor = division.factor.map { constant($0) }
    let addend = division.addend.map { constant($0) }
    let sign = addend != nil && division.isSigned ? constant(LoopPool.sign) : nil
    let reciprocal = constant(division.reciprocal)
    let numbers = isPair(result) ? targets(result) : [target(result), borrowed()]
    for (half, n) in numbers.enumerated() {
      if let wholes, isPair(a) {
        code.vex(.add64, n, wholes, .register(held(a, half: half)))
        code.vex(.subtractDouble, n, n, .register(wholes))
      } else {
        code.vex(.doubleOf32, n, nil, .register(fourLanes(of: held(a), half: half, n)))
      }
      if let factor { code.vex(.multiplyDouble, n, n, .register(factor)) }
      if let addend, let sign {
        let signed = borrowed()
        code.vex(.and, signed, n, .register(sign))
        code.vex(.or, signed, signed, .register(addend))
        code.vex(.addDouble, n, n, .register(signed))
      } else if let addend {
        code.vex(.addDouble, n, n, .register(addend))
      }
      code.vex(.multiplyDouble, n, n, .register(reciprocal))
      if let wholes, isPair(result) {
        code.vex(.roundDouble, n, nil, .register(n), immediate: 0b1011)
        code.vex(.addDouble, n, n, .register(wholes))
        code.vex(.subtract64, n, n, .register(wholes))
      } else {
        code.vex(.cutTo32, n, nil, .register(n))
      }
    }
    guard !isPair(result) else { return }
    code.vex(.withUpperFour, numbers[0], numbers[0], .register(numbers[1]), immediate: 1)
  }
}
