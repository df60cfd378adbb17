/// One thread's way of turning chunks of a reader into batches.
///
///     let parser = reader.makeParser()
///     let batch = BookingBatch(schema: reader.schema)
///     while try parser.read(into: batch) { … batch.ordinal … }
public final class BookingParser {
  public let reader: BookingReader

  init(reader: BookingReader) { self.reader = reader }

  /// Fills the batch with the next chunk's bookings (none, at times) and gives
  /// true; false at the end of the input. The batch owns the bytes its texts
  /// point into until it is filled again.
  ///
  /// Throws where a source fails: unreadable, a truncated gzip, a full disk
  /// while spilling. Bookings that cannot be read are faults in the batch.
  public func read(into batch: BookingBatch) throws(Trouble) -> Bool {
    throw Trouble("not-built", "reading bookings is not built yet")
  }
}
