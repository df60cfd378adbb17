import QuoteLanguage
package import QuoteSyntax

/// Rows in the order of three numbers, whatever their number: what does not fit
/// in memory is sorted in runs on disk and merged.
package final class SortedRuns {
  /// By what rows are sorted, first things first.
  struct Order: Comparable, BitwiseCopyable {
    var first: UInt64
    var second: UInt64
    var third: UInt64

    @inline(__always) static func < (a: Order, b: Order) -> Bool {
      if a.first != b.first { return a.first < b.first }
      return a.second != b.second ? a.second < b.second : a.third < b.third
    }
  }

  package struct Row {
    var order: Order
    /// Its line in the input; negative where a quote in it stays open.
    var line: Int64
    var text: [UInt8]
    /// The text is only the beginning of a row that is too long.
    var isTooLong = false
  }

  /// More runs than this are merged among themselves first.
  private static let fanIn = 32

  private let directory: String
  private let memoryBytes: Int
  private var rows: [Row] = []
  private var heldBytes = 0
  private var runs: [RowRun] = []
  private var position = 0
  private var heads: [Row?] = []

  package init(memoryBytes: Int, directory: String) {
    self.memoryBytes = memoryBytes
    self.directory = directory
  }

  package func add(_ row: Row) throws(Trouble) {
    rows.append(row)
    heldBytes += row.text.count + 96
    if heldBytes > memoryBytes { try spill() }
  }

  private func spill() throws(Trouble) {
    rows.sort { $0.order < $1.order }
    var index = 0
    let run = try RowRun(in: directory) { () throws(Trouble) -> Row? in
      defer { index += 1 }
      return index < rows.count ? rows[index] : nil
    }
    rows.removeAll()
    heldBytes = 0
    runs.append(run)
    if runs.count == Self.fanIn { try join() }
  }

  /// Makes one run of all.
  private func join() throws(Trouble) {
    let parts = runs
    heads = []
    for part in parts { heads.append(try part.next()) }
    let whole = try RowRun(in: directory) { () throws(Trouble) -> Row? in try least(of: parts) }
    runs = [whole]
    heads = []
  }

  private func least(of parts: [RowRun]) throws(Trouble) -> Row? {
    var best: Int?
    for (index, head) in heads.enumerated() {
      guard let head else { continue }
      if let known = best, let other = heads[known], !(head.order < other.order) { continue }
      best = index
    }
    guard let best else { return nil }
    let row = heads[best]
    heads[best] = try parts[best].next()
    return row
  }

  /// Ends adding; rows can be taken.
  package func finish() throws(Trouble) {
    guard !runs.isEmpty else { return rows.sort { $0.order < $1.order } }
    if !rows.isEmpty { try spill() }
    heads = []
    for run in runs { heads.append(try run.next()) }
  }

  /// The next row in order; nil at the end.
  package func next() throws(Trouble) -> Row? {
    if !runs.isEmpty { return try least(of: runs) }
    guard position < rows.count else { return nil }
    defer { position += 1 }
    return rows[position]
  }
}

/// Sorted rows on disk, read from first to last.
final class RowRun {
  private let file: SpillFile
  private let buffer = ColumnBuffer<UInt8>(capacity: RowRun.bufferBytes)
  private var offset: Int64 = 0
  private var at = 0

  private static let bufferBytes = 64 << 10
  private static let headerBytes = 40
  private static let tooLong: UInt64 = 1 << 63

  /// Writes rows until there is none.
  init(
    in directory: String, next: () throws(Trouble) -> SortedRuns.Row?
  ) throws(Trouble) {
    file = try SpillFile(in: directory)
    while let row = try next() {
      let words = [
        row.order.first, row.order.second, row.order.third, UInt64(bitPattern: row.line),
        UInt64(row.text.count) | (row.isTooLong ? Self.tooLong : 0),
      ]
      for word in words { try file.append(word) }
      try file.append(row.text)
    }
    try file.flush()
  }

  func next() throws(Trouble) -> SortedRuns.Row? {
    guard try fill(Self.headerBytes) else { return nil }
    let words = (0..<5).map { word($0) }
    at += Self.headerBytes
    let count = Int(words[4] & ~Self.tooLong)
    _ = try fill(count)
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for index in at..<at + count { text.append(buffer[index]) }
    at += count
    return SortedRuns.Row(
      order: .init(first: words[0], second: words[1], third: words[2]),
      line: Int64(bitPattern: words[3]), text: text, isTooLong: words[4] & Self.tooLong != 0)
  }

  private func word(_ index: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(buffer[at + index * 8 + $1]) << UInt64(8 * $1) }
  }

  /// Sees to it that so many bytes are in the buffer; false at the end.
  private func fill(_ count: Int) throws(Trouble) -> Bool {
    if buffer.count - at >= count { return true }
    let rest = buffer.count - at
    for index in 0..<rest { buffer[index] = buffer[at + index] }
    at = 0
    let room = max(Self.bufferBytes, count)
    buffer.resize(to: room)
    let got = try unsafe file.read(
      at: offset, into: UnsafeMutableRawPointer(buffer.pointer + rest), count: room - rest)
    offset += Int64(got)
    buffer.resize(to: rest + got)
    return buffer.count >= count
  }
}

extension SpillFile {
  /// Eight bytes, the lowest first.
  package func append(_ word: UInt64) throws(Trouble) {
    let little = word.littleEndian
    try unsafe withUnsafeBytes(of: little) { (bytes) throws(Trouble) in
      try unsafe append(bytes)
    }
  }

  package func append(_ bytes: [UInt8]) throws(Trouble) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Trouble) in
      try unsafe append(UnsafeRawBufferPointer(bytes))
    }
  }
}
