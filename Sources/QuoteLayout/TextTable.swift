import QuoteSyntax

/// Cells laid out in columns for a terminal, which nothing in them steers.
package struct TextTable {
  /// The cells, row by row; the first row may be a heading.
  package var rows: [[String]] = []
  /// Columns that stand to the right, as numbers do.
  let right: Set<Int>

  /// No rows yet.
  package init(right: Set<Int>) { self.right = right }

  private var shown: [[String]] { rows.map { $0.map(\.printable) } }

  private var widths: [Int] {
    var widths: [Int] = []
    for row in shown {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    return widths
  }

  /// The width of its lines, with two spaces between columns.
  package var width: Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }

  /// Names are folded to no fewer cells.
  private static let leastName = 16

  /// Lines of so many cells, where folding one column of names does it; and how many of them are of
  /// the first row.
  func lines(atMost limit: Int?) -> (lines: [String], heads: Int) {
    let widths = widths
    let names = widths.indices.filter { !right.contains($0) }
    guard let limit, width > limit, let column = names.max(by: { widths[$0] < widths[$1] }) else {
      return (lines, min(1, rows.count))
    }
    let room = max(Self.leastName, widths[column] - (width - limit))
    var folded = TextTable(right: right)
    var heads = 0
    for (index, row) in shown.enumerated() {
      let parts = column < row.count ? row[column].folded(to: room) : []
      for part in 0..<max(1, parts.count) {
        var cells = part == 0 ? row : row.map { _ in "" }
        if part < parts.count { cells[column] = parts[part] }
        folded.rows.append(cells)
      }
      if index == 0 { heads = folded.rows.count }
    }
    return (folded.lines, heads)
  }

  /// Two spaces between columns, none at the end of a line.
  package var lines: [String] {
    let widths = widths
    return shown.map { row in
      row.enumerated().map { column, cell in
        let gap = String(repeating: " ", count: widths[column] - cell.displayWidth)
        return right.contains(column) ? gap + cell : cell + gap
      }.joined(separator: "  ").withoutTrailingSpaces
    }
  }
}
