import CScan
import QuoteSyntax

/// The cells of one chunk of CSV as offsets, made from text without quotes in
/// one pass of vector instructions, or by libcsv from text with them.
package final class CSVTable {
  /// What is wrong with a row as a whole.
  package struct RowProblem {
    package var row: Int
    var fault: CellFault
    var line: Int64
    var lastLine: Int64
    var value: TextSlice
    /// How many cells a row has, where the header has another number.
    var cells: (found: Int, wanted: Int)?
    /// The figure that may be parted into two cells, where nothing else is wrong.
    var figure: String?
  }

  /// What the marks count from.
  package private(set) var bytes: InputBytes
  private(set) var marks: ColumnBuffer<UInt32>
  private let laidOut = ColumnBuffer<UInt32>()
  /// Marks as they come, before rows that need care are laid out anew.
  private let found = ColumnBuffer<UInt32>()
  /// Bits of the cells of a block that are not empty, a column after the other.
  private let given = ColumnBuffer<UInt64>()
  private var givenRows = 0..<0
  /// Marks from one row to the next; a row's cell `c` lies between marks `c` and `c + 1`.
  private(set) var stride = 0
  private(set) var columns = 0
  package private(set) var rows = 0
  /// Line of each row from 1 at the chunk's start; empty where row `r` is line `r + 1`.
  let lines = ColumnBuffer<Int64>()
  package private(set) var problems: [RowProblem] = []
  package private(set) var lineCount: Int64 = 0
  /// Whether a row's last cell may end in a carriage return that is not its own.
  private(set) var trimsReturn = false
  /// Rows that were left out because nothing stands in their cells, and the first one's line.
  private(set) var emptyRows: (count: Int, line: Int64) = (0, 0)
  /// Rows right below one that was left out: where rows are combined, they begin anew.
  private(set) var rowsAfterEmpty: Set<Int> = []
  private var areRowsShort = false
  private(set) var surplus = 0
  /// Whether commas separate the cells, as they part decimals in many countries.
  private(set) var hasCommas = false
  private(set) var wholeColumns: Set<Int> = []
  package private(set) var hasWide = false
  private(set) var hasNul = false
  private let quoted = QuotedCSV()
  /// Sends everything through libcsv: for tests that hold both ways equal.
  var isAlwaysQuoted = false

  package init() {
    marks = laidOut
    bytes = InputBytes(TextSlice.empty)
  }

  /// The cells as they are now, for loops.
  package var grid: CSVGrid {
    unsafe CSVGrid(
      bytes: bytes, marks: UnsafePointer(marks.pointer), stride: stride, columns: columns,
      trimsReturn: trimsReturn)
  }

  package func cells(_ column: Int) -> CellRun { cells(column, 0..<rows) }

  /// Looks which cells of some rows are given, for runs of these rows, if enough columns are going
  /// to be read. For other rows this is seen when they are read.
  func tellGiven(_ rows: Range<Int>, readingOf count: Int) {
    guard 4 * count >= columns else { return }
    let words = (rows.count + 63) / 64
    given.resize(to: words * columns)
    unsafe cscan_given(
      marks.pointer + rows.lowerBound * stride, stride, columns, rows.count, given.pointer, words)
    givenRows = rows
  }

  /// A column's cells of some rows.
  package func cells(_ column: Int, _ rows: Range<Int>) -> CellRun {
    let first = unsafe UnsafePointer(marks.pointer) + (rows.lowerBound * stride + column)
    let words = (rows.count + 63) / 64
    let given = unsafe rows == givenRows ? UnsafePointer(given.pointer) + column * words : nil
    return unsafe CellRun(bytes, first, stride: stride, count: rows.count, given: given)
  }

  /// One cell, its line end left off.
  package func cell(_ row: Int, _ column: Int) -> TextSlice { grid.cell(row, column) }

  package func line(_ row: Int) -> Int64 { lines.count == 0 ? Int64(row) + 1 : lines[row] }

  /// Finds the cells of a chunk's rows.
  package func read(_ chunk: InputChunk, _ layout: CSVLayout) {
    findCells(chunk, layout)
    if !chunk.rowLines.isEmpty { renumber(chunk.rowLines) }
  }

  /// Gathered rows know the lines they came from.
  private func renumber(_ rowLines: [Int64]) {
    for index in problems.indices {
      let row = problems[index].row
      guard row < rowLines.count else { continue }
      problems[index].lastLine += rowLines[row] - problems[index].line
      problems[index].line = rowLines[row]
    }
    lines.removeAll()
    for row in 0..<rows { lines.append(row < rowLines.count ? rowLines[row] : 0) }
  }

  private func findCells(_ chunk: InputChunk, _ layout: CSVLayout) {
    columns = layout.names.count
    areRowsShort = layout.areRowsShort
    surplus = layout.surplus
    wholeColumns = layout.wholeColumns
    hasCommas = layout.delimiter == UInt8(ascii: ",") && layout.sheet == nil
    emptyRows = (0, 0)
    rowsAfterEmpty.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    lines.removeAll()
    trimsReturn = false
    givenRows = 0..<0
    bytes = chunk.input
    let table = scan(chunk, layout.delimiter)
    let what = table.found
    hasWide = what.not_ascii != 0
    hasNul = what.nul != 0
    var hasLoneReturn = what.carriage_return != 0
    if hasLoneReturn {
      hasLoneReturn = unsafe cscan_lone_return(chunk.bytes.pointer, chunk.start, chunk.end) != 0
    }
    if what.quote != 0 || hasLoneReturn || isAlwaysQuoted {
      if isAlwaysQuoted || !readRegularQuotes(chunk, layout) { readQuoted(chunk, layout) }
      return
    }
    trimsReturn = what.carriage_return != 0
    if cscan_is_regular(table, columns) != 0, !mayHaveEmptyRows(table, chunk, layout.delimiter) {
      return take(rows: Int(what.newlines))
    }
    layOut(table.marks)
  }

  /// Finds delimiters and newlines, with the place before the chunk as the first mark. Room
  /// is for a mark every few bytes, and for more where cells turn out to be shorter.
  private func scan(_ chunk: InputChunk, _ delimiter: UInt8) -> cscan_table {
    var table = cscan_table()
    table.at = chunk.start
    found.resize(to: 1)
    unsafe found.pointer[0] = UInt32(truncatingIfNeeded: chunk.start - 1)
    found.reserve((chunk.end - chunk.start) / 5 + (10 << 10))
    while unsafe cscan_csv_table(
      chunk.bytes.pointer, chunk.end, delimiter, columns, found.pointer + 1,
      found.capacity - 1, &table) == 0
    {
      found.resize(to: 1 + table.marks)
      found.reserve(found.capacity + 1)
    }
    found.resize(to: 1 + table.marks)
    return table
  }

  /// Marks that are right as they came: every row has its cells and no line is blank.
  private func take(rows count: Int) {
    marks = found
    stride = columns
    rows = count
    lineCount = Int64(count)
  }

  /// Whether every row has its cells and no line is blank, and takes the marks if so.
  private func takeRegular(_ count: Int, newlines: Int) -> Bool {
    guard columns > 1, count == newlines * columns else { return false }
    let base = bytes
    var ends = 0
    var at = columns
    while at <= count {
      ends &+= unsafe base[Int(found.pointer[at])] == UInt8(ascii: "\n") ? 1 : 0
      let first = unsafe Int(found.pointer[at - columns]) + 1
      let isBare = base[first] <= 0x20 || Int(found[at - columns + 1]) == first
      if isBare, isEmpty(at - columns, to: at, end: Int(found[at])) { return false }
      at &+= columns
    }
    guard ends == newlines else { return false }
    take(rows: newlines)
    return true
  }

  /// Lays rows out one by one: leaves blank lines out, gives rows with too few
  /// or too many cells a fault and the cells they have.
  private func layOut(_ count: Int) {
    begin()
    var first = 0
    var line: Int64 = 0
    for at in 1..<count + 1 {
      guard bytes[Int(found[at])] == UInt8(ascii: "\n") else { continue }
      line += 1
      let start = Int(found[first]) + 1
      var end = Int(found[at])
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      if isEmpty(first, to: at, end: end) {
        if at > first + 1 || end > start { noteEmptyRow(line) }
      } else {
        addRow(first, cells: at - first, end: end, line: line)
      }
      first = at
    }
    lineCount = line
    trimsReturn = false
  }

  private func begin() {
    marks = laidOut
    marks.removeAll()
    rows = 0
    stride = columns + 1
  }

  /// Whether some row may have nothing in its cells. Few have nothing in the first.
  private func mayHaveEmptyRows(
    _ table: cscan_table, _ chunk: InputChunk, _ delimiter: UInt8
  ) -> Bool {
    let first = chunk.bytes[chunk.start]
    guard table.bare != 0 || first <= 0x20 || first == delimiter else { return false }
    var at = 0
    while at < table.marks {
      if isEmpty(at, to: at + columns, end: Int(found[at + columns])) { return true }
      at += columns
    }
    return false
  }

  func followsEmpty(_ row: Int) -> Bool {
    !rowsAfterEmpty.isEmpty && rowsAfterEmpty.contains(row)
  }

  /// Whether nothing but spaces stands in the cells between two marks.
  private func isEmpty(_ first: Int, to last: Int, end: Int) -> Bool {
    for cell in first..<last {
      let stop = cell + 1 == last ? end : Int(found[cell + 1])
      for place in Int(found[cell]) + 1..<max(stop, Int(found[cell]) + 1)
      where bytes[place] > 0x20 {
        return false
      }
    }
    return true
  }

  private func noteEmptyRow(_ line: Int64) {
    rowsAfterEmpty.insert(rows)
    emptyRows = (emptyRows.count + 1, emptyRows.count == 0 ? line : emptyRows.line)
  }

  private func addRow(_ first: Int, cells: Int, end: Int, line: Int64) {
    for cell in 0..<min(cells, columns) { marks.append(found[first + cell]) }
    if cells >= columns {
      marks.append(cells == columns ? UInt32(truncatingIfNeeded: end) : found[first + columns])
    } else {
      for step in 0..<columns + 1 - cells { marks.append(UInt32(truncatingIfNeeded: end + step)) }
    }
    let start = Int(found[first]) + 1
    let isTrailing =
      cells > columns && isEmpty(first + columns, to: first + cells, end: end)
      && partedFigure(in: cells, of: bytes) == nil
    endRow(
      cells: isTrailing ? columns : cells, line: line, lastLine: line,
      text: bytes.slice(start, end - start))
  }

  private func endRow(
    cells: Int, line: Int64, lastLine: Int64, text: TextSlice, figure: String? = nil
  ) {
    if cells != columns, !(areRowsShort && cells < columns) {
      problems.append(
        RowProblem(
          row: rows, fault: .fieldCount, line: line, lastLine: lastLine, value: text,
          cells: (cells, columns), figure: figure))
    }
    lines.append(line)
    rows += 1
  }

  // MARK: With quotes

  /// Rows whose quotes stand where they should, of which each has its cells in one line:
  /// their bytes without quotes, and the marks in them. False for any other text.
  private func readRegularQuotes(_ chunk: InputChunk, _ layout: CSVLayout) -> Bool {
    let room = chunk.end - chunk.start + 2 * InputChunk.padding
    let unquoted = chunk.unquoted
    unquoted.resize(to: InputChunk.padding + room)
    found.reserve(1 + room)
    var made = cscan_unquoted()
    let isRegular = unsafe cscan_csv_unquote(
      chunk.bytes.pointer, chunk.start, chunk.end, layout.delimiter, unquoted.pointer,
      InputChunk.padding, found.pointer + 1, &made)
    guard isRegular != 0 else { return false }
    unquoted.resize(to: made.length + InputChunk.padding)
    for offset in 0..<InputChunk.padding { unquoted[made.length + offset] = 0x20 }
    found.resize(to: made.marks + 1)
    found[0] = UInt32(truncatingIfNeeded: InputChunk.padding - 1)
    bytes = unsafe InputBytes(unquoted.pointer)
    return takeRegular(made.marks, newlines: Int(made.newlines))
  }

  private func readQuoted(_ chunk: InputChunk, _ layout: CSVLayout) {
    begin()
    trimsReturn = false
    quoted.read(chunk, delimiter: layout.delimiter) { row in
      if row.fault == nil, isEmpty(row, chunk) { return noteEmptyRow(row.line) }
      // Cells stand one after the other in the unquoted bytes, a byte between them.
      let first = marks.count
      var at = row.start
      marks.append(UInt32(truncatingIfNeeded: at - 1))
      for cell in 0..<min(row.cells.count, columns) {
        at += row.cells[cell]
        marks.append(UInt32(truncatingIfNeeded: at))
        at += 1
      }
      while marks.count < first + columns + 1 { marks.append(marks[marks.count - 1] &+ 1) }
      if let fault = row.fault {
        problems.append(
          RowProblem(
            row: rows, fault: fault, line: row.line, lastLine: row.lastLine, value: .empty))
        lines.append(row.line)
        rows += 1
      } else {
        let isTrailing = row.cells.count > columns && isEmpty(row, from: columns, chunk)
        let bytes = unsafe InputBytes(chunk.unquoted.pointer)
        let figure = isTrailing ? partedFigure(in: row.cells.count, of: bytes) : nil
        endRow(
          cells: isTrailing && figure == nil ? columns : row.cells.count, line: row.line,
          lastLine: row.lastLine, text: .empty, figure: figure)
      }
    }
    bytes = unsafe InputBytes(chunk.unquoted.pointer)
    lineCount = quoted.lineCount
    if !problems.isEmpty {
      showRows(of: chunk)
      // Two cells that have quotation marks of their own are no figure.
      problems.removeAll { !$0.isOfFigure }
    }
  }

  /// Rows that are no rows are shown as they stand in the file.
  private func showRows(of chunk: InputChunk) {
    var (line, start) = (Int64(1), chunk.start)
    func skip(to next: Int64) {
      while line < next {
        start = unsafe cscan_next_line(chunk.bytes.pointer, start, chunk.end)
        line += 1
      }
    }
    for index in problems.indices {
      skip(to: problems[index].line)
      let first = start
      skip(to: problems[index].lastLine + 1)
      var end = start
      if end > first, chunk.bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
      if end > first, chunk.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      problems[index].value = chunk.input.slice(first, end - first)
    }
  }
}

/// The cells of a table while it is not changed: what loops over rows use.
@safe package struct CSVGrid {
  package let bytes: InputBytes
  @unsafe let marks: UnsafePointer<UInt32>
  let stride: Int
  let columns: Int
  let trimsReturn: Bool

  @unsafe package init(
    bytes: InputBytes, marks: UnsafePointer<UInt32>, stride: Int, columns: Int, trimsReturn: Bool
  ) {
    self.bytes = bytes
    unsafe self.marks = marks
    self.stride = stride
    self.columns = columns
    self.trimsReturn = trimsReturn
  }

  /// One cell, its line end left off.
  @inline(__always) package func cell(_ row: Int, _ column: Int) -> TextSlice {
    let start = start(row, column)
    let end =
      column == columns &- 1 ? end(row) : unsafe Int(marks[row &* stride &+ column &+ 1])
    return bytes.slice(start, end &- start)
  }

  @inline(__always) package func start(_ row: Int, _ column: Int) -> Int {
    unsafe Int(marks[row &* stride &+ column]) &+ 1
  }

  /// Where the last cell ends.
  @inline(__always) package func end(_ row: Int) -> Int {
    let end = unsafe Int(marks[row &* stride &+ columns])
    guard trimsReturn, end > start(row, columns &- 1), bytes[end &- 1] == UInt8(ascii: "\r")
    else { return end }
    return end &- 1
  }
}
