import QuoteLanguage
import QuoteSyntax

/// Makes machine code of a loop's program, a step after the other.
///
/// How many rows a body takes and what holds flags are the instructions' own; a value of 64 bits a
/// lane takes two registers with all of them, the first half of the rows in the first one.
protocol LoopEmitter {
  var program: LoopProgram { get }
  var code: MachineCode { get }
  /// Which vector registers hold what.
  var vectors: LaneRegisters { get set }

  mutating func emit(_ step: LoopProgram.Step, into result: LoopProgram.Value)
  /// Gives up what no step after this one reads.
  mutating func end(of step: Int)
  mutating func carryOut(_ moves: [LaneRegisters.Move])
  /// A constant of the pool to all lanes of a register.
  func broadcast(_ at: Int, into register: Int, isWide: Bool)
  /// The names of the registers that hold a value, in the step that makes it.
  func names(of value: LoopProgram.Value) -> [String]
  /// Half of a register's lanes of 32 bits as lanes of 64.
  mutating func widen(_ source: Int, half: Int, into to: Int)
}

extension LoopEmitter {
  typealias Value = LoopProgram.Value
  typealias Operand = LoopProgram.Operand
  typealias Piece = LoopReads.Piece
  typealias Pointer = MachineCode.Pointer

  /// Every step in turn; a listing notes which registers hold what each of them makes.
  mutating func run(noting listing: LoopListing? = nil) {
    for (index, assignment) in program.steps.enumerated() {
      emit(assignment.step, into: assignment.result ?? Value(index: -1))
      listing?.registers.append(assignment.result.map { names(of: $0) } ?? [])
      end(of: index)
    }
  }

  // MARK: - Registers

  func lanes(of value: Value) -> LoopProgram.Lanes { program.lanes[value.index] }

  func isPair(_ value: Value) -> Bool { program.isPair(value) }

  /// The vector registers of a value: two where it is a pair.
  func vectorNames(of value: Value, _ prefix: String) -> [String] {
    (0...(isPair(value) ? 1 : 0)).compactMap { half in
      vectors.register(of: Piece(value, half: half)).map { "\(prefix)\($0)" }
    }
  }

  /// The register of a value, or of a half of it.
  mutating func held(_ value: Value, half: Int = 0) -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = vectors.hold(Piece(value, half: half), &moves)
    carryOut(moves)
    return register
  }

  /// A register for a result, or for a half of it.
  mutating func target(_ value: Value, half: Int = 0) -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = vectors.make(Piece(value, half: half), &moves)
    carryOut(moves)
    return register
  }

  mutating func borrowed() -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = vectors.borrow(&moves)
    carryOut(moves)
    return register
  }

  // MARK: - Operands

  func inPool(_ at: Int) -> MachineCode.Operand { .memory(base: Pointer.rdx, displacement: at) }

  /// Puts the operand into a register; `isWide` means lanes of a constant.
  mutating func register(_ operand: Operand, half: Int = 0, isWide: Bool) -> Int {
    switch operand {
    case .value(let value): return held(value, half: half)
    case .constant(let at):
      let register = borrowed()
      broadcast(at, into: register, isWide: isWide)
      return register
    }
  }

  /// Lanes of 64 bits for a store, whatever the value has.
  mutating func wide(_ operand: Operand, half: Int) -> Int {
    guard case .value(let value) = operand, !isPair(value) else {
      return register(operand, half: half, isWide: true)
    }
    let to = borrowed()
    widen(held(value), half: half, into: to)
    return to
  }

  func comparedLanes(_ a: Operand, _ b: Operand) -> LoopProgram.Lanes {
    switch (a, b) {
    case (.value(let value), _), (_, .value(let value)): lanes(of: value)
    case (.constant, .constant): preconditionFailure("nothing to compare in a loop")
    }
  }
}
