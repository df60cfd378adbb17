/// Where the chunks that several writers filled come together, in the order of
/// the bookings.
public final class QuoteSink {
  private let file: AtomicFile
  private let writer: any QuoteWriter
  private let scratch = ByteBuffer()
  private var isEmpty = true

  /// Writes the prologue. `writer` is only asked for what stands around rows.
  public init(file: AtomicFile, writer: any QuoteWriter) throws(Trouble) {
    self.file = file
    self.writer = writer
    writer.appendPrologue(to: scratch)
    try file.write(scratch)
  }

  /// Writes the next chunk of rows and empties it.
  public func write(_ rows: ByteBuffer) throws(Trouble) {
    guard !rows.isEmpty else { return }
    let skipped = isEmpty ? writer.rowSeparatorLength : 0
    isEmpty = false
    unsafe try file.write(UnsafeBufferPointer(rebasing: rows.bytes.dropFirst(skipped)))
    rows.removeAll()
  }

  /// Writes the epilogue and puts the file in its place.
  public func finish() throws(Trouble) {
    writer.appendEpilogue(to: scratch)
    try file.write(scratch)
    try file.commit()
  }
}
