/// A line of a source file as a terminal shows it: tabs are four cells wide,
/// wide characters two, marks that combine none, and control characters are
/// shown as such instead of being obeyed.
struct SourceLine {
  /// Longer lines are cut around what is underlined.
  static let widthLimit = 120

  private struct Cell {
    var offset: Int
    var text: String
    var column: Int
  }

  private var cells: [Cell] = []
  private(set) var width = 0
  /// Whether there is more of the line before what was given, and after it.
  private let isCut: (before: Bool, after: Bool)

  /// The line without its end, or a part of it from a byte on; offsets count the line's bytes.
  init(_ text: String, from start: Int = 0, isCutAfter: Bool = false) {
    isCut = (start > 0, isCutAfter)
    var offset = start
    for scalar in text.unicodeScalars {
      let shown = Self.shown(scalar)
      cells.append(Cell(offset: offset, text: shown.text, column: width))
      width += shown.width
      offset += UTF8.width(scalar)
    }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
    switch scalar.value {
    case 9: ("    ", 4)
    case 0x20..<0x7F: (String(scalar), 1)
    case _ where String.steers(scalar): ("\u{FFFD}", 1)
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      (String(scalar), 2)
    case _: (String(scalar), isZeroWide(scalar) ? 0 : 1)
    }
  }

  private static func isZeroWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    case _: false
    }
  }

  /// The first cell of the character at a byte, or the cell after the last.
  func column(ofByte offset: Int) -> Int {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    if low == 0 { return 0 }
    if low == cells.count, let last = cells.last, offset >= last.offset + last.text.utf8.count {
      return width
    }
    return cells[low - 1].column
  }

  /// The part that shows a column, and the column it begins at. Where the
  /// line is cut it says `…`.
  func window(around column: Int) -> (text: String, start: Int) {
    if width <= Self.widthLimit, !isCut.before, !isCut.after {
      return (cells.map(\.text).joined(), 0)
    }
    let start = max(0, min(column - 40, width - Self.widthLimit))
    let shown = cells.filter { $0.column >= start && $0.column < start + Self.widthLimit }
    let text = shown.map(\.text).joined()
    let first = shown.first?.column ?? 0
    let end = start + Self.widthLimit < width || isCut.after ? "…" : ""
    return first == 0 && !isCut.before ? (text + end, 0) : ("…" + text + end, first - 1)
  }
}
