package import QuoteBookings
import CVector
import QuoteLanguage
import QuoteSyntax

/// What a printer takes a row's cell from.
package enum PrintedCell {
  /// A column, and its row that is the first row's.
  case column(PrintedColumn, first: Int)
  /// The same text in every plain row.
  case word(TextSlice)
  /// The caller writes it.
  case asked
  /// The caller writes it in rows that have a mark; it is empty in others.
  case askedWhere(ColumnBuffer<UInt8>)
}

/// Prints rows of CSV.
///
/// Cells are printed a column at a time, and put together row by row: amounts, doubles that
/// are whole cents and plain texts by the printer, every other cell as its caller writes it.
@safe struct RowPrinter {
  /// Writes the cell of a row at a position.
  typealias Other = (Int, Int, ByteBuffer) -> Void
  /// Writes rows that are not plain, from the first of some on, and gives how many; none where that
  /// one has to be written cell by cell.
  typealias Whole = (Range<Int>, ByteBuffer) -> Int

  private let cells = unsafe ColumnBuffer<cvector_printed>()
  /// Printed cells of a block of rows, a run for each column.
  private let printed = ColumnBuffer<cvector_short>()
  private let cents = ColumnBuffer<Int64>()
  /// Words of a block that do not lie one after the other in their column, a run for each column.
  private let words = ColumnBuffer<TextSlice>()
  /// What the caller wrote of a block, and the columns that are of it.
  private let written = WrittenCells()
  private let writtenColumns = ColumnBuffer<Int>()

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

  /// Some rows, and which of them are plain.
  @safe private struct Block {
    let first: Int
    let count: Int
    @unsafe let kinds: UnsafePointer<UInt8>
    let plain: UInt8

    func isPlain(_ row: Int) -> Bool { unsafe kinds[row] == plain }
  }

  /// Appends a row for each status, ended by `\n`. Cells of rows whose status is `plain`
  /// are taken from columns and words, which are lent; `whole` writes any other rows, or `other`
  /// each of their cells.
  func append(
    _ row: [PrintedCell], _ statuses: ColumnBuffer<UInt8>, plain: UInt8, to buffer: ByteBuffer,
    other: Other, whole: Whole
  ) {
    precondition(row.count > 0)
    begin(row)
    // At once, for a buffer that grows row by row is copied again and again. The last
    // block is put together in room for its widest cells.
    let last = min(Self.blockRows, statuses.count) * rowRoom + Self.padding
    _ = unsafe buffer.room(for: statuses.count * row.count * Self.usualCell + last)
    for first in stride(from: 0, to: statuses.count, by: Self.blockRows) {
      let block = unsafe Block(
        first: first, count: min(Self.blockRows, statuses.count - first),
        kinds: statuses.pointer + first, plain: plain)
      let plainRows = (0..<block.count).count(where: block.isPlain)
      guard plainRows > 0 else {
        append(first..<first + block.count, to: buffer, other, whole)
        continue
      }
      let isAll = prepare(row, block, other)
      if isAll, plainRows == block.count {
        put(block.count, to: buffer)
      } else {
        append(block, to: buffer, other, whole)
      }
    }
  }

  /// Prints what is the same in every block.
  private func begin(_ row: [PrintedCell]) {
    unsafe cells.removeAll()
    printed.resize(to: row.count * Self.blockRows)
    words.resize(to: row.count * Self.blockRows)
    for (index, cell) in row.enumerated() {
      var shorts: UnsafePointer<cvector_short>?
      if case .word(let word) = cell { unsafe shorts = repeated(word, self.shorts(index)) }
      unsafe cells.append(cvector_printed(shorts: shorts, texts: nil, written: 0))
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

  /// Prints the cells of a block, column by column; gives whether it printed all.
  private func prepare(_ row: [PrintedCell], _ block: Block, _ other: Other) -> Bool {
    var isAll = true
    written.removeAll()
    writtenColumns.removeAll()
    for (index, cell) in row.enumerated() {
      switch cell {
      case .column(let column, let first) where column.ease != .none:
        isAll = print(column, first + block.first, count: block.count, index: index) && isAll
        unsafe cells[index].shorts = UnsafePointer(shorts(index))
      case .word: isAll = unsafe cells[index].shorts != nil && isAll
      case .askedWhere(let marks): write(index, block, other, where: marks)
      case .column, .asked: write(index, block, other)
      }
    }
    return printWritten(block.count) && isAll
  }

  /// Prints a column's cells from a row on; gives whether it printed all.
  private func print(_ column: PrintedColumn, _ first: Int, count: Int, index: Int) -> Bool {
    precondition(first + count <= column.count)
    let shorts = unsafe self.shorts(index)
    let isAll: Bool
    switch column.ease {
    case .cents, .doubles: isAll = unsafe column.printAmounts(first, count, to: shorts, cents)
    case .texts:
      let texts = unsafe column.address(of: first).assumingMemoryBound(to: cvector_text.self)
      isAll = unsafe cvector_print_texts(texts, count, shorts) != 0
      unsafe cells[index].texts = texts
    case .words:
      let words = unsafe self.words.pointer + index * Self.blockRows
      unsafe column.put(wordsFrom: first, count, into: words)
      let texts = unsafe UnsafeRawPointer(words).assumingMemoryBound(to: cvector_text.self)
      isAll = unsafe cvector_print_texts(texts, count, shorts) != 0
      unsafe cells[index].texts = texts
    case .none: return false
    }
    guard !column.isGivenEverywhere else { return isAll }
    let empty = cvector_short(low: UInt64(UInt8(ascii: ",")), high: 1 << 56)
    for cell in 0..<count where !column.isGiven(first + cell) { unsafe shorts[cell] = empty }
    return isAll
  }

  /// Has the caller write a column's cells of plain rows, or of those of them that have a mark.
  private func write(
    _ index: Int, _ block: Block, _ other: Other, where marks: ColumnBuffer<UInt8>? = nil
  ) {
    writtenColumns.append(index)
    for row in 0..<block.count {
      let isAsked = block.isPlain(row) && (marks.map { $0[block.first + row] != 0 } ?? true)
      if isAsked { other(block.first + row, index, written.bytes) }
      written.endCell()
    }
  }

  /// Prints what was written, and gives whether all of it is short.
  private func printWritten(_ rows: Int) -> Bool {
    guard writtenColumns.count > 0 else { return true }
    var isAll = true
    let texts = unsafe written.located()
    for position in 0..<writtenColumns.count {
      let index = writtenColumns[position]
      let column = unsafe texts + position * rows
      isAll = unsafe cvector_print_texts(column, rows, shorts(index)) != 0 && isAll
      unsafe cells[index] = cvector_printed(
        shorts: UnsafePointer(shorts(index)), texts: column, written: 1)
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
  /// cell that is put here.
  private func append(_ block: Block, to buffer: ByteBuffer, _ other: Other, _ whole: Whole) {
    let room = unsafe (cells.count + 1) * Self.cellRoom
    var place = unsafe cvector_place(row: 0, cell: 0, at: buffer.room(for: room))
    while true {
      let limit = unsafe buffer.room(for: 0) + (buffer.capacity - buffer.count - room)
      let stop = unsafe cvector_print_rows(
        cells.pointer, cells.count, block.kinds, block.plain, block.count, limit, &place)
      buffer.advance(by: unsafe place.at - buffer.room(for: 0))
      if stop == cvector_done { return }
      if stop == cvector_asked {
        unsafe appendAsked(&place, of: block, to: buffer, other, whole)
      }
      unsafe place.at = buffer.room(for: room)
    }
  }

  /// Appends the cell where printing stopped, or all of the rows from there that are not plain.
  private func appendAsked(
    _ place: inout cvector_place, of block: Block, to buffer: ByteBuffer, _ other: Other,
    _ whole: Whole
  ) {
    let row = unsafe place.row
    guard block.isPlain(row) else {
      unsafe precondition(place.cell == 0)
      var end = row + 1
      while end < block.count, !block.isPlain(end) { end += 1 }
      append(block.first + row..<block.first + end, to: buffer, other, whole)
      unsafe place.row = end
      return
    }
    let cell = unsafe cells[place.cell]
    if unsafe cell.written != 0 {
      let text = unsafe cell.texts[row]
      unsafe buffer.append(UnsafeBufferPointer(start: text.base, count: text.count))
    } else {
      unsafe other(block.first + row, place.cell, buffer)
    }
    unsafe place.cell += 1
    buffer.append(UInt8(ascii: unsafe place.cell < cells.count ? "," : "\n"))
    guard unsafe place.cell == cells.count else { return }
    unsafe place.row += 1
    unsafe place.cell = 0
  }

  /// Appends rows that are not plain.
  private func append(
    _ rows: Range<Int>, to buffer: ByteBuffer, _ other: Other, _ whole: Whole
  ) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let count = whole(row..<rows.upperBound, buffer)
      row += count
      guard count == 0 else { continue }
      for cell in unsafe 0..<cells.count {
        if cell > 0 { buffer.append(UInt8(ascii: ",")) }
        other(row, cell, buffer)
      }
      buffer.append(UInt8(ascii: "\n"))
      row += 1
    }
  }
}
