extension SheetBook {
  /// The rows of a table in which cells merged with those below have their value in each of them:
  /// to people who look at a sheet, it stands beside every row.
  ///
  /// Throws where cells are merged across columns, or with the header.
  func filled(
    _ table: [UInt8], sheet: String, atMost limit: Int
  ) throws(Trouble) -> [UInt8] {
    let merged = mergedBehindRows().sorted {
      ($0.columns.lowerBound, $0.rows.lowerBound) < ($1.columns.lowerBound, $1.rows.lowerBound)
    }
    if merged.isEmpty { return table }
    var rows = SheetTableRows(table, self)
    guard let header = rows.numbers.first else { return table }
    var (column, next, size) = (0, 0, table.count)
    for range in merged where range.rows.upperBound >= header {
      if range.columns.lowerBound != column { (column, next) = (range.columns.lowerBound, 0) }
      // What is merged twice is damaged, and taken once.
      guard range.rows.lowerBound >= next else { continue }
      next = range.rows.upperBound + 1
      let value = rows.value(column, inRow: range.rows.lowerBound)
      if value.isEmpty { continue }
      guard range.columns.count == 1, range.rows.lowerBound > header else {
        throw .mergedTable(range.written, sheet, name)
      }
      size += rows.fill(column, range.rows.dropFirst(), with: value)
      if size > limit {
        throw Trouble("file-too-large", "`\(name)` is larger than \(limit >> 20) MiB")
      }
    }
    return rows.written
  }
}

/// The cells of a table that was read as CSV, by the rows of the sheet.
private struct SheetTableRows {
  /// The rows that have cells, ascending.
  private(set) var numbers: [Int] = []
  private var cells: [[ArraySlice<UInt8>]] = []

  init(_ table: [UInt8], _ book: SheetBook) {
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
        numbers.append(book.row(ofLine: firstLine))
        cells.append(row)
        row = []
        firstLine = line
      default: break
      }
    }
    if let first = cells.firstIndex(where: { !$0.allSatisfy(\.isEmpty) }) {
      // Blank rows above the header stay, and are no header.
      blank = Array(cells[..<first])
      cells.removeFirst(first)
      numbers.removeFirst(first)
    }
  }

  private var blank: [[ArraySlice<UInt8>]] = []

  private func index(ofRow row: Int) -> Int? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == row ? low : nil
  }

  func value(_ column: Int, inRow row: Int) -> ArraySlice<UInt8> {
    guard let index = index(ofRow: row), cells[index].indices.contains(column) else { return [] }
    return cells[index][column]
  }

  /// Fills the empty cells of rows that have values elsewhere, and says how many bytes more there
  /// are.
  mutating func fill(
    _ column: Int, _ rows: ClosedRange<Int>.SubSequence, with value: ArraySlice<UInt8>
  ) -> Int {
    var added = 0
    for row in rows {
      guard let index = index(ofRow: row) else { continue }
      if cells[index].allSatisfy(\.isEmpty) { continue }
      while cells[index].count <= column {
        cells[index].append([])
        added += 1
      }
      guard cells[index][column].isEmpty else { continue }
      cells[index][column] = value
      added += value.count
    }
    return added
  }

  var written: [UInt8] {
    var result: [UInt8] = []
    for row in blank + cells {
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
  static func mergedTable(_ range: String, _ sheet: String, _ name: String) -> Trouble {
    Trouble(
      "merged-table",
      "sheet `\(sheet)` of `\(name)` has merged cells, \(range): in a table of the rules, only "
        + "cells of one column below its header may be merged; take these apart, and write the value in "
        + "each that is to have it")
  }
}
