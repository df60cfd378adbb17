extension SheetBook {
  /// A sheet as the CSV of a table of the rules.
  ///
  /// Throws where the file is no spreadsheet, where several sheets are there and none is named, and
  /// where a cell has an error instead of a value.
  static func table(
    _ bytes: [UInt8], name: String, sheet: String?, _ extent: TableExtent, atMost limit: Int
  ) throws(Trouble) -> [UInt8] {
    guard let book = try SheetBook(bytes: bytes, name: name) else {
      throw Trouble("unreadable-spreadsheet", "`\(name)` is not a spreadsheet (.xlsx)")
    }
    let seen = book.sheets.filter { !$0.isHidden }
    if sheet == nil, seen.count > 1 {
      let listed = seen.prefix(20).map { "`\($0.name)`" }.joined(separator: ", ")
      throw Trouble(
        "which-sheet",
        "`\(name)` has the sheets \(listed): say which one, as in `\(name)#\(seen[0].name)`")
    }
    let index = try book.sheet(named: sheet)
    try book.begin(index, as: .figure)
    var table: [UInt8] = []
    while true {
      let more = try book.read(atLeast: 1 << 20)
      if more.isEmpty { break }
      table += more
      if table.count > limit {
        throw Trouble("file-too-large", "`\(name)` is larger than \(limit >> 20) MiB")
      }
    }
    try book.checkErrors(in: table, sheet: book.sheets[index].name)
    return try book.filled(table, sheet: book.sheets[index].name, extent, atMost: limit)
  }

  /// Throws the first cell that has a NUL byte in front.
  private func checkErrors(in table: [UInt8], sheet: String) throws(Trouble) {
    guard let at = table.firstIndex(of: 0) else { return }
    let before = table[..<at]
    let line = 1 + before.count { $0 == 10 }
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
    var (column, isQuoted) = (0, false)
    for byte in table[start..<at] {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ","), !isQuoted { column += 1 }
    }
    let text = table[(at + 1)...].prefix { $0 != UInt8(ascii: ",") && $0 != 10 }
    let cell = Self.letters(of: column) + "\(row(ofLine: line))"
    let what =
      text.elementsEqual("=".utf8)
      ? "is a formula whose value was not saved: open the spreadsheet in its program and save it"
      : "has the error `\(String(decoding: text, as: UTF8.self))`"
    throw Trouble("error-in-cell", "`\(name)`, sheet `\(sheet)`, cell \(cell) \(what)")
  }
}
