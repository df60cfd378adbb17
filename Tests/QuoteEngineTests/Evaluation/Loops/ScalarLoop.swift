@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A loop's program, a row at a time: what its machine code is held against.
struct ScalarLoop {
  let program: LoopProgram
  /// The columns by place, before and after.
  var columns: [LoopColumns]
  private var cells: [Int64] = []

  init(_ program: LoopProgram, _ columns: [LoopColumns]) {
    self.program = program
    self.columns = columns
  }

  mutating func run(rows: Int) {
    for row in 0..<rows {
      cells = Array(repeating: 0, count: program.lanes.count)
      for assignment in program.steps { run(assignment.step, assignment.result, row) }
    }
  }

  private mutating func run(_ step: LoopProgram.Step, _ result: LoopProgram.Value?, _ row: Int) {
    if case .store(let place, let operand, let column) = step {
      let isNarrow = if case .choices = column { true } else { false }
      return columns[place].set(row, isNarrow ? narrow(operand) : whole(operand))
    }
    guard let result else { return }
    let lanes = program.lanes[result.index]
    let cell = cell(step, lanes, row)
    cells[result.index] =
      switch lanes {
      case .narrow: Int64(Int32(truncatingIfNeeded: cell))
      case .whole, .double: cell
      case .flags: cell & 1
      }
  }

  private func whole(_ operand: LoopProgram.Operand) -> Int64 {
    switch operand {
    case .value(let value): cells[value.index]
    case .constant(let at): Int64(bitPattern: program.pool.words[at / 8])
    }
  }

  private func narrow(_ operand: LoopProgram.Operand) -> Int64 {
    Int64(Int32(truncatingIfNeeded: whole(operand)))
  }

  private func double(_ operand: LoopProgram.Operand) -> Double {
    Double(bitPattern: UInt64(bitPattern: whole(operand)))
  }

  private func bits(_ double: Double) -> Int64 { Int64(bitPattern: double.bitPattern) }

  private func number(_ operand: LoopProgram.Operand, _ lanes: LoopProgram.Lanes) -> Int64 {
    lanes == .narrow ? narrow(operand) : whole(operand)
  }

  private func cell(
    _ step: LoopProgram.Step, _ lanes: LoopProgram.Lanes, _ row: Int
  ) -> Int64 {
    switch step {
    case .store: return 0
    case .load(let place, _), .loadBits(let place): return columns[place].cell(row)
    case .broadcast(let at): return number(.constant(at), lanes)
    case .widen(let a), .narrow(let a): return cells[a.index]
    case .arithmetic(let operation, let a, let b): return arithmetic(operation, a, b, lanes)
    case .longMultiply(let a, let b): return whole(a) &* whole(b)
    case .divide(let a, let b): return bits(double(a) / double(b))
    case .extreme(let least, let a, let b):
      if lanes == .double {
        let (x, y) = (double(a), double(b))
        return bits(least ? (y < x ? y : x) : (y > x ? y : x))
      }
      let (x, y) = (number(a, lanes), number(b, lanes))
      return least ? min(x, y) : max(x, y)
    case .leastUnsigned(let a, let b):
      let (x, y) = (narrow(.value(a)), narrow(b))
      return UInt32(truncatingIfNeeded: x) < UInt32(truncatingIfNeeded: y) ? x : y
    case .absolute(let a):
      let cell = cells[a.index]
      return lanes == .double ? cell & .max : cell < 0 ? 0 &- cell : cell
    case .negateDouble(let a): return cells[a.index] ^ .min
    case .toDouble(let a): return bits(Double(cells[a.index]))
    case .round(let a, let division): return rounded(cells[a.index], division)
    case .compare(let comparison, let a, let b): return compare(comparison, a, b) ? 1 : 0
    case .and(let a, let b): return cells[a.index] & cells[b.index]
    case .or(let a, let b): return cells[a.index] | cells[b.index]
    case .not(let a): return cells[a.index] ^ 1
    case .zeroUnless(let flag, let a): return cells[flag.index] == 0 ? 0 : number(a, lanes)
    case .addWhere(let a, let flag): return cells[a.index] &+ cells[flag.index]
    case .select(let flag, let a, let b): return number(cells[flag.index] == 0 ? b : a, lanes)
    case .take(let place, let table, _):
      let word = program.pool.words[table / 8 + Int(cells[place.index]) / 2]
      return Int64(truncatingIfNeeded: cells[place.index] & 1 == 0 ? word : word >> 32)
    }
  }

  private func arithmetic(
    _ operation: Arithmetics, _ a: LoopProgram.Operand, _ b: LoopProgram.Operand,
    _ lanes: LoopProgram.Lanes
  ) -> Int64 {
    if lanes == .double {
      let (x, y) = (double(a), double(b))
      switch operation {
      case .add: return bits(x + y)
      case .subtract: return bits(x - y)
      case .multiply: return bits(x * y)
      }
    }
    switch operation {
    case .add: return whole(a) &+ whole(b)
    case .subtract: return whole(a) &- whole(b)
    case .multiply: return whole(a) &* whole(b)
    }
  }

  /// Rounds in whole numbers of 128 bits, as the rules mean it.
  private func rounded(_ a: Int64, _ division: LoopDivision) -> Int64 {
    func whole(_ at: Int?) -> Int128? {
      at.map { Int128(Double(bitPattern: program.pool.words[$0 / 8])) }
    }
    let product = Int128(a) * (whole(division.factor) ?? 1)
    let reciprocal = Double(bitPattern: program.pool.words[division.reciprocal / 8])
    let divisor = Int128((1 / reciprocal).rounded())
    let quotient = (Int128(product.magnitude) + (whole(division.addend) ?? 0)) / divisor
    return Int64(product < 0 ? -quotient : quotient)
  }

  private func compare(
    _ comparison: PriceExpression.Comparison, _ a: LoopProgram.Operand, _ b: LoopProgram.Operand
  ) -> Bool {
    var lanes = LoopProgram.Lanes.whole
    for case .value(let value) in [a, b] { lanes = program.lanes[value.index] }
    func holds<Cell: Comparable>(_ x: Cell, _ y: Cell) -> Bool {
      switch comparison {
      case .equal: x == y
      case .notEqual: x != y
      case .less: x < y
      case .lessOrEqual: x <= y
      case .greater: x > y
      case .greaterOrEqual: x >= y
      }
    }
    if lanes == .double { return holds(double(a), double(b)) }
    return holds(number(a, lanes), number(b, lanes))
  }
}

/// A column of a loop in memory.
struct LoopColumns: Equatable {
  /// Bytes of a cell; 0 for a bitmap.
  var stride: Int
  var bytes: [UInt8]

  init(stride: Int, rows: Int) {
    self.stride = stride
    bytes = Array(repeating: 0xA5, count: stride == 0 ? (rows + 63) / 64 * 8 : stride * rows)
  }

  func cell(_ row: Int) -> Int64 {
    if stride == 0 { return Int64(bytes[row / 8] >> UInt8(row % 8) & 1) }
    var cell: UInt64 = 0
    for byte in (0..<stride).reversed() { cell = cell << 8 | UInt64(bytes[row * stride + byte]) }
    return stride == 4 ? Int64(Int32(truncatingIfNeeded: cell)) : Int64(bitPattern: cell)
  }

  mutating func set(_ row: Int, _ cell: Int64) {
    for byte in 0..<stride {
      bytes[row * stride + byte] = UInt8(truncatingIfNeeded: cell >> Int64(8 * byte))
    }
  }
}
