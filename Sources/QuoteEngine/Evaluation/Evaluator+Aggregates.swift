import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Up one list: a run of elements for each parent.
  func run(
    _ operation: PlanOperation.Aggregates, _ instruction: PreparedInstruction, count: Int,
    scratch: KernelScratch
  ) {
    let target = instruction.target
    switch operation {
    case .sum(let a, let list, let counted):
      sum(a, nil, list: list, counted: counted, into: target, count: count)
    case .accumulate(let start, let a, let list):
      sum(a, start, list: list, counted: nil, into: target, count: count)
    case .running(let start, let a, let list): running(start, a, list: list, into: target)
    case .count(let list, let counted): countElements(list, counted, into: target, count: count)
    case .leastOf(let a, let list, let counted):
      best(a, list, counted: counted, instruction: instruction, count: count, least: true)
    case .greatestOf(let a, let list, let counted):
      best(a, list, counted: counted, instruction: instruction, count: count, least: false)
    case .firstOf(let a, let list, let counted):
      pick(a, list, counted: counted, instruction: instruction, count: count, first: true)
    case .lastOf(let a, let list, let counted):
      pick(a, list, counted: counted, instruction: instruction, count: count, first: false)
    case .anyOf(let a, let list): flags(a, list, into: target, count: count, any: true)
    case .allOf(let a, let list): flags(a, list, into: target, count: count, any: false)
    case .textsUp(let a, let list, let counted):
      up(a, list, counted: counted, into: target, count: count)
    case .sumBefore(let a, let key, let list):
      sumBefore(a, key, list: list, instruction: instruction, scratch: scratch)
    case .neighbour(let a, let key, let counted, let list, let isAfter):
      let order = NeighbourOrder(list: list, key: key, counted: counted, isAfter: isAfter)
      neighbour(a, in: order, instruction, scratch)
    case .split(let amount, let weight, let list, let units):
      split(amount, weight, list: list, units: units, instruction: instruction, scratch: scratch)
    }
  }

  @unsafe private func ends(_ list: ListID) -> UnsafePointer<Int32> {
    unsafe UnsafePointer(lists[list].keptOffsets.pointer)
  }

  private func sum(
    _ a: Register, _ start: Register?, list: ListID, counted: Register?, into target: Register,
    count: Int
  ) {
    switch registers.storage(target) {
    case .integer where !isConstant(a):
      sumInOneGo(a, start, list: list, counted: counted, into: target, count: count)
    case .integer:
      sum(a, start, list: list, counted: counted, into: target, count: count, zero: 0 as Int64) {
        $0 &+ $1
      }
    case .wide:
      sum(a, start, list: list, counted: counted, into: target, count: count, zero: 0 as Int128) {
        $0 &+ $1
      }
    case .double:
      sum(a, start, list: list, counted: counted, into: target, count: count, zero: 0 as Double) {
        $0 + $1
      }
    case .flag, .choice, .text, .texts, .point, .rowSet:
      preconditionFailure("only numbers are summed")
    }
  }

  @inline(__always)
  private func sum<Cell>(
    _ a: Register, _ start: Register?, list: ListID, counted: Register?, into target: Register,
    count: Int, zero: Cell, add: (Cell, Cell) -> Cell
  ) {
    unsafe registers.target(target, rows: count)
    let (x, t, end) = unsafe (
      registers.cells(a, as: Cell.self), registers.cells(target, as: Cell.self), ends(list)
    )
    let step = isConstant(a) ? 0 : 1
    let from = unsafe start.map { unsafe registers.cells($0, as: Cell.self) }
    let startStep = start.map { isConstant($0) ? 0 : 1 } ?? 0
    let marks = unsafe counted.map { unsafe registers.cells($0, as: UInt8.self) }
    let markStep = counted.map { isConstant($0) ? 0 : 1 } ?? 0
    for parent in 0..<count {
      var total = unsafe from.map { unsafe $0[parent * startStep] } ?? zero
      for element in unsafe Int(end[parent])..<Int(end[parent + 1]) {
        if let marks = unsafe marks, unsafe marks[element * markStep] == 0 { continue }
        total = unsafe add(total, x[element * step])
      }
      unsafe t[parent] = total
    }
  }

  /// Differences of the sums of all elements so far, which may wrap: how many elements a
  /// parent has would be an unpredictable branch.
  private func sumInOneGo(
    _ a: Register, _ start: Register?, list: ListID, counted: Register?, into target: Register,
    count: Int
  ) {
    unsafe registers.target(target, rows: count)
    let (x, t, end) = unsafe (
      registers.cells(a, as: Int64.self), registers.cells(target, as: Int64.self), ends(list)
    )
    let elements = unsafe Int(end[count])
    scratch.sums.resize(to: elements + 1)
    let sums = unsafe scratch.sums.pointer
    unsafe sums[0] = 0
    var total: Int64 = 0
    if let counted {
      let marks = unsafe registers.cells(counted, as: UInt8.self)
      let step = isConstant(counted) ? 0 : 1
      for element in 0..<elements {
        total &+= unsafe x[element] & (0 &- Int64(marks[element &* step]))
        unsafe sums[element &+ 1] = total
      }
    } else {
      for element in 0..<elements {
        total &+= unsafe x[element]
        unsafe sums[element &+ 1] = total
      }
    }
    for parent in 0..<count {
      unsafe t[parent] = sums[Int(end[parent &+ 1])] &- sums[Int(end[parent])]
    }
    guard let start else { return }
    let (from, step) = unsafe (
      registers.cells(start, as: Int64.self), isConstant(start) ? 0 : 1
    )
    for parent in 0..<count { unsafe t[parent] &+= from[parent &* step] }
  }

  private func running(_ start: Register, _ a: Register, list: ListID, into target: Register) {
    switch registers.storage(target) {
    case .integer: running(start, a, list: list, into: target, Int64.self) { $0 &+ $1 }
    case .wide: running(start, a, list: list, into: target, Int128.self) { $0 &+ $1 }
    case .double: running(start, a, list: list, into: target, Double.self) { $0 + $1 }
    case .flag, .choice, .text, .texts, .point, .rowSet:
      preconditionFailure("only numbers are carried")
    }
  }

  @inline(__always)
  private func running<Cell>(
    _ start: Register, _ a: Register, list: ListID, into target: Register, _: Cell.Type,
    add: (Cell, Cell) -> Cell
  ) {
    let rows = lists[list].keptCount
    let parents = lists[list].keptOffsets.count - 1
    unsafe registers.target(target, rows: rows)
    let (x, t, end) = unsafe (
      registers.cells(a, as: Cell.self), registers.cells(target, as: Cell.self), ends(list)
    )
    let from = unsafe registers.cells(start, as: Cell.self)
    let (step, startStep) = (isConstant(a) ? 0 : 1, isConstant(start) ? 0 : 1)
    for parent in 0..<max(0, parents) {
      var total = unsafe from[parent * startStep]
      for element in unsafe Int(end[parent])..<Int(end[parent + 1]) {
        total = unsafe add(total, x[element * step])
        unsafe t[element] = total
      }
    }
  }

  private func countElements(
    _ list: ListID, _ counted: Register?, into target: Register, count: Int
  ) {
    unsafe registers.target(target, rows: count)
    let (t, end) = unsafe (registers.cells(target, as: Int64.self), ends(list))
    guard let counted else {
      for parent in 0..<count { unsafe t[parent] = Int64(end[parent + 1] - end[parent]) }
      return
    }
    let marks = unsafe registers.cells(counted, as: UInt8.self)
    let step = isConstant(counted) ? 0 : 1
    for parent in 0..<count {
      var total: Int64 = 0
      for element in unsafe Int(end[parent])..<Int(end[parent + 1]) {
        total &+= unsafe Int64(marks[element * step])
      }
      unsafe t[parent] = total
    }
  }

  private func flags(_ a: Register, _ list: ListID, into target: Register, count: Int, any: Bool) {
    unsafe registers.target(target, rows: count)
    let (x, t, end) = unsafe (
      registers.cells(a, as: UInt8.self), registers.cells(target, as: UInt8.self), ends(list)
    )
    let step = isConstant(a) ? 0 : 1
    for parent in 0..<count {
      var result: UInt8 = any ? 0 : 1
      for element in unsafe Int(end[parent])..<Int(end[parent + 1]) {
        let flag = unsafe x[element * step]
        result = any ? result | flag : result & flag
      }
      unsafe t[parent] = result
    }
  }

  // MARK: - One of the elements

  private func best(
    _ a: Register, _ list: ListID, counted: Register?, instruction: PreparedInstruction,
    count: Int,
    least: Bool
  ) {
    switch registers.storage(a) {
    case .integer:
      best(
        a, list, counted: counted, instruction: instruction, count: count, Int64.self, least: least)
    case .wide:
      best(
        a, list, counted: counted, instruction: instruction, count: count, Int128.self, least: least
      )
    case .double:
      best(
        a, list, counted: counted, instruction: instruction, count: count, Double.self, least: least
      )
    case .flag:
      best(
        a, list, counted: counted, instruction: instruction, count: count, UInt8.self, least: least)
    case .choice:
      best(
        a, list, counted: counted, instruction: instruction, count: count, Int32.self, least: least)
    case .text, .texts, .point, .rowSet: preconditionFailure("nothing to order")
    }
  }

  private func best<Cell: Comparable>(
    _ a: Register, _ list: ListID, counted: Register?, instruction: PreparedInstruction,
    count: Int,
    _: Cell.Type, least: Bool
  ) {
    let x = unsafe registers.cells(a, as: Cell.self)
    let step = isConstant(a) ? 0 : 1
    choose(a, list, counted: counted, instruction: instruction, count: count) {
      candidate, current in
      let (p, q) = unsafe (x[candidate * step], x[current * step])
      return least ? p < q : p > q
    }
  }

  private func pick(
    _ a: Register, _ list: ListID, counted: Register?, instruction: PreparedInstruction,
    count: Int,
    first: Bool
  ) {
    choose(a, list, counted: counted, instruction: instruction, count: count) { _, _ in !first }
  }

  /// The element that wins over those before it; a zero where there is none.
  private func choose(
    _ a: Register, _ list: ListID, counted: Register?, instruction: PreparedInstruction,
    count: Int,
    wins: (Int, Int) -> Bool
  ) {
    let end = unsafe ends(list)
    let marks = unsafe counted.map { unsafe registers.cells($0, as: UInt8.self) }
    let markStep = counted.map { isConstant($0) ? 0 : 1 } ?? 0
    let chosen = scratch.positions
    chosen.resize(to: count)
    if let given = instruction.given { unsafe registers.target(given, rows: count) }
    for parent in 0..<count {
      var winner = -1
      for element in unsafe Int(end[parent])..<Int(end[parent + 1]) {
        if let marks = unsafe marks, unsafe marks[element * markStep] == 0 { continue }
        if winner < 0 || wins(element, winner) { winner = element }
      }
      chosen[parent] = Int32(winner)
      if let given = instruction.given {
        unsafe registers.cells(given, as: UInt8.self)[parent] = winner < 0 ? 0 : 1
      }
    }
    take(a, chosen, into: instruction.target, count)
  }

  private func take(
    _ source: Register, _ chosen: ColumnBuffer<Int32>, into target: Register, _ count: Int
  ) {
    unsafe registers.target(target, rows: count)
    let stride = registers.storage(source).stride
    let (from, to) = unsafe (registers.raw(source), registers.raw(target))
    let step = isConstant(source) ? 0 : stride
    for i in 0..<count {
      let at = Int(chosen[i])
      if at >= 0 {
        unsafe (to + i * stride).copyMemory(from: from + at * step, byteCount: stride)
      } else if registers.storage(target) == .text {
        unsafe registers.cells(target, as: TextSlice.self)[i] = .empty
      } else {
        unsafe (to + i * stride).initializeMemory(as: UInt8.self, repeating: 0, count: stride)
      }
    }
  }

  // MARK: - Texts, shares, order

  /// Texts (or lists of texts) of all elements, in order.
  private func up(
    _ a: Register, _ list: ListID, counted: Register?, into target: Register, count: Int
  ) {
    unsafe registers.target(target, rows: count)
    unsafe TextListKernels.up(
      column(a), counted: counted.map { unsafe UnsafePointer(registers.cells($0, as: UInt8.self)) },
      elements: ends(list), parents: count, into: registers.cells(target),
      items: registers.texts(target))
  }

  private func sumBefore(
    _ a: PlanValue, _ key: PlanValue?, list: ListID, instruction: PreparedInstruction,
    scratch: KernelScratch
  ) {
    let rows = lists[list].keptCount
    let parents = max(0, lists[list].keptOffsets.count - 1)
    unsafe registers.target(instruction.target, rows: rows)
    let keys = unsafe key.map { unsafe column($0) }
    unsafe SumBeforeKernels.run(
      column(a), key: keys, elements: ends(list), parents: parents,
      into: registers.raw(instruction.target), scratch: scratch)
    guard let given = instruction.given else { return }
    unsafe registers.target(given, rows: rows)
    unsafe SumBeforeKernels.given(
      column(a), key: keys, elements: ends(list), parents: parents, into: registers.cells(given),
      scratch: scratch)
  }

  private func split(
    _ amount: Register, _ weight: Register, list: ListID, units: Int128,
    instruction: PreparedInstruction, scratch: KernelScratch
  ) {
    let rows = lists[list].keptCount
    let parents = max(0, lists[list].keptOffsets.count - 1)
    unsafe registers.target(instruction.target, rows: rows)
    if let given = instruction.given { unsafe registers.target(given, rows: rows) }
    let flags = unsafe instruction.given.map { unsafe registers.cells($0, as: UInt8.self) }
    if registers.storage(instruction.target) == .double {
      unsafe SplitKernels.run(
        registers.cells(amount, as: Double.self), weight: registers.cells(weight, as: Double.self),
        elements: ends(list), parents: parents, units: Double(units),
        into: registers.cells(instruction.target, as: Double.self), given: flags)
    } else {
      unsafe SplitKernels.run(
        column(amount), weight: column(weight), elements: ends(list), parents: parents,
        into: registers.raw(instruction.target), as: registers.storage(instruction.target),
        given: flags, scratch: scratch)
    }
  }
}
