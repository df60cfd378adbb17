import QuoteLanguage
import QuoteSyntax

/// A row of a reference as it is kept: a JSON record as it is; or where each cell of a CSV
/// row begins and where one more would, four bytes each, then the cells with a byte after
/// each. Eight bytes before the end of a cell may be read.
package enum ReferenceCells {
  /// Adds a row; its cells stand one behind the other in the text, a byte between them.
  package static func append(_ grid: CSVGrid, _ row: Int, to buffer: ByteBuffer) {
    let first = grid.cell(row, 0)
    let header = 4 &* (grid.columns &+ 1)
    let target = unsafe UnsafeMutableRawPointer(
      buffer.room(for: header + grid.end(row) - grid.start(row, 0) + 1))
    let shift = header &- grid.start(row, 0)
    for column in 0..<grid.columns {
      unsafe store(grid.start(row, column) &+ shift, column, target)
    }
    let length = grid.end(row) &- grid.start(row, 0) &+ 1
    unsafe store(header &+ length, grid.columns, target)
    unsafe (target + header).copyMemory(from: first.base, byteCount: length)
    buffer.advance(by: header &+ length)
  }

  @inline(__always)
  @unsafe private static func store(
    _ offset: Int, _ column: Int, _ target: UnsafeMutableRawPointer
  ) {
    unsafe target.storeBytes(
      of: UInt32(truncatingIfNeeded: offset).littleEndian, toByteOffset: 4 &* column,
      as: UInt32.self)
  }

  /// Calls with each cell of a row.
  package static func each(_ row: TextSlice, _ columns: Int, _ body: (Int, TextSlice) -> Void) {
    for column in 0..<columns { body(column, cell(column, of: row)) }
  }

  @inline(__always) package static func cell(_ column: Int, of row: TextSlice) -> TextSlice {
    // The place of a cell and of the one behind it.
    let places = InputBytes(row).word(at: 4 &* column)
    let start = Int(truncatingIfNeeded: places & 0xFFFF_FFFF)
    let end = Int(truncatingIfNeeded: places &>> 32) &- 1
    return InputBytes(row).slice(start, end &- start)
  }
}
