import QuoteLanguage
import QuoteSyntax

extension CSVTable {
  /// A figure that two cells of the row that was marked last may be, where empty cells stand behind
  /// the last column. Spreadsheets leave some in each row or in a block of rows; a decimal comma
  /// without quotation marks leaves one as well, and puts the cells behind it under wrong names.
  func partedFigure(in cells: Int, of bytes: InputBytes) -> String? {
    if cells == columns + surplus || !hasCommas { return nil }
    let row = (marks.count - columns - 1..<marks.count - 1).map { cell in
      bytes.slice(Int(marks[cell]) + 1, Int(marks[cell + 1] - marks[cell]) - 1).string
    }
    return PartedFigure.first(in: row) { !wholeColumns.contains($0) }
  }

  /// Whether nothing but spaces stands in a row's cells from one of them on.
  func isEmpty(_ row: QuotedCSV.Row, from first: Int = 0, _ chunk: InputChunk) -> Bool {
    var at = row.start
    for (cell, count) in row.cells.enumerated() {
      if cell >= first {
        for place in at..<at + count where chunk.unquoted[place] > 0x20 { return false }
      }
      at += count + 1
    }
    return true
  }
}

extension CSVTable.RowProblem {
  /// Whether the figure that may be parted stands in the row, if that is all that is wrong.
  var isOfFigure: Bool { figure.map(value.string.contains) ?? true }
}
