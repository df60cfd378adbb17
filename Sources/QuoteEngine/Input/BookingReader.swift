/// Bookings out of files, as batches.
///
/// The reader cuts its sources into chunks at the ends of bookings, one after
/// the other; a parser turns a chunk into a batch. Several threads may each
/// hold a parser of one reader: chunks are handed out in order, and every batch
/// says by its `ordinal` which one it is. Records, lines and repeated keys are
/// counted over the whole input, so the result does not depend on how many
/// threads there are. Memory is a chunk or two a parser, whatever the length.
public final class BookingReader: @unchecked Sendable {
  public let schema: BookingSchema
  public let options: ReaderOptions

  /// Opens the first source and reads its header, if it has one.
  ///
  /// Throws where a source cannot be opened or read, or a CSV header names a
  /// column twice or has no column that the rules need.
  public init(
    schema: BookingSchema, sources: [ByteSource], options: ReaderOptions = ReaderOptions()
  ) throws(Trouble) {
    self.schema = schema
    self.options = options
  }

  /// A parser for one thread.
  public func makeParser() -> BookingParser { BookingParser(reader: self) }
}
