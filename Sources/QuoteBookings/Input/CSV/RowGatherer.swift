import QuoteLanguage
import QuoteSyntax

/// Brings the rows of each booking together, bookings in the order of their
/// first rows, by sorting twice: by key, which finds the rows that belong
/// together and which of them came first; then by that first place.
@safe final class RowGatherer {
  private let ordered: SortedRuns
  private var waiting: SortedRuns.Row?
  /// How long the rows of a booking may be together.
  private let bound: Int

  /// Reads the rest of the splitter's source.
  init(
    _ splitter: ChunkSplitter, _ layout: CSVLayout, firstLine: Int64
  ) throws(Trouble) {
    guard let key = layout.keyColumn else { throw .noBookingKey(splitter.sourceName) }
    let options = splitter.options
    bound = options.recordBoundBytes
    let half = options.memoryBytes / 2
    let byKey = SortedRuns(memoryBytes: half, directory: options.temporaryDirectory)
    var cutter = RowCutter(
      splitter, delimiter: layout.delimiter, key: Int32(key), firstLine: firstLine)
    try cutter.cut(into: byKey)
    try byKey.finish()
    ordered = SortedRuns(memoryBytes: half, directory: options.temporaryDirectory)
    var before: SortedRuns.Order?
    var first: UInt64 = 0
    while let row = try byKey.next() {
      let order = row.order
      let goesOn = before.map { $0.first == order.first && $0.second == order.second } ?? false
      if !goesOn { first = order.third }
      before = order
      var row = row
      row.order = .init(first: first, second: order.third, third: 0)
      try ordered.add(row)
    }
    try ordered.finish()
    waiting = try ordered.next()
  }

  /// Fills a chunk with whole bookings, their rows together; false at the end.
  func fill(_ chunk: InputChunk, about count: Int) throws(Trouble) -> Bool {
    guard var row = waiting else { return false }
    chunk.reserve(0)
    var booking = Booking(chunk)
    while true {
      append(row, to: chunk, of: &booking)
      let isOpen = row.line < 0
      waiting = try ordered.next()
      guard let next = waiting else { break }
      let isNewBooking = next.order.first != row.order.first
      let isLeftOut = booking.isLong && !isNewBooking
      // A quote that stays open would take the rows after it in.
      let wantsOwn = isOpen || next.line < 0 || (next.isTooLong && isNewBooking)
      let isFull = chunk.isTooLong || chunk.end - chunk.start >= count
      if (wantsOwn && !isLeftOut) || (isNewBooking && isFull) { break }
      if isNewBooking { booking = Booking(chunk) }
      row = next
    }
    chunk.reserve(chunk.end - chunk.start)
    chunk.seal()
    return true
  }

  /// A booking whose rows are being put into a chunk.
  private struct Booking {
    let start: Int
    let firstRow: Int
    var firstEnd = 0
    var isLong = false

    init(_ chunk: InputChunk) {
      start = chunk.end
      firstRow = chunk.rowLines.count
    }
  }

  /// The rows of a booking up to those that make it too long; of that one the first.
  private func append(
    _ row: SortedRuns.Row, to chunk: InputChunk, of booking: inout Booking
  ) {
    if booking.isLong { return }
    let isFirst = booking.firstEnd == 0
    if row.isTooLong && isFirst {
      chunk.isTooLong = true
      booking.isLong = true
    }
    append(row, to: chunk)
    if isFirst { return booking.firstEnd = chunk.end }
    let lineEnd = row.text.suffix(2) == [13, 10] ? 2 : 1
    guard row.isTooLong || chunk.end - lineEnd - booking.start > bound else { return }
    booking.isLong = true
    chunk.end = booking.firstEnd
    chunk.rowLines.removeLast(chunk.rowLines.count - booking.firstRow - 1)
    chunk.longBookings.append(InputChunk.LongBooking(row: booking.firstRow))
  }

  private func append(_ row: SortedRuns.Row, to chunk: InputChunk) {
    let end = chunk.end
    chunk.reserve(end - chunk.start + row.text.count + 1)
    for (offset, byte) in row.text.enumerated() {
      unsafe chunk.bytes.pointer[end + offset] = byte
    }
    chunk.end = end + row.text.count
    if row.text.last != UInt8(ascii: "\n") {
      unsafe chunk.bytes.pointer[chunk.end] = UInt8(ascii: "\n")
      chunk.end += 1
    }
    chunk.rowLines.append(abs(row.line))
  }
}

extension Fingerprint {
  /// The identity of a row without a key, which is no other row's.
  package init(_ number: UInt64) {
    high = number
    low = .max
  }
}
