/// Makes machine code of a loop's program.
///
/// The body is put together twice: once for sixteen rows, once for those left at the end,
/// which reads and writes only the lanes that k1 has bits for.
struct LoopEmitter {
  typealias Piece = LoopReads.Piece
  typealias Pointer = MachineCode.Pointer

  /// What a loop may have of the stack; a thread's is not asked how much there is.
  private static let mostStack = 32 << 10

  /// The code of a program, to be run by `CompiledLoop`; nil where too much is alive at once.
  static func code(of program: LoopProgram) -> MachineCode? {
    let code = MachineCode()
    let reads = LoopReads(program)
    func body(isRest: Bool) -> Int {
      var emitter = LoopEmitter(program, reads, code, isRest: isRest)
      emitter.run()
      return emitter.stack
    }
    let stack = code.loop({ body(isRest: false) }, { body(isRest: true) })
    return stack <= mostStack ? code : nil
  }

  let program: LoopProgram
  let isRest: Bool
  let code: MachineCode
  private var vectors: LaneRegisters
  /// k1 and k2 say which rows are left, k3 is for masks of a moment, and k0 stands for no mask.
  private var masks: LaneRegisters
  static let passing = 3

  private init(
    _ program: LoopProgram, _ reads: LoopReads, _ code: MachineCode, isRest: Bool
  ) {
    self.program = program
    self.code = code
    self.isRest = isRest
    vectors = LaneRegisters(0...31, reads, firstSlot: 0, slotsApart: 2)
    masks = LaneRegisters(4...7, reads, firstSlot: 1, slotsApart: 2)
  }

  private var stack: Int { 128 * max(vectors.slots, masks.slots) }

  private mutating func run() {
    for (index, assignment) in program.steps.enumerated() {
      emit(assignment.step, assignment.result ?? LoopProgram.Value(index: -1))
      vectors.end(of: index)
      masks.end(of: index)
    }
  }

  // MARK: - Registers

  func lanes(of value: LoopProgram.Value) -> LoopProgram.Lanes { program.lanes[value.index] }

  func isPair(_ value: LoopProgram.Value) -> Bool { program.isPair(value) }

  /// The register of a value, or of a half of it.
  mutating func held(_ value: LoopProgram.Value, half: Int = 0) -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = vectors.hold(Piece(value, half: half), &moves)
    carryOut(moves)
    return register
  }

  /// A register for a result, or for a half of it.
  mutating func target(_ value: LoopProgram.Value, half: Int = 0) -> Int {
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

  mutating func heldMask(_ value: LoopProgram.Value) -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = masks.hold(Piece(value), &moves)
    carryOutMasks(moves)
    return register
  }

  mutating func targetMask(_ value: LoopProgram.Value) -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = masks.make(Piece(value), &moves)
    carryOutMasks(moves)
    return register
  }

  /// The mask for a half: the upper byte of flags is that of the upper eight rows.
  mutating func mask(_ value: LoopProgram.Value, half: Int) -> Int {
    let register = heldMask(value)
    if half == 0 { return register }
    code.upperByte(Self.passing, of: register)
    return Self.passing
  }

  private mutating func carryOut(_ moves: [LaneRegisters.Move]) {
    for move in moves {
      switch move {
      case .spill(let register, let slot): code.vector(.store64, register, nil, onStack(slot))
      case .reload(let register, let slot): code.vector(.load64, register, nil, onStack(slot))
      }
    }
  }

  private mutating func carryOutMasks(_ moves: [LaneRegisters.Move]) {
    for move in moves {
      switch move {
      case .spill(let register, let slot): code.mask(.store, register, nil, onStack(slot))
      case .reload(let register, let slot): code.mask(.load, register, nil, onStack(slot))
      }
    }
  }

  private func onStack(_ slot: Int) -> MachineCode.Operand {
    .memory(base: Pointer.rsp, displacement: 64 * slot)
  }

  // MARK: - Operands

  func inPool(_ at: Int) -> MachineCode.Operand { .memory(base: Pointer.rdx, displacement: at) }

  func allLanes(_ at: Int) -> MachineCode.Operand {
    .broadcast(base: Pointer.rdx, displacement: at)
  }

  /// As the last operand of an instruction.
  mutating func last(_ operand: LoopProgram.Operand, half: Int = 0) -> MachineCode.Operand {
    switch operand {
    case .value(let value): .register(held(value, half: half))
    case .constant(let at): allLanes(at)
    }
  }

  /// In a register; `isWide` lanes of a constant.
  mutating func register(
    _ operand: LoopProgram.Operand, half: Int = 0, isWide: Bool
  ) -> Int {
    switch operand {
    case .value(let value): return held(value, half: half)
    case .constant(let at):
      let register = borrowed()
      code.vector(isWide ? .broadcast64 : .broadcast32, register, nil, inPool(at))
      return register
    }
  }

  /// Which lanes of memory are touched: all, or those of the rows that are left.
  func touched(half: Int = 0) -> Int { isRest ? half + 1 : 0 }

  /// So many bytes a cell from the row on, in the column at rax.
  func cells(_ bytes: Int, half: Int = 0) -> MachineCode.Operand {
    .memory(
      base: Pointer.rax, displacement: 8 * bytes * half, index: Pointer.rcx, scale: bytes)
  }
}
