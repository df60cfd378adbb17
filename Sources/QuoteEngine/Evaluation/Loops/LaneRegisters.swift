import QuoteLanguage

/// Which of a kind of processor registers holds what, along a straight run of steps.
///
/// Where there is none left, what is needed farthest ahead goes to the stack (Belady, "A Study of
/// Replacement Algorithms for a Virtual-Storage Computer", 1966).
struct LaneRegisters {
  typealias Piece = LoopReads.Piece

  /// What to do so that a register may be used as asked.
  enum Move {
    case spill(register: Int, slot: Int)
    case reload(register: Int, slot: Int)
  }

  /// A bit a register: those that hold nothing, those not to be given up in this step, and of
  /// these the ones that are free again after it.
  private var free: UInt32
  private var inUse: UInt32 = 0
  private var borrowed: UInt32 = 0
  /// The piece that each register holds; -1 for none.
  private var pieceIn = [Int](repeating: -1, count: 32)
  /// The register of each piece; -1 for none.
  private var registerOf: [Int]
  private var slotOf: [Int]
  private var reads: LoopReads
  private let firstSlot: Int
  private let slotsApart: Int
  private var freeSlots: [Int] = []
  /// How many places on the stack were in use at once.
  private(set) var slots = 0

  /// Slots are counted from `firstSlot` in steps of `slotsApart`, that two kinds may share a
  /// stack.
  init(_ registers: ClosedRange<Int>, _ reads: LoopReads, firstSlot: Int, slotsApart: Int) {
    free = registers.reduce(0) { $0 | 1 << UInt32($1) }
    registerOf = Array(repeating: -1, count: reads.pieceCount)
    slotOf = registerOf
    self.reads = reads
    self.firstSlot = firstSlot
    self.slotsApart = slotsApart
  }

  /// The register of a piece, which was made before.
  mutating func hold(_ piece: Piece, _ moves: inout [Move]) -> Int {
    var register = registerOf[piece.index]
    if register < 0 {
      precondition(slotOf[piece.index] >= 0, "a value is read before it is made")
      register = room(&moves)
      moves.append(.reload(register: register, slot: slotOf[piece.index]))
      put(piece, in: register)
    }
    inUse |= 1 << UInt32(register)
    return register
  }

  /// The register of a piece; nil if it is on the stack, or not made yet.
  func register(of piece: Piece) -> Int? {
    registerOf[piece.index] < 0 ? nil : registerOf[piece.index]
  }

  /// A register for a new piece.
  mutating func make(_ piece: Piece, _ moves: inout [Move]) -> Int {
    let register = room(&moves)
    put(piece, in: register)
    return register
  }

  /// A register for something that is forgotten at the end of the step.
  mutating func borrow(_ moves: inout [Move]) -> Int {
    let register = room(&moves)
    borrowed |= 1 << UInt32(register)
    return register
  }

  private mutating func put(_ piece: Piece, in register: Int) {
    registerOf[piece.index] = register
    pieceIn[register] = piece.index
  }

  private mutating func room(_ moves: inout [Move]) -> Int {
    if free == 0 { giveUp(&moves) }
    let register = free.trailingZeroBitCount
    free &= free - 1
    inUse |= 1 << UInt32(register)
    return register
  }

  private mutating func giveUp(_ moves: inout [Move]) {
    var found: (register: Int, piece: Int, read: Int)?
    for (register, piece) in pieceIn.enumerated()
    where piece >= 0 && inUse & 1 << UInt32(register) == 0 {
      let read = reads.next[piece]
      if read > found?.read ?? -1 { found = (register, piece, read) }
    }
    guard let (register, piece, _) = found else {
      preconditionFailure("a step needs more registers than there are")
    }
    release(register, piece)
    guard slotOf[piece] < 0 else { return }
    if let slot = freeSlots.popLast() {
      slotOf[piece] = slot
    } else {
      slotOf[piece] = firstSlot + slots * slotsApart
      slots += 1
    }
    moves.append(.spill(register: register, slot: slotOf[piece]))
  }

  private mutating func release(_ register: Int, _ piece: Int) {
    registerOf[piece] = -1
    pieceIn[register] = -1
    free |= 1 << UInt32(register)
  }

  /// Gives up what no step after this one reads: only of what this one used.
  mutating func end(of step: Int) {
    reads.pass(step)
    while inUse != 0 {
      let register = inUse.trailingZeroBitCount
      inUse &= inUse - 1
      let piece = pieceIn[register]
      guard piece >= 0, reads.next[piece] == LoopReads.never else { continue }
      release(register, piece)
      if slotOf[piece] >= 0 { freeSlots.append(slotOf[piece]) }
    }
    free |= borrowed
    borrowed = 0
  }
}
