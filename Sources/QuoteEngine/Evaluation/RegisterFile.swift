/// The memory behind a plan's registers, for one block of bookings at a time.
///
/// Every register has a pointer: into memory of its slot (grown to the block's
/// rows when it is written), or, for a field of the bookings, straight into the
/// column. Registers that are never alive together share a slot.
@safe final class RegisterFile {
  @unsafe private struct Slot {
    var base: UnsafeMutableRawPointer
    var byteCount: Int
  }

  private let strides: [Int]
  private let slotOf: [Int]
  private var slots: [Slot]
  private let pointers: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// For registers of lists of texts: the texts that their offsets lead to.
  private let items: [ColumnBuffer<TextSlice>?]

  init(_ plan: PricePlan) {
    strides = plan.registers.map(\.storage.stride)
    var slotOf: [Int] = []
    var count = (plan.registers.map(\.slot).max().map(Int.init) ?? -1) + 1
    for register in plan.registers {
      if register.slot >= 0 {
        slotOf.append(Int(register.slot))
      } else {
        slotOf.append(count)
        count += 1
      }
    }
    self.slotOf = slotOf
    unsafe slots = (0..<count).map { _ in
      unsafe Slot(base: .allocate(byteCount: 64, alignment: 64), byteCount: 64)
    }
    unsafe pointers = .allocate(capacity: max(1, plan.registers.count))
    items = plan.registers.map { $0.storage == .texts ? ColumnBuffer<TextSlice>() : nil }
    for register in 0..<plan.registers.count {
      unsafe (pointers + register).initialize(to: slots[slotOf[register]].base)
    }
  }

  deinit {
    for unsafe slot in unsafe slots { unsafe slot.base.deallocate() }
    unsafe pointers.deallocate()
  }

  /// Where a register's cells are; valid until it is written again.
  @inline(__always)
  @unsafe func cells<Cell>(
    _ register: Register, as _: Cell.Type = Cell.self
  ) -> UnsafeMutablePointer<Cell> {
    unsafe pointers[Int(register.index)].assumingMemoryBound(to: Cell.self)
  }

  @inline(__always)
  @unsafe func raw(_ register: Register) -> UnsafeMutableRawPointer {
    unsafe pointers[Int(register.index)]
  }

  func texts(_ register: Register) -> ColumnBuffer<TextSlice> { items[Int(register.index)]! }

  /// Makes room for so many rows (one more, for offsets) and for whole vectors
  /// beyond them, and gives the cells to be written.
  @discardableResult
  @unsafe func target(_ register: Register, rows: Int) -> UnsafeMutableRawPointer {
    let index = Int(register.index)
    let wanted = (rows + 1) * strides[index] + 64
    let slot = slotOf[index]
    if unsafe slots[slot].byteCount < wanted {
      unsafe slots[slot].base.deallocate()
      let size = wanted * 2
      unsafe slots[slot] = Slot(base: .allocate(byteCount: size, alignment: 64), byteCount: size)
    }
    unsafe pointers[index] = slots[slot].base
    return unsafe slots[slot].base
  }

  /// Lets a register stand for cells that somebody else holds.
  @unsafe func alias(_ register: Register, to cells: UnsafeMutableRawPointer) {
    unsafe pointers[Int(register.index)] = cells
  }
}
