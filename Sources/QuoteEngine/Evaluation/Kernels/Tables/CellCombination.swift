import QuoteLanguage
import QuoteSyntax

/// The cells of all rows that hold, added up or multiplied in row order from
/// 0 or 1; those not given are left out.
///
/// A set of rows is so many words of 64 bits, bit r for row r from 0. Where a
/// table has few rows, every possible set's result is computed beforehand; the
/// sum (never a product, never of doubles, whose order matters) of many rows is
/// put together from such results, eight rows at a time.
@safe final class CellCombination: @unchecked Sendable {
  private let column: CellColumn
  private let operation: Arithmetics
  private let words: Int
  /// Results of all sets of the first eight rows, then of the next eight …, or
  /// nothing; each `stride` bytes.
  private let prepared: CellColumn?
  private let isWhole: Bool
  private static let chunk = 8

  /// Integers wrap; the compiler's ranges see to it that they do not have to.
  init(_ column: CellColumn, _ operation: Arithmetics, words: Int) {
    self.column = column
    self.operation = operation
    self.words = words
    let chunks = (column.count + Self.chunk - 1) / Self.chunk
    isWhole = column.storage == .integer || column.storage == .wide
    let isSplit = isWhole && operation != .multiply && chunks <= 64
    guard column.count > 0, chunks == 1 || isSplit else {
      prepared = nil
      return
    }
    var figures: [Parameters.Figure] = []
    for chunk in 0..<chunks {
      for set in 0..<UInt64(1) << UInt64(Self.chunk) {
        figures.append(Self.combined(column, operation, set, from: chunk * Self.chunk))
      }
    }
    prepared = CellColumn(figures, storage: column.storage)
  }

  var storage: PlanStorage { column.storage }

  /// What each of some sets of 64 rows comes to, where all of it is known to fit 32 bits.
  func narrowResults(of sets: [UInt64]) -> [Int32] {
    var results = [Int64](repeating: 0, count: sets.count)
    unsafe results.withUnsafeMutableBytes { results in
      guard let target = results.baseAddress else { return }
      unsafe sets.withUnsafeBufferPointer { sets in
        guard let first = sets.baseAddress else { return }
        unsafe run(first, into: target, count: sets.count)
      }
    }
    return results.map { Int32(truncatingIfNeeded: $0) }
  }

  @unsafe func run(
    _ sets: UnsafePointer<UInt64>, into target: UnsafeMutableRawPointer, count: Int
  ) {
    switch column.storage {
    case .integer:
      unsafe run(
        sets, target.assumingMemoryBound(to: Int64.self), count: count, add: &+, multiply: &*)
    case .wide:
      unsafe run(
        sets, target.assumingMemoryBound(to: Int128.self), count: count, add: &+, multiply: &*)
    case .double:
      unsafe run(
        sets, target.assumingMemoryBound(to: Double.self), count: count, add: +, multiply: *)
    case .flag, .choice, .text, .texts, .point, .rowSet:
      preconditionFailure("only numbers are combined")
    }
  }

  @inline(__always)
  @unsafe private func run<Cell: ExpressibleByIntegerLiteral>(
    _ sets: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<Cell>, count: Int,
    add: (Cell, Cell) -> Cell, multiply: (Cell, Cell) -> Cell
  ) {
    let start: Cell = operation == .multiply ? 1 : 0
    if let prepared {
      let results = unsafe prepared.pointer(Cell.self) + 1
      if column.count <= Self.chunk {
        for i in 0..<count { unsafe target[i] = results[Int(sets[i])] }
        return
      }
      for i in 0..<count {
        var sum: Cell = 0
        for word in 0..<words {
          var rest = unsafe sets[i * words + word]
          var base = unsafe results + word << 11
          while rest != 0 {
            sum = unsafe add(sum, base[Int(rest & 0xFF)])
            rest &>>= 8
            unsafe base += 256
          }
        }
        unsafe target[i] = sum
      }
      return
    }
    let cells = unsafe column.pointer(Cell.self) + 1
    for i in 0..<count {
      var result = start
      for word in 0..<words {
        var rest = unsafe sets[i * words + word]
        while rest != 0 {
          let row = word << 6 + rest.trailingZeroBitCount
          rest &= rest &- 1
          guard unsafe column.given[row + 1] != 0 else { continue }
          let cell = unsafe cells[row]
          result = operation == .multiply ? multiply(result, cell) : add(result, cell)
        }
      }
      unsafe target[i] = result
    }
  }

  private static func combined(
    _ column: CellColumn, _ operation: Arithmetics, _ set: UInt64, from start: Int
  ) -> Parameters.Figure {
    let rows = (0..<chunk).filter { bit in
      set >> UInt64(bit) & 1 == 1 && start + bit < column.count
    }.map { $0 + start + 1 }.filter { unsafe column.given[$0] != 0 }
    let isProduct = operation == .multiply
    switch column.storage {
    case .integer:
      return .integer(
        rows.reduce(isProduct ? 1 : 0) { result, row in
          let cell = unsafe Int128(column.pointer(Int64.self)[row])
          return isProduct ? result &* cell : result &+ cell
        })
    case .wide:
      return .integer(
        rows.reduce(isProduct ? 1 : 0) { result, row in
          let cell = unsafe column.pointer(Int128.self)[row]
          return isProduct ? result &* cell : result &+ cell
        })
    case .double:
      return .double(
        rows.reduce(isProduct ? 1 : 0) { result, row in
          let cell = unsafe column.pointer(Double.self)[row]
          return isProduct ? result * cell : result + cell
        })
    case .flag, .choice, .text, .texts, .point, .rowSet:
      preconditionFailure("only numbers are combined")
    }
  }
}
