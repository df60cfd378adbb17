import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// The memory behind a plan's registers, for one block of bookings at a time.
///
/// Every register has a pointer: into memory of its slot (grown to the block's
/// rows when it is written), or, for a field of the bookings, straight into the
/// column. Registers that are never alive together share a slot.
///
/// What is asked of a register for every instruction stands beside its pointer,
/// in plain memory: asking the plan would mean reference counting for its arrays.
@safe final class RegisterFile {
  @unsafe private struct Slot {
    var base: UnsafeMutableRawPointer
    var byteCount: Int
  }

  @unsafe private struct Entry {
    var cells: UnsafeMutableRawPointer
    var storage: PlanStorage
    var isConstant: Bool
    var stride: Int
    var slot: Int
    var known: KnownTexts?
  }

  private let slots: UnsafeMutableBufferPointer<Slot>
  private let entries: UnsafeMutableBufferPointer<Entry>
  /// The texts that the offsets lead to, for registers of lists of texts.
  private let items: [ColumnBuffer<TextSlice>?]

  init(_ plan: PricePlan) {
    var slotCount = (plan.registers.map(\.slot).max().map(Int.init) ?? -1) + 1
    let slotOf = plan.registers.map { register in
      if register.slot >= 0 { return Int(register.slot) }
      slotCount += 1
      return slotCount - 1
    }
    unsafe slots = .allocate(capacity: slotCount)
    for slot in 0..<slotCount {
      unsafe slots.initializeElement(
        at: slot, to: Slot(base: .allocate(byteCount: 64, alignment: 64), byteCount: 64))
    }
    unsafe entries = .allocate(capacity: plan.registers.count)
    for (index, register) in plan.registers.enumerated() {
      unsafe entries.initializeElement(
        at: index,
        to: Entry(
          cells: slots[slotOf[index]].base, storage: register.storage,
          isConstant: register.grain == .constant, stride: register.storage.stride,
          slot: slotOf[index]))
    }
    items = plan.registers.map { $0.storage == .texts ? ColumnBuffer<TextSlice>() : nil }
  }

  deinit {
    for unsafe slot in unsafe slots { unsafe slot.base.deallocate() }
    unsafe slots.deallocate()
    unsafe entries.deallocate()
  }

  @inline(__always)
  func storage(_ register: Register) -> PlanStorage {
    unsafe entries[Int(register.index)].storage
  }

  @inline(__always)
  func isConstant(_ register: Register) -> Bool {
    unsafe entries[Int(register.index)].isConstant
  }

  /// Where a register's cells are; valid until it is written again.
  @inline(__always)
  @unsafe func cells<Cell>(
    _ register: Register, as _: Cell.Type = Cell.self
  ) -> UnsafeMutablePointer<Cell> {
    unsafe raw(register).assumingMemoryBound(to: Cell.self)
  }

  @inline(__always)
  @unsafe func raw(_ register: Register) -> UnsafeMutableRawPointer {
    unsafe entries[Int(register.index)].cells
  }

  func texts(_ register: Register) -> ColumnBuffer<TextSlice> {
    items[Int(register.index)]!
  }

  /// Makes room for so many rows (one more, for offsets) and for whole vectors
  /// beyond them, and gives the cells to be written.
  @discardableResult
  @unsafe func target(_ register: Register, rows: Int) -> UnsafeMutableRawPointer {
    let index = Int(register.index)
    let wanted = unsafe (rows + 1) * entries[index].stride + 64
    let slot = unsafe entries[index].slot
    if unsafe slots[slot].byteCount < wanted {
      unsafe slots[slot].base.deallocate()
      let size = wanted * 2
      unsafe slots[slot] = Slot(base: .allocate(byteCount: size, alignment: 64), byteCount: size)
    }
    let base = unsafe slots[slot].base
    unsafe entries[index].cells = base
    // What was known is of cells that the register stood for in another block.
    unsafe entries[index].known = nil
    return unsafe base
  }

  /// Lets a register stand for cells that somebody else holds.
  @unsafe func alias(
    _ register: Register, to cells: UnsafeMutableRawPointer, known: KnownTexts? = nil
  ) {
    unsafe entries[Int(register.index)].cells = cells
    unsafe entries[Int(register.index)].known = known
  }

  /// Gives a register's cells to a buffer, and takes the buffer's memory for the next ones:
  /// they are read there until then. False for cells that are not the register's alone.
  @unsafe func give<Cell>(_ register: Register, to buffer: ColumnBuffer<Cell>, count: Int) -> Bool {
    let entry = unsafe entries[Int(register.index)]
    let isOwn = unsafe !entry.isConstant && entry.cells == slots[entry.slot].base
    guard isOwn else { return false }
    unsafe buffer.exchange(&slots[entry.slot].base, &slots[entry.slot].byteCount, count: count)
    return true
  }

  /// Notes what is known of texts that stand for somebody else's.
  @inline(__always)
  @unsafe func known(_ register: Register) -> KnownTexts? {
    unsafe entries[Int(register.index)].known
  }
}
