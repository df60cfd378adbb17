import CVector
import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Conditions: a byte a row, 0 or 1.
  func run(
    _ operation: PlanOperation.Flags, _ instruction: PreparedInstruction, count: Int,
    scratch: KernelScratch
  ) {
    let target = instruction.target
    switch operation {
    case .and(let a, let b): zip(a, b, into: target, count: count) { (x: UInt8, y: UInt8) in x & y }
    case .or(let a, let b): zip(a, b, into: target, count: count) { (x: UInt8, y: UInt8) in x | y }
    case .not(let a): map(a, target, count: count) { (x: UInt8) in x ^ 1 }
    case .compare(let comparison, let a, let b):
      compare(comparison, a, b, into: target, count: count)
    case .select(let flag, let a, let b): select(flag, a, b, into: target, count: count)
    case .zeroUnless(let flag, let a): zeroUnless(flag, a, into: target, count: count)
    case .within(let a, _, _):
      // A constant is asked about in the prologue, where there is one row.
      precondition(!isConstant(a) || count == 1, "a constant key outside the prologue")
      unsafe registers.target(target, rows: count)
      unsafe instruction.step.membership.run(
        column(a), into: registers.cells(target), count: count, scratch: scratch)
    }
  }

  private func compare(
    _ comparison: PriceExpression.Comparison, _ a: Register, _ b: Register, into target: Register,
    count: Int
  ) {
    switch registers.storage(a) {
    case .integer: compare(comparison, a, b, into: target, count: count, Int64.self)
    case .wide: compare(comparison, a, b, into: target, count: count, Int128.self)
    case .double: compare(comparison, a, b, into: target, count: count, Double.self)
    case .flag: compare(comparison, a, b, into: target, count: count, UInt8.self)
    case .choice where comparison == .equal || comparison == .notEqual:
      unsafe registers.target(target, rows: count)
      unsafe cvector_compare_choices(
        comparison == .equal ? 1 : 0, registers.cells(a), step(a), registers.cells(b), step(b),
        registers.cells(target), count)
    case .choice: compare(comparison, a, b, into: target, count: count, Int32.self)
    case .text: compareTexts(comparison, a, b, into: target, count: count)
    case .point:
      zip(a, b, into: target, count: count) { (x: SIMD2<Double>, y: SIMD2<Double>) in
        (x == y) == (comparison == .equal) ? 1 as UInt8 : 0
      }
    case .texts, .rowSet: preconditionFailure("nothing to compare")
    }
  }

  @inline(__always)
  private func compare<Cell: Comparable>(
    _ comparison: PriceExpression.Comparison, _ a: Register, _ b: Register, into target: Register,
    count: Int, _: Cell.Type
  ) {
    switch comparison {
    case .equal:
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) -> UInt8 in x == y ? 1 : 0 }
    case .notEqual:
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) -> UInt8 in x != y ? 1 : 0 }
    case .less:
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) -> UInt8 in x < y ? 1 : 0 }
    case .lessOrEqual:
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) -> UInt8 in x <= y ? 1 : 0 }
    case .greater:
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) -> UInt8 in x > y ? 1 : 0 }
    case .greaterOrEqual:
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) -> UInt8 in x >= y ? 1 : 0 }
    }
  }

  /// By code point, which for UTF-8 is by byte; where figures are exact, of texts in Unicode's
  /// form C, into which those are brought that are not the same already.
  private func compareTexts(
    _ comparison: PriceExpression.Comparison, _ a: Register, _ b: Register, into target: Register,
    count: Int
  ) {
    let arena = scratch.arena
    let isExact = !plan.model.arithmetic.isBinary
    func order(_ x: TextSlice, _ y: TextSlice) -> Int {
      guard isExact else { return x.order(to: y) }
      return x.composed(in: arena).order(to: y.composed(in: arena))
    }
    func isSame(_ x: TextSlice, _ y: TextSlice) -> Bool {
      if x.isSame(as: y) { return true }
      guard isExact, x.mayCompose || y.mayCompose else { return false }
      return order(x, y) == 0
    }
    zip(a, b, into: target, count: count) { (x: TextSlice, y: TextSlice) -> UInt8 in
      switch comparison {
      case .equal: isSame(x, y) ? 1 : 0
      case .notEqual: isSame(x, y) ? 0 : 1
      case .less: order(x, y) < 0 ? 1 : 0
      case .lessOrEqual: order(x, y) <= 0 ? 1 : 0
      case .greater: order(x, y) > 0 ? 1 : 0
      case .greaterOrEqual: order(x, y) >= 0 ? 1 : 0
      }
    }
  }

  private func select(
    _ flag: Register, _ a: Register, _ b: Register, into target: Register, count: Int
  ) {
    switch registers.storage(target) {
    case .texts: selectTexts(flag, a, b, into: target, count: count)
    case .integer:
      if isConstant(flag) {
        return choose(flag, a, second: b, into: target, count: count, Int64.self)
      }
      unsafe registers.target(target, rows: count)
      unsafe cvector_select(
        registers.cells(flag), registers.cells(a), step(a), registers.cells(b), step(b),
        registers.cells(target), count)
    case .double: choose(flag, a, second: b, into: target, count: count, Double.self)
    case .wide, .text, .point:
      choose(flag, a, second: b, into: target, count: count, SIMD2<UInt64>.self)
    case .flag: choose(flag, a, second: b, into: target, count: count, UInt8.self)
    case .choice: choose(flag, a, second: b, into: target, count: count, Int32.self)
    case .rowSet: preconditionFailure("sets of rows are not chosen")
    }
  }

  private func selectTexts(
    _ flag: Register, _ a: Register, _ b: Register, into target: Register, count: Int
  ) {
    unsafe registers.target(target, rows: count)
    let to = registers.texts(target)
    let (flags, offsets) = unsafe (
      registers.cells(flag, as: UInt8.self), registers.cells(target, as: Int32.self)
    )
    to.removeAll()
    unsafe offsets[0] = 0
    for i in 0..<count {
      let source = unsafe flags[isConstant(flag) ? 0 : i] != 0 ? a : b
      let at = isConstant(source) ? 0 : i
      let (from, ends) = unsafe (registers.texts(source), registers.cells(source, as: Int32.self))
      for item in unsafe Int(ends[at])..<Int(ends[at + 1]) { to.append(from[item]) }
      unsafe offsets[i + 1] = Int32(to.count)
    }
  }

  private func zeroUnless(_ flag: Register, _ a: Register, into target: Register, count: Int) {
    switch registers.storage(target) {
    case .integer:
      unsafe registers.target(target, rows: count)
      unsafe cvector_zero_unless(
        registers.cells(flag), step(flag), registers.cells(a), step(a), registers.cells(target),
        count)
    case .wide: zip(flag, a, into: target, count: count) { (f: UInt8, x: Int128) in f != 0 ? x : 0 }
    case .double:
      zip(flag, a, into: target, count: count) { (f: UInt8, x: Double) in f != 0 ? x : 0 }
    case .flag: zip(flag, a, into: target, count: count) { (f: UInt8, x: UInt8) in x & f }
    case .choice:
      zip(flag, a, into: target, count: count) { (f: UInt8, x: Int32) in x & (0 &- Int32(f)) }
    case .text:
      zip(flag, a, into: target, count: count) { (f: UInt8, x: TextSlice) in f != 0 ? x : .empty }
    case .point:
      zip(flag, a, into: target, count: count) { (f: UInt8, x: SIMD2<Double>) in f != 0 ? x : .zero
      }
    case .texts: keepTexts(flag, a, into: target, count: count)
    case .rowSet: preconditionFailure("sets of rows are not cleared")
    }
  }

  private func keepTexts(_ flag: Register, _ a: Register, into target: Register, count: Int) {
    unsafe registers.target(target, rows: count)
    let (from, to) = (registers.texts(a), registers.texts(target))
    let flags = unsafe registers.cells(flag, as: UInt8.self)
    let (ends, offsets) = unsafe (
      registers.cells(a, as: Int32.self), registers.cells(target, as: Int32.self)
    )
    to.removeAll()
    unsafe offsets[0] = 0
    for i in 0..<count {
      let at = isConstant(a) ? 0 : i
      if unsafe flags[isConstant(flag) ? 0 : i] != 0 {
        for item in unsafe Int(ends[at])..<Int(ends[at + 1]) { to.append(from[item]) }
      }
      unsafe offsets[i + 1] = Int32(to.count)
    }
  }
}
