import QuoteLanguage
import QuoteSyntax

/// A stretch of one source's bytes that holds whole records, and where it
/// belongs in the input.
@safe package final class InputChunk {
  /// What the bytes are, and what a parser must know beyond them.
  package enum Content {
    case csv(CSVLayout)
    case jsonLines
    /// Records found by the reader.
    case json
  }

  /// What is already known to be wrong with a record.
  package enum Problem: UInt8, BitwiseCopyable {
    case none
    case tooLong
    case tooDeep
    case malformed
    /// It stands in a list after another one, and nothing is between them.
    case commaMissing
    /// A comma too many stands before it, in a list or outside of any.
    case commaTooMany
    case commaOutsideList
    /// A comma is the last of the source, and no list is open.
    case commaAtEnd
    /// The list that the source is has ended before it.
    case afterList

    /// What is wrong where the record itself may well be one.
    package var misplaced: String? {
      switch self {
      case .none, .tooLong, .tooDeep, .malformed: nil
      case .commaMissing: "a comma is missing before it"
      case .commaTooMany: "there is a comma too many before it"
      case .commaOutsideList: "there is a comma before it, and \(Self.commasAreOfLists)"
      case .commaAtEnd: "there is a comma at the end, and \(Self.commasAreOfLists)"
      case .afterList: "it comes after the end of the list"
      }
    }

    private static let commasAreOfLists =
      "only in a list, in square brackets, do commas separate records"
  }

  /// A JSON record's place in `bytes`, and its line, from 1 at the chunk's start.
  package struct Record: BitwiseCopyable {
    package var start: Int
    package var end: Int
    package var line: Int64
    package var problem: Problem
    /// Lines it has beyond the first, of one that is too long.
    var moreLines: Int64 = 0
  }

  /// A booking whose rows are longer than a record may be: only its first one is there.
  struct LongBooking {
    /// Which of the chunk's rows, from 0.
    var row: Int
    /// Lines of the others, where they follow.
    var moreLines: Int64 = 0
  }

  /// Readable this far before and after the content.
  package static let padding = 64

  fileprivate(set) var bytes = ColumnBuffer<UInt8>(capacity: 4096)
  package fileprivate(set) var start = InputChunk.padding
  package var end = InputChunk.padding
  package var content = Content.jsonLines
  /// The source, as messages call it.
  var source = ""
  package var ordinal = 0
  /// Line in the source at which the chunk starts, if it is the source's first
  /// chunk; 0 for the others, which go on where the one before ended.
  package var startLine: Int64 = 0
  package let records = ColumnBuffer<Record>()
  /// The chunk is the start of a record longer than a record may be.
  package var isTooLong = false
  var longBookings: [LongBooking] = []
  /// Lines of the input before the chunk; known once the chunk had its turn.
  var linesBefore: Int64 = 0
  /// Newlines that were skipped and are not in the bytes.
  package var skippedLines: Int64 = 0
  /// For rows that were gathered: the line of each, in order.
  var rowLines: [Int64] = []
  /// Cells without their quotes, for CSV that has any.
  let unquoted = ColumnBuffer<UInt8>()

  package init() {}
  let marks = ColumnBuffer<UInt32>()

  func reset() {
    start = Self.padding
    end = start
    startLine = 0
    records.removeAll()
    isTooLong = false
    longBookings.removeAll()
    skippedLines = 0
    rowLines.removeAll(keepingCapacity: true)
    unquoted.removeAll()
  }

  /// Holds the same records as another chunk.
  package func copy(_ other: InputChunk) {
    reset()
    start = other.start
    reserve(other.end - other.start)
    unsafe (bytes.pointer + start).update(
      from: other.bytes.pointer + other.start, count: other.end - other.start)
    end = other.end
    seal()
    content = other.content
    source = other.source
    ordinal = other.ordinal
    startLine = other.startLine
    for index in 0..<other.records.count { records.append(other.records[index]) }
    isTooLong = other.isTooLong
    longBookings = other.longBookings
    skippedLines = other.skippedLines
    rowLines = other.rowLines
  }

  /// Makes room behind the padding for cells that do not stand in the content as they mean, which
  /// are never more than it. The bytes may move.
  func makeRoom(for made: UnescapedCells) {
    let room = end - start + Self.padding
    bytes.reserve(end + 2 * Self.padding + room)
    unsafe made.begin(bytes.pointer, from: end + Self.padding, room: room)
  }

  package var input: InputBytes { unsafe InputBytes(bytes.pointer) }

  package var text: TextSlice { input.slice(start, end - start) }

  /// Room for so many bytes of content, padding kept readable on both sides.
  package func reserve(_ count: Int) { bytes.resize(to: start + count + Self.padding) }

  /// Fills the padding after the content with spaces, which mean nothing to scans.
  func seal() {
    for offset in 0..<Self.padding { unsafe bytes.pointer[end + offset] = 0x20 }
  }
}

/// Bytes of a source that are read and not yet in a chunk, with a chunk's
/// padding before them, so that a chunk can take over their memory.
@safe final class CarriedBytes {
  private var storage = ColumnBuffer<UInt8>(capacity: 4096)
  /// Where they begin, after padding and what was dropped.
  private var start = InputChunk.padding

  init() { removeAll() }

  /// Holds bytes, with padding for scans that look further.
  init(_ bytes: [UInt8]) {
    removeAll()
    reserve(bytes.count)
    resize(to: bytes.count)
    unsafe bytes.withUnsafeBufferPointer {
      guard let first = $0.baseAddress else { return }
      // There is room for as many.
      unsafe pointer.update(from: first, count: bytes.count)
    }
    seal()
  }

  /// Keeps spaces after what is there, for scans that look further.
  func seal() {
    reserve(count)
    for offset in 0..<InputChunk.padding { unsafe pointer[count + offset] = 0x20 }
  }

  /// Valid until more bytes are added.
  @inline(__always)
  @unsafe var pointer: UnsafeMutablePointer<UInt8> { unsafe storage.pointer + start }

  @inline(__always) var count: Int { storage.count &- start }

  subscript(offset: Int) -> UInt8 { storage[start + offset] }

  /// A copy of some of the bytes, by where they stand after the first.
  func copy(of range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Array(UnsafeBufferPointer(start: pointer + range.lowerBound, count: range.count))
  }

  var isBlank: Bool { (0..<count).allSatisfy { DecimalParts.isSpace(self[$0]) } }

  func removeAll() {
    start = InputChunk.padding
    resize(to: 0)
  }

  func resize(to count: Int) { storage.resize(to: start + count) }

  /// Forgets the first bytes. The others move only where they are fewer than the place
  /// before them has, so that much is never moved for little.
  func drop(_ count: Int) {
    let rest = self.count - count
    start += count
    guard rest <= start - InputChunk.padding else { return }
    let from = start
    start = InputChunk.padding
    unsafe pointer.update(from: storage.pointer + from, count: rest)
    resize(to: rest)
  }

  /// Room for so many bytes, and for what a chunk of them has after them: a newline that
  /// the source does not end with, and padding.
  func reserve(_ count: Int) { storage.reserve(start + count + 1 + InputChunk.padding) }

  /// Goes on in a chunk's memory, which it gets back with the bytes: what a thread reads
  /// into was its own all along, and is in its processor's cache.
  func moveInto(_ chunk: InputChunk) {
    let (from, count) = (start, self.count)
    swap(&storage, &chunk.bytes)
    start = InputChunk.padding
    resize(to: count)
    unsafe pointer.update(from: chunk.bytes.pointer + from, count: count)
  }

  /// Gives the first bytes to a chunk and keeps the rest: the memory changes
  /// hands, and only the rest is copied.
  func give(_ count: Int, to chunk: InputChunk) {
    let rest = self.count - count
    guard rest <= count else { return copy(count, to: chunk) }
    swap(&storage, &chunk.bytes)
    chunk.start = start
    chunk.end = start + count
    start = InputChunk.padding
    resize(to: rest)
    unsafe pointer.update(from: chunk.bytes.pointer + chunk.end, count: rest)
    chunk.reserve(count + 1)
  }

  /// Copies a little out of much: the chunk keeps to its own memory, and the rest stays where it
  /// is.
  private func copy(_ count: Int, to chunk: InputChunk) {
    chunk.reserve(count + 1)
    unsafe (chunk.bytes.pointer + chunk.start).update(from: pointer, count: count)
    chunk.end = chunk.start + count
    drop(count)
  }
}
