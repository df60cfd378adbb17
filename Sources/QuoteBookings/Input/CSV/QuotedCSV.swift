import QuoteLanguage
import CCSV
import CScan
import QuoteSyntax

/// Rows of CSV that has quotes, through libcsv in its strict mode.
///
/// libcsv gives CSV its meaning: quotes doubled inside quotes, delimiters and
/// line ends inside quotes, returns and newlines end a row, empty lines are no
/// rows. Spaces are data. Where its strict mode stops, the row is a fault and
/// reading goes on after the row's first line, so that no row is lost in a cell.
@safe final class QuotedCSV {
  /// One row; its cells' bytes stand in the chunk's `unquoted`, from `start`,
  /// each followed by one byte that belongs to none.
  struct Row {
    var start = 0
    /// Lengths.
    var cells: [Int] = []
    var line: Int64 = 0
    var fault: CellFault?
    /// How many of the cells end in the row's first line.
    var cellsOfFirstLine = 0
    var lastLine: Int64 = 0
  }

  private var parser = unsafe csv_parser()
  private var row = Row()
  private var out: ColumnBuffer<UInt8>
  private var delimiter: UInt8 = 0
  private var line: Int64 = 1
  private var isAfterReturn = false
  private var emit: (Row) -> Void = { _ in }
  private(set) var lineCount: Int64 = 0

  init() { out = ColumnBuffer() }

  deinit { unsafe csv_free(&parser) }

  /// Calls with every row of the chunk. Rows hold offsets, so the unquoted
  /// bytes may move until the end.
  func read(_ chunk: InputChunk, delimiter: UInt8, _ body: (Row) -> Void) {
    self.delimiter = delimiter
    out = chunk.unquoted
    out.resize(to: InputChunk.padding)
    withoutActuallyEscaping(body) { body in
      emit = body
      parse(chunk.text, delimiter)
      emit = { _ in }
    }
    let end = out.count
    out.resize(to: end + InputChunk.padding)
    for offset in 0..<InputChunk.padding { out[end + offset] = 0x20 }
  }

  private func parse(_ text: TextSlice, _ delimiter: UInt8) {
    var rest = text
    line = 1
    while rest.count > 0 {
      start(delimiter)
      let firstLine = line
      let used = feed(rest)
      if used == rest.count {
        let isOpen =
          unsafe csv_fini(&parser, Self.cell, Self.end, Unmanaged.passUnretained(self).toOpaque())
          != 0
        guard isOpen else { break }
        let found = unsafe cscan_csv_records(rest.base, 0, rest.count, delimiter, -1)
        let resume = unsafe cscan_next_line(rest.base, found.last_record, rest.count)
        fail(.openQuote, rest, resume: resume, firstLine)
        rest = rest.dropping(resume)
        continue
      }
      let resume = unsafe cscan_csv_after_broken(rest.base, 0, rest.count, delimiter)
      fail(resume < used ? .openQuote : .strayQuote, rest, resume: resume, firstLine)
      rest = rest.dropping(resume)
    }
    lineCount = line - 1
  }

  private func start(_ delimiter: UInt8) {
    unsafe csv_free(&parser)
    _ = unsafe csv_init(&parser, UInt8(CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL))
    unsafe csv_set_delim(&parser, delimiter)
    unsafe csv_set_space_func(&parser) { _ in 0 }
    beginRow()
  }

  /// How many bytes libcsv took before it stopped.
  private func feed(_ text: TextSlice) -> Int {
    unsafe csv_parse(
      &parser, text.base, text.count, Self.cell, Self.end,
      Unmanaged.passUnretained(self).toOpaque())
  }

  /// A row whose quotes are wrong: the cells of its first line before the trouble,
  /// and a fault.
  private func fail(_ fault: CellFault, _ text: TextSlice, resume: Int, _ firstLine: Int64) {
    let lines = unsafe cscan_lines(text.base, 0, resume)
    let next = firstLine + Int64(lines)
    row.fault = fault
    row.cells.removeLast(row.cells.count - row.cellsOfFirstLine)
    row.lastLine = max(next - 1, row.line)
    finishRow()
    isAfterReturn = false
    line = next
    beginRow()
  }

  // MARK: What libcsv calls

  private static let cell:
    @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
      bytes, count, context in
      guard let context = unsafe context else { return }
      let quoted = unsafe Unmanaged<QuotedCSV>.fromOpaque(context).takeUnretainedValue()
      unsafe quoted.add(UnsafeRawBufferPointer(start: bytes, count: count))
    }

  private static let end: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = {
    mark, context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<QuotedCSV>.fromOpaque(context).takeUnretainedValue().endLine(mark)
  }

  private func add(_ bytes: UnsafeRawBufferPointer) {
    let start = out.count
    out.resize(to: start + bytes.count + 1)
    for offset in 0..<bytes.count {
      let byte = unsafe bytes[offset]
      unsafe out.pointer[start + offset] = byte
    }
    line += unsafe Int64(cscan_lines(out.pointer, start, start + bytes.count))
    if line == row.line { row.cellsOfFirstLine += 1 }
    unsafe out.pointer[start + bytes.count] = delimiter
    row.cells.append(bytes.count)
    isAfterReturn = false
  }

  /// Called for every return and newline outside quotes, and at the very end.
  private func endLine(_ mark: Int32) {
    if !row.cells.isEmpty {
      row.lastLine = line
      finishRow()
    }
    let isNewline = mark == Int32(UInt8(ascii: "\n"))
    if mark >= 0 && !(isNewline && isAfterReturn) { line += 1 }
    isAfterReturn = mark == Int32(UInt8(ascii: "\r"))
    beginRow()
  }

  private func beginRow() {
    row.start = out.count
    row.cells.removeAll(keepingCapacity: true)
    row.cellsOfFirstLine = 0
    row.line = line
    row.fault = nil
  }

  private func finishRow() {
    emit(row)
  }
}
