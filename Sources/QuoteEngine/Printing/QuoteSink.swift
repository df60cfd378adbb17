package import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

/// Where the chunks that several writers filled come together, in the order of
/// the bookings.
///
/// `take` is called in that order, by one thread at a time; `write` by any
/// thread, beside others.
package final class QuoteSink: @unchecked Sendable {
  private let file: AtomicFile
  private let writer: any QuoteWriter
  private let scratch = ByteBuffer()
  private var isEmpty = true

  /// Writes the prologue. `writer` is only asked for what stands around rows.
  package init(file: AtomicFile, writer: any QuoteWriter) throws(Trouble) {
    self.file = file
    self.writer = writer
    writer.appendPrologue(to: scratch)
    try file.write(scratch)
  }

  /// Where a chunk's bytes belong in the file, and how many of its first it leaves out.
  package struct Place: Hashable, Sendable {
    var offset: Int
    var skipped: Int
  }

  /// Takes the next chunk of rows: gives it a place that it may be written to
  /// from now on or, where the file must be written in order, writes it at once
  /// and empties it.
  package func take(_ rows: ByteBuffer) throws(Trouble) -> Place? {
    guard !rows.isEmpty else { return nil }
    let skipped = isEmpty ? writer.rowSeparatorLength : 0
    isEmpty = false
    if file.takesParts {
      return Place(offset: file.reserve(rows.count - skipped), skipped: skipped)
    }
    unsafe try file.write(UnsafeBufferPointer(rebasing: rows.bytes.dropFirst(skipped)))
    rows.removeAll()
    return nil
  }

  /// Writes a chunk of rows to its place and empties it.
  package func write(_ rows: ByteBuffer, to place: Place) throws(Trouble) {
    let bytes = unsafe UnsafeBufferPointer(rebasing: rows.bytes.dropFirst(place.skipped))
    unsafe try file.write(bytes, at: place.offset)
    rows.removeAll()
  }

  /// Leaves an older file as it was.
  package func discard() { file.discard() }

  /// Writes the epilogue and puts the file in its place.
  package func finish() throws(Trouble) {
    writer.appendEpilogue(to: scratch)
    try file.write(scratch)
    try file.commit()
  }
}
