/// The rows of a reference file in their order: CSV, JSON or JSON Lines. A row
/// of CSV becomes an object of texts; an empty cell is null.
final class ReferenceRows {
  private let splitter: ChunkSplitter
  private let chunk = InputChunk()
  private let table = CSVTable()
  private let reader = JSONRecordReader()
  private let buffer = ByteBuffer()
  private let places: [ReferenceMap.Path]
  private var members: [String] = []
  private var keyColumns: [Int] = []
  private var lines: Int64 = 0
  private var record: Int64 = 0
  private var ready: [ReferenceRow] = []
  private var position = 0
  /// Names of the columns; nil where rows are JSON.
  let columns: [String]?

  /// Throws where the file cannot be opened, or a CSV has no column of a key.
  init(
    _ source: ByteSource, format: InputFormat?, key places: [ReferenceMap.Path]
  ) throws(Trouble) {
    self.places = places
    var options = ReaderOptions()
    options.format = format
    splitter = try ChunkSplitter(Self.schema, [source], options)
    guard case .csv(let layout) = splitter.content else {
      columns = nil
      return
    }
    columns = layout.names
    members = layout.names.map { name in
      let buffer = ByteBuffer()
      buffer.append(text: name, as: .json)
      return buffer.string + ":"
    }
    for place in places {
      let name = place.joined(separator: ".")
      guard let column = layout.names.firstIndex(of: name) else {
        throw .noKeyColumn(name, layout.names, in: source.name)
      }
      keyColumns.append(column)
    }
  }

  /// Rows have no fields of which a reader would know.
  private static let schema = BookingSchema(
    lists: [
      ListSchema(name: "", parent: nil, fields: [], sources: [], bound: 0, span: .nowhere)
    ], key: nil, arithmetic: .exact)

  /// The next row; nil at the end. Throws where the file cannot be read.
  func next() throws(Trouble) -> ReferenceRow? {
    while position == ready.count {
      ready.removeAll(keepingCapacity: true)
      position = 0
      guard try splitter.next(chunk) else { return nil }
      if chunk.startLine > 0 { lines = chunk.startLine - 1 }
      take()
      lines += chunk.skippedLines
    }
    defer { position += 1 }
    return ready[position]
  }

  private func take() {
    if chunk.isTooLong { return add(unreadable: lines + 1) }
    switch chunk.content {
    case .csv(let layout): takeRows(layout)
    case .jsonLines: takeLines()
    case .json:
      for index in 0..<chunk.records.count {
        let record = chunk.records[index]
        let text = chunk.input.slice(record.start, record.end - record.start)
        add(json: text, line: lines + record.line, isReadable: record.problem == .none)
      }
      lines += chunk.text.lineCount
    }
  }

  private func takeLines() {
    var start = chunk.start
    while start < chunk.end {
      lines += 1
      let text = chunk.input.slice(start, chunk.end - start)
      let end = start + (text.firstNewline ?? text.count)
      let content = chunk.input.slice(start, end - start)
      if !content.isBlank { add(json: content, line: lines, isReadable: true) }
      start = end + 1
    }
  }

  private func add(unreadable line: Int64) {
    record += 1
    ready.append(
      ReferenceRow(key: Fingerprint([]), name: [], record: record, line: line, text: []))
  }

  private func add(json text: TextSlice, line: Int64, isReadable: Bool) {
    guard isReadable, case .success(let root) = reader.read(text), root.isObject else {
      return add(unreadable: line)
    }
    var key = JoinKey()
    for place in places { key.add(root.key(at: place)) }
    add(key, unsafe Array(text.bytes), line: line)
  }

  private func add(_ key: JoinKey, _ text: [UInt8], line: Int64) {
    record += 1
    ready.append(
      ReferenceRow(
        key: key.fingerprint, name: key.name, record: record, line: line, text: text))
  }

  // MARK: - CSV

  private func takeRows(_ layout: CSVLayout) {
    table.read(chunk, layout)
    let broken = Set(table.problems.map(\.row))
    for row in 0..<table.rows {
      let line = lines + table.line(row)
      if broken.contains(row) {
        add(unreadable: line)
        continue
      }
      var key = JoinKey()
      for column in keyColumns { key.add(unsafe Array(table.cell(row, column).bytes)) }
      add(key, object(row), line: line)
    }
    lines += table.lineCount
  }

  private func object(_ row: Int) -> [UInt8] {
    buffer.removeAll()
    buffer.append("{")
    for column in members.indices {
      let cell = table.cell(row, column)
      if column > 0 { buffer.append(",") }
      buffer.append(text: members[column])
      if cell.count > 0 { append(cell) } else { buffer.append("null") }
    }
    buffer.append("}")
    return unsafe Array(buffer.bytes)
  }

  /// A cell as a text; one that holds a list or an object as that.
  private func append(_ cell: TextSlice) {
    let first = cell[0]
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      let copy = ByteBuffer()
      unsafe copy.append(cell.bytes)
      for _ in 0..<InputChunk.padding { copy.append(0x20) }
      if case .success = reader.read(copy.slice(0, cell.count)) {
        return unsafe buffer.append(cell.bytes)
      }
    }
    buffer.append(cell, as: .json)
  }
}

/// The values that name a booking, one after the other.
struct JoinKey {
  private(set) var name: [UInt8] = []
  private var bytes: [UInt8] = []
  private var count = 0

  mutating func add(_ part: [UInt8]) {
    if count > 0 {
      name += [UInt8(ascii: ","), UInt8(ascii: " ")]
      bytes.append(0)
    }
    name += part
    bytes += part
    count += 1
  }

  var fingerprint: Fingerprint { Fingerprint(bytes) }
  /// No part says anything.
  var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }
}

extension JSONNode {
  /// A plain value at a path as the bytes of a key; empty where there is none.
  func key(at path: ReferenceMap.Path) -> [UInt8] {
    guard let node = node(at: path), !node.isObject, !node.isArray else { return [] }
    return unsafe Array(node.text.bytes)
  }
}

extension Trouble {
  static func noKeyColumn(_ name: String, _ known: [String], in file: String) -> Trouble {
    let help = Suggestion.help(for: name, among: known).first
    return Trouble(
      "no-key-column",
      "`\(file)` has no column `\(name)` to join it by"
        + (help.map { "; \($0)" } ?? "; it has \(known.map { "`\($0)`" }.joined(separator: ", "))"))
  }
}
