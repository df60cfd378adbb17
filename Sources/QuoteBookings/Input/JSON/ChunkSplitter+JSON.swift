import QuoteLanguage
import CScan
import Glibc
import QuoteSyntax

/// Where in a stream of JSON values the splitter stands.
struct JSONSplitState {
  /// Inside a top-level array, whose elements are the records.
  var isInArray = false
  /// After an element: a comma or the end must come.
  var isAfterElement = false
  /// After a comma: an element must come.
  var isAfterComma = false
  /// After a comma where none belongs: the record that comes next is told of it, so that the
  /// comma is none and those after it keep their numbers.
  var isAfterStrayComma = false
  /// A top-level array has ended: nothing may follow it.
  var isClosed = false
  /// Some value was seen at all.
  var hasValue = false
  /// How far the record is scanned that `carry` begins with.
  var scan = cscan_json_state()
  /// How much of it was scanned.
  var scanned = 0
}

extension ChunkSplitter {
  /// Fills a chunk with whole lines.
  func fillLines(_ chunk: InputChunk) throws(Trouble) -> Bool {
    if carry.count < chunkBytes { try more(chunkBytes - carry.count) }
    while true {
      if carry.count == 0 { return false }
      let end = linesEnd(min(carry.count, chunkBytes))
      if end > 0 {
        move(end, to: chunk, endsLine: true)
        return true
      }
      if isAtEnd {
        move(carry.count, to: chunk, endsLine: true)
        return true
      }
      if carry.count > options.recordBoundBytes {
        try takeTooLong(chunk)
        return true
      }
      try more(carry.count)
    }
  }

  /// Where the last line ends in the first bytes, or else the first one; 0 if none does.
  private func linesEnd(_ count: Int) -> Int {
    let end = unsafe cscan_after_last(carry.pointer, 0, count, 0x0A)
    guard end == 0, count < carry.count else { return end }
    guard let newline = unsafe memchr(carry.pointer + count, 0x0A, carry.count - count) else {
      return 0
    }
    return unsafe newline - UnsafeMutableRawPointer(carry.pointer) + 1
  }

  /// Fills a chunk with whole records out of arrays and values one after the
  /// other. What is wrong between records is a record of its own at fault.
  func fillJSON(_ chunk: InputChunk) throws(Trouble) -> Bool {
    if carry.count < chunkBytes { try more(chunkBytes - carry.count) }
    while true {
      if carry.count == 0 { return try endJSON(chunk) }
      seal()
      let used = splitRecords(chunk)
      if used > 0 || chunk.records.count > 0 {
        take(used, chunk)
        if chunk.records.count > 0 || chunk.end > chunk.start { return true }
        continue
      }
      if isAtEnd { return takeUnfinished(chunk) }
      if carry.count > options.recordBoundBytes { return try takeLongRecord(chunk) }
      try more(max(carry.count, 4096))
    }
  }

  /// Marks the whole records at the start of `carry`, by offsets from there;
  /// gives how many bytes they and what is between them take.
  private func splitRecords(_ chunk: InputChunk) -> Int {
    var at = 0
    var line: Int64 = 1
    while true {
      while at < carry.count, isSpace(carry[at]) {
        if carry[at] == UInt8(ascii: "\n") { line += 1 }
        at += 1
      }
      guard at < carry.count, at < chunkBytes || chunk.records.count == 0 else { return at }
      let byte = carry[at]
      if takesMark(byte, at: at, line: line, of: chunk) {
        at += 1
        continue
      }
      guard let end = recordEnd(at) else {
        return at
      }
      json.scan = cscan_json_state()
      json.scanned = 0
      add(
        to: chunk, start: at, end: end, line: line,
        problem: end - at > options.recordBoundBytes ? .tooLong : placeProblem)
      line += newlines(at, end)
      json.isAfterElement = json.isInArray
      json.isAfterComma = false
      json.hasValue = true
      at = end
    }
  }

  /// What is wrong with a record that would come next.
  private var placeProblem: InputChunk.Problem {
    if json.isInArray, json.isAfterElement { return .commaMissing }
    if !json.isInArray, json.isClosed { return .afterList }
    if json.isAfterStrayComma { return json.isInArray ? .commaTooMany : .commaOutsideList }
    return .none
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Takes a bracket or comma between records.
  private func takesMark(_ byte: UInt8, at: Int, line: Int64, of chunk: InputChunk) -> Bool {
    switch byte {
    case UInt8(ascii: "[") where !json.isInArray:
      if json.hasValue { add(to: chunk, start: at, end: at + 1, line: line, problem: .malformed) }
      json.isInArray = true
      json.isAfterElement = false
      json.isAfterComma = false
      json.hasValue = true
    case UInt8(ascii: "]"):
      if !json.isInArray || json.isAfterComma {
        add(to: chunk, start: at, end: at + 1, line: line, problem: .malformed)
      }
      json.isClosed = json.isInArray
      json.isInArray = false
      json.isAfterElement = false
      json.isAfterComma = false
    case UInt8(ascii: ","):
      json.isAfterStrayComma = !json.isAfterElement
      json.isAfterElement = false
      json.isAfterComma = json.isInArray
    case UInt8(ascii: "}"), UInt8(ascii: ":"):
      add(to: chunk, start: at, end: at + 1, line: line, problem: .malformed)
    default: return false
    }
    return true
  }

  private func add(
    to chunk: InputChunk, start: Int, end: Int, line: Int64, problem: InputChunk.Problem
  ) {
    json.hasValue = true
    json.isAfterStrayComma = false
    chunk.records.append(
      InputChunk.Record(
        start: start, end: end, line: line, problem: problem,
        moreLines: problem == .tooLong ? newlines(start, lastByte(start, end)) : 0))
  }

  private func newlines(_ start: Int, _ end: Int) -> Int64 {
    unsafe Int64(cscan_newlines(carry.pointer, start, end))
  }

  /// Where the last byte is that is no space, in what begins with one.
  private func lastByte(_ start: Int, _ end: Int) -> Int {
    (start..<end).last { !isSpace(carry[$0]) } ?? start
  }

  /// Where the record at an offset ends; nil where it goes on after what is there.
  private func recordEnd(_ start: Int) -> Int? {
    let byte = carry[start]
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"") {
      let from = start + json.scanned
      let end = unsafe cscan_json_value(&json.scan, carry.pointer, from, carry.count)
      let isDone = json.scan.depth == 0 && json.scan.in_string == 0
      if isDone { return end }
      json.scanned = carry.count - start
      return nil
    }
    let end = wordEnd(start)
    return end < carry.count || isAtEnd ? end : nil
  }

  /// Where a number, or what stands in the place of one, ends; at the latest after what
  /// is there.
  private func wordEnd(_ start: Int) -> Int {
    (start..<carry.count).first { at in
      switch carry[at] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["),
        UInt8(ascii: "{"), 9, 10, 13, 32:
        return true
      default: return false
      }
    } ?? carry.count
  }

  /// Moves what was split into the chunk and its records' offsets with it.
  private func take(_ used: Int, _ chunk: InputChunk) {
    move(used, to: chunk, endsLine: false)
    for index in 0..<chunk.records.count {
      chunk.records[index].start += chunk.start
      chunk.records[index].end += chunk.start
    }
  }

  /// What is left at the end of the source: a record that never ends, or was on
  /// its way to more levels than a record may have.
  private func takeUnfinished(_ chunk: InputChunk) -> Bool {
    let count = carry.count
    let problem: InputChunk.Problem =
      json.scan.depth > JSONRecordReader.deepest ? .tooDeep : .malformed
    add(
      to: chunk, start: 0, end: count, line: 1,
      problem: count > options.recordBoundBytes ? .tooLong : problem)
    take(count, chunk)
    json = JSONSplitState()
    json.hasValue = true
    return true
  }

  /// After the last byte: an array that was never closed, a comma after which nothing comes,
  /// or no value at all.
  private func endJSON(_ chunk: InputChunk) throws(Trouble) -> Bool {
    let isOpen = json.isInArray
    if !json.hasValue, !json.isAfterStrayComma { throw .emptyInput(sourceName) }
    guard isOpen || json.isAfterStrayComma else { return false }
    json = JSONSplitState()
    json.hasValue = true
    add(to: chunk, start: 0, end: 0, line: 1, problem: isOpen ? .malformed : .commaAtEnd)
    take(0, chunk)
    return true
  }

  /// The start of a record that is too long, as a fault; the rest is skipped,
  /// its nesting minded.
  private func takeLongRecord(_ chunk: InputChunk) throws(Trouble) -> Bool {
    let kept = min(carry.count, 200)
    chunk.reserve(kept + 1)
    unsafe (chunk.bytes.pointer + chunk.start).update(from: carry.pointer, count: kept)
    chunk.end = chunk.start + kept
    chunk.seal()
    chunk.records.append(
      InputChunk.Record(start: chunk.start, end: chunk.end, line: 1, problem: .tooLong))
    // The lines of what is kept are counted where it is read.
    chunk.skippedLines = -chunk.text.lineCount
    let isNested = json.scan.depth > 0 || json.scan.in_string != 0
    var offset = min(json.scanned, carry.count)
    var isDone = false
    var trailing: Int64 = 0
    while !isDone {
      seal()
      var end = carry.count
      if isNested {
        end = unsafe cscan_json_value(&json.scan, carry.pointer, offset, carry.count)
        isDone = json.scan.depth == 0 && json.scan.in_string == 0
      } else {
        end = wordEnd(0)
        isDone = end < carry.count || isAtEnd
      }
      let found = newlines(0, end)
      chunk.skippedLines += found
      // Those at the very end of the source are in no record.
      let last = lastByte(0, end)
      let isBlank = isSpace(carry[last])
      trailing = newlines(isBlank ? 0 : last, end) + (isBlank ? trailing : 0)
      carry.drop(end)
      offset = 0
      if isDone { break }
      try more(chunkBytes)
      if carry.count == 0 && isNested { break }
    }
    chunk.records[0].moreLines =
      chunk.text.lineCount + chunk.skippedLines - (isDone ? 0 : trailing)
    let before = json
    json = JSONSplitState()
    json.hasValue = true
    json.isClosed = before.isClosed
    if isDone {
      json.isInArray = before.isInArray
      json.isAfterElement = before.isInArray
    }
    return true
  }
}
