import QuoteLanguage
import CCode

/// Machine code for instructions of a plan that stand together.
///
/// Immutable once made; evaluators on several threads run it, each on columns and constants
/// of its own.
@safe final class CompiledLoop: @unchecked Sendable {
  let grain: PlanGrain
  /// The instructions it stands for.
  let range: Range<Int>
  let program: LoopProgram
  private let code: UnsafeRawBufferPointer
  /// Brings the rows left at the end; nil if the code takes any number of them.
  private let rest: LoopRest?

  /// nil if the system does not let a program make code, or the loop wants too much.
  init?(
    _ program: LoopProgram, for range: Range<Int>, grain: PlanGrain,
    by instructions: LoopInstructions
  ) {
    guard let code = unsafe instructions.code(of: program)?.runnable() else { return nil }
    unsafe self.code = code
    rest = instructions.takesAnyCount ? nil : LoopRest(program)
    self.range = range
    self.grain = grain
    self.program = program
  }

  deinit { unsafe ccode_free(code.baseAddress, code.count) }

  @unsafe func run(
    _ places: UnsafePointer<UnsafeMutableRawPointer?>, count: Int, pool: UnsafeRawPointer
  ) {
    guard let rest else { return unsafe ccode_run(code.baseAddress, places, count, pool) }
    let whole = count / LoopRest.rows * LoopRest.rows
    if whole > 0 { unsafe ccode_run(code.baseAddress, places, whole, pool) }
    guard whole < count else { return }
    unsafe rest.withRows(whole..<count, of: places) { places in
      unsafe ccode_run(code.baseAddress, places, LoopRest.rows, pool)
    }
  }
}

/// A loop as one evaluator runs it: with its constants, and room for where its columns are.
@safe final class BoundLoop {
  let loop: CompiledLoop
  private let pool: UnsafeMutableRawPointer
  private let places: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Constants are computed once, before this.
  init(_ loop: CompiledLoop, _ registers: RegisterFile) {
    self.loop = loop
    let words = loop.program.pool.words
    unsafe pool = .allocate(byteCount: 8 * words.count, alignment: 64)
    for (index, word) in words.enumerated() {
      unsafe pool.storeBytes(of: word, toByteOffset: 8 * index, as: UInt64.self)
    }
    for (register, at) in zip(loop.program.pool.registers, loop.program.pool.registersAt) {
      let bits: UInt64 =
        switch registers.storage(register) {
        case .choice:
          unsafe UInt64(bitPattern: Int64(registers.cells(register, as: Int32.self)[0]))
        case .integer, .double: unsafe registers.cells(register, as: UInt64.self)[0]
        case .flag, .wide, .text, .texts, .point, .rowSet:
          preconditionFailure("no constant of a loop")
        }
      unsafe pool.storeBytes(of: bits, toByteOffset: at, as: UInt64.self)
    }
    unsafe places = .allocate(capacity: max(1, loop.program.places.count))
  }

  deinit {
    unsafe pool.deallocate()
    unsafe places.deallocate()
  }

  /// Makes room for what is stored, and runs; false where a column is not as the code wants it.
  func run(_ evaluator: Evaluator) -> Bool {
    let count = evaluator.count(loop.grain)
    let registers = evaluator.registers
    for register in loop.program.stored { unsafe registers.target(register, rows: count) }
    for (index, place) in loop.program.places.enumerated() {
      switch place {
      case .cells(let register): unsafe places[index] = registers.raw(register)
      case .codes(let register, let vocabulary):
        guard let known = unsafe registers.known(register), unsafe known.vocabulary == vocabulary
        else { return false }
        unsafe places[index] = UnsafeMutableRawPointer(mutating: known.codes)
      case .given(let list, let field):
        guard let bytes = unsafe evaluator.validity(list, field) else { return false }
        unsafe places[index] = UnsafeMutableRawPointer(mutating: bytes)
      }
    }
    unsafe loop.run(places, count: count, pool: pool)
    return true
  }
}
