import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

extension PrintedColumn {
  /// Whether most cells are printed by `printAmounts`.
  var hasAmounts: Bool {
    switch ease {
    case .cents, .doubles: true
    case .texts, .words, .none: false
    }
  }

  /// Prints amounts from a row on, whether given or not; gives whether it printed all. It takes a
  /// block of rows at most, for which `cents` has room.
  @unsafe func printAmounts(
    _ first: Int, _ count: Int, to shorts: UnsafeMutablePointer<cvector_short>,
    _ cents: ColumnBuffer<Int64>
  ) -> Bool {
    precondition(first + count <= self.count && count <= cents.count)
    switch ease {
    case .cents(let each, let least):
      var amounts = unsafe address(of: first).assumingMemoryBound(to: Int64.self)
      if each != 1 {
        unsafe cvector_cents_of_units(amounts, count, each, cents.pointer)
        unsafe amounts = UnsafePointer(cents.pointer)
      }
      return unsafe cvector_print_cents(amounts, count, least, shorts) != 0
    case .doubles(let least):
      let doubles = unsafe address(of: first).assumingMemoryBound(to: Double.self)
      unsafe cvector_cents_of_all(doubles, count, cents.pointer)
      return unsafe cvector_print_cents(cents.pointer, count, least, shorts) != 0
    case .texts, .words, .none: return false
    }
  }
}

/// Amounts of several columns printed ahead of the rows that show them, for a writer whose
/// rows do not all show the same.
///
/// One thread's, but for the empty one.
@safe final class PrintedAmounts: @unchecked Sendable {
  /// By column: what was printed, and the row of the first.
  private let shorts: [ColumnBuffer<cvector_short>]
  private let lent = ColumnBuffer<Lent>()
  private let cents = ColumnBuffer<Int64>()

  @safe private struct Lent: BitwiseCopyable {
    @unsafe var shorts: UnsafeMutablePointer<cvector_short>
    var first: Int
    var last: Int
  }

  /// Where nothing was.
  static let none = PrintedAmounts(columns: 0)

  /// Printed in one go.
  private static let mostRows = 256

  init(columns: Int) {
    shorts = (0..<columns).map { _ in ColumnBuffer<cvector_short>() }
    cents.resize(to: Self.mostRows)
    for column in shorts { unsafe lent.append(Lent(shorts: column.pointer, first: 0, last: 0)) }
  }

  /// Forgets what was printed.
  func removeAll() {
    for column in shorts.indices { lent[column].last = lent[column].first }
  }

  /// Prints some rows of a column, in place of those it had.
  func print(_ cells: PrintedColumn, _ rows: Range<Int>, of column: Int) {
    shorts[column].resize(to: rows.count)
    let target = unsafe shorts[column].pointer
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.mostRows) {
      let count = min(Self.mostRows, rows.upperBound - first)
      _ = unsafe cells.printAmounts(first, count, to: target + (first - rows.lowerBound), cents)
    }
    if !cells.isGivenEverywhere {
      for row in rows where !cells.isGiven(row) { unsafe target[row - rows.lowerBound].high = 0 }
    }
    unsafe lent[column] = Lent(shorts: target, first: rows.lowerBound, last: rows.upperBound)
  }

  /// Appends a cell, if it was printed.
  @inline(__always)
  func append(_ column: Int, row: Int, to buffer: ByteBuffer) -> Bool {
    guard column < self.lent.count else { return false }
    let lent = lent[column]
    guard row >= lent.first, row < lent.last else { return false }
    let short = unsafe lent.shorts + (row - lent.first)
    guard unsafe short.pointee.high != 0 else { return false }
    // But for the comma after it.
    let count = unsafe cvector_put(short, buffer.room(for: MemoryLayout<cvector_short>.size)) - 1
    buffer.advance(by: count)
    return true
  }
}
