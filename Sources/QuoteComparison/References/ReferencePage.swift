package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Rows of a stretch of a reference file: their keys, and what they say. Never
/// changed once it is handed on, but for what its join counts.
package final class ReferencePage: @unchecked Sendable {
  /// Which stretch of the file it is, from 0.
  let number: Int
  let keys: ColumnBuffer<Fingerprint>
  /// Lines of the rows, from 1 at the page's start.
  let lines: ColumnBuffer<UInt32>
  /// Where each row begins in `text`, and the end of the last one. A row
  /// without bytes cannot be read, or has no key.
  private let starts: ColumnBuffer<UInt32>
  private let text: ByteBuffer
  /// Where the text is on disk; nil while it is in memory.
  private let file: (file: SpillFile, offset: Int64)?

  // Set in turn only. Number of the first row in the file, from 1, and lines before the page.
  var firstRecord: Int64 = 1
  var linesBefore: Int64 = 0
  /// Lines of the page; less than zero where they count from the file's start.
  var lineCount: Int64 = 0
  /// Rows that can be read and have no key.
  private var unnamed: Set<Int> = []
  /// The list of objects that such a row has, if it has one only.
  private(set) var wrapped: String?
  /// Why rows cannot be read, where that is known.
  private(set) var mistakes: [Int: String] = [:]
  /// Rows that nobody took.
  var waiting = 0

  init(number: Int) {
    self.number = number
    keys = ColumnBuffer()
    lines = ColumnBuffer()
    starts = ColumnBuffer()
    starts.append(0)
    text = ByteBuffer()
    file = nil
  }

  /// The same rows with their text at the end of a file.
  init(_ page: ReferencePage, in file: SpillFile, at offset: Int64) throws(Trouble) {
    number = page.number
    keys = page.keys
    lines = page.lines
    starts = page.starts
    text = ByteBuffer(capacity: 64)
    self.file = (file, offset)
    firstRecord = page.firstRecord
    linesBefore = page.linesBefore
    lineCount = page.lineCount
    waiting = page.waiting
    mistakes = page.mistakes
    try file.append(page.text)
    try file.flush()
  }

  var count: Int { keys.count }
  package var isInMemory: Bool { file == nil }
  var bytes: Int { isInMemory ? text.count + count * 24 : count * 24 }
  var textBytes: Int64 { Int64(text.count) }

  /// Adds a row, its bytes written by `body`.
  func add(_ key: Fingerprint, line: UInt32, _ body: (ByteBuffer) -> Void = { _ in }) {
    keys.append(key)
    lines.append(line)
    body(text)
    starts.append(UInt32(truncatingIfNeeded: text.count))
  }

  /// Adds a row that cannot be read; empty where it is not known why.
  func add(unreadable line: UInt32, because mistake: String) {
    if !mistake.isEmpty { mistakes[count] = mistake }
    add(Fingerprint.none, line: line)
  }

  /// Adds a row that belongs to no booking; perhaps all rows are in a list of it.
  func add(unnamed line: UInt32, wrapping list: String? = nil) {
    unnamed.insert(count)
    wrapped = list
    add(Fingerprint.none, line: line)
  }

  /// Whether it belongs to no booking only because it has no key.
  func isUnnamed(_ row: Int) -> Bool { unnamed.contains(row) }

  /// Whether it says something of a booking.
  func isReadable(_ row: Int) -> Bool { starts[row + 1] > starts[row] }

  /// What a row says; in `held` where it had to be read from disk.
  package func row(_ row: Int, in held: ByteBuffer) throws(Trouble) -> TextSlice {
    let (start, end) = (Int(starts[row]), Int(starts[row + 1]))
    guard let file else { return text.slice(start, end) }
    held.removeAll()
    try file.file.read(at: file.offset + Int64(start), count: end - start, into: held)
    return held.slice(0, held.count)
  }

  func record(_ row: Int) -> Int64 { firstRecord + Int64(row) }
  func line(_ row: Int) -> Int64 { linesBefore + Int64(lines[row]) }
}
