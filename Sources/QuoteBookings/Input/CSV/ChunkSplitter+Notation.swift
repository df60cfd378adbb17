import QuoteLanguage
import CScan
import QuoteSyntax

/// What stands above the header and below the last booking.
extension ChunkSplitter {
  /// How far the end of a source is looked for before rows are handed out, where it may be a
  /// row of totals.
  static let sightBytes = 64 << 10
  /// So many rows at most stand below a row of totals.
  private static let mostBelowTotal = 100

  /// `sep=;`, which tells spreadsheets what separates cells: taken off, and minded.
  func takeDelimiterLine(_ lines: inout Int64) -> UInt8? {
    guard carry.count >= 6, "sep=".utf8.enumerated().allSatisfy({ carry[$0] | 0x20 == $1 | 0x20 })
    else { return nil }
    let delimiter = carry[4]
    var end = 5
    if carry[end] == UInt8(ascii: "\r") { end += 1 }
    guard end < carry.count, carry[end] == UInt8(ascii: "\n"),
      [",", ";", "\t", "|"].contains(Unicode.Scalar(delimiter))
    else { return nil }
    carry.drop(end + 1)
    lines += 1
    return delimiter
  }

  /// Lines above the header that the rules tell of, and titles of a sheet.
  func takeLinesAboveHeader(_ lines: inout Int64) throws(Trouble) {
    guard let header = schema.rows.headerLine ?? sheet?.headerLine else { return }
    while lines < Int64(header) - 1 {
      guard carry.count > 0 else { throw .noHeaderLine(header, in: sourceName) }
      _ = try skipLine()
      if carry.count == 0 { try more(chunkBytes) }
      lines += 1
    }
    if carry.count == 0 { throw .noHeaderLine(header, in: sourceName) }
  }

  /// Where the row that begins at an offset ends; nil where that is further than a record goes.
  func endOfRow(at start: Int, _ delimiter: UInt8) throws(Trouble) -> Int? {
    while true {
      seal()
      let found = unsafe cscan_csv_first(carry.pointer, start, carry.count, delimiter, -1)
      if found.end > 0 { return Int(found.end) }
      if carry.count - start > options.recordBoundBytes { return nil }
      if isAtEnd { return carry.count }
      try more(carry.count)
    }
  }

  /// Looks whether the first row has empty cells behind the last column, as programs write them
  /// that end each cell with a separator. Where a figure of it may be parted, the next row has as
  /// many.
  func findSurplus(_ layout: CSVLayout) throws(Trouble) {
    let rows = try firstRows(2, layout.delimiter)
    guard let first = rows.first else { return }
    let surplus = first.dropFirst(layout.names.count)
    guard !surplus.isEmpty, surplus.allSatisfy(\.isBlank) else { return }
    let hasCommas = layout.delimiter == UInt8(ascii: ",")
    let figure =
      hasCommas ? PartedFigure.first(in: first) { !layout.wholeColumns.contains($0) } : nil
    if figure != nil, rows.count > 1, rows[1].count != first.count { return }
    layout.surplus = surplus.count
    remark(
      "the first row of `\(sourceName)` has \(first.count) cells where the header has "
        + "\(layout.names.count): the last \(surplus.count == 1 ? "is" : "are") empty, and left "
        + "out, there and in other rows"
        + (figure.map { "; if `\($0)` in it is one number, it needs quotation marks" } ?? ""))
  }

  /// The first rows in which something stands, of those that are near.
  private func firstRows(_ count: Int, _ delimiter: UInt8) throws(Trouble) -> [[String]] {
    var (rows, start) = ([[String]](), 0)
    for _ in 0..<20 where rows.count < count {
      if start >= carry.count, !isAtEnd { try more(chunkBytes) }
      guard start < carry.count, let end = try endOfRow(at: start, delimiter), end > start else {
        break
      }
      defer { start = end }
      if end - start > Self.sightBytes { continue }
      let row = CSVHeader((start..<end).map { carry[$0] }, delimiter: delimiter)
      if row.isBlank { continue }
      guard let cells = row.names else { break }
      if !cells.allSatisfy(\.isBlank) { rows.append(cells) }
    }
    return rows
  }

  /// The first lines behind an offset, as texts, of a file whose header is not where it should be.
  func linesBelow(_ start: Int) -> [String] {
    var lines: [String] = []
    var line: [UInt8] = []
    for offset in start..<min(carry.count, start + 4096) where lines.count < 20 {
      if carry[offset] == UInt8(ascii: "\n") {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      } else {
        line.append(carry[offset])
      }
    }
    return lines
  }

  /// Takes off the last rows from the first on that begins with a word of the rules for totals,
  /// with what follows it and cannot be a booking; or remarks on what may be a total, where the
  /// rules have no word for it.
  func trimTotal(_ layout: CSVLayout) {
    guard isAtEnd, !isTotalTaken, carry.count > 0 else { return }
    let words = schema.rows.totals
    var (end, count, isBelowBookings, isAboveBookings) = (carry.count, 0, true, false)
    var usual: RowBeginning?
    var declared: (row: RowBeginning, start: Int, count: Int)?
    var priced: RowBeginning?
    while count <= Self.mostBelowTotal, carry.count - end < Self.sightBytes,
      let (start, cells) = lastRow(before: end, layout)
    {
      let row = RowBeginning(cells, columns: layout.names.count)
      // With others below it, a row that is full may be a booking by that name.
      let mayBeTotal = count == 0 || row.filled < row.columns
      let isWord = words.contains(row.text)
      let isDeclared = isWord || mayBeTotal && row.begins(withOneOf: words)
      let isUsual = !isDeclared && mayBeTotal && row.totalWord != nil
      let mayBeBooking = layout.mayBeBooking(cells, schema)
      if mayBeBooking, !isDeclared, !isUsual {
        // A row of a declared word is looked for further up, and told of where it is priced.
        guard !words.isEmpty else { break }
        isAboveBookings = true
      }
      (end, count) = (start, count + 1)
      isBelowBookings = isBelowBookings && (isDeclared || !mayBeBooking)
      if isDeclared, isBelowBookings { declared = (row, start, count) }
      if isUsual && !isAboveBookings { usual = row }
      if isWord && !isBelowBookings { priced = priced ?? row }
    }
    if let (row, start, count) = declared {
      carry.resize(to: start)
      noteTotal(row, rows: count, isDeclared: words.contains(row.text))
    } else if let usual {
      remarkOnTotal(usual)
    }
    if let priced { remarkOnTotal(priced) }
  }

  /// Remarks on the first of the rows at hand that adds up others, where bookings stand below it:
  /// it is read as one of them.
  func findSubtotals(_ layout: CSVLayout) {
    let rows = firstRowsAtHand(layout).map { row in row.map { $0.trimmed(of: \.isWhitespace) } }
    let beginnings = rows.map { RowBeginning($0, columns: layout.names.count) }
    for (index, row) in rows.enumerated() where beginnings[index].totalWord != nil {
      guard layout.mayBeBooking(row, schema), !toldTotals.contains(beginnings[index].text) else {
        continue
      }
      let isAbove = rows.indices[(index + 1)...].contains {
        beginnings[$0].totalWord == nil && layout.mayBeBooking(rows[$0], schema)
      }
      guard isAbove else { return }
      remark(
        "a row of `\(sourceName)` begins with `\(beginnings[index].text)`, and is read as a "
          + "booking like those below it: if it adds up others, take it and its like out of the "
          + "file")
      return
    }
  }

  /// The cells of the last row in which something stands, of those that end before an offset, and
  /// where it begins; nil where there is none, or it cannot be read.
  private func lastRow(
    before end: Int, _ layout: CSVLayout
  ) -> (start: Int, cells: [String])? {
    func isNothing(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == layout.delimiter }
    guard let last = (0..<end).last(where: { !isNothing(carry[$0]) }) else { return nil }
    let start = unsafe cscan_after_last(carry.pointer, 0, last, UInt8(ascii: "\n"))
    let line = (start..<end).map { carry[$0] }.prefix { $0 != UInt8(ascii: "\n") }
    let cells = CSVHeader(Array(line), delimiter: layout.delimiter).names?
      .map { $0.trimmed(of: \.isWhitespace) }
    guard let cells, !cells.allSatisfy(\.isEmpty) else { return nil }
    return (start, cells)
  }
}

extension RowBeginning {
  fileprivate init(_ cells: [String], columns: Int) {
    let filled = cells.filter { !$0.isEmpty }
    self.init(text: filled.first ?? "", filled: filled.count, columns: columns)
  }
}

extension CSVLayout {
  /// Whether a row has something for each input that every booking must give, as the first of
  /// several rows of one has. Nobody knows what each row of a second file must have.
  fileprivate func mayBeBooking(_ row: [String], _ schema: BookingSchema) -> Bool {
    func isFilled(_ column: Int) -> Bool { column < row.count && !row[column].isEmpty }
    let fields = schema.lists[.booking].fields
    if fields.isEmpty { return !RowBeginning(row, columns: names.count).isSparse }
    return zip(fields, cells[0]).allSatisfy { field, places in
      if field.isOptional || field.defaultValue != nil || field.takesAsOf { return true }
      return places.isEmpty
        || places.contains {
          switch $0 {
          case .column(let column): isFilled(column)
          case .pair(let first, let second): isFilled(first) || isFilled(second)
          }
        }
    }
  }
}

extension Trouble {
  static func noHeaderLine(_ line: Int, in name: String) -> Trouble {
    Trouble("no-header-line", "`\(name)` has no line \(line), where the rules have its header")
  }

  static var totalOfGathered: Trouble {
    Trouble(
      "total-of-gathered",
      "`total` of the rules is of the last row, and `--gather` puts rows in another order: leave "
        + "out `--gather` if the rows of each booking stand together, or the row of totals")
  }

  /// With the line that has the column, where the header is another one.
  func withHeaderFurtherDown(
    _ lines: [String], _ schema: BookingSchema, first: Int64
  ) -> Trouble {
    guard id == "missing-column" else { return self }
    let wanted = schema.lists[.booking].fields.filter {
      !$0.isOptional && $0.defaultValue == nil && !$0.takesAsOf
    }.compactMap(\.columnName)
    guard !wanted.isEmpty,
      let index = lines.firstIndex(where: { line in
        let cells = line.split { ",;\t|".contains($0) }.map {
          $0.trimmed { $0.isWhitespace || $0 == "\"" }
        }
        return wanted.allSatisfy(cells.contains)
      })
    else { return self }
    return Trouble(
      id,
      message + "; line \(first + Int64(index)) does: if it is the header, the rules say "
        + "`bookings: { header: \(first + Int64(index)) }`")
  }
}

extension FieldSchema {
  /// The column that it is read from, of several the first.
  fileprivate var columnName: String? {
    for case .path(let path) in sources where !path.isItself { return CSVLayout.name(of: path) }
    return nil
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
