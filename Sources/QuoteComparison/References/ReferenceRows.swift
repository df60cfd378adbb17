package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// The rows of a reference file: CSV, JSON or JSON Lines, handed out page by
/// page to several threads.
package final class ReferenceRows: @unchecked Sendable {
  private let splitter: ChunkSplitter
  private let order = InputOrder()
  let places: [ReferenceMap.Path]
  /// Names of the columns; nil where rows are JSON.
  package let columns: [String]?
  /// Columns of the key, where there are columns.
  let keyColumns: [Int]
  /// How each part of the key is compared; parts beyond are texts.
  private let parts: [KeyPart]
  /// Whether keys are read as a spreadsheet may leave them.
  let isLoose: Bool
  /// The name that messages give the file.
  private let file: String

  /// Throws where the file cannot be opened, or a CSV has no column of a key.
  package init(
    _ source: ByteSource, format: InputFormat?, key places: [ReferenceMap.Path],
    parts: [KeyPart] = [], chunkBytes: Int = ReaderOptions().chunkBytes, isLoose: Bool = false,
    trimsNames: Bool = false,
    notation: RowNotation = RowNotation()
  ) throws(Trouble) {
    self.places = places
    self.parts = parts
    self.isLoose = isLoose
    var options = ReaderOptions()
    options.format = format
    options.chunkBytes = chunkBytes
    var schema = BookingSchema.unknown
    schema.rows = notation
    splitter = try ChunkSplitter(schema, [source], options)
    guard case .csv(let layout) = splitter.content else {
      columns = nil
      file = source.name
      keyColumns = []
      return
    }
    // Two that differ in blanks alone are one name that comes twice.
    let names = trimsNames ? layout.names.map(\.trimmedOfSpaces) : layout.names
    columns = names
    file = source.name
    var keyColumns: [Int] = []
    for place in places {
      let name = place.joined(separator: ".")
      guard let column = names.firstIndex(of: name) else {
        throw .noKeyColumn(name, names, in: source.name)
      }
      keyColumns.append(column)
    }
    self.keyColumns = keyColumns
  }


  /// Throws where two columns have one name that is read: nobody knows which one is meant.
  /// Spreadsheets leave columns without a name at the end of rows; these may be many.
  package func refuseRepeated(_ isRead: (String) -> Bool) throws(Trouble) {
    var met: Set<String> = []
    for name in columns ?? [] where !name.isEmpty && !met.insert(name).inserted {
      let isKey = places.contains { $0.joined(separator: ".") == name }
      if isKey || isRead(name) { throw .repeatedColumn(name, in: file) }
    }
  }

  /// What is to be known of the rows read so far, in sentences.
  package var remarks: [String] {
    (try? order.alone { () throws(Trouble) in splitter.remarks }) ?? []
  }

  /// The currency that all numbers read of a column are formatted with in a spreadsheet.
  package func currency(ofColumn column: Int) -> String? {
    (try? order.alone { () throws(Trouble) in splitter.currency(ofColumn: column) }) ?? nil
  }

  /// Adds what is compared of a part of a key.
  fileprivate func append(_ text: TextSlice, part: Int, to key: ByteBuffer) {
    let kind = part < parts.count ? parts[part] : .text
    kind.append(text, to: key, isLoose: isLoose)
  }

  /// Fills a chunk with the next bytes; false at the end.
  fileprivate func next(_ chunk: InputChunk) throws(Trouble) -> Bool {
    try order.alone { () throws(Trouble) in try splitter.next(chunk) }
  }

  /// Calls with each row that can be read, in order, as a JSON object, until it
  /// gives false.
  package func each(_ body: (Fingerprint, [UInt8]) -> Bool) throws(Trouble) {
    let reader = ReferencePageReader(self)
    let (held, text) = (ByteBuffer(), ByteBuffer())
    while let page = try reader.next() {
      for row in 0..<page.count where page.isReadable(row) {
        reader.write(try page.row(row, in: held), to: text)
        if !body(page.keys[row], unsafe Array(text.bytes)) { return }
      }
    }
  }
}

/// One thread's way of making pages of a reference's chunks.
package final class ReferencePageReader {
  private let rows: ReferenceRows
  private let chunk = InputChunk()
  private let table = CSVTable()
  private let reader = JSONRecordReader()
  private let key = ByteBuffer()
  private let mended = ByteBuffer()
  private var members: [String] = []
  private var lines: UInt32 = 0

  package init(_ rows: ReferenceRows) {
    self.rows = rows
    members = (rows.columns ?? []).map { name in
      let buffer = ByteBuffer()
      buffer.append(text: name, as: .json)
      return buffer.string + ":"
    }
  }

  /// The next page; nil at the end. Throws where the file cannot be read.
  func next() throws(Trouble) -> ReferencePage? {
    guard try rows.next(chunk) else { return nil }
    let page = ReferencePage(number: chunk.ordinal)
    lines = 0
    if chunk.startLine > 0 { page.linesBefore = chunk.startLine - 1 }
    take(into: page)
    page.lineCount = Int64(lines) + chunk.skippedLines
    page.waiting = (0..<page.count).reduce(0) { $0 + (page.isReadable($1) ? 1 : 0) }
    return page
  }

  private func take(into page: ReferencePage) {
    if chunk.isTooLong { return page.add(Fingerprint.none, line: 1) }
    switch chunk.content {
    case .csv(let layout): takeRows(layout, into: page)
    case .jsonLines: takeLines(into: page)
    case .json:
      for index in 0..<chunk.records.count {
        let record = chunk.records[index]
        let text = chunk.input.slice(record.start, record.end - record.start)
        add(
          json: text, line: UInt32(truncatingIfNeeded: record.line),
          isReadable: record.problem == .none, to: page)
      }
      lines = UInt32(truncatingIfNeeded: chunk.text.lineCount)
    }
  }

  private func takeLines(into page: ReferencePage) {
    var start = chunk.start
    while start < chunk.end {
      lines += 1
      let text = chunk.input.slice(start, chunk.end - start)
      let end = start + (text.firstNewline ?? text.count)
      let content = chunk.input.slice(start, end - start)
      if !content.isBlank { add(json: content, line: lines, isReadable: true, to: page) }
      start = end + 1
    }
  }

  private func add(json text: TextSlice, line: UInt32, isReadable: Bool, to page: ReferencePage) {
    guard isReadable, case .success(let root) = reader.read(text) else {
      // One byte stands for rows that could not be gathered.
      let mistake = text.count > 1 ? JSONMistake(text)?.what : nil
      return page.add(unreadable: line, because: mistake ?? "")
    }
    guard root.isObject else { return page.add(unreadable: line, because: "it is no object") }
    guard !root.hasRepeatedMembers else {
      let name = root.repeatedMember.map { "`\($0.printable)`" } ?? "a member"
      return page.add(
        unreadable: line,
        because: "\(name) is given twice in one object: some programs read the first, others the "
          + "last")
    }
    key.removeAll()
    for (index, place) in rows.places.enumerated() {
      if index > 0 { key.append(0) }
      if let node = root.plain(at: place) { rows.append(node.text, part: index, to: key) }
    }
    guard isNamed else { return page.add(unnamed: line, wrapping: Self.onlyList(of: root)) }
    unsafe page.add(Fingerprint(key.bytes), line: line) { $0.append(text) }
  }

  /// The one member that is a list of objects.
  private static func onlyList(of root: JSONNode) -> String? {
    var lists: [String] = []
    root.eachMember { key, value in
      if value.elements.first?.isObject == true { lists.append(key.text.string) }
    }
    return lists.count == 1 ? lists[0] : nil
  }

  /// Some part of the key says something; rows are read without one at times.
  private var isNamed: Bool {
    rows.places.isEmpty || (unsafe key.bytes.contains { $0 != 0 })
  }

  private func takeRows(_ layout: CSVLayout, into page: ReferencePage) {
    table.read(chunk, layout)
    let broken = Set(table.problems.map(\.row))
    let grid = table.grid
    for row in 0..<table.rows {
      let line = UInt32(truncatingIfNeeded: table.line(row))
      key.removeAll()
      for (index, column) in rows.keyColumns.enumerated() {
        if index > 0 { key.append(0) }
        let cell = grid.cell(row, column)
        rows.append(table.hasWide ? repaired(cell) : cell, part: index, to: key)
      }
      if !broken.isEmpty && broken.contains(row) {
        page.add(Fingerprint.none, line: line)
        continue
      }
      guard isNamed else {
        page.add(unnamed: line)
        continue
      }
      unsafe page.add(Fingerprint(key.bytes), line: line) { text in
        ReferenceCells.append(grid, row, to: text)
      }
    }
    lines = UInt32(truncatingIfNeeded: table.lineCount)
  }

  // MARK: - What a row says

  /// Writes a row as JSON, with room after it that may be read. A row of CSV
  /// becomes an object of texts; an empty cell is null.
  package func write(_ row: TextSlice, to buffer: ByteBuffer) {
    buffer.removeAll()
    if members.isEmpty {
      buffer.append(row)
    } else {
      buffer.append("{")
      ReferenceCells.each(row, members.count) { column, cell in
        if column > 0 { buffer.append(",") }
        buffer.append(text: members[column])
        if cell.count > 0 { append(cell, to: buffer) } else { buffer.append("null") }
      }
      buffer.append("}")
    }
  }

  /// A cell as a text; one that holds a list or an object as that.
  private func append(_ cell: TextSlice, to buffer: ByteBuffer) {
    let cell = repaired(cell)
    let first = InputBytes(cell)[0]
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{"), isJSON(cell) {
      return buffer.append(cell)
    }
    buffer.append(cell, as: .json)
  }

  /// Whether a cell is a value that the object of its row may hold: one level is that
  /// object's own.
  private func isJSON(_ cell: TextSlice) -> Bool {
    let copy = ByteBuffer()
    copy.append(UInt8(ascii: "["))
    copy.append(cell)
    copy.append(UInt8(ascii: "]"))
    let count = copy.count
    for _ in 0..<InputChunk.padding { copy.append(0x20) }
    guard case .success(let list) = reader.read(copy.slice(0, count)) else { return false }
    return list.size == 1
  }

  /// A cell in which bytes that are not UTF-8 are U+FFFD, as in keys of bookings, so that
  /// they spoil neither the other cells of the row nor its key. Good until the next call.
  private func repaired(_ cell: TextSlice) -> TextSlice {
    guard !JSONRecordReader.isUTF8(cell) else { return cell }
    mended.removeAll()
    // Some bytes on both sides of a cell may be read.
    for _ in 0..<InputChunk.padding { mended.append(0x20) }
    mended.append(text: cell.string)
    let end = mended.count
    for _ in 0..<InputChunk.padding { mended.append(0x20) }
    return mended.slice(InputChunk.padding, end)
  }

  /// The parts of a row's key with `, ` between, as people read it.
  func name(of row: TextSlice) -> String {
    if rows.columns != nil {
      return rows.keyColumns.map { ReferenceCells.cell($0, of: row).string }
        .joined(separator: ", ")
    }
    let copy = ByteBuffer()
    copy.append(row)
    for _ in 0..<InputChunk.padding { copy.append(0x20) }
    guard case .success(let root) = reader.read(copy.slice(0, row.count)) else { return "" }
    return rows.places.map { root.plain(at: $0)?.text.string ?? "" }.joined(separator: ", ")
  }
}

/// The values that name a booking, one after the other.
package struct JoinKey {
  package private(set) var name: [UInt8] = []
  private var bytes: [UInt8] = []
  private var count = 0

  package init() {}

  package mutating func add(_ part: [UInt8]) {
    if count > 0 {
      name += [UInt8(ascii: ","), UInt8(ascii: " ")]
      bytes.append(0)
    }
    name += part
    bytes += part
    count += 1
  }

  package var fingerprint: Fingerprint { Fingerprint(bytes) }
  /// No part says anything.
  package var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }
}

extension JSONNode {
  /// The first name that an object in it has twice.
  fileprivate var repeatedMember: String? {
    if isArray {
      // Not lazily, which looks at each element twice, and so at deep ones by leaps.
      for element in elements {
        if let found = element.repeatedMember { return found }
      }
      return nil
    }
    guard isObject else { return nil }
    var (met, found) = (Set<String>(), String?.none)
    eachMember { key, value in
      let name = key.text.string
      if found == nil { found = met.insert(name).inserted ? value.repeatedMember : name }
    }
    return found
  }

  /// A plain value at a path; nil where there is none.
  func plain(at path: ReferenceMap.Path) -> JSONNode? {
    guard let node = node(at: path), !node.isObject, !node.isArray else { return nil }
    return node
  }
}

extension Trouble {
  static func noKeyColumn(_ name: String, _ known: [String], in file: String) -> Trouble {
    let help = Suggestion.help(for: name, among: known).first
    return Trouble(
      "no-key-column",
      "`\(file)` has no column `\(name)` to join it by"
        + (help.map { "; \($0)" } ?? "; it has \(known.map { "`\($0)`" }.joined(separator: ", "))")
        + (help == nil
          ? known.first.map {
            "; if `\($0)` has the keys, a map says so: `join: { \(name): \($0) }`"
          } ?? ""
          : ""))
  }
}
