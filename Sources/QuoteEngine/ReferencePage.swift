/// Rows of a stretch of a reference file: their keys, and what they say. Never
/// changed once it is handed on, but for what its join counts.
final class ReferencePage: @unchecked Sendable {
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

  // In turn only.
  /// Number of the first row in the file, from 1, and lines before the page.
  var firstRecord: Int64 = 1
  var linesBefore: Int64 = 0
  /// Lines of the page; less than zero where they count from the file's start.
  var lineCount: Int64 = 0
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
    try file.append(page.text)
    try file.flush()
  }

  var count: Int { keys.count }
  var isInMemory: Bool { file == nil }
  var bytes: Int { isInMemory ? text.count + count * 24 : count * 24 }
  var textBytes: Int64 { Int64(text.count) }

  /// Adds a row, its bytes written by `body`.
  func add(_ key: Fingerprint, line: UInt32, _ body: (ByteBuffer) -> Void = { _ in }) {
    keys.append(key)
    lines.append(line)
    body(text)
    starts.append(UInt32(truncatingIfNeeded: text.count))
  }

  func isReadable(_ row: Int) -> Bool { starts[row + 1] > starts[row] }

  /// What a row says; in `held` where it had to be read from disk.
  func row(_ row: Int, in held: ByteBuffer) throws(Trouble) -> TextSlice {
    let (start, end) = (Int(starts[row]), Int(starts[row + 1]))
    guard let file else { return text.slice(start, end) }
    held.removeAll()
    try file.file.read(at: file.offset + Int64(start), count: end - start, into: held)
    return held.slice(0, held.count)
  }

  func record(_ row: Int) -> Int64 { firstRecord + Int64(row) }
  func line(_ row: Int) -> Int64 { linesBefore + Int64(lines[row]) }
}

/// A row of a reference as it is kept: a JSON record as it is; or where each cell of a CSV
/// row begins and where one more would, four bytes each, then the cells with a byte after
/// each. Eight bytes before the end of a cell may be read.
enum ReferenceCells {
  /// Adds a row; its cells stand one behind the other in the text, a byte between them.
  static func append(_ grid: CSVGrid, _ row: Int, to buffer: ByteBuffer) {
    let first = grid.cell(row, 0)
    let header = 4 &* (grid.columns &+ 1)
    let target = unsafe UnsafeMutableRawPointer(
      buffer.room(for: header + grid.end(row) - grid.start(row, 0) + 1))
    let shift = header &- grid.start(row, 0)
    for column in 0..<grid.columns {
      unsafe store(grid.start(row, column) &+ shift, column, target)
    }
    let length = grid.end(row) &- grid.start(row, 0) &+ 1
    unsafe store(header &+ length, grid.columns, target)
    unsafe (target + header).copyMemory(from: first.base, byteCount: length)
    buffer.advance(by: header &+ length)
  }

  @inline(__always)
  @unsafe private static func store(
    _ offset: Int, _ column: Int, _ target: UnsafeMutableRawPointer
  ) {
    unsafe target.storeBytes(
      of: UInt32(truncatingIfNeeded: offset).littleEndian, toByteOffset: 4 &* column,
      as: UInt32.self)
  }

  /// Calls with each cell of a row.
  static func each(_ row: TextSlice, _ columns: Int, _ body: (Int, TextSlice) -> Void) {
    for column in 0..<columns { body(column, cell(column, of: row)) }
  }

  @inline(__always) static func cell(_ column: Int, of row: TextSlice) -> TextSlice {
    // The place of a cell and of the one behind it.
    let places = InputBytes(row).word(at: 4 &* column)
    let start = Int(truncatingIfNeeded: places & 0xFFFF_FFFF)
    let end = Int(truncatingIfNeeded: places &>> 32) &- 1
    return InputBytes(row).slice(start, end &- start)
  }
}
