import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// By what an element's neighbour is found.
struct NeighbourOrder {
  var list: ListID
  var key: PlanValue?
  var counted: Register?
  var isAfter: Bool
}

extension Evaluator {
  /// The values of the elements beside.
  func neighbour(
    _ a: PlanValue, in order: NeighbourOrder, _ instruction: PreparedInstruction,
    _ scratch: KernelScratch
  ) {
    let (count, offsets) = (lists[order.list].keptCount, lists[order.list].keptOffsets)
    let beside = scratch.neighbours
    beside.resize(to: count)
    let marks = unsafe order.counted.map {
      unsafe UnsafePointer(registers.cells($0, as: UInt8.self))
    }
    unsafe NeighbourKernels.find(
      key: order.key.map { unsafe column($0) }, counted: marks, isAfter: order.isAfter,
      elements: UnsafePointer(offsets.pointer), parents: max(0, offsets.count - 1),
      into: beside.pointer, scratch: scratch)
    unsafe registers.target(instruction.target, rows: count)
    switch registers.storage(a.cells).stride {
    case 1:
      unsafe take(a.cells, beside, count: count, into: instruction.target, UInt8.self, nothing: 0)
    case 4:
      unsafe take(a.cells, beside, count: count, into: instruction.target, UInt32.self, nothing: 0)
    case 8:
      unsafe take(a.cells, beside, count: count, into: instruction.target, UInt64.self, nothing: 0)
    case 16:
      unsafe take(
        a.cells, beside, count: count, into: instruction.target, SIMD2<UInt64>.self,
        nothing: SIMD2<UInt64>.zero)
    default: preconditionFailure("sets of rows have no neighbours")
    }
    guard let given = instruction.given else { return }
    unsafe registers.target(given, rows: count)
    if let source = a.given {
      return unsafe take(source, beside, count: count, into: given, UInt8.self, nothing: 0)
    }
    let flags = unsafe registers.cells(given, as: UInt8.self)
    for i in 0..<count { unsafe flags[i] = beside[i] < 0 ? 0 : 1 }
  }

  @unsafe private func take<Cell>(
    _ source: Register, _ beside: ColumnBuffer<Int32>, count: Int, into target: Register,
    _: Cell.Type, nothing: Cell
  ) {
    let (from, to) = unsafe (
      registers.cells(source, as: Cell.self), registers.cells(target, as: Cell.self)
    )
    for i in 0..<count {
      let row = Int(beside[i])
      unsafe to[i] = row < 0 ? nothing : from[row]
    }
  }
}
