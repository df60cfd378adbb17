internal import CVector

/// What a printer takes a row's cell from.
public enum PrintedCell {
  /// A column, and its row that is the first row's.
  case column(PrintedColumn, first: Int)
  /// The same text in every plain row.
  case word(TextSlice)
  /// The caller writes it.
  case asked
}

/// Prints rows of CSV: amounts of two decimals, doubles that are whole cents and short
/// plain texts by itself, every other cell as its caller does.
///
/// Cells are printed a column at a time, and put together row by row.
@safe struct RowPrinter {
  private let cells = unsafe ColumnBuffer<cvector_printed>()
  /// Where the cells of each column start, and how they are written.
  private let sources = ColumnBuffer<Source>()
  /// Printed cells of a block of rows, a run for each column.
  private let printed = ColumnBuffer<cvector_short>()
  private let cents = ColumnBuffer<Int64>()

  @safe private struct Source: BitwiseCopyable {
    @unsafe var base: UnsafeRawPointer
    var ease: PrintedColumn.Ease
  }

  /// Rows whose cells are printed at once: they stay in the first cache.
  private static let blockRows = 128
  /// What a cell that is not asked for takes at most, and about what most take.
  private static let cellRoom = 64
  private static let usualCell = 8

  /// What a row takes at most of which every cell is printed; and what is written past the
  /// last of them.
  private var rowRoom: Int { unsafe cells.count * MemoryLayout<cvector_short>.stride }
  private static let padding = 16

  init() { cents.resize(to: Self.blockRows) }

  /// Says what the next rows are made of. Columns are lent.
  func begin(_ row: [PrintedCell]) {
    unsafe cells.removeAll()
    sources.removeAll()
    printed.resize(to: row.count * Self.blockRows)
    for (index, cell) in row.enumerated() {
      var shorts: UnsafePointer<cvector_short>?
      var source = unsafe Source(base: UnsafeRawPointer(printed.pointer), ease: .other)
      switch cell {
      case .column(let column, let first):
        unsafe source = Source(base: column.address(of: first), ease: column.ease)
      case .word(let word): unsafe shorts = repeated(word, self.shorts(index))
      case .asked: break
      }
      sources.append(source)
      unsafe cells.append(cvector_printed(shorts: shorts, texts: nil))
    }
  }

  /// Where a block's cells of a column are printed to.
  @unsafe private func shorts(_ index: Int) -> UnsafeMutablePointer<cvector_short> {
    unsafe printed.pointer + index * Self.blockRows
  }

  /// The same text in every row of a block; nil for one that the caller writes.
  @unsafe private func repeated(
    _ word: TextSlice, _ shorts: UnsafeMutablePointer<cvector_short>
  ) -> UnsafePointer<cvector_short>? {
    var text = unsafe cvector_text(base: word.base, count: word.count)
    guard unsafe cvector_print_texts(&text, 1, shorts) != 0 else { return nil }
    unsafe (shorts + 1).update(repeating: shorts[0], count: Self.blockRows - 1)
    return unsafe UnsafePointer(shorts)
  }

  /// Appends a row for each status, ended by `\n`. Cells of rows whose status is `plain`
  /// are taken from columns and words; `other` appends a cell, by row and position.
  func append(
    _ statuses: ColumnBuffer<UInt8>, plain: UInt8, to buffer: ByteBuffer,
    other: (Int, Int) -> Void
  ) {
    precondition(unsafe cells.count > 0)
    // At once, for a buffer that grows row by row is copied again and again. The last
    // block is put together in room for its widest cells.
    let last = min(Self.blockRows, statuses.count) * rowRoom + Self.padding
    _ = unsafe buffer.room(for: statuses.count * cells.count * Self.usualCell + last)
    for first in stride(from: 0, to: statuses.count, by: Self.blockRows) {
      let rows = min(Self.blockRows, statuses.count - first)
      let kinds = unsafe statuses.pointer + first
      if prepare(first, rows), (0..<rows).allSatisfy({ unsafe kinds[$0] == plain }) {
        put(rows, to: buffer)
      } else {
        unsafe append(rows, kinds, plain, to: buffer) { other(first + $0, $1) }
      }
    }
  }

  /// Prints the cells of a block, column by column; gives whether it printed all.
  private func prepare(_ first: Int, _ rows: Int) -> Bool {
    var isAll = true
    for index in unsafe 0..<cells.count {
      let source = sources[index]
      let shorts = unsafe self.shorts(index)
      switch source.ease {
      case .cents:
        let amounts = unsafe source.base.assumingMemoryBound(to: Int64.self) + first
        if unsafe cvector_print_cents(amounts, rows, 2, shorts) == 0 { isAll = false }
      case .python, .javascript:
        let doubles = unsafe source.base.assumingMemoryBound(to: Double.self) + first
        unsafe cvector_cents_of_all(doubles, rows, cents.pointer)
        let least: UInt32 = source.ease == .python ? 1 : 0
        if unsafe cvector_print_cents(cents.pointer, rows, least, shorts) == 0 { isAll = false }
      case .text:
        let texts = unsafe source.base.assumingMemoryBound(to: cvector_text.self) + first
        if unsafe cvector_print_texts(texts, rows, shorts) == 0 { isAll = false }
        unsafe cells[index].texts = texts
      case .other:
        if unsafe cells[index].shorts == nil { isAll = false }
        continue
      }
      unsafe cells[index].shorts = UnsafePointer(shorts)
    }
    return isAll
  }

  /// Puts rows together of which every cell is printed.
  private func put(_ rows: Int, to buffer: ByteBuffer) {
    let start = unsafe buffer.room(for: rows * rowRoom + Self.padding)
    let end = unsafe cvector_put_rows(
      printed.pointer, cells.count, Self.blockRows, rows, start)
    buffer.advance(by: unsafe end! - start)
  }

  /// Puts the rows of a block together.
  ///
  /// Sound because room is made for a whole row before it is begun, and again after every
  /// cell that the caller wrote.
  @unsafe private func append(
    _ rows: Int, _ statuses: UnsafePointer<UInt8>, _ plain: UInt8, to buffer: ByteBuffer,
    other: (Int, Int) -> Void
  ) {
    let room = unsafe (cells.count + 1) * Self.cellRoom
    var place = unsafe cvector_place(row: 0, cell: 0, at: buffer.room(for: room))
    while true {
      let limit = unsafe buffer.room(for: 0) + (buffer.capacity - buffer.count - room)
      let stop = unsafe cvector_print_rows(
        cells.pointer, cells.count, statuses, plain, rows, limit, &place)
      buffer.advance(by: unsafe place.at - buffer.room(for: 0))
      if stop == cvector_done { return }
      if stop == cvector_asked { unsafe other(place.row, place.cell) }
      unsafe place.at = buffer.room(for: room)
      if stop == cvector_full { continue }
      unsafe place.at[0] = UInt8(ascii: ",")
      unsafe place.at += 1
      unsafe place.cell += 1
    }
  }
}
