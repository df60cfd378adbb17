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
/// Amounts are printed a column at a time, and put together row by row.
@safe struct RowPrinter {
  private let cells = unsafe ColumnBuffer<cvector_printed>()
  /// Where the cells of each column start, and how they are written.
  private let sources = ColumnBuffer<Source>()
  private let words = ColumnBuffer<TextSlice>()
  /// Printed amounts of a block of rows, a run for each cell.
  private let printed = ColumnBuffer<cvector_short>()
  private let cents = ColumnBuffer<Int64>()

  @safe private struct Source: BitwiseCopyable {
    @unsafe var base: UnsafeRawPointer
    var ease: PrintedColumn.Ease
  }

  /// Rows whose amounts are printed at once: their words stay in the first cache.
  private static let blockRows = 128
  /// What a cell that is not asked for takes at most.
  private static let cellRoom = 64

  init() { cents.resize(to: Self.blockRows) }

  /// Says what the next rows are made of. Columns and words are lent.
  func begin(_ row: [PrintedCell]) {
    unsafe cells.removeAll()
    sources.removeAll()
    words.removeAll()
    words.reserve(row.count)
    for cell in row {
      switch cell {
      case .column(let column, let first):
        unsafe add(column.address(of: first), step: 16, column.ease)
      case .word(let word):
        words.append(word)
        unsafe add(UnsafeRawPointer(words.pointer + (words.count - 1)), step: 0, .text)
      case .asked: unsafe add(UnsafeRawPointer(words.pointer), step: 0, .other)
      }
    }
    unsafe printed.resize(to: cells.count * Self.blockRows)
  }

  @unsafe private func add(_ base: UnsafeRawPointer, step: Int, _ ease: PrintedColumn.Ease) {
    unsafe sources.append(Source(base: base, ease: ease))
    let texts = unsafe ease == .text ? base.assumingMemoryBound(to: cvector_text.self) : nil
    unsafe cells.append(cvector_printed(shorts: nil, texts: texts, step: step))
  }

  /// Appends a row for each status, ended by `\n`. Cells of rows whose status is `plain`
  /// are taken from columns and words; `other` appends a cell, by row and position.
  func append(
    _ statuses: ColumnBuffer<UInt8>, plain: UInt8, to buffer: ByteBuffer,
    other: (Int, Int) -> Void
  ) {
    precondition(unsafe cells.count > 0)
    for first in stride(from: 0, to: statuses.count, by: Self.blockRows) {
      let rows = min(Self.blockRows, statuses.count - first)
      prepare(first, rows)
      unsafe append(rows, statuses.pointer + first, plain, to: buffer) {
        other(first + $0, $1)
      }
    }
  }

  /// Prints the amounts of a block, and leads its texts to it.
  private func prepare(_ first: Int, _ rows: Int) {
    for index in unsafe 0..<cells.count {
      let source = sources[index]
      let shorts = unsafe printed.pointer + index * Self.blockRows
      switch source.ease {
      case .cents:
        let amounts = unsafe source.base.assumingMemoryBound(to: Int64.self) + first
        unsafe cvector_print_cents(amounts, rows, 2, shorts)
      case .python, .javascript:
        let doubles = unsafe source.base.assumingMemoryBound(to: Double.self) + first
        unsafe cvector_cents_of_all(doubles, rows, cents.pointer)
        let least: UInt32 = source.ease == .python ? 1 : 0
        unsafe cvector_print_cents(cents.pointer, rows, least, shorts)
      case .text:
        let base = unsafe source.base + first * cells[index].step
        unsafe cells[index].texts = base.assumingMemoryBound(to: cvector_text.self)
        continue
      case .other: continue
      }
      unsafe cells[index].shorts = UnsafePointer(shorts)
    }
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
