import CVector
import QuoteLanguage
import QuoteSyntax

// The loop shapes. Each is inlined into its caller with the operation in it, so
// that it becomes one loop over plain pointers, which the compiler turns into
// vector code where the operation allows it. Constant operands are read once.
extension Evaluator {
  @inline(__always)
  package func map<A, T>(_ source: Register, _ target: Register, count: Int, body: (A) -> T) {
    unsafe registers.target(target, rows: count)
    let (a, t) = unsafe (registers.cells(source, as: A.self), registers.cells(target, as: T.self))
    for i in 0..<count { unsafe t[i] = body(a[i]) }
  }

  @inline(__always)
  func zip<A, B, T>(
    _ first: Register, _ second: Register, into target: Register, count: Int, body: (A, B) -> T
  ) {
    unsafe registers.target(target, rows: count)
    let (a, b, t) = unsafe (
      registers.cells(first, as: A.self), registers.cells(second, as: B.self),
      registers.cells(target, as: T.self)
    )
    switch (isConstant(first) && count != 1, isConstant(second) && count != 1) {
    case (false, false): for i in 0..<count { unsafe t[i] = body(a[i], b[i]) }
    case (false, true):
      let y = unsafe b[0]
      for i in 0..<count { unsafe t[i] = body(a[i], y) }
    case (true, false):
      let x = unsafe a[0]
      for i in 0..<count { unsafe t[i] = body(x, b[i]) }
    case (true, true):
      let z = unsafe body(a[0], b[0])
      for i in 0..<count { unsafe t[i] = z }
    }
  }

  /// Cells of one of two sources, by a flag.
  @inline(__always)
  func choose<Cell>(
    _ flag: Register, _ first: Register, second: Register, into target: Register, count: Int,
    _: Cell.Type
  ) {
    unsafe registers.target(target, rows: count)
    let flags = unsafe registers.cells(flag, as: UInt8.self)
    let (a, b, t) = unsafe (
      registers.cells(first, as: Cell.self), registers.cells(second, as: Cell.self),
      registers.cells(target, as: Cell.self)
    )
    let many = count != 1
    let (stepF, stepA, stepB) = (
      isConstant(flag) && many ? 0 : 1, isConstant(first) && many ? 0 : 1,
      isConstant(second) && many ? 0 : 1
    )
    if stepF == 1, stepA == 1, stepB == 1 {
      for i in 0..<count { unsafe t[i] = flags[i] != 0 ? a[i] : b[i] }
    } else if stepF == 1, stepA == 1 {
      let y = unsafe b[0]
      for i in 0..<count { unsafe t[i] = flags[i] != 0 ? a[i] : y }
    } else if stepF == 1, stepB == 1 {
      let x = unsafe a[0]
      for i in 0..<count { unsafe t[i] = flags[i] != 0 ? x : b[i] }
    } else {
      for i in 0..<count { unsafe t[i] = flags[i * stepF] != 0 ? a[i * stepA] : b[i * stepB] }
    }
  }

  /// A loop over two columns of integers that is chosen for the processor.
  package typealias IntegerLoop =
    @convention(c) (
      UnsafePointer<Int64>?, Int32, UnsafePointer<Int64>?, Int32, UnsafeMutablePointer<Int64>?, Int
    ) -> Void

  @inline(__always)
  package func integers(
    _ loop: IntegerLoop, _ first: Register, second: Register, into target: Register, count: Int
  ) {
    unsafe registers.target(target, rows: count)
    let (a, b, t) = unsafe (
      registers.cells(first, as: Int64.self), registers.cells(second, as: Int64.self),
      registers.cells(target, as: Int64.self)
    )
    unsafe loop(a, step(first), b, step(second), t, count)
  }

  /// The distance from one row's cell to the next: 0 if one cell serves all rows, else 1.
  @inline(__always)
  package func step(_ register: Register) -> Int32 { isConstant(register) ? 0 : 1 }
}
