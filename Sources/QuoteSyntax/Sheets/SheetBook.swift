private import CSheet

/// A spreadsheet (.xlsx). Its sheets are read as CSV, one row a line, from beginning to end.
@safe package final class SheetBook: @unchecked Sendable {
  /// What the cells of a column are read as.
  package enum Use {
    /// Values as they are.
    case any
    case date, time, instant
    /// Figures as tables of the rules have them: `21%`, `$5.00`.
    case figure
    /// Amounts: those of which the format has a foreign currency are written with it.
    case amount
  }

  package let name: String
  package private(set) var sheets: [(name: String, isHidden: Bool)] = []
  private let book: OpaquePointer
  private let atEnd: () -> Void
  /// How many lines were read.
  package private(set) var lineCount = 0

  /// Opens a regular file, which is left open until the book is gone. Nil where the archive is
  /// no spreadsheet; then, and where this throws, `atEnd` is not called.
  package init?(
    descriptor: Int32, name: String, atEnd: @escaping () -> Void
  ) throws(Trouble) {
    self.name = name
    self.atEnd = atEnd
    var problem = csheet_fine
    guard let opened = unsafe csheet_open(descriptor, &problem) else {
      if problem == csheet_other_file { return nil }
      throw Self.trouble(problem, name)
    }
    unsafe book = opened
    findSheets()
  }

  /// Opens what is in memory; nil where it is no spreadsheet.
  package init?(bytes: [UInt8], name: String) throws(Trouble) {
    self.name = name
    atEnd = {}
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
    var problem = csheet_fine
    // The bytes are copied.
    let opened = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe csheet_open_bytes(bytes.baseAddress, bytes.count, &problem)
    }
    guard let opened = unsafe opened else {
      if problem == csheet_other_file { return nil }
      throw Self.trouble(problem, name)
    }
    unsafe book = opened
    findSheets()
  }

  deinit {
    unsafe csheet_close(book)
    atEnd()
  }

  private func findSheets() {
    for index in 0..<(unsafe csheet_count(book)) {
      // Names are there for as long as the book.
      let name = unsafe csheet_name(book, index).map { unsafe String(cString: $0) } ?? ""
      sheets.append((name, unsafe csheet_is_hidden(book, index) != 0))
    }
  }

  /// `rates.xlsx#Zones` as the file and the sheet.
  package static func parts(of path: String) -> (file: String, sheet: String?) {
    guard let mark = path.firstRange(of: ".xlsx#") ?? path.firstRange(of: ".xlsm#") else {
      return (path, nil)
    }
    let hash = path.index(before: mark.upperBound)
    return (String(path[..<hash]), String(path[mark.upperBound...]))
  }

  /// The sheet of this name; the first that people see if no name is given.
  package func sheet(named name: String?) throws(Trouble) -> Int {
    guard let name else { return sheets.firstIndex { !$0.isHidden } ?? 0 }
    if let found = sheets.firstIndex(where: { $0.name == name }) { return found }
    let near = Suggestion.help(for: name, among: sheets.map(\.name)).first
    let listed = sheets.prefix(20).map { "`\($0.name)`" }.joined(separator: ", ")
    throw Trouble(
      "no-such-sheet",
      "`\(self.name)` has no sheet `\(name)`" + (near.map { "; \($0)" } ?? "; it has \(listed)"))
  }

  /// The letters of a column that is counted from 0.
  package static func letters(of column: Int) -> String {
    let last = String(Unicode.Scalar(UInt8(65 + column % 26)))
    return column < 26 ? last : letters(of: column / 26 - 1) + last
  }

  // MARK: Reading

  /// Begins at the first row of a sheet.
  package func begin(_ sheet: Int, as use: Use) throws(Trouble) {
    lineCount = 0
    try check(unsafe csheet_begin(book, Int32(sheet), Self.code(use)))
  }

  /// The line of the first row that has values, from this one on. It is read again with those
  /// below it.
  package func readHeader(row: Int) throws(Trouble) -> [UInt8] {
    try check(unsafe csheet_read(book, .max, UInt32(clamping: row)))
    let all = output
    let line = Array(all[unsafe csheet_last_line(book)...])
    lineCount = all.count { $0 == 10 } - max(0, line.count { $0 == 10 } - 1)
    return line
  }

  /// At least so many bytes of lines that were not read yet; none at the end.
  package func read(atLeast count: Int) throws(Trouble) -> [UInt8] {
    try check(unsafe csheet_read(book, count, 0))
    defer { unsafe csheet_take(book) }
    return output
  }

  private var output: [UInt8] {
    var count = 0
    guard let bytes = unsafe csheet_output(book, &count) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// How many cells rows have at least.
  package var width = 0 {
    didSet { unsafe csheet_set_width(book, Int32(width)) }
  }

  /// Says that a column is read, and as what.
  package func read(_ column: Int, as use: Use, isMarked: Bool) {
    unsafe _ = csheet_set_use(book, Int32(column), Self.code(use), isMarked ? 1 : 0)
  }

  /// The row of the sheet that a line is, both from 1.
  package func row(ofLine line: Int) -> Int {
    Int(unsafe csheet_row(book, UInt32(clamping: line)))
  }

  /// Cells that are merged into one: columns from 0, rows from 1.
  package struct Merged {
    package var columns: ClosedRange<Int>
    package var rows: ClosedRange<Int>

    /// `A2:A3`.
    package var written: String {
      let (first, last) = (
        SheetBook.letters(of: columns.lowerBound), SheetBook.letters(of: columns.upperBound)
      )
      return "\(first)\(rows.lowerBound):\(last)\(rows.upperBound)"
    }
  }

  /// The first cells that are merged across columns in a row. What was begun to be read is at its
  /// end then.
  package func mergedCells(_ sheet: Int, inRow row: Int) throws(Trouble) -> String? {
    try check(unsafe csheet_find_merged(book, Int32(sheet)))
    return merged.first { $0.columns.count > 1 && $0.rows.contains(row) }?.written
  }

  /// The merged cells of the sheet whose rows were all read.
  package func mergedBehindRows() -> [Merged] {
    unsafe _ = csheet_finish(book)
    return merged
  }

  /// The same of a table of the rules, in which each of them counts. Throws where some are not
  /// known.
  func allMergedBehindRows(_ sheet: String) throws(Trouble) -> [Merged] {
    try check(unsafe csheet_finish(book))
    if unsafe csheet_lacks_merged(book) != 0 {
      throw Trouble(
        "merged-table",
        "sheet `\(sheet)` of `\(name)` has merged cells that cannot be read, or more of them than "
          + "65,536: unmerge them, and write the value in each that is to have it")
    }
    return merged
  }

  private var merged: [Merged] {
    var count = 0
    guard let ranges = unsafe csheet_merged(book, &count) else { return [] }
    return unsafe UnsafeBufferPointer(start: ranges, count: count).compactMap { range in
      guard range.left <= range.right, range.top <= range.bottom else { return nil }
      return Merged(
        columns: Int(range.left)...Int(range.right), rows: Int(range.top)...Int(range.bottom))
    }
  }

  /// The currency that all numbers read of a column are formatted with; nil where they have none,
  /// or several.
  package func currency(ofColumn column: Int) -> String? {
    unsafe csheet_currency(book, Int32(column)).map { unsafe String(cString: $0) }
  }

  /// Says which texts beside numbers are another currency than that of the amounts.
  package func mark(foreign isForeign: (String) -> Bool) {
    for format in 0..<(unsafe csheet_format_count(book)) {
      // Formats are there for as long as the book.
      let text = unsafe csheet_format_currency(book, format).map { unsafe String(cString: $0) }
      if let text, isForeign(text) { unsafe csheet_set_foreign(book, format) }
    }
  }

  /// How many bytes of the file were read since this was asked last.
  package var consumed: Int { unsafe csheet_consumed(book) }

  private static func code(_ use: Use) -> csheet_use {
    switch use {
    case .any: csheet_any
    case .date: csheet_date
    case .time: csheet_time
    case .instant: csheet_instant
    case .figure: csheet_figure
    case .amount: csheet_amount
    }
  }

  private func check(_ problem: csheet_problem) throws(Trouble) {
    if problem != csheet_fine { throw Self.trouble(problem, name) }
  }

  private static func trouble(_ problem: csheet_problem, _ name: String) -> Trouble {
    let what: String
    if problem == csheet_no_memory {
      what = "is a spreadsheet for which there is not enough memory"
    } else if problem == csheet_too_large {
      what =
        "is larger than what is read of a spreadsheet: 4 GiB of a sheet, 256 MiB of texts, 1 MiB "
        + "of a cell, unpacked"
    } else if problem == csheet_hostile {
      what =
        "is not read: it has what no spreadsheet has, a document type, a tag of more than a MiB or "
        + "elements a hundred deep"
    } else if problem == csheet_protected {
      what = "has a password: save it without one"
    } else {
      what = "is damaged: it cannot be read as a spreadsheet (.xlsx)"
    }
    return Trouble("unreadable-spreadsheet", "`\(name)` \(what)")
  }
}
