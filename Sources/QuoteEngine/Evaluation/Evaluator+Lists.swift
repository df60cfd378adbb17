import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

extension Evaluator {
  /// Counts a list's elements as sent below the kept parents.
  func open(_ list: ListID) {
    let parent = plan.lists[list].parent ?? .booking
    let above = lists[parent]
    let offsets = bookings.lists[list].offsets
    let parents = above.keptCount
    lists[list].sentOffsets.resize(to: parents + 1)
    lists[list].sentParents.removeAll()
    let relative = lists[list].sentOffsets
    if let first = firstRow(of: parent) {
      let base = parents == 0 ? 0 : Int(offsets[first])
      for i in 0...parents { relative[i] = parents == 0 ? 0 : offsets[first + i] - Int32(base) }
      lists[list].firstSent = base
      lists[list].sentRows = nil
    } else {
      let rows = lists[list].gathered
      rows.removeAll()
      relative[0] = 0
      for i in 0..<parents {
        let row = batchRow(i, of: parent)
        for element in offsets[row]..<offsets[row + 1] { rows.append(element) }
        relative[i + 1] = Int32(rows.count)
      }
      lists[list].sentRows = rows
    }
    lists[list].sentCount = Int(relative[parents])
    index(relative, parents, into: lists[list].sentParents)
    keepAll(list)
  }

  /// First row of the batch's list, where a list's kept elements lie together.
  private func firstRow(of list: ListID) -> Int? {
    let state = lists[list]
    return state.sentRows == nil && state.keptPositions == nil ? state.firstSent : nil
  }

  /// Row of the batch's list of a kept element.
  package func batchRow(_ kept: Int, of list: ListID) -> Int {
    let state = lists[list]
    let position = state.keptPositions.map { Int($0[kept]) } ?? kept
    return state.sentRows.map { Int($0[position]) } ?? state.firstSent + position
  }

  func keepAll(_ list: ListID) {
    let state = lists[list]
    lists[list].keptPositions = nil
    lists[list].keptCount = state.sentCount
    state.keptOffsets.resize(to: state.sentOffsets.count)
    for i in 0..<state.sentOffsets.count { state.keptOffsets[i] = state.sentOffsets[i] }
    index(state.keptOffsets, state.keptOffsets.count - 1, into: state.keptParents)
  }

  func index(
    _ offsets: ColumnBuffer<Int32>, _ parents: Int, into target: ColumnBuffer<Int32>
  ) {
    target.resize(to: Int(offsets[parents]))
    let (from, to) = unsafe (offsets.pointer, target.pointer)
    for parent in 0..<parents {
      for element in unsafe Int(from[parent])..<Int(from[parent + 1]) {
        unsafe to[element] = Int32(parent)
      }
    }
  }

  /// Leaves out the elements whose flag is 0.
  package func keep(_ list: ListID, _ flags: Register) {
    let state = lists[list]
    let step = isConstant(flags) ? 0 : 1
    let marks = unsafe registers.cells(flags, as: UInt8.self)
    let positions = state.positions
    positions.removeAll()
    let parents = state.sentOffsets.count - 1
    state.keptOffsets.resize(to: parents + 1)
    state.keptOffsets[0] = 0
    for parent in 0..<max(0, parents) {
      for element in Int(state.sentOffsets[parent])..<Int(state.sentOffsets[parent + 1])
      where unsafe marks[element * step] != 0 {
        positions.append(Int32(element))
      }
      state.keptOffsets[parent + 1] = Int32(positions.count)
    }
    lists[list].keptPositions = positions.count == state.sentCount ? nil : positions
    lists[list].keptCount = positions.count
    index(state.keptOffsets, max(0, parents), into: state.keptParents)
  }

  // MARK: - Moving cells between grains

  /// Cells of the elements that stay.
  func compact(_ source: Register, _ list: ListID, into target: Register) {
    guard let positions = lists[list].keptPositions else {
      if isConstant(source) { return fill(source, into: target, lists[list].keptCount) }
      return rename(source, into: target, lists[list].keptCount)
    }
    gather(source, at: positions, lists[list].keptCount, into: target)
  }

  /// Each coarser cell for all elements of a finer grain.
  func spread(_ source: Register, over list: ListID, into target: Register, _ grain: PlanGrain) {
    if isConstant(source) { return fill(source, into: target, count(grain)) }
    let from = plan[source].grain.list ?? .booking
    let isSent = if case .sent = grain { true } else { false }
    let state = lists[list]
    let parents = isSent ? state.sentParents : state.keptParents
    let rows = isSent ? state.sentCount : state.keptCount
    if from == list {
      // Elements as they were sent become those kept, or stay the same.
      return compact(source, list, into: target)
    }
    if plan.lists[list].parent == from { return gather(source, at: parents, rows, into: target) }
    let composed = scratch.positions
    composed.resize(to: rows)
    let first = isSent ? plan.lists[list].parent : plan.model.lists.step(from: list, to: from)
    let start = isSent ? parents : steps(from: list, to: first ?? .booking)
    for i in 0..<rows { composed[i] = start[i] }
    var above = first ?? .booking
    while above != from, let next = plan.model.lists.step(from: above, to: from) {
      let further = steps(from: above, to: next)
      for i in 0..<rows { composed[i] = further[Int(composed[i])] }
      above = next
    }
    gather(source, at: composed, rows, into: target)
  }

  /// The row of the element that is a step away, for each element of a list: its parent, itself as
  /// a member of a group, or a member itself as an element.
  func steps(from list: ListID, to other: ListID) -> ColumnBuffer<Int32> {
    if plan.model.lists[other].memberOf == list { return lists[other].positions }
    return plan.model.lists[list].memberOf == other
      ? lists[list].gathered : lists[list].keptParents
  }

  /// The same cells under another name.
  package func rename(_ source: Register, into target: Register, _ count: Int) {
    if registers.storage(source) == .texts {
      return copyTexts(source, into: target, count) { $0 }
    }
    if isConstant(source), !isConstant(target) { return fill(source, into: target, count) }
    unsafe registers.alias(target, to: registers.raw(source))
  }

  func fill(_ source: Register, into target: Register, _ count: Int) {
    if registers.storage(source) == .texts {
      return copyTexts(source, into: target, count) { _ in 0 }
    }
    unsafe registers.target(target, rows: count)
    switch registers.storage(source).stride {
    case 1: unsafe fill(source, target, count, UInt8.self)
    case 4: unsafe fill(source, target, count, UInt32.self)
    case 8: unsafe fill(source, target, count, UInt64.self)
    case 16: unsafe fill(source, target, count, SIMD2<UInt64>.self)
    default: preconditionFailure("sets of rows are not spread")
    }
  }

  @unsafe private func fill<Cell>(
    _ source: Register, _ target: Register, _ count: Int, _: Cell.Type
  ) {
    let cell = unsafe registers.cells(source, as: Cell.self)[0]
    let to = unsafe registers.cells(target, as: Cell.self)
    for i in 0..<count { unsafe to[i] = cell }
  }

  func gather(
    _ source: Register, at positions: ColumnBuffer<Int32>, _ count: Int, into target: Register
  ) {
    if registers.storage(source) == .texts {
      return copyTexts(source, into: target, count) { Int(positions[$0]) }
    }
    unsafe registers.target(target, rows: count)
    let at = unsafe UnsafePointer(positions.pointer)
    switch registers.storage(source).stride {
    case 1: unsafe gather(source, at, count: count, into: target, UInt8.self)
    case 4: unsafe gather(source, at, count: count, into: target, UInt32.self)
    case 8: unsafe gather(source, at, count: count, into: target, UInt64.self)
    case 16: unsafe gather(source, at, count: count, into: target, SIMD2<UInt64>.self)
    case let stride:
      let (from, to) = unsafe (registers.raw(source), registers.raw(target))
      for i in 0..<count {
        unsafe (to + i * stride).copyMemory(from: from + Int(at[i]) * stride, byteCount: stride)
      }
    }
  }

  @unsafe private func gather<Cell>(
    _ source: Register, _ at: UnsafePointer<Int32>, count: Int, into target: Register, _: Cell.Type
  ) {
    let (from, to) = unsafe (
      registers.cells(source, as: Cell.self), registers.cells(target, as: Cell.self)
    )
    for i in 0..<count { unsafe to[i] = from[Int(at[i])] }
  }

  /// Lists of texts, row by row from another.
  func copyTexts(_ source: Register, into target: Register, _ count: Int, _ row: (Int) -> Int) {
    unsafe registers.target(target, rows: count)
    let (from, to) = (registers.texts(source), registers.texts(target))
    let (ends, offsets) = unsafe (
      registers.cells(source, as: Int32.self), registers.cells(target, as: Int32.self)
    )
    to.removeAll()
    unsafe offsets[0] = 0
    for i in 0..<count {
      let at = row(i)
      for item in unsafe Int(ends[at])..<Int(ends[at + 1]) { to.append(from[item]) }
      unsafe offsets[i + 1] = Int32(to.count)
    }
  }
}
