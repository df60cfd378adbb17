import QuoteLanguage
import QuoteSyntax

extension AVX512Emitter {
  // MARK: - Flags

  mutating func flags(
    _ operation: MaskOperation, _ a: Value, _ b: Value, into result: Value
  ) {
    let (first, second) = (heldMask(a), heldMask(b))
    code.mask(operation, targetMask(result), first, .register(second))
  }

  mutating func compare(
    _ comparison: PriceExpression.Comparison, _ a: Operand, _ b: Operand, into result: Value
  ) {
    let kind = comparedLanes(a, b)
    let predicate = kind == .double ? comparison.ofDoubles : comparison.ofIntegers
    let operation: VectorOperation =
      switch kind {
      case .narrow: .compare32
      case .whole: .compare64
      case .double: .compareDouble
      case .flags: preconditionFailure("flags are not compared")
      }
    if kind == .narrow {
      let first = register(a, isWide: false)
      let second = last(b)
      return code.vector(operation, targetMask(result), first, second, immediate: predicate)
    }
    let to = targetMask(result)
    for half in 0...1 {
      let first = register(a, half: half, isWide: true)
      let second = last(b, half: half)
      code.vector(
        operation, half == 0 ? to : Self.passing, first, second, immediate: predicate)
    }
    code.mask(.unpack, to, Self.passing, .register(to))
  }

  mutating func zeroUnless(_ flag: Value, _ a: Operand, into result: Value) {
    let isWide = isPair(result)
    for half in 0...(isWide ? 1 : 0) {
      let mask = mask(flag, half: half)
      switch a {
      case .value(let value):
        let source = held(value, half: half)
        code.vector(
          isWide ? .load64 : .load32, target(result, half: half), nil, .register(source),
          mask: mask, zeroing: true)
      case .constant(let at):
        code.vector(
          isWide ? .broadcast64 : .broadcast32, target(result, half: half), nil, inPool(at),
          mask: mask, zeroing: true)
      }
    }
  }

  mutating func select(_ flag: Value, _ a: Operand, _ b: Operand, into result: Value) {
    let isWide = isPair(result)
    for half in 0...(isWide ? 1 : 0) {
      let other = register(b, half: half, isWide: isWide)
      let chosen = last(a, half: half)
      let mask = mask(flag, half: half)
      code.vector(
        isWide ? .blend64 : .blend32, target(result, half: half), other, chosen, mask: mask)
    }
  }

  // MARK: - Tables

  /// From registers where the cells fit eight, else from memory.
  mutating func take(_ places: Value, _ table: Int, _ count: Int, into result: Value) {
    let (place, to) = (held(places), target(result))
    switch count {
    case ...16: code.vector(.permute32, to, place, inPool(table))
    case ...32: takeOfTwo(place, table, into: to)
    case ...64: takeOfFour(place, table, into: to)
    case ...128:
      takeOfFour(place, table, into: to)
      let upper = borrowed()
      takeOfFour(place, table + 256, into: upper)
      put(upper, into: to, where: place, has: LoopPool.sixtyFour)
    default:
      code.mask(.allOnes, Self.passing, Self.passing, .register(Self.passing))
      code.vector(
        .gather32, to, nil,
        .memory(base: Pointer.rdx, displacement: table, index: place, scale: 4),
        mask: Self.passing)
    }
  }

  mutating func takeOfFour(_ place: Int, _ table: Int, into to: Int) {
    takeOfTwo(place, table, into: to)
    let upper = borrowed()
    takeOfTwo(place, table + 128, into: upper)
    put(upper, into: to, where: place, has: LoopPool.thirtyTwo)
  }

  /// The lanes whose place has a bit, which stands in the pool.
  mutating func put(_ upper: Int, into to: Int, where place: Int, has bit: Int) {
    code.vector(.test32, Self.passing, place, allLanes(bit))
    code.vector(.load32, to, nil, .register(upper), mask: Self.passing)
  }

  /// Takes from 32 cells, by the lower five bits of the places.
  mutating func takeOfTwo(_ place: Int, _ table: Int, into to: Int) {
    let first = borrowed()
    code.vector(.load32, to, nil, .register(place))
    code.vector(.load32, first, nil, inPool(table))
    code.vector(.permuteTwo32, to, first, inPool(table + 64))
  }
}

extension PriceExpression.Comparison {
  /// The predicate of the instruction that compares integers.
  var ofIntegers: UInt8 {
    switch self {
    case .equal: 0
    case .less: 1
    case .lessOrEqual: 2
    case .notEqual: 4
    case .greaterOrEqual: 5
    case .greater: 6
    }
  }

  /// The code of the comparison for doubles: what is not ordered is not equal, and nothing else.
  var ofDoubles: UInt8 {
    switch self {
    case .equal: 0
    case .less: 1
    case .lessOrEqual: 2
    case .notEqual: 4
    case .greaterOrEqual: 13
    case .greater: 14
    }
  }
}
