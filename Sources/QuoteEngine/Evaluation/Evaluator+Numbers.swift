import CVector
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Arithmetic, a cell for a cell. Integers wrap: the compiler proved that
  /// given cells do not, and what is not given may be anything.
  func run(
    _ operation: PlanOperation.Numbers, _ instruction: PreparedInstruction, _ count: Int
  ) {
    let target = instruction.target
    switch operation {
    case .arithmetic(let operation, let a, let b):
      arithmetic(operation, a, b, into: target, count: count)
    case .divide(let a, let b):
      zip(a, b, into: target, count: count) { (x: Double, y: Double) in x / y }
    case .negate(let a): negate(a, target, count)
    case .scale(let a, let factor): scale(a, by: factor, target, count)
    case .widen(let a): map(a, target, count: count) { (x: Int64) in Int128(x) }
    case .narrow(let a):
      map(a, target, count: count) { (x: Int128) in Int64(truncatingIfNeeded: x) }
    case .toDouble(let a):
      if registers.storage(a) == .wide {
        map(a, target, count: count) { (x: Int128) in Double(nearest: x) }
      } else {
        map(a, target, count: count) { (x: Int64) in Double(x) }
      }
    case .scaleDouble(let a, let factor): map(a, target, count: count) { (x: Double) in x * factor }
    case .round(let a, _, _, _):
      divide(a, instruction.step.division, into: target, count: count)
    case .roundQuotient(let a, let b, let multiplier, let divisor, let mode):
      quotient(a, b, scale: (multiplier, divisor), mode: mode, into: target, count: count)
    case .roundPlaces(let a, let places, let style):
      unsafe registers.target(target, rows: count)
      unsafe BinaryKernels.round(
        registers.cells(a), into: registers.cells(target), count: count, places: places, style)
    case .wholeOf(let a, let mode, let most):
      unsafe registers.target(target, rows: count)
      if let given = instruction.given { unsafe registers.target(given, rows: count) }
      unsafe BinaryKernels.whole(
        registers.cells(a), into: registers.cells(target),
        given: instruction.given.map { unsafe registers.cells($0) }, count: count, mode,
        most: most)
    case .extreme(let least, let a, let b): extreme(least, a, b, into: target, count: count)
    case .function(let function, let a, let b):
      apply(function, a, b, instruction: instruction, count: count)
    }
  }

  private func arithmetic(
    _ operation: Arithmetics, _ a: Register, _ b: Register, into target: Register, count: Int
  ) {
    switch (registers.storage(target), operation) {
    case (.integer, .add): unsafe integers(cvector_add, a, second: b, into: target, count: count)
    case (.integer, .subtract):
      unsafe integers(cvector_subtract, a, second: b, into: target, count: count)
    case (.integer, .multiply):
      unsafe integers(cvector_multiply, a, second: b, into: target, count: count)
    case (.wide, .add): zip(a, b, into: target, count: count) { (x: Int128, y: Int128) in x &+ y }
    case (.wide, .subtract):
      zip(a, b, into: target, count: count) { (x: Int128, y: Int128) in x &- y }
    case (.wide, .multiply):
      zip(a, b, into: target, count: count) { (x: Int128, y: Int128) in x &* y }
    case (.double, .add): zip(a, b, into: target, count: count) { (x: Double, y: Double) in x + y }
    case (.double, .subtract):
      zip(a, b, into: target, count: count) { (x: Double, y: Double) in x - y }
    case (.double, .multiply):
      zip(a, b, into: target, count: count) { (x: Double, y: Double) in x * y }
    case (.flag, _), (.choice, _), (.text, _), (.texts, _), (.point, _), (.rowSet, _):
      preconditionFailure("only numbers are added")
    }
  }

  private func negate(_ a: Register, _ target: Register, _ count: Int) {
    switch registers.storage(target) {
    case .integer:
      unsafe registers.target(target, rows: count)
      unsafe withUnsafePointer(to: 0 as Int64) { zero in
        unsafe cvector_subtract(zero, 0, registers.cells(a), 1, registers.cells(target), count)
      }
    case .wide: map(a, target, count: count) { (x: Int128) in 0 &- x }
    case .double: map(a, target, count: count) { (x: Double) in -x }
    case .flag, .choice, .text, .texts, .point, .rowSet: preconditionFailure("not a number")
    }
  }

  private func apply(
    _ function: NumberFunction, _ a: Register, _ b: Register?, instruction: PreparedInstruction,
    count: Int
  ) {
    switch function {
    case .absolute: absolute(a, instruction.target, count)
    case .remainder:
      guard let b else { preconditionFailure("a remainder by nothing") }
      remainder(a, b, instruction: instruction, count: count)
    }
  }

  private func remainder(
    _ a: Register, _ b: Register, instruction: PreparedInstruction, count: Int
  ) {
    let (target, given) = (instruction.target, instruction.given)
    switch registers.storage(target) {
    case .integer:
      zip(a, b, into: target, count: count) { (x: Int64, y: Int64) in
        RemainderKernels.remainder(of: x, by: y)
      }
      if let given {
        zip(a, b, into: given, count: count) { (_: Int64, y: Int64) -> UInt8 in y == 0 ? 0 : 1 }
      }
    case .wide:
      zip(a, b, into: target, count: count) { (x: Int128, y: Int128) in
        RemainderKernels.remainder(of: x, by: y)
      }
      if let given {
        zip(a, b, into: given, count: count) { (_: Int128, y: Int128) -> UInt8 in y == 0 ? 0 : 1 }
      }
    case .double:
      zip(a, b, into: target, count: count) { (x: Double, y: Double) in
        RemainderKernels.remainder(of: x, by: y)
      }
      if let given {
        zip(a, b, into: given, count: count) { (_: Double, y: Double) -> UInt8 in y == 0 ? 0 : 1 }
      }
    case .flag, .choice, .text, .texts, .point, .rowSet: preconditionFailure("not a number")
    }
  }

  private func absolute(_ a: Register, _ target: Register, _ count: Int) {
    switch registers.storage(target) {
    case .integer: map(a, target, count: count) { (x: Int64) in x < 0 ? 0 &- x : x }
    case .wide: map(a, target, count: count) { (x: Int128) in x < 0 ? 0 &- x : x }
    case .double: map(a, target, count: count) { (x: Double) in x.magnitude }
    case .flag, .choice, .text, .texts, .point, .rowSet: preconditionFailure("not a number")
    }
  }

  private func scale(_ a: Register, by factor: Int128, _ target: Register, _ count: Int) {
    let narrow = Int64(truncatingIfNeeded: factor)
    switch (registers.storage(a), registers.storage(target)) {
    case (.integer, .integer):
      unsafe registers.target(target, rows: count)
      unsafe withUnsafePointer(to: narrow) {
        unsafe cvector_multiply(
          registers.cells(a), 1, $0, 0, registers.cells(target), count)
      }
    case (.integer, .wide): map(a, target, count: count) { (x: Int64) in Int128(x) &* factor }
    case (.wide, .integer):
      map(a, target, count: count) { (x: Int128) in Int64(truncatingIfNeeded: x &* factor) }
    default: map(a, target, count: count) { (x: Int128) in x &* factor }
    }
  }

  private func divide(_ a: Register, _ division: WholeDivision, into target: Register, count: Int) {
    unsafe registers.target(target, rows: count)
    switch (registers.storage(a), registers.storage(target)) {
    case (.integer, .integer):
      unsafe division.run(
        registers.cells(a, as: Int64.self), into: registers.cells(target, as: Int64.self),
        count: count)
    case (.integer, .wide):
      unsafe division.run(
        registers.cells(a, as: Int64.self), into: registers.cells(target, as: Int128.self),
        count: count)
    case (.wide, .integer):
      unsafe division.run(
        registers.cells(a, as: Int128.self), into: registers.cells(target, as: Int64.self),
        count: count)
    default:
      unsafe division.run(
        registers.cells(a, as: Int128.self), into: registers.cells(target, as: Int128.self),
        count: count)
    }
  }

  private func quotient(
    _ a: Register, _ b: Register, scale: (Int128, Int128), mode: RoundingMode,
    into target: Register, count: Int
  ) {
    unsafe registers.target(target, rows: count)
    if isConstant(a) || isConstant(b), count != 1 {
      return quotientOfConstant(a, b, scale: scale, mode: mode, into: target, count: count)
    }
    unsafe QuotientKernels.round(
      column(a), column(b), multiplier: scale.0, divisor: scale.1, mode,
      into: registers.raw(target), as: registers.storage(target), count: count)
  }

  private func quotientOfConstant(
    _ a: Register, _ b: Register, scale: (Int128, Int128), mode: RoundingMode,
    into target: Register, count: Int
  ) {
    let (x, y) = unsafe (column(a), column(b))
    let (stepX, stepY) = (isConstant(a) ? 0 : 1, isConstant(b) ? 0 : 1)
    for i in 0..<count {
      let divisor = unsafe y.whole(i * stepY)
      let result =
        unsafe divisor == 0
        ? 0
        : QuotientKernels.one(
          x.whole(i * stepX), divisor, multiplier: scale.0, divisor: scale.1, mode: mode)
      if registers.storage(target) == .wide {
        unsafe registers.cells(target, as: Int128.self)[i] = result
      } else {
        unsafe registers.cells(target, as: Int64.self)[i] = Int64(truncatingIfNeeded: result)
      }
    }
  }

  // MARK: - The lesser and the greater

  private func extreme(
    _ least: Bool, _ a: Register, _ b: Register, into target: Register, count: Int
  ) {
    switch registers.storage(target) {
    case .integer:
      unsafe integers(
        least ? cvector_least : cvector_greatest, a, second: b, into: target, count: count)
    case .wide: extreme(least, a, b, into: target, count: count, Int128.self)
    case .double: extreme(least, a, b, into: target, count: count, Double.self)
    case .choice: extreme(least, a, b, into: target, count: count, Int32.self)
    case .flag, .text, .texts, .point, .rowSet: preconditionFailure("nothing to order")
    }
  }

  /// The first of two that are equal, as Python's `min` and `max` have it.
  @inline(__always)
  private func extreme<Cell: Comparable>(
    _ least: Bool, _ a: Register, _ b: Register, into target: Register, count: Int, _: Cell.Type
  ) {
    if least {
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) in y < x ? y : x }
    } else {
      zip(a, b, into: target, count: count) { (x: Cell, y: Cell) in y > x ? y : x }
    }
  }
}
