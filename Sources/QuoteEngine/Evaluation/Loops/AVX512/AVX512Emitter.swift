import QuoteLanguage
import QuoteSyntax

/// Loops of AVX-512: sixteen rows at a time, flags a bit each in mask registers.
///
/// The body is put together twice: once for sixteen rows, once for those left at the end,
/// which reads and writes only the lanes that k1 has bits for.
struct AVX512Emitter: LoopEmitter {
  static func code(of program: LoopProgram, noting listing: LoopListing?) -> MachineCode? {
    let code = MachineCode()
    let reads = LoopReads(program)
    func body(isRest: Bool) -> Int {
      var emitter = AVX512Emitter(program, reads, code, isRest: isRest)
      emitter.run(noting: isRest ? nil : listing)
      return emitter.stack
    }
    let stack = code.loopOfSixteen({ body(isRest: false) }, { body(isRest: true) })
    listing?.note(code, stack: stack)
    return stack <= LoopInstructions.mostStack ? code : nil
  }

  let program: LoopProgram
  let isRest: Bool
  let code: MachineCode
  var vectors: LaneRegisters
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

  mutating func end(of step: Int) {
    vectors.end(of: step)
    masks.end(of: step)
  }

  // MARK: - Registers

  mutating func heldMask(_ value: Value) -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = masks.hold(Piece(value), &moves)
    carryOutMasks(moves)
    return register
  }

  mutating func targetMask(_ value: Value) -> Int {
    var moves: [LaneRegisters.Move] = []
    let register = masks.make(Piece(value), &moves)
    carryOutMasks(moves)
    return register
  }

  /// The mask for a half: the upper byte of flags is that of the upper eight rows.
  mutating func mask(_ value: Value, half: Int) -> Int {
    let register = heldMask(value)
    if half == 0 { return register }
    code.upperByte(Self.passing, of: register)
    return Self.passing
  }

  mutating func carryOut(_ moves: [LaneRegisters.Move]) {
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

  func names(of value: Value) -> [String] {
    switch lanes(of: value) {
    case .flags: masks.register(of: Piece(value)).map { ["k\($0)"] } ?? []
    case .narrow, .whole, .double: vectorNames(of: value, "zmm")
    }
  }

  // MARK: - Operands

  func allLanes(_ at: Int) -> MachineCode.Operand {
    .broadcast(base: Pointer.rdx, displacement: at)
  }

  func broadcast(_ at: Int, into register: Int, isWide: Bool) {
    code.vector(isWide ? .broadcast64 : .broadcast32, register, nil, inPool(at))
  }

  /// The form in which it is the last operand of an instruction.
  mutating func last(_ operand: Operand, half: Int = 0) -> MachineCode.Operand {
    switch operand {
    case .value(let value): .register(held(value, half: half))
    case .constant(let at): allLanes(at)
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
