import QuoteLanguage
import QuoteSyntax

extension AVX2Emitter {
  // MARK: - Flags

  mutating func invert(_ source: Int, into to: Int) {
    let ones = allOnes()
    code.vex(.xor, to, source, .register(ones))
  }

  mutating func compare(
    _ comparison: PriceExpression.Comparison, _ a: Operand, _ b: Operand, into result: Value
  ) {
    let kind = comparedLanes(a, b)
    switch kind {
    case .narrow:
      let (first, second) = (register(a, isWide: false), register(b, isWide: false))
      let to = target(result)
      compare(comparison, equal: .equal32, greater: .greater32, first, second, into: to)
      if comparison.isInverted { invert(to, into: to) }
    case .whole:
      let (first, second) = (halves(a), halves(b))
      let (to, upper) = (target(result), borrowed())
      for (half, to) in [to, upper].enumerated() {
        compare(
          comparison, equal: .equal64, greater: .greater64, first[half], second[half], into: to)
      }
      lowHalves(to, .register(upper), into: to)
      if comparison.isInverted { invert(to, into: to) }
    case .double:
      let (first, second) = (halves(a), halves(b))
      let (to, upper) = (target(result), borrowed())
      for (half, to) in [to, upper].enumerated() {
        code.vex(
          .compareDouble, to, first[half], .register(second[half]),
          immediate: comparison.ofDoubles)
      }
      lowHalves(to, .register(upper), into: to)
    case .flags: preconditionFailure("flags are not compared")
    }
  }

  /// Compares integers; a comparison that is inverted gives the opposite.
  private mutating func compare(
    _ comparison: PriceExpression.Comparison, equal: VectorOperation, greater: VectorOperation,
    _ first: Int, _ second: Int, into to: Int
  ) {
    switch comparison {
    case .equal, .notEqual: code.vex(equal, to, first, .register(second))
    case .greater, .lessOrEqual: code.vex(greater, to, first, .register(second))
    case .less, .greaterOrEqual: code.vex(greater, to, second, .register(first))
    }
  }

  mutating func zeroUnless(_ flag: Value, _ a: Operand, into result: Value) {
    guard isPair(result) else { return narrowly(.and, .value(flag), a, into: result) }
    let (cells, flags) = (halves(a), held(flag))
    for half in 0...1 {
      let to = target(result, half: half)
      widen(flags, half: half, into: to)
      code.vex(.and, to, to, .register(cells[half]))
    }
  }

  mutating func select(_ flag: Value, _ a: Operand, _ b: Operand, into result: Value) {
    guard isPair(result) else {
      let (chosen, other) = (register(a, isWide: false), register(b, isWide: false))
      let flags = held(flag)
      return choose(.chosen32, other, chosen, where: flags, into: target(result))
    }
    let (chosen, others, flags) = (halves(a), halves(b), held(flag))
    for half in 0...1 {
      let to = target(result, half: half)
      widen(flags, half: half, into: to)
      choose(.chosen64, others[half], chosen[half], where: to, into: to)
    }
  }

  /// Lanes of the second where the upmost bit is set, else of the first.
  func choose(
    _ operation: VectorOperation, _ first: Int, _ second: Int, where bits: Int, into to: Int
  ) {
    code.vex(operation, to, first, .register(second), immediate: UInt8(bits << 4))
  }

  // MARK: - Tables

  /// From registers where the cells fit four, else from memory.
  mutating func take(_ places: Value, _ table: Int, _ count: Int, into result: Value) {
    let (place, to) = (held(places), target(result))
    switch count {
    case ...8: code.vex(.permute32, to, place, inPool(table))
    case ...16: takeOfTwo(place, table, into: to)
    case ...32:
      takeOfTwo(place, table, into: to)
      let upper = borrowed()
      takeOfTwo(place, table + 64, into: upper)
      choose(.chosen32, to, upper, where: upmost(place, bit: 4), into: to)
    default:
      let all = allOnes()
      code.vex(
        .gather32, to, all,
        .memory(base: Pointer.rdx, displacement: table, index: place, scale: 4))
    }
  }

  /// Takes from sixteen cells, by the lower four bits of the places.
  private mutating func takeOfTwo(_ place: Int, _ table: Int, into to: Int) {
    let upper = borrowed()
    code.vex(.permute32, to, place, inPool(table))
    code.vex(.permute32, upper, place, inPool(table + 32))
    choose(.chosen32, to, upper, where: upmost(place, bit: 3), into: to)
  }

  /// A bit of each place as the upmost.
  private mutating func upmost(_ place: Int, bit: UInt8) -> Int {
    let bits = borrowed()
    code.shift(.left32, place, by: 31 - bit, into: bits)
    return bits
  }
}

extension PriceExpression.Comparison {
  /// Whether AVX2 has only the opposite, of integers.
  fileprivate var isInverted: Bool {
    switch self {
    case .equal, .less, .greater: false
    case .notEqual, .lessOrEqual, .greaterOrEqual: true
    }
  }
}
