import QuoteLanguage
package import QuoteSyntax

/// Bookings out of files, as batches.
///
/// The reader cuts its sources into chunks at the ends of bookings, one after
/// the other; a parser turns a chunk into a batch. Several threads may each
/// hold a parser of one reader: chunks are handed out in order, and every batch
/// says by its `ordinal` which one it is. Records, lines and repeated keys are
/// counted over the whole input, so the result does not depend on how many
/// threads there are. Memory is a chunk or two a parser, whatever the length.
package final class BookingReader: @unchecked Sendable {
  package let schema: BookingSchema
  package let options: ReaderOptions
  let decoders: BookingDecoders
  let order = InputOrder()
  /// Only touched alone, as `order` has it.
  private let splitter: ChunkSplitter?

  /// Opens the first source and reads its header, if it has one.
  ///
  /// Throws where a source cannot be opened or read, or a CSV header names a
  /// column twice or has no column that the rules need.
  package init(
    schema: BookingSchema, sources: [ByteSource], options: ReaderOptions = ReaderOptions()
  ) throws(Trouble) {
    self.schema = schema
    self.options = options
    decoders = BookingDecoders(schema, asOf: options.asOf)
    splitter = try ChunkSplitter(schema, sources, options)
    // Rows are gathered file by file: a key of two files would be two bookings.
    let isGatheredApart = options.gathersRows && sources.count > 1
    if options.requiresUniqueKeys || isGatheredApart, schema.key != nil {
      order.keys = BookingKeys(
        memoryBytes: options.memoryBytes, directory: options.temporaryDirectory)
    }
  }

  /// A reader without an input: its parsers read again, for other rules, what
  /// parsers of another reader have read.
  package init(rereading schema: BookingSchema, options: ReaderOptions) {
    self.schema = schema
    self.options = options
    decoders = BookingDecoders(schema, asOf: options.asOf)
    splitter = nil
  }

  /// A parser for one thread.
  package func makeParser() -> BookingParser { BookingParser(reader: self) }

  /// Wakes every parser that waits for its turn. A thread calls it if it stops before the end of
  /// the input.
  package func stop() { order.giveUp() }

  /// How many chunks there were, once the input is at its end.
  package var chunkCount: Int {
    (try? order.alone { () throws(Trouble) in splitter?.ordinal }) ?? 0
  }

  /// What is to be known of the sources read so far, in sentences: columns that look like an
  /// input that no column gives, and members that look like one that their object lacks. To be
  /// asked for when the parsers have read what they will.
  package var remarks: [String] {
    let columns = (try? order.alone { () throws(Trouble) in splitter?.remarks }) ?? []
    return columns + order.remarksOnEmptyRows + order.oddValues.remarks + order.notations.remarks
      + order.remarks + order.remarksOnKeys
  }

  /// Names of the columns that are carried through, of the source being read.
  package var carriedNames: [String] {
    guard case .csv(let layout)? = splitter?.content else { return [] }
    return layout.carried.map(\.name)
  }

  /// Fills a chunk; one thread at a time.
  package func next(_ chunk: InputChunk) throws(Trouble) -> Bool {
    guard let splitter else { return false }
    return try order.alone { () throws(Trouble) in try splitter.next(chunk) }
  }
}
