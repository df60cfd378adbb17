import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Sums of what comes earlier in a list.
enum SumBeforeKernels {
  /// Computes for each element the sum, from zero, of the values of those elements of its parent
  /// that come earlier: by position, or with a key by the key and then by position. Elements whose
  /// key is not given count for nothing, and their own sum is zero (the plan says where that is
  /// given). `elements` are Arrow's offsets, one more than `parents`.
  ///
  /// Doubles are added in list order, as everywhere. Integers wrap.
  @unsafe static func run(
    _ value: KernelColumn, key: KernelColumn?, elements: UnsafePointer<Int32>, parents: Int,
    into target: UnsafeMutableRawPointer, scratch: KernelScratch
  ) {
    switch unsafe value.storage {
    case .integer:
      unsafe run(
        value.cells.assumingMemoryBound(to: Int64.self), key, elements: elements, parents: parents,
        into: target.assumingMemoryBound(to: Int64.self), scratch: scratch
      ) { $0 &+ $1 }
    case .wide:
      unsafe run(
        value.cells.assumingMemoryBound(to: Int128.self), key, elements: elements, parents: parents,
        into: target.assumingMemoryBound(to: Int128.self), scratch: scratch
      ) { $0 &+ $1 }
    case .double:
      unsafe run(
        value.cells.assumingMemoryBound(to: Double.self), key, elements: elements, parents: parents,
        into: target.assumingMemoryBound(to: Double.self), scratch: scratch
      ) { $0 + $1 }
    case .flag, .choice, .text, .texts, .point, .rowSet:
      preconditionFailure("only numbers are summed")
    }
  }

  /// 1 for an element if the value of every earlier one (as above) is given and
  /// its own key is.
  @unsafe static func given(
    _ value: KernelColumn, key: KernelColumn?, elements: UnsafePointer<Int32>, parents: Int,
    into target: UnsafeMutablePointer<UInt8>, scratch: KernelScratch
  ) {
    for parent in 0..<parents {
      let (start, end) = unsafe (Int(elements[parent]), Int(elements[parent + 1]))
      for i in start..<end {
        var isGiven = unsafe key?.isGiven(i) ?? true
        if isGiven, let key = unsafe key {
          for other in start..<end where unsafe !value.isGiven(other) {
            if unsafe key.isGiven(other), unsafe key.comes(other, before: i) { isGiven = false }
          }
        } else if isGiven {
          for other in start..<i where unsafe !value.isGiven(other) { isGiven = false }
        }
        unsafe target[i] = isGiven ? 1 : 0
      }
    }
  }

  @inline(__always)
  @unsafe private static func run<Cell: BitwiseCopyable & ExpressibleByIntegerLiteral>(
    _ values: UnsafePointer<Cell>, _ key: KernelColumn?, elements: UnsafePointer<Int32>,
    parents: Int, into target: UnsafeMutablePointer<Cell>, scratch: KernelScratch,
    add: (Cell, Cell) -> Cell
  ) {
    for parent in 0..<parents {
      let (start, end) = unsafe (Int(elements[parent]), Int(elements[parent + 1]))
      guard let key = unsafe key else {
        var sum: Cell = 0
        for i in start..<end {
          unsafe target[i] = sum
          sum = unsafe add(sum, values[i])
        }
        continue
      }
      if end - start > 32, value(isWhole: Cell.self) {
        unsafe sorted(
          values, key, start: start, end: end, into: target, scratch: scratch, add: add)
        continue
      }
      for i in start..<end {
        var sum: Cell = 0
        if unsafe key.isGiven(i) {
          for other in start..<end where unsafe key.isGiven(other) && key.comes(other, before: i) {
            sum = unsafe add(sum, values[other])
          }
        }
        unsafe target[i] = sum
      }
    }
  }

  /// Whether sums come out the same in any order.
  @inline(__always)
  private static func value<Cell>(isWhole: Cell.Type) -> Bool { Cell.self != Double.self }

  /// Long lists of whole numbers: sorted once, stably, then summed along.
  @inline(__always)
  @unsafe private static func sorted<Cell: BitwiseCopyable & ExpressibleByIntegerLiteral>(
    _ values: UnsafePointer<Cell>, _ key: KernelColumn, start: Int, end: Int,
    into target: UnsafeMutablePointer<Cell>, scratch: KernelScratch,
    add: (Cell, Cell) -> Cell
  ) {
    let positions = scratch.positions
    positions.removeAll()
    for i in start..<end {
      unsafe target[i] = 0
      if unsafe key.isGiven(i) { positions.append(Int32(i)) }
    }
    var order = unsafe UnsafeMutableBufferPointer(start: positions.pointer, count: positions.count)
    unsafe order.sort { unsafe key.comes(Int($0), before: Int($1)) }
    var sum: Cell = 0
    for unsafe i in unsafe order {
      unsafe target[Int(i)] = sum
      sum = unsafe add(sum, values[Int(i)])
    }
  }
}

extension KernelColumn {
  /// Whether an element comes earlier than another by this key; ties by position.
  @inline(__always)
  func comes(_ a: Int, before b: Int) -> Bool {
    let order = unsafe self.order(of: a, and: b)
    return order < 0 || (order == 0 && a < b)
  }

  /// Below, at, above zero. Points and lists have no order.
  @inline(__always)
  package func order(of a: Int, and b: Int) -> Int {
    func order<T: Comparable>(_ x: T, _ y: T) -> Int { x < y ? -1 : y < x ? 1 : 0 }
    switch unsafe storage {
    case .integer:
      let cells = unsafe cells.assumingMemoryBound(to: Int64.self)
      return unsafe order(cells[a], cells[b])
    case .wide:
      let cells = unsafe cells.assumingMemoryBound(to: Int128.self)
      return unsafe order(cells[a], cells[b])
    case .double:
      let cells = unsafe cells.assumingMemoryBound(to: Double.self)
      return unsafe order(cells[a], cells[b])
    case .flag:
      let cells = unsafe cells.assumingMemoryBound(to: UInt8.self)
      return unsafe order(cells[a], cells[b])
    case .choice:
      let cells = unsafe cells.assumingMemoryBound(to: Int32.self)
      return unsafe order(cells[a], cells[b])
    case .text:
      return unsafe text(a).order(to: text(b))
    case .texts, .point, .rowSet:
      return 0
    }
  }
}
