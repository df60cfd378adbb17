/// Which rows of a sheet belong to a table of the rules.
struct TableExtent {
  /// The line, from 1, on which the header is, or behind which it comes; 0 where there is none.
  var header = 1
  /// Words one of which begins a last row that belongs to no table.
  var total: [String] = []
}

extension SheetBook {
  /// The rows of a table in which cells merged with those below have their value in each of them:
  /// to people who look at a sheet, it stands beside every row. Titles above the header and a row
  /// of totals stay as they are.
  ///
  /// Throws where cells of the table are merged across columns, or with the header.
  func filled(
    _ table: [UInt8], sheet: String, _ extent: TableExtent, atMost limit: Int
  ) throws(Trouble) -> [UInt8] {
    let merged = try allMergedBehindRows(sheet).sorted {
      ($0.columns.lowerBound, $0.rows.lowerBound) < ($1.columns.lowerBound, $1.rows.lowerBound)
    }
    if merged.isEmpty { return table }
    var rows = SheetTableRows(table, self, extent)
    guard let header = rows.header else { return table }
    var (column, next, size, padding) = (0, 0, table.count, 0)
    for range in merged where range.rows.upperBound >= header {
      if range.columns.lowerBound != column { (column, next) = (range.columns.lowerBound, 0) }
      // What is merged twice is damaged, and taken once.
      guard range.rows.lowerBound >= next else { continue }
      next = range.rows.upperBound + 1
      if range.rows.lowerBound > rows.last { continue }
      let value = rows.value(column, inRow: range.rows.lowerBound)
      if value.isEmpty { continue }
      guard range.columns.count == 1, range.rows.lowerBound > header else {
        throw .mergedTable(
          range.written, sheet, name, header: rows.headerLine(belowTitleInRow: range.rows))
      }
      let need = rows.need(column, below: range.rows, with: value)
      size += need.bytes
      padding += need.cells
      // A cell takes more memory than its comma.
      if size > limit || padding > limit / 32 {
        throw Trouble("file-too-large", "`\(name)` is larger than \(limit >> 20) MiB")
      }
      rows.fill(column, below: range.rows, with: value)
    }
    return rows.written
  }
}

/// The cells of a table that was read as CSV, by the rows of the sheet.
private struct SheetTableRows {
  /// The row of the sheet that each is, ascending.
  private var numbers: [Int] = []
  private var cells: [[ArraySlice<UInt8>]] = []
  /// The line that each begins on, from 1.
  private var lines: [Int] = []
  /// The row of the header, or the one above the first row; nil where there are no rows.
  private(set) var header: Int?
  /// The last row that is of the table.
  private(set) var last = 0

  init(_ table: [UInt8], _ book: SheetBook, _ extent: TableExtent) {
    var (line, start, isQuoted) = (1, 0, false)
    var row: [ArraySlice<UInt8>] = []
    var firstLine = 1
    for (index, byte) in table.enumerated() {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        row.append(table[start..<index])
        start = index + 1
      case UInt8(ascii: "\n"):
        line += 1
        if isQuoted { continue }
        row.append(table[start..<index])
        start = index + 1
        let isHeader = header == nil && firstLine >= extent.header
        numbers.append(book.row(ofLine: firstLine))
        lines.append(firstLine)
        if isHeader, !row.allSatisfy(\.isEmpty), let number = numbers.last {
          header = extent.header > 0 ? number : number - 1
        }
        cells.append(row)
        row = []
        firstLine = line
      default: break
      }
    }
    findLast(extent.total)
  }

  /// Leaves out a last row that begins with a word for a total, as tables do.
  private mutating func findLast(_ total: [String]) {
    guard let index = cells.lastIndex(where: { !$0.allSatisfy(\.isEmpty) }) else { return }
    last = numbers[index]
    let filled = cells[index].filter { !$0.isEmpty }
    guard let header, let top = self.index(ofRow: header), index > top, let first = filled.first
    else { return }
    let text = String(decoding: first, as: UTF8.self).trimmed { $0 == "\"" || $0.isWhitespace }
    let columns = cells[top].count { !$0.isEmpty }
    let row = RowBeginning(text: text, filled: filled.count, columns: columns)
    if row.begins(withOneOf: total) { last -= 1 }
  }

  /// The first place of a row of this number, or of one below it.
  private func place(ofRow row: Int) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func index(ofRow row: Int) -> Int? {
    let found = place(ofRow: row)
    return found < numbers.count && numbers[found] == row ? found : nil
  }

  func value(_ column: Int, inRow row: Int) -> ArraySlice<UInt8> {
    guard let index = index(ofRow: row), cells[index].indices.contains(column) else { return [] }
    return cells[index][column]
  }

  /// The line of the first row with several values below one of a single text, which is a title.
  func headerLine(belowTitleInRow rows: ClosedRange<Int>) -> Int? {
    guard rows.count == 1, let title = index(ofRow: rows.lowerBound),
      cells[title].count(where: { !$0.isEmpty }) == 1
    else { return nil }
    return cells.indices.first { index in
      index > title && cells[index].count { !$0.isEmpty } > 1
    }.map { lines[$0] }
  }

  /// The places of rows of the table that have values, and none in this column, below the first of
  /// those that are merged.
  private func blanks(_ column: Int, below rows: ClosedRange<Int>) -> [Int] {
    let start = place(ofRow: rows.lowerBound + 1)
    let end = place(ofRow: min(rows.upperBound, last) + 1)
    return (start..<max(start, end)).filter { index in
      let row = cells[index]
      return !row.allSatisfy(\.isEmpty) && (column >= row.count || row[column].isEmpty)
    }
  }

  /// How many bytes and cells more there are where those below the first of the merged ones are
  /// filled.
  func need(
    _ column: Int, below rows: ClosedRange<Int>, with value: ArraySlice<UInt8>
  ) -> (bytes: Int, cells: Int) {
    blanks(column, below: rows).reduce(into: (bytes: 0, cells: 0)) { need, index in
      let lacking = max(0, column + 1 - cells[index].count)
      need.cells += lacking
      need.bytes += lacking + value.count
    }
  }

  mutating func fill(
    _ column: Int, below rows: ClosedRange<Int>, with value: ArraySlice<UInt8>
  ) {
    for index in blanks(column, below: rows) {
      while cells[index].count <= column { cells[index].append([]) }
      cells[index][column] = value
    }
  }

  var written: [UInt8] {
    var result: [UInt8] = []
    for row in cells {
      for (column, cell) in row.enumerated() {
        if column > 0 { result.append(UInt8(ascii: ",")) }
        result += cell
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}

extension Trouble {
  /// `header`: the line of the header, if the cells are a title above it.
  static func mergedTable(
    _ range: String, _ sheet: String, _ name: String, header: Int?
  ) -> Trouble {
    let cells = "sheet `\(sheet)` of `\(name)` has merged cells, \(range): "
    if let header {
      return Trouble(
        "merged-table",
        cells + "where they are a title, say below the table's body on which line its header is, "
          + "`header: \(header)`")
    }
    return Trouble(
      "merged-table",
      cells + "in a table of the rules, only cells of one column below its header may be merged; "
        + "take these apart, and write the value in each that is to have it")
  }
}
