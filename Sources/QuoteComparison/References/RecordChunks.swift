package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// JSON records of some files, handed out chunk by chunk to several threads.
package final class RecordFeed: @unchecked Sendable {
  let order = InputOrder()
  /// Guarded by `order`.
  private let splitter: ChunkSplitter

  /// Throws where the first file cannot be opened.
  package init(
    schema: BookingSchema, sources: [ByteSource], format: InputFormat?, meter: InputMeter? = nil
  ) throws(Trouble) {
    var options = ReaderOptions()
    options.format = format
    options.meter = meter
    splitter = try ChunkSplitter(schema, sources, options)
  }

  fileprivate func next(_ chunk: InputChunk) throws(Trouble) -> Bool {
    try order.alone { () throws(Trouble) in
      guard try splitter.next(chunk) else { return false }
      if case .csv = chunk.content { throw .recordsAreJSON(splitter.sourceName) }
      return true
    }
  }
}

/// Whole JSON records of some files, chunk by chunk, as texts: one thread's.
package final class RecordChunks {
  package struct Record {
    package var text: TextSlice
    /// The line in the whole input once the chunk is settled, else in the chunk before.
    package var line: Int64
    var problem: InputChunk.Problem
    package var isReadable: Bool { problem == .none }
  }

  let feed: RecordFeed
  private let chunk = InputChunk()
  private var lineCount: Int64 = 0
  package private(set) var records: [Record] = []
  /// Which of the feed's chunks this is, from 0.
  package var ordinal: Int { chunk.ordinal }
  /// Number of the first record in the input, from 1, once settled.
  private(set) var firstRecord: Int64 = 1

  package init(_ feed: RecordFeed) { self.feed = feed }

  /// Takes the next chunk; texts of the one before are gone. False at the end.
  /// Throws where a file cannot be read, or is CSV.
  func take() throws(Trouble) -> Bool {
    records.removeAll(keepingCapacity: true)
    do throws(Trouble) {
      guard try feed.next(chunk) else { return false }
    } catch {
      feed.order.giveUp()
      throw error
    }
    lineCount = chunk.skippedLines
    if chunk.isTooLong {
      records.append(Record(text: chunk.text, line: 1, problem: .tooLong))
    } else {
      switch chunk.content {
      case .csv, .jsonLines: takeLines()
      case .json: takeRecords()
      }
    }
    return true
  }

  /// Counts records and lines over the whole input; `body` runs in the order of
  /// chunks. False where a chunk before failed.
  func settle(_ body: () -> Void = {}) throws(Trouble) -> Bool {
    let order = feed.order
    return try order.inTurn(chunk.ordinal) { () throws(Trouble) in
      if chunk.startLine > 0 { order.lines = chunk.startLine - 1 }
      for index in records.indices { records[index].line += order.lines }
      firstRecord = order.records + 1
      order.lines += lineCount
      order.records += Int64(records.count)
      body()
    }
  }

  /// Both at once, for one thread.
  package func next() throws(Trouble) -> Bool {
    guard try take() else { return false }
    return try settle()
  }

  private func takeLines() {
    var start = chunk.start
    while start < chunk.end {
      lineCount += 1
      let text = chunk.input.slice(start, chunk.end - start)
      let end = start + (text.firstNewline ?? text.count)
      let content = chunk.input.slice(start, end - start)
      if !content.isBlank {
        records.append(
          Record(text: content, line: lineCount - chunk.skippedLines, problem: .none))
      }
      start = end + 1
    }
  }

  private func takeRecords() {
    for index in 0..<chunk.records.count {
      let record = chunk.records[index]
      let text = chunk.input.slice(record.start, record.end - record.start)
      records.append(Record(text: text, line: record.line, problem: record.problem))
    }
    lineCount += chunk.text.lineCount
  }
}

extension RecordChunks.Record {
  /// What is wrong with it, and on which line of it, from 0; and how much of the file is
  /// not read with it.
  package var mistake: (line: Int64, why: String) {
    if problem == .tooLong { return (0, "it is longer than a record may be") }
    switch JSONRecordReader().read(text) {
    case .failure(.invalidText): return (0, "it is not UTF-8")
    case .failure(.tooDeep):
      return (0, "it is nested too deeply: at most \(JSONRecordReader.deepest) levels")
    case .failure, .success: break
    }
    let misplaced = problem.misplaced
    if text.count == 0, let misplaced { return (0, misplaced) }
    guard let mistake = JSONMistake(text) else {
      return (0, misplaced ?? "it is not an object")
    }
    if mistake.isNowhere { return (0, mistake.what) }
    let more = text.lineCount
    let isClosed = text.string.last { !$0.isWhitespace } == "}"
    let lost = more > 0 && !isClosed ? "; records may be in the \(more) lines after it" : ""
    return (Int64(mistake.line) - 1, "at column \(mistake.column), \(mistake.what)\(lost)")
  }
}

extension Trouble {
  static func recordsAreJSON(_ name: String) -> Trouble {
    Trouble("records-are-json", "`\(name)` is CSV; records of requests and replies are JSON, "
        + "and answers in CSV are named by `--reference`")
  }
}
