import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// CSV cells of a block of rows that were written one by one, a column after another.
@safe struct WrittenCells {
  /// What they are written into; the end of each is noted.
  let bytes = ByteBuffer()
  private let ends = ColumnBuffer<Int>()
  private let texts = ColumnBuffer<TextSlice>()

  /// What `cvector_print_rows` may read of a cell, whatever its length.
  private static let padding = 48

  func removeAll() {
    bytes.removeAll()
    ends.removeAll()
  }

  func endCell() { ends.append(bytes.count) }

  /// Where each cell lies, in the order of writing; until the next one is written.
  @unsafe func located() -> UnsafePointer<cvector_text> {
    _ = unsafe bytes.room(for: Self.padding)
    texts.resize(to: ends.count)
    var start = 0
    for cell in 0..<ends.count {
      texts[cell] = bytes.slice(start, ends[cell])
      start = ends[cell]
    }
    return unsafe UnsafeRawPointer(texts.pointer).assumingMemoryBound(to: cvector_text.self)
  }
}
