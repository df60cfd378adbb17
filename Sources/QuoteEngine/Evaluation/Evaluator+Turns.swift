import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Lists whose elements are taken in order: one turn after the other, each for the elements of
/// all parents that have so many.
extension Evaluator {
  /// It is the turn of the first elements; what is carried is what it starts from.
  func first(_ turn: Int, _ start: PlanValue, _ carried: PlanValue) {
    let (state, offsets) = (turns[turn], lists[plan.turns[turn]].keptOffsets)
    let parents = max(0, offsets.count - 1)
    copy(start.cells, into: carried.cells, parents)
    if let from = start.given, let to = carried.given { copy(from, into: to, parents) }
    state.elements.removeAll()
    state.parents.removeAll()
    for parent in 0..<parents where offsets[parent] < offsets[parent + 1] {
      state.elements.append(offsets[parent])
      state.parents.append(Int32(parent))
    }
    state.count = state.elements.count
  }

  /// Carries on what the elements made, and makes it the turn of those after them.
  func next(_ turn: Int, _ carried: PlanValue, _ made: PlanValue) {
    let (state, offsets) = (turns[turn], lists[plan.turns[turn]].keptOffsets)
    scatter(made.cells, to: state.parents, state.count, into: carried.cells)
    if let from = made.given, let to = carried.given {
      scatter(from, to: state.parents, state.count, into: to)
    }
    var kept = 0
    for index in 0..<state.count {
      let (element, parent) = (state.elements[index] + 1, state.parents[index])
      guard element < offsets[Int(parent) + 1] else { continue }
      (state.elements[kept], state.parents[kept]) = (element, parent)
      kept += 1
    }
    state.count = kept
  }

  private func copy(_ source: Register, into target: Register, _ count: Int) {
    let to = unsafe registers.target(target, rows: count)
    unsafe to.copyMemory(
      from: registers.raw(source), byteCount: count * registers.storage(source).stride)
  }

  /// Cells put down at rows of a target that has its memory already.
  func scatter(
    _ source: Register, to positions: ColumnBuffer<Int32>, _ count: Int, into target: Register
  ) {
    let at = unsafe UnsafePointer(positions.pointer)
    switch registers.storage(source).stride {
    case 1: unsafe scatter(source, at, count: count, into: target, UInt8.self)
    case 4: unsafe scatter(source, at, count: count, into: target, UInt32.self)
    case 8: unsafe scatter(source, at, count: count, into: target, UInt64.self)
    case 16: unsafe scatter(source, at, count: count, into: target, SIMD2<UInt64>.self)
    case let stride:
      let (from, to) = unsafe (registers.raw(source), registers.raw(target))
      for i in 0..<count {
        unsafe (to + Int(at[i]) * stride).copyMemory(from: from + i * stride, byteCount: stride)
      }
    }
  }

  @unsafe private func scatter<Cell>(
    _ source: Register, _ at: UnsafePointer<Int32>, count: Int, into target: Register, _: Cell.Type
  ) {
    let (from, to) = unsafe (
      registers.cells(source, as: Cell.self), registers.cells(target, as: Cell.self)
    )
    for i in 0..<count { unsafe to[Int(at[i])] = from[i] }
  }
}
