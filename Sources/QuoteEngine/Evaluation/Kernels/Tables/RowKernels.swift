import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Questions about the rows that a look-up found.
enum RowKernels {
  /// 1 where `row` (from 1) is the one found.
  @unsafe static func isRow(
    _ rows: UnsafePointer<Int32>, _ row: Int, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let wanted = Int32(row)
    for i in 0..<count { unsafe target[i] = rows[i] == wanted ? 1 : 0 }
  }

  /// 1 where `row` (from 0) is among those that hold.
  @unsafe static func isAmong(
    _ sets: UnsafePointer<UInt64>, words: Int, _ row: Int,
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let (word, bit) = (row >> 6, UInt64(row & 63))
    for i in 0..<count {
      let set = unsafe sets[i * words + word]
      unsafe target[i] = UInt8(truncatingIfNeeded: set >> bit & 1)
    }
  }

  /// The texts of all rows that hold, in row order, those not given left out;
  /// `items` is filled from its start, `offsets` are Arrow's.
  @unsafe static func texts(
    _ sets: UnsafePointer<UInt64>, words: Int, of column: CellColumn,
    into offsets: UnsafeMutablePointer<Int32>, items: ColumnBuffer<TextSlice>, count: Int
  ) {
    items.removeAll()
    unsafe offsets[0] = 0
    let cells = unsafe column.pointer(TextSlice.self)
    for i in 0..<count {
      for word in 0..<words {
        var rest = unsafe sets[i * words + word]
        while rest != 0 {
          let row = word << 6 + rest.trailingZeroBitCount + 1
          rest &= rest &- 1
          if unsafe column.given[row] != 0 { unsafe items.append(cells[row]) }
        }
      }
      unsafe offsets[i + 1] = Int32(items.count)
    }
  }
}
