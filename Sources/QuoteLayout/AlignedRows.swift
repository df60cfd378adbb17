import QuoteSyntax

/// Rows of cells as aligned text: numbers to the right, the rest to the left,
/// two spaces between columns, none at the end of a line, and nothing that steers a terminal.
package struct AlignedRows {
  /// A letter a column: `r` to the right, `l` to the left.
  let alignment: String
  /// The cells, as many in each row as there are letters.
  package var rows: [[String]] = []
  /// Cells wider than this are cut, but not in the last column.
  package var limit = 60

  /// No rows yet.
  package init(_ alignment: String) { self.alignment = alignment }

  /// A line a row, without its newline.
  package func lines(indent: String = "  ") -> [String] {
    let cut = rows.map { row in
      row.enumerated().map { $0 < row.count - 1 ? brief($1.printable) : $1.printable }
    }
    let widths = (0..<alignment.count).map { column in cut.map { $0[column].count }.max() ?? 0 }
    return cut.map { row in
      let cells = zip(row, zip(alignment, widths)).compactMap { cell, form -> String? in
        guard form.1 > 0 else { return nil }
        let gap = String(repeating: " ", count: form.1 - cell.count)
        return form.0 == "r" ? gap + cell : cell + gap
      }
      let line = indent + cells.joined(separator: "  ")
      return line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
  }

  private func brief(_ cell: String) -> String {
    cell.count <= limit ? cell : cell.prefix(limit - 1) + "…"
  }
}
