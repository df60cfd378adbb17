package import CArrow
package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// A stream of somebody else, from which schema and batches are taken; given back with this.
@safe final class TableStream {
  @unsafe private let input: UnsafeMutablePointer<ArrowArrayStream>
  @unsafe let schema: UnsafeMutablePointer<ArrowSchema>
  private var isAtEnd = false

  /// Takes the stream over, and reads its schema.
  @unsafe init(_ stream: UnsafeMutablePointer<ArrowArrayStream>) throws(Trouble) {
    unsafe input = .allocate(capacity: 1)
    unsafe input.initialize(to: stream.pointee)
    unsafe stream.pointee.release = nil
    unsafe schema = .allocate(capacity: 1)
    unsafe schema.initialize(to: ArrowSchema())
    guard unsafe input.pointee.release != nil, let get = unsafe input.pointee.get_schema else {
      throw .brokenArrow("the stream was used before")
    }
    guard unsafe get(input, schema) == 0 else { throw failure }
    guard unsafe schema.pointee.release != nil else {
      throw .brokenArrow("the stream gives no schema")
    }
  }

  deinit {
    if let release = unsafe schema.pointee.release { unsafe release(schema) }
    if let release = unsafe input.pointee.release { unsafe release(input) }
    unsafe schema.deallocate()
    unsafe input.deallocate()
  }

  private var failure: Trouble {
    let text = unsafe input.pointee.get_last_error.flatMap { unsafe $0(input) }
    let why = unsafe text.map { unsafe String(cString: $0) } ?? "nobody says why"
    return Trouble("stream-failed", "the table's stream failed: \(why)")
  }

  /// The next batch that has rows; nil at the end.
  func next() throws(Trouble) -> SharedBatch? {
    while !isAtEnd {
      var array = unsafe ArrowArray()
      guard let get = unsafe input.pointee.get_next else {
        throw .brokenArrow("the stream has no batches")
      }
      guard unsafe get(input, &array) == 0 else { throw failure }
      guard unsafe array.release != nil else {
        isAtEnd = true
        break
      }
      let batch = unsafe SharedBatch(&array)
      guard unsafe batch.array.pointee.length >= 0 else {
        throw .brokenArrow("a batch has fewer than no rows")
      }
      if unsafe batch.array.pointee.length > 0 { return batch }
    }
    return nil
  }
}

/// The bookings of a stream, one run of rows after the other, for code that looks at bookings and
/// not at quotes. It belongs to one thread.
package final class TableBookings {
  private let stream: TableStream
  private let table: ArrowTable
  private let filler: ColumnFiller
  private var batch: SharedBatch?
  private var done = 0
  private var batches = 0
  private var record: Int64 = 1
  private var lastKey = ""

  /// Takes the stream over.
  ///
  /// Throws where its schema is not one that the rules read.
  @unsafe package init(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>, for schema: BookingSchema, asOf: Instant?
  ) throws(Trouble) {
    self.stream = try unsafe TableStream(stream)
    table = try unsafe ArrowTable(
      self.stream.schema, digits: schema.arithmetic == .exact ? 15 : 17, for: [schema])
    filler = try table.filler(for: schema, asOf: asOf)
    try table.check(filler.used.sorted())
  }

  /// The next bookings, into a batch that points into this table until it is filled again; false
  /// at the end.
  package func read(into bookings: BookingBatch) throws(Trouble) -> Bool {
    if batch == nil {
      batch = try stream.next()
      guard let batch else { return false }
      (done, batches) = (0, batches + 1)
      let length = unsafe Int(batch.array.pointee.length)
      unsafe try table.bind(batch.array, skipping: 0, rows: length, number: batches)
    }
    guard let held = batch else { return false }
    let length = unsafe Int(held.array.pointee.length)
    let rows = done..<min(done + ArrowTable.sliceRows, length)
    try filler.fill(bookings, rows: rows, firstRecord: record, before: lastKey)
    bookings.storage.append(held)
    record += Int64(rows.count)
    lastKey = filler.lastKey(of: bookings)
    done = rows.upperBound
    if done == length { batch = nil }
    return true
  }
}
