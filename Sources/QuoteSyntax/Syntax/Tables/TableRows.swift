/// Parts the body of a table into rows and cells, pipe tables and CSV alike.
/// Works on the bytes of the file, so that places need no bookkeeping.
struct TableRows {
  /// The cells of one row, and how many of them stand before `||`.
  struct Row {
    var cells: [CellText] = []
    var parting: Int?
    var span: SourceSpan
  }

  let bytes: [UInt8]
  let file: Int32
  var at: Int
  let end: Int
  let isCSV: Bool
  /// Between cells of CSV: what the header has most of.
  private let delimiter: UInt8
  /// Whether commas stand between the cells of a file.
  var hasCommas: Bool { delimiter == UInt8(ascii: ",") }
  /// How many cells the header has, without empty ones at its end.
  private var width = 0
  /// The column of a CSV that parts, known from the header on.
  private var partingColumn: Int?
  private var isHeaderRead = false
  /// Whether it is a sheet of a spreadsheet, which stores no empty cells at the end of a row.
  private let isSheet: Bool

  init(
    bytes: [UInt8], file: Int32, from lower: Int, to upper: Int, isCSV: Bool, isSheet: Bool = false
  ) {
    self.bytes = bytes
    self.file = file
    self.isCSV = isCSV
    self.isSheet = isSheet
    at = lower
    end = upper
    if isCSV, lower == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    var said: UInt8?
    if isCSV, upper - at > 5, bytes[at..<(at + 4)].elementsEqual("sep=".utf8) {
      said = bytes[at + 4]
      while at < upper, bytes[at] != 10 { at += 1 }
    }
    delimiter = said ?? (isCSV ? Self.delimiter(of: bytes, from: at, to: upper) : 0)
  }

  /// The one of commas, semicolons and tabs that most stand of in the first line, quotes left out.
  private static func delimiter(of bytes: [UInt8], from start: Int, to end: Int) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes[start..<end] {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == 10, !isQuoted, !counts.isEmpty { break }
      if !isQuoted, [UInt8(ascii: ","), UInt8(ascii: ";"), 9].contains(byte) {
        counts[byte, default: 0] += 1
      }
    }
    let comma = UInt8(ascii: ",")
    return [UInt8(ascii: ";"), 9].first { counts[$0, default: 0] > counts[comma, default: 0] }
      ?? comma
  }

  /// Leaves out so many lines.
  mutating func skip(lines: Int) {
    for _ in 0..<lines {
      while at < end, bytes[at] != 10 { at += 1 }
      at = min(at + 1, end)
    }
  }

  func span(_ lower: Int, _ upper: Int) -> SourceSpan {
    SourceSpan(file: file, lower: Int32(lower), upper: Int32(max(lower, upper)))
  }

  /// The next row; nil at the end. Rows that cannot be parted are reported
  /// and skipped.
  mutating func next(log: inout DiagnosticLog) -> Row? {
    var row = Row(span: span(at, at))
    return next(into: &row, log: &log) ? row : nil
  }

  /// The next row in place of the last one, whose memory serves again; false
  /// at the end.
  mutating func next(into row: inout Row, log: inout DiagnosticLog) -> Bool {
    while at < end {
      row.cells.removeAll(keepingCapacity: true)
      row.parting = nil
      if isCSV {
        if nextRecord(into: &row, log: &log) { return true }
        continue
      }
      let start = at
      while at < end, bytes[at] != 10 { at += 1 }
      let (lower, upper) = Lexicon.trimmed(bytes, start, at)
      at += 1
      if lower == upper || bytes[lower] == UInt8(ascii: "#") { continue }
      if split(lower, upper, into: &row, log: &log) { return true }
    }
    return false
  }

  // MARK: - Pipe tables

  private func split(
    _ lower: Int, _ upper: Int, into row: inout Row, log: inout DiagnosticLog
  ) -> Bool {
    let bar = UInt8(ascii: "|")
    guard bytes[lower] == bar, upper - lower > 1, bytes[upper - 1] == bar else {
      let line = String(decoding: bytes[lower..<upper], as: UTF8.self)
      log.report(.rowForm(at: span(lower, upper), line: line))
      return false
    }
    if bytes[lower..<upper].allSatisfy({ $0 == bar || "-: ".utf8.contains($0) }),
      bytes[lower..<upper].split(separator: bar).contains(where: { $0.count { $0 == 0x2D } > 1 })
    {
      log.report(.rowOfDashes(at: span(lower, upper)))
      return false
    }
    row.span = span(lower, upper)
    var start = lower + 1
    if bytes[start] == bar, start + 1 < upper {
      row.parting = 0
      start += 1
    }
    while start < upper {
      let stop = endOfCell(start, upper, isKey: row.parting == nil)
      let (low, high) = Lexicon.trimmed(bytes, start, stop)
      row.cells.append(CellText(bytes: bytes, file: file, lower: low, upper: high))
      start = stop + 1
      if start < upper, bytes[start] == bar {
        if row.parting != nil {
          log.report(.partingRepeated(at: span(stop, start + 1)))
          return false
        }
        row.parting = row.cells.count
        start += 1
      }
    }
    return true
  }

  /// The bar that ends a cell. Bars behind a backslash belong to the cell, as
  /// do those inside quotes: of keys, and of a cell that is a quoted text or a
  /// formula. (`6" pipe` has no quotes: one stands behind a digit.)
  private func endOfCell(_ start: Int, _ upper: Int, isKey: Bool) -> Int {
    var at = start
    while at < upper, bytes[at] == 32 { at += 1 }
    let first = at < upper ? bytes[at] : 0
    let knowsQuotes = isKey || first == UInt8(ascii: "\"") || first == UInt8(ascii: "=")
    var isQuoted = false
    var previous: UInt8 = 0
    while at < upper {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "\"") where knowsQuotes && (isQuoted || !previous.isNamePart):
        isQuoted.toggle()
      case UInt8(ascii: "|") where !isQuoted: return at
      case _: break
      }
      if at < upper { previous = bytes[at] }
      at += 1
    }
    return upper - 1
  }

  // MARK: - CSV

  private mutating func nextRecord(into row: inout Row, log: inout DiagnosticLog) -> Bool {
    let start = at
    while true {
      row.cells.append(nextField(log: &log))
      guard at < end, bytes[at] == delimiter else { break }
      at += 1
    }
    row.span = span(start, at)
    if at < end, bytes[at] == 13 { at += 1 }
    if at < end, bytes[at] == 10 { at += 1 }
    // Spreadsheets leave rows of nothing but commas below those that were filled in.
    let isBlank = row.cells.allSatisfy { $0.lower == $0.upper }
    if isBlank || bytes[start] == UInt8(ascii: "#") { return false }
    if !isHeaderRead {
      isHeaderRead = true
      partingColumn = row.cells.firstIndex { $0.lower == $0.upper }
    }
    if let column = partingColumn, column < row.cells.count,
      row.cells[column].lower == row.cells[column].upper
    {
      row.cells.remove(at: column)
      row.parting = column
    }
    // So do cells behind the last column.
    if width == 0 {
      while let last = row.cells.last, last.lower == last.upper { row.cells.removeLast() }
      width = row.cells.count
      return true
    }
    while isSheet, row.parting != nil, row.cells.count < width {
      let stop = Int(row.span.upper)
      row.cells.append(CellText(bytes: bytes, file: file, lower: stop, upper: stop))
    }
    let behind = row.cells.count - width
    if behind > 0, row.cells.suffix(behind).allSatisfy({ $0.lower == $0.upper }), isSurplus(row) {
      row.cells.removeLast(behind)
    }
    return true
  }

  /// Whether empty cells at the end of a row are no more than that: a decimal comma without
  /// quotation marks leaves one as well, and puts the cells behind it into other columns.
  private func isSurplus(_ row: Row) -> Bool {
    if delimiter != UInt8(ascii: ",") { return true }
    let written = String(decoding: bytes[Int(row.span.lower)..<Int(row.span.upper)], as: UTF8.self)
    let parting = row.parting ?? 0
    return [row.cells[..<parting], row.cells[parting...]].allSatisfy { cells in
      // Cells in quotation marks of their own are no figure.
      PartedFigure.first(in: cells.map(\.raw.value)).map { !written.contains($0) } ?? true
    }
  }

  private mutating func nextField(log: inout DiagnosticLog) -> CellText {
    let start = at
    guard at < end, bytes[at] == UInt8(ascii: "\"") else {
      while at < end, bytes[at] != delimiter, bytes[at] != 10 { at += 1 }
      let (low, high) = Lexicon.trimmed(bytes, start, at)
      return CellText(bytes: bytes, file: file, lower: low, upper: high)
    }
    at += 1
    var text: [UInt8] = []
    var runs: [PlacedText.Run] = []
    let first = at
    while at < end {
      if bytes[at] == UInt8(ascii: "\"") {
        guard at + 1 < end, bytes[at + 1] == UInt8(ascii: "\"") else { break }
        text.append(UInt8(ascii: "\""))
        at += 2
        runs.append(PlacedText.Run(at: Int32(text.count), place: Int32(at)))
        continue
      }
      text.append(bytes[at])
      at += 1
    }
    let stop = at
    if at >= end { log.report(.quoteNeverEnds(at: span(start, start + 1))) }
    at = min(at + 1, end)
    while at < end, bytes[at] != delimiter, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    let placed = PlacedText(
      bytes: text, file: file, start: Int32(first), runs: runs, end: Int32(stop))
    return CellText(bytes: text, file: file, placed: placed)
  }
}
