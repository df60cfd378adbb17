import CVector
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
import QuoteLanguage
import QuoteSyntax

/// Texts of one column, copied to where readers of cells may look a few bytes too far.
///
/// Readers load sixteen bytes from where a cell starts and the eight before its end, whatever
/// they are. In memory of somebody else that may be the end of a page, so texts are brought here
/// first: all of a run in one go where they lie together, which costs less than asking of each
/// cell whether it is the last one. An empty text is a cell that is not given.
@safe package final class TextRun {
  /// Readable on both sides of the texts.
  private static let padding = 64

  package let bytes = ByteBuffer()
  /// Two a cell: the byte before it, and the byte after its last.
  private let marks = ColumnBuffer<UInt32>()
  private var isSealed = false
  /// What `isText` found.
  private var known: Bool?
  /// A run has fewer bytes than this, so that its marks reach them.
  package static let mostBytes = Int(UInt32.max) - 4096

  package init() { removeAll() }

  package var count: Int { marks.count / 2 }

  package func removeAll() {
    bytes.removeAll()
    marks.removeAll()
    isSealed = false
    known = nil
    for _ in 0..<Self.padding { bytes.append(0x20) }
  }

  /// Ends a cell whose text was appended to `bytes` from `start` on.
  package func endCell(from start: Int) {
    precondition(bytes.count <= Self.mostBytes, "a run of texts is too long for its marks")
    marks.append(UInt32(truncatingIfNeeded: start - 1))
    marks.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Room for so many bytes and cells behind those there are, and the offset of the first byte.
  ///
  /// Who fills it says so with `advance`, which checks the marks.
  @unsafe package func room(
    bytes byteCount: Int, cells: Int
  ) -> (bytes: UnsafeMutablePointer<UInt8>, marks: UnsafeMutablePointer<UInt32>, first: Int) {
    let first = count
    marks.resize(to: 2 * (first + cells))
    let start = bytes.count
    return unsafe (bytes.room(for: byteCount), marks.pointer + 2 * first, start)
  }

  /// Takes what was written into the room. False where a mark lies outside of it: then there is
  /// nothing in the run.
  package func advance(bytes byteCount: Int, cells: Int) -> Bool {
    let (start, end) = (bytes.count, bytes.count + byteCount)
    bytes.advance(by: byteCount)
    precondition(start > 0 && end <= Self.mostBytes, "a run of texts is too long for its marks")
    let isWithin = unsafe cvector_marks_fit(
      marks.pointer + 2 * (count - cells), cells, UInt32(start), UInt32(end)) != 0
    if !isWithin { removeAll() }
    return isWithin
  }

  /// The cells, to be read until the run is changed.
  package var cells: CellRun {
    if !isSealed {
      for _ in 0..<Self.padding { bytes.append(0x20) }
      isSealed = true
    }
    // The marks were checked against these bytes, which stay where they are from here on.
    return unsafe CellRun(
      InputBytes(bytes.bytes.baseAddress!), UnsafePointer(marks.pointer), stride: 2, count: count)
  }

  /// Whether the texts are those of another run, cell by cell.
  package func hasSameCells(as other: TextRun) -> Bool {
    guard marks.count == other.marks.count, end == other.end else { return false }
    return unsafe memcmp(marks.pointer, other.marks.pointer, 4 * marks.count) == 0
      && memcmp(bytes.bytes.baseAddress!, other.bytes.bytes.baseAddress!, end) == 0
  }

  /// Behind the last byte of the texts.
  private var end: Int { isSealed ? bytes.count - Self.padding : bytes.count }

  /// Whether every cell is UTF-8 by itself, and has no NUL; found out once the run is whole.
  package var isText: Bool {
    if let known { return known }
    let found = findsText
    known = found
    return found
  }

  private var findsText: Bool {
    let seen = seenBytes
    if seen.isNul { return false }
    // Letters of one byte each are texts wherever they are cut.
    if seen.all < 0x80 { return true }
    guard JSONRecordReader.isUTF8(bytes.slice(0, bytes.count)) else { return false }
    // Where texts are whole one after the other, only one that begins inside of a character is
    // none by itself; the one before it then ends there.
    for index in 0..<count {
      let (start, end) = (Int(marks[2 * index]) + 1, Int(marks[2 * index + 1]))
      if start < end, bytes[start] & 0xC0 == 0x80 { return false }
    }
    return true
  }

  /// Whether a byte is NUL, and the bits that any byte has. Without a branch a byte, so that the
  /// loop may run on whole vectors.
  private var seenBytes: (isNul: Bool, all: UInt8) {
    var (found, all) = (UInt8(0), UInt8(0))
    for unsafe byte in unsafe bytes.bytes {
      found |= byte == 0 ? 1 : 0
      all |= byte
    }
    return (found != 0, all)
  }
}
