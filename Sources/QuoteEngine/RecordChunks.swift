/// Whole JSON records of some files, chunk by chunk, as texts.
final class RecordChunks {
  struct Record {
    var text: TextSlice
    var line: Int64
    var isReadable: Bool
  }

  private let splitter: ChunkSplitter
  private let chunk = InputChunk()
  private var lines: Int64 = 0
  private(set) var records: [Record] = []

  /// Throws where the first file cannot be opened, or is CSV.
  init(
    schema: BookingSchema, sources: [ByteSource], format: InputFormat?
  ) throws(Trouble) {
    var options = ReaderOptions()
    options.format = format
    splitter = try ChunkSplitter(schema, sources, options)
  }

  /// Takes the next chunk; texts of the one before are gone. False at the end.
  func next() throws(Trouble) -> Bool {
    records.removeAll(keepingCapacity: true)
    guard try splitter.next(chunk) else { return false }
    if chunk.startLine > 0 { lines = chunk.startLine - 1 }
    if chunk.isTooLong {
      records.append(Record(text: chunk.text, line: lines + 1, isReadable: false))
    } else {
      switch chunk.content {
      case .csv: throw .recordsAreJSON(splitter.sourceName)
      case .jsonLines: takeLines()
      case .json: takeRecords()
      }
    }
    lines += chunk.skippedLines
    return true
  }

  private func takeLines() {
    var start = chunk.start
    while start < chunk.end {
      lines += 1
      let text = chunk.input.slice(start, chunk.end - start)
      let end = start + (text.firstNewline ?? text.count)
      let content = chunk.input.slice(start, end - start)
      if !content.isBlank { records.append(Record(text: content, line: lines, isReadable: true)) }
      start = end + 1
    }
  }

  private func takeRecords() {
    for index in 0..<chunk.records.count {
      let record = chunk.records[index]
      let text = chunk.input.slice(record.start, record.end - record.start)
      records.append(
        Record(text: text, line: lines + record.line, isReadable: record.problem == .none))
    }
    lines += chunk.text.lineCount
  }
}

extension Trouble {
  static func recordsAreJSON(_ name: String) -> Trouble {
    Trouble("records-are-json", "`\(name)` is CSV; records of requests and replies are JSON")
  }
}
