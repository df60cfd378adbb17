package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Prices blocks of bookings by a plan. The only place that runs instructions.
///
/// One a thread: it owns the registers' memory and everything else that is
/// written; nothing is allocated per booking, and it keeps no state from block
/// to block but the sizes of its buffers.
package final class Evaluator {
  package let prepared: PreparedPlan
  package var plan: PricePlan { prepared.plan }
  /// Bookings at a time: so many that the registers of a block stay in the
  /// second-level cache, and an instruction's dispatch is spread over many rows.
  package static let blockSize = 2048

  let registers: RegisterFile
  let scratch = KernelScratch()
  package let quotes: QuoteBatch
  let lists: ByList<ListState>
  let turns: [TurnState]
  /// The bookings being priced, and the rows of the batch that are the block.
  var bookings: BookingBatch!
  var rows = 0..<0
  /// Machine code for parts of the plan, once there is any.
  private var loops: [BoundLoop]?
  /// What it is made of; nil for none of it.
  var loopInstructions = LoopInstructions.best
  /// It is made for the first block of so many bookings. One booking priced by itself, in many
  /// ways maybe, is not worth what making it takes.
  var leastRowsForLoops = 8
  /// As `ModelList.mostMade`, which is what rules mean; less where bookings are only samples.
  package var mostMade = ModelList.mostMade
  /// The same, as far as ranges and bounds of the rules tell.
  private(set) lazy var mostOfBooking = plan.model.mostMade
  /// Counts faults of blocks; messages come from a recording twin.
  var twin: Evaluator?
  /// Whether faults have messages: where nobody reads them, no twin is made.
  package var tellsFaults = true
  /// By row of the block, whether some decline or fault holds.
  let undecided = ColumnBuffer<UInt8>()

  package convenience init(plan: PricePlan) { self.init(prepared: PreparedPlan(plan)) }

  /// Makes an evaluator that shares a plan which was prepared once.
  package init(prepared: PreparedPlan) {
    self.prepared = prepared
    registers = RegisterFile(prepared.plan)
    quotes = QuoteBatch(schema: prepared.plan.quoteSchema)
    lists = prepared.plan.lists.mapped { _ in ListState() }
    turns = prepared.plan.turns.map { _ in TurnState() }
    for scratch in [scratch, constantScratch] {
      scratch.zones.database = prepared.plan.model.zones
    }
    runPrologue()
  }

  /// Prices some rows of a batch as one block. The result is valid until the next call; it includes
  /// the faults that the reader found.
  package func price(_ bookings: BookingBatch, rows: Range<Int>) -> QuoteBatch {
    self.bookings = bookings
    self.rows = rows
    scratch.arena.reset()
    lists[.booking].keptCount = rows.count
    lists[.booking].sentCount = rows.count
    lists[.booking].firstSent = rows.lowerBound
    runInstructions()
    finishBlock()
    self.bookings = nil
    return quotes
  }

  /// Makes the machine code now, so that a process can fork without a compilation under way.
  package func prepareLoops() {
    let made = loopInstructions.map { prepared.loops(by: $0) } ?? []
    loops = made.map { BoundLoop($0, registers) }
  }

  private func runInstructions() {
    if loops == nil, rows.count >= leastRowsForLoops { prepareLoops() }
    var next = 0
    for turns in prepared.turns {
      runInstructions(in: next..<turns.range.lowerBound + 1)
      while self.turns[turns.turn].count > 0 {
        runInstructions(in: turns.range.lowerBound + 1..<turns.range.upperBound + 1)
      }
      next = turns.range.upperBound + 1
    }
    runInstructions(in: next..<prepared.instructions.count)
  }

  /// A stretch of instructions, once; no loop lies across its ends.
  private func runInstructions(in range: Range<Int>) {
    var next = range.lowerBound
    for bound in loops ?? [] where range.contains(bound.loop.range.lowerBound) {
      let loop = bound.loop
      prepared.forEachInstruction(in: next..<loop.range.lowerBound) { run($0, scratch) }
      if !bound.run(self) { prepared.forEachInstruction(in: loop.range) { run($0, scratch) } }
      next = loop.range.upperBound
    }
    prepared.forEachInstruction(in: next..<range.upperBound) { run($0, scratch) }
  }

  /// Constants: once, into memory of their own; texts live with the evaluator.
  private func runPrologue() {
    for instruction in prepared.prologue { run(instruction, constantScratch) }
  }

  let constantScratch = KernelScratch()

  // MARK: - Grains

  /// Rows of a grain in this block.
  @inline(__always)
  package func count(_ grain: PlanGrain) -> Int {
    switch grain {
    case .constant: 1
    case .list(let list): lists[list].keptCount
    case .sent(let list): lists[list].sentCount
    case .turn(let turn): turns[turn].count
    }
  }

  @inline(__always)
  func isConstant(_ register: Register) -> Bool { registers.isConstant(register) }

  /// A register as kernels that know storages get it.
  @unsafe package func column(_ register: Register, given: Register? = nil) -> KernelColumn {
    unsafe KernelColumn(
      storage: registers.storage(register), cells: UnsafeRawPointer(registers.raw(register)),
      items: registers.storage(register) == .texts
        ? UnsafePointer(registers.texts(register).pointer) : nil,
      given: given.map { unsafe UnsafePointer(registers.cells($0, as: UInt8.self)) },
      known: registers.known(register))
  }

  @unsafe package func column(_ value: PlanValue) -> KernelColumn {
    unsafe column(value.cells, given: value.given)
  }
}

/// The elements whose turn it is, where those of a list are taken in order.
final class TurnState {
  var count = 0
  /// Rows of the list, and of its parent.
  let elements = ColumnBuffer<Int32>()
  let parents = ColumnBuffer<Int32>()
}

/// Which elements of a list a block has.
final class ListState {
  /// Elements as sent, below kept parents.
  var sentCount = 0
  /// Row of the batch's list at which they start, where they lie together.
  var firstSent = 0
  /// Rows of the batch's list, where they do not.
  var sentRows: ColumnBuffer<Int32>?
  /// Offsets of the elements as sent, by kept parent.
  let sentOffsets = ColumnBuffer<Int32>()
  let sentParents = ColumnBuffer<Int32>()
  /// Elements that stay.
  var keptCount = 0
  /// Their positions among those sent; nil where all stay.
  var keptPositions: ColumnBuffer<Int32>?
  let keptOffsets = ColumnBuffer<Int32>()
  /// Kept parent of each kept element.
  let keptParents = ColumnBuffer<Int32>()
  let gathered = ColumnBuffer<Int32>()
  let positions = ColumnBuffer<Int32>()
}
