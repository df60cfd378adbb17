import QuoteLanguage
import QuoteSyntax

/// Loops of AVX2: eight rows at a time, flags all ones or zeros in lanes of 32 bits.
///
/// The body takes eight rows, never fewer: `LoopRest` brings those left at the end.
struct AVX2Emitter: LoopEmitter {
  static func code(of program: LoopProgram, noting listing: LoopListing?) -> MachineCode? {
    let code = MachineCode()
    let stack = code.loopOfEight {
      var emitter = AVX2Emitter(program, code)
      emitter.run(noting: listing)
      return 32 * emitter.vectors.slots
    }
    listing?.note(code, stack: stack)
    return stack <= LoopInstructions.mostStack ? code : nil
  }

  let program: LoopProgram
  let code: MachineCode
  var vectors: LaneRegisters

  private init(_ program: LoopProgram, _ code: MachineCode) {
    self.program = program
    self.code = code
    vectors = LaneRegisters(0...15, LoopReads(program), firstSlot: 0, slotsApart: 1)
  }

  mutating func end(of step: Int) { vectors.end(of: step) }

  mutating func carryOut(_ moves: [LaneRegisters.Move]) {
    for move in moves {
      switch move {
      case .spill(let register, let slot): code.vex(.store32, register, nil, onStack(slot))
      case .reload(let register, let slot): code.vex(.load32, register, nil, onStack(slot))
      }
    }
  }

  func names(of value: Value) -> [String] { vectorNames(of: value, "ymm") }

  private func onStack(_ slot: Int) -> MachineCode.Operand {
    .memory(base: Pointer.rsp, displacement: 32 * slot)
  }

  // MARK: - Operands

  func broadcast(_ at: Int, into register: Int, isWide: Bool) {
    code.vex(isWide ? .broadcastLong : .broadcast32, register, nil, inPool(at))
  }

  /// Both halves, of a constant in the same register.
  mutating func halves(_ operand: Operand) -> [Int] {
    let first = register(operand, isWide: true)
    guard case .value = operand else { return [first, first] }
    return [first, register(operand, half: 1, isWide: true)]
  }

  /// A constant of the pool, in lanes of 64 bits.
  mutating func constant(_ at: Int) -> Int { register(.constant(at), isWide: true) }

  mutating func targets(_ value: Value) -> [Int] { [target(value), target(value, half: 1)] }

  /// All bits of a register.
  mutating func allOnes() -> Int {
    let ones = borrowed()
    code.vex(.equal32, ones, ones, .register(ones))
    return ones
  }

  mutating func zeros() -> Int {
    let zeros = borrowed()
    code.vex(.xor, zeros, zeros, .register(zeros))
    return zeros
  }

  /// So many bytes a cell from the row on, in the column at rax.
  func cells(_ bytes: Int, half: Int = 0) -> MachineCode.Operand {
    .memory(
      base: Pointer.rax, displacement: 4 * bytes * half, index: Pointer.rcx, scale: bytes)
  }
}
