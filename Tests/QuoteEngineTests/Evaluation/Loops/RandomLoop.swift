@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// A program of a loop with steps of all kinds, drawn by a seed, and columns for it.
struct RandomLoop {
  var program = LoopProgram()
  var columns: [LoopColumns] = []
  private var random: SampleRandom
  private let rows: Int

  init(seed: UInt64, rows: Int) {
    random = SampleRandom(seed: seed)
    self.rows = rows
    for lanes in [LoopProgram.Lanes.narrow, .whole, .double, .flags] {
      for _ in 0..<random.below(4) + 2 { load(lanes) }
    }
    for _ in 0..<random.below(80) { step() }
    // Also values from far above, which may have gone to the stack.
    for index in program.lanes.indices where random.below(3) != 0 {
      store(LoopProgram.Value(index: index))
    }
  }

  // MARK: - Memory

  private mutating func load(_ lanes: LoopProgram.Lanes) {
    let isBitmap = lanes == .flags && random.below(2) == 0
    let isShort = lanes == .narrow && random.below(2) == 0
    let stride = isBitmap ? 0 : lanes == .flags ? 1 : isShort ? 4 : 8
    var column = LoopColumns(stride: stride, rows: rows)
    for row in 0..<(isBitmap ? 0 : rows) {
      switch lanes {
      case .narrow: column.set(row, Int64(Int32(truncatingIfNeeded: number())))
      case .whole: column.set(row, number())
      case .double: column.set(row, Int64(bitPattern: double().bitPattern))
      case .flags: column.set(row, Int64(random.below(2)))
      }
    }
    for index in column.bytes.indices where isBitmap {
      column.bytes[index] = UInt8(random.below(256))
    }
    columns.append(column)
    program.places.append(.cells(Register(0)))
    let place = columns.count - 1
    if isBitmap {
      _ = program.append(.loadBits(place: place), .flags)
    } else {
      _ = program.append(.load(place: place, Self.column(lanes, isShort)), lanes)
    }
  }

  private static func column(_ lanes: LoopProgram.Lanes, _ isShort: Bool) -> LoopProgram.Column {
    switch lanes {
    case .narrow: isShort ? .choices : .integers
    case .whole: .integers
    case .double: .doubles
    case .flags: .flags
    }
  }

  private mutating func store(_ value: LoopProgram.Value) {
    let lanes = program.lanes[value.index]
    let isShort = lanes == .narrow && random.below(2) == 0
    columns.append(LoopColumns(stride: lanes == .flags ? 1 : isShort ? 4 : 8, rows: rows))
    program.places.append(.cells(Register(0)))
    let step = LoopProgram.Step.store(
      place: columns.count - 1, .value(value), Self.column(lanes, isShort))
    program.append(step)
  }

  // MARK: - Numbers

  /// A number of any size, and those at the edges.
  private mutating func number() -> Int64 {
    let edges: [Int64] = [0, 1, -1, 15, 16, .max, .min, Int64(Int32.max), Int64(Int32.min), 1 << 31]
    if random.below(8) == 0 { return edges[random.below(edges.count)] }
    return Int64(bitPattern: random.next()) >> Int64(random.below(64))
  }

  private mutating func double() -> Double {
    let edges: [Double] = [0, -0.0, 1, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 0.1]
    if random.below(4) == 0 { return edges[random.below(edges.count)] }
    return Double(number()) / Double(1 + random.below(1000))
  }

  private mutating func any(_ lanes: LoopProgram.Lanes) -> LoopProgram.Value {
    let all = program.lanes.indices.filter { program.lanes[$0] == lanes }
    return LoopProgram.Value(index: all[random.below(all.count)])
  }

  private mutating func operand(_ lanes: LoopProgram.Lanes) -> LoopProgram.Operand {
    if random.below(3) != 0 { return .value(any(lanes)) }
    let bits = lanes == .double ? double().bitPattern : UInt64(bitPattern: number())
    return .constant(program.pool.literal(bits))
  }

  private mutating func numeric() -> LoopProgram.Lanes {
    [.narrow, .whole, .double][random.below(3)]
  }

  // MARK: - Steps

  private mutating func step() {
    switch random.below(18) {
    case 0:
      let lanes = numeric()
      guard case .constant(let at) = operand(lanes) else { return }
      add(.broadcast(at), lanes)
    case 1: add(.widen(any(.narrow)), .whole)
    case 2: add(.narrow(any(.whole)), .narrow)
    case 3, 4:
      let (lanes, operation) = (numeric(), [Arithmetics.add, .subtract, .multiply][random.below(3)])
      add(.arithmetic(operation, operand(lanes), operand(lanes)), lanes)
    case 5:
      let wide = program.append(.widen(any(.narrow)), .whole)
      let other =
        random.below(2) == 0
        ? LoopProgram.Operand.value(program.append(.widen(any(.narrow)), .whole))
        : .constant(program.pool.literal(Int64(Int32(truncatingIfNeeded: number()))))
      add(.longMultiply(.value(wide), other), .whole)
    case 6: add(.divide(operand(.double), operand(.double)), .double)
    case 7:
      let lanes = numeric()
      add(.extreme(least: random.below(2) == 0, operand(lanes), operand(lanes)), lanes)
    case 8: add(.leastUnsigned(any(.narrow), operand(.narrow)), .narrow)
    case 9:
      let lanes = numeric()
      add(.absolute(any(lanes)), lanes)
    case 10: add(.negateDouble(any(.double)), .double)
    case 11: add(.toDouble(any(random.below(2) == 0 ? .narrow : .whole)), .double)
    case 12: round()
    case 13:
      let all = PriceExpression.Comparison.allCases
      let lanes = numeric()
      let value = LoopProgram.Operand.value(any(lanes))
      let other = operand(lanes)
      let isTurned = random.below(2) == 0
      add(
        .compare(all[random.below(6)], isTurned ? other : value, isTurned ? value : other), .flags)
    case 14:
      let (a, b) = (any(.flags), any(.flags))
      add([.and(a, b), .or(a, b), .not(a)][random.below(3)], .flags)
    case 15:
      let lanes = numeric()
      add(.zeroUnless(any(.flags), operand(lanes)), lanes)
    case 16:
      let lanes = numeric()
      add(.select(any(.flags), operand(lanes), operand(lanes)), lanes)
    default: take()
    }
  }

  private mutating func add(_ step: LoopProgram.Step, _ lanes: LoopProgram.Lanes) {
    _ = program.append(step, lanes)
  }

  /// Rounds numbers that are small enough, by any divisor.
  private mutating func round() {
    let isNarrow = random.below(2) == 0
    let mask = program.pool.literal(Int64(1) << Int64(random.below(30)))
    let bounded = program.append(.leastUnsigned(any(.narrow), .constant(mask)), .narrow)
    let below = program.pool.literal(Int64(random.below(2) << 20))
    let signed = program.append(
      .arithmetic(.subtract, .value(bounded), .constant(below)), .narrow)
    let source = isNarrow ? signed : program.append(.widen(signed), .whole)
    let factor = Int64(1 + random.below(1 << random.below(20)))
    let divisor = Int64(1 + random.below(1 << random.below(20)))
    let addend = [0, divisor / 2, (divisor - 1) / 2, divisor - 1][random.below(4)]
    let turned = random.below(2) == 0 ? factor : -factor
    let division = LoopDivision(
      factor: turned == 1 ? nil : program.pool.literal(Double(turned)),
      addend: addend == 0 ? nil : program.pool.literal(Double(addend)),
      reciprocal: program.pool.literal(LoopDivision.reciprocal(of: divisor)), isSigned: true)
    // A quotient of a number that is not multiplied fits its lanes.
    add(.round(source, division), factor == 1 ? .narrow : .whole)
  }

  private mutating func take() {
    let count = [1, 7, 16, 17, 32, 33, 64, 65, 100, 128, 129, 1001][random.below(12)]
    var cells: [Int32] = []
    for _ in 0..<count { cells.append(Int32(truncatingIfNeeded: number())) }
    let room = [16, 32, 64, 128].first { count <= $0 } ?? count
    let table = program.pool.table(cells, room: room)
    let most = program.pool.literal(Int64(count - 1))
    let place = program.append(.leastUnsigned(any(.narrow), .constant(most)), .narrow)
    add(.take(place, table: table, count: count), .narrow)
    add(.addWhere(any(.narrow), any(.flags)), .narrow)
  }
}
