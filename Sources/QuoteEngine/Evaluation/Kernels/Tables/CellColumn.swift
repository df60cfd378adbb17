import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// The literal cells of one value column of a table, in the table's order, ready
/// to be gathered by row. Row 0 stands for no row: zero, and not given.
///
/// Immutable once made, so sound to share between threads; texts point into
/// memory it owns.
@safe final class CellColumn: @unchecked Sendable {
  let storage: PlanStorage
  /// How many rows, without the one that stands for none.
  let count: Int
  private let cells: UnsafeMutableRawPointer
  let given: UnsafeMutablePointer<UInt8>
  /// Whether no cell is `-`.
  let isAlwaysGiven: Bool
  private let texts = BlockTexts()

  init(_ figures: [Parameters.Figure], storage: PlanStorage) {
    self.storage = storage
    count = figures.count
    isAlwaysGiven = !figures.contains { if case .notGiven = $0 { true } else { false } }
    let stride = storage.stride
    unsafe cells = .allocate(byteCount: (count + 1) * stride, alignment: 16)
    unsafe given = .allocate(capacity: count + 1)
    unsafe cells.initializeMemory(as: UInt8.self, repeating: 0, count: (count + 1) * stride)
    unsafe given.initialize(repeating: 0, count: count + 1)
    if storage == .text {
      for row in 0...count { unsafe pointer(TextSlice.self)[row] = .empty }
    }
    for (index, figure) in figures.enumerated() { set(index + 1, figure) }
  }

  deinit {
    unsafe cells.deallocate()
    unsafe given.deallocate()
  }

  @unsafe func pointer<Cell>(_: Cell.Type) -> UnsafeMutablePointer<Cell> {
    unsafe cells.assumingMemoryBound(to: Cell.self)
  }

  private func set(_ row: Int, _ figure: Parameters.Figure) {
    unsafe given[row] = 1
    switch figure {
    case .notGiven: unsafe given[row] = 0
    case .integer(let value):
      switch storage {
      case .wide: unsafe pointer(Int128.self)[row] = value
      case .flag: unsafe pointer(UInt8.self)[row] = value == 0 ? 0 : 1
      case .choice: unsafe pointer(Int32.self)[row] = Int32(truncatingIfNeeded: value)
      case .double: unsafe pointer(Double.self)[row] = Double(value)
      case .integer: unsafe pointer(Int64.self)[row] = Int64(truncatingIfNeeded: value)
      case .text, .texts, .point, .rowSet: preconditionFailure("a number among other cells")
      }
    case .double(let value): unsafe pointer(Double.self)[row] = value
    case .text(let value): unsafe pointer(TextSlice.self)[row] = texts.copy(value)
    case .point(let value):
      unsafe pointer(Double.self)[2 * row] = value.latitude
      unsafe pointer(Double.self)[2 * row + 1] = value.longitude
    }
  }

  /// The cells from row 0 on, where there are few, and all fit 32 bits.
  var narrowCells: [Int32]? {
    guard count < LoopProgram.mostCells else { return nil }
    switch storage {
    case .integer:
      let narrow = (0...count).compactMap { unsafe Int32(exactly: pointer(Int64.self)[$0]) }
      return narrow.count == count + 1 ? narrow : nil
    case .choice: return (0...count).map { unsafe pointer(Int32.self)[$0] }
    case .wide, .flag, .double, .text, .point, .texts, .rowSet: return nil
    }
  }

  /// 1 where a row's cell is given.
  var givenCells: [Int32] { (0...count).map { Int32(unsafe given[$0]) } }

  /// The cell of each row found (from 1; 0 for none gives zero).
  @unsafe func gather(
    _ rows: UnsafePointer<Int32>, into target: UnsafeMutableRawPointer, count: Int
  ) {
    switch storage {
    case .integer, .double: unsafe cvector_take_64(cells, self.count + 1, rows, count, target)
    case .wide: unsafe gather(Int128.self, rows, target, count)
    case .flag: unsafe gather(UInt8.self, rows, target, count)
    case .choice:
      unsafe cvector_take_32(
        pointer(Int32.self), self.count + 1, rows, count,
        target.assumingMemoryBound(to: Int32.self))
    case .text: unsafe gather(TextSlice.self, rows, target, count)
    case .point: unsafe gather((Double, Double).self, rows, target, count)
    case .texts, .rowSet: preconditionFailure("no literal cells of this kind")
    }
  }

  /// 1 where a row is found and its cell is not `-`.
  @unsafe func gatherGiven(
    _ rows: UnsafePointer<Int32>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    if isAlwaysGiven { return unsafe cvector_rows_found(rows, count, target) }
    for i in 0..<count { unsafe target[i] = given[Int(rows[i])] }
  }

  @inline(__always)
  @unsafe private func gather<Cell>(
    _: Cell.Type, _ rows: UnsafePointer<Int32>, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    let from = unsafe pointer(Cell.self)
    let to = unsafe target.assumingMemoryBound(to: Cell.self)
    for i in 0..<count { unsafe to[i] = from[Int(rows[i])] }
  }
}
