import QuoteLanguage
import QuoteSyntax

/// The steps of a program as text: values are `v0`, `v1` …, registers of the plan `r0`, `r1` …,
/// constants their numbers.
extension LoopProgram {
  func written(_ step: Step, result: Value?) -> String {
    let lanes = result.map { self.lanes[$0.index] } ?? .narrow
    func text(_ operand: Operand) -> String { written(operand, lanes) }
    switch step {
    case .load(let place, let column): return "load \(written(places[place])) as \(column)"
    case .store(let place, let operand, let column):
      return "store \(written(operand, column.lanes)) as \(column) of \(written(places[place]))"
    case .loadBits(let place): return "load bits of \(written(places[place]))"
    case .broadcast(let at): return "all lanes \(written(.constant(at), lanes))"
    case .widen(let a): return "widen \(written(a))"
    case .narrow(let a): return "narrow \(written(a))"
    case .arithmetic(let operation, let a, let b): return "\(operation) \(text(a)), \(text(b))"
    case .longMultiply(let a, let b): return "multiply long \(text(a)), \(text(b))"
    case .divide(let a, let b): return "divide \(text(a)), \(text(b))"
    case .extreme(let least, let a, let b):
      return "\(least ? "least" : "greatest") \(text(a)), \(text(b))"
    case .leastUnsigned(let a, let b): return "least unsigned \(written(a)), \(text(b))"
    case .absolute(let a): return "absolute \(written(a))"
    case .negateDouble(let a): return "negate \(written(a))"
    case .toDouble(let a): return "double of \(written(a))"
    case .round(let a, let division): return "round \(written(a))\(written(division))"
    case .compare(let comparison, let a, let b):
      let compared = comparedLanes(a, b)
      return "\(comparison) \(written(a, compared)), \(written(b, compared))"
    case .and(let a, let b): return "and \(written(a)), \(written(b))"
    case .or(let a, let b): return "or \(written(a)), \(written(b))"
    case .not(let a): return "not \(written(a))"
    case .zeroUnless(let flag, let a): return "zero unless \(written(flag)), \(text(a))"
    case .addWhere(let a, let flag): return "add 1 where \(written(flag)), \(written(a))"
    case .select(let flag, let a, let b):
      return "select \(written(flag)), \(text(a)), \(text(b))"
    case .take(let place, let table, let count):
      return "take \(written(place)) of \(cells(table, count))"
    }
  }

  func written(_ value: Value) -> String { "v\(value.index)" }

  /// A constant as the lanes hold it.
  func written(_ operand: Operand, _ lanes: Lanes) -> String {
    switch operand {
    case .value(let value): return written(value)
    case .constant(let at):
      if let known = pool.registersAt.firstIndex(of: at) {
        return PlanOperation.written(pool.registers[known])
      }
      let bits = pool.words[at / 8]
      switch lanes {
      case .narrow: return "\(Int32(truncatingIfNeeded: bits))"
      case .whole: return "\(Int64(bitPattern: bits))"
      case .double: return "\(Double(bitPattern: bits))"
      case .flags: return bits == 0 ? "false" : "true"
      }
    }
  }

  private func comparedLanes(_ a: Operand, _ b: Operand) -> Lanes {
    switch (a, b) {
    case (.value(let value), _), (_, .value(let value)): lanes[value.index]
    case (.constant, .constant): .whole
    }
  }

  private func written(_ place: Place) -> String {
    switch place {
    case .cells(let register): PlanOperation.written(register)
    case .codes(let register, _): "the codes of \(PlanOperation.written(register))"
    case .given(let list, let field): "list \(list), field \(field)"
    }
  }

  private func written(_ division: LoopDivision) -> String {
    func number(_ at: Int) -> Double { Double(bitPattern: pool.words[at / 8]) }
    var text = ""
    if let factor = division.factor { text += ", factor \(Int64(number(factor)))" }
    if let addend = division.addend { text += ", addend \(Int64(number(addend)))" }
    text += ", divisor \(Int64((1 / number(division.reciprocal)).rounded()))"
    return text + (division.isSigned ? ", signed" : "")
  }

  /// The cells of a table in the pool, where they are few.
  private func cells(_ table: Int, _ count: Int) -> String {
    guard count <= 16 else { return "\(count) cells" }
    let cells = (0..<count).map { index in
      let word = pool.words[table / 8 + index / 2]
      return "\(Int32(truncatingIfNeeded: index % 2 == 0 ? word : word >> 32))"
    }
    return "[\(cells.joined(separator: " "))]"
  }
}

extension LoopProgram.Column {
  /// The lanes that a constant is stored from.
  fileprivate var lanes: LoopProgram.Lanes {
    switch self {
    case .integers: .whole
    case .doubles: .double
    case .choices: .narrow
    case .flags: .flags
    }
  }
}
