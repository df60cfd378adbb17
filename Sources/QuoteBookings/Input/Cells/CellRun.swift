import QuoteLanguage
import CVector
import QuoteSyntax

/// The cells of one column over a run of rows.
///
/// Cell `r` is the bytes from `marks[r * stride] + 1` up to `marks[r * stride + 1]`:
/// in a table of separators two neighbouring marks hold a cell between them.
@safe package struct CellRun {
  package let bytes: InputBytes
  @unsafe let marks: UnsafePointer<UInt32>
  let stride: Int
  package let count: Int
  /// Bits of the cells that are not empty, and zeros up to a whole word; nil where that is
  /// not known.
  @unsafe let given: UnsafePointer<UInt64>?

  @unsafe init(
    _ bytes: InputBytes, _ marks: UnsafePointer<UInt32>, stride: Int, count: Int,
    given: UnsafePointer<UInt64>? = nil
  ) {
    self.bytes = bytes
    unsafe self.marks = marks
    self.stride = stride
    self.count = count
    unsafe self.given = given
  }

  @inline(__always) package func start(_ row: Int) -> Int { unsafe Int(marks[row &* stride]) &+ 1 }
  @inline(__always) package func end(_ row: Int) -> Int { unsafe Int(marks[row &* stride &+ 1]) }

  package subscript(row: Int) -> TextSlice { bytes.slice(start(row), end(row) - start(row)) }

  /// The cells in the form that loops over whole columns take.
  @unsafe var lent: cvector_cells {
    unsafe cvector_cells(
      bytes: bytes.base, marks: marks, stride: stride, count: count, given: given)
  }

  package func rows(_ from: Int, _ count: Int) -> CellRun {
    unsafe CellRun(bytes, marks + from * stride, stride: stride, count: count)
  }
}
