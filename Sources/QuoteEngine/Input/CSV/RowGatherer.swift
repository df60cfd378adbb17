import QuoteLanguage
import CScan
import Glibc

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
    try Self.readRows(
      splitter, delimiter: layout.delimiter, key: Int32(key), firstLine: firstLine, into: byKey)
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

  private static func readRows(
    _ splitter: ChunkSplitter, delimiter: UInt8, key: Int32, firstLine: Int64,
    into rows: SortedRuns
  ) throws(Trouble) {
    let bytes = splitter.carry
    var line = firstLine
    var number: UInt64 = 0
    var at = 0
    while true {
      splitter.seal()
      let found = unsafe cscan_csv_first(bytes.pointer, at, bytes.count, delimiter, key)
      var end = found.end
      var (isOpen, isTooLong) = (false, false)
      let isWhole = found.end > found.group || (found.end > at && found.group == at)
      let hasRow = isWhole && !isBlank(bytes, found.group, found.end)
      if !hasRow {
        if !splitter.isAtEnd && bytes.count - at <= splitter.options.recordBoundBytes {
          bytes.drop(at)
          at = 0
          try splitter.more(max(bytes.count, splitter.options.chunkBytes))
          continue
        }
        if at >= bytes.count || isBlank(bytes, at, bytes.count) { break }
        // The end that the last row lacks tells whether its quotes are closed.
        if splitter.isAtEnd, bytes[bytes.count - 1] != UInt8(ascii: "\n") {
          splitter.endLastLine()
          continue
        }
        isOpen = found.open_quote >= 0
        let from = isOpen ? Int(found.last_record) : at
        end = unsafe cscan_next_line(bytes.pointer, from, bytes.count)
      }
      let bound = splitter.options.recordBoundBytes
      isTooLong = unsafe cscan_csv_too_long(bytes.pointer, at, end, delimiter, bound) >= 0
      let start = hasRow ? found.group : skipBlank(bytes, at, end)
      if hasRow {
        isOpen = unsafe isLeftOpen(bytes.pointer, from: start, to: end, delimiter: delimiter)
      }
      line += unsafe Int64(cscan_lines(bytes.pointer, at, start))
      if hasRow, hasNothing(bytes, from: start, to: end, delimiter: delimiter) {
        splitter.noteEmptyRow(line)
        line += unsafe Int64(cscan_lines(bytes.pointer, start, end))
        at = end
        continue
      }
      let print =
        (hasRow || isTooLong) && found.key_length > 0
        ? fingerprint(bytes, found.key, found.key_length)
        : Fingerprint(number)
      try rows.add(
        SortedRuns.Row(
          order: .init(first: print.high, second: print.low, third: number),
          line: isOpen ? -line : line,
          text: (start..<(isTooLong ? min(end, start + 200) : end)).map { bytes[$0] },
          isTooLong: isTooLong))
      if isTooLong, !hasRow, bytes[end - 1] != UInt8(ascii: "\n") {
        bytes.drop(end)
        line += try splitter.skipLine() ? 1 : 0
        at = 0
        number += 1
        continue
      }
      line += unsafe Int64(cscan_lines(bytes.pointer, start, end))
      number += 1
      at = end
    }
    bytes.removeAll()
  }

  /// Whether a row has a quote that would take other rows in.
  private static func isLeftOpen(
    _ bytes: UnsafeMutablePointer<UInt8>, from start: Int, to end: Int, delimiter: UInt8
  ) -> Bool {
    guard unsafe memchr(bytes + start, 0x22, end - start) != nil else { return false }
    return unsafe cscan_csv_records(bytes, start, end, delimiter, -1).open_quote >= 0
  }

  private static func hasNothing(
    _ bytes: CarriedBytes, from start: Int, to end: Int, delimiter: UInt8
  ) -> Bool {
    let quote = UInt8(ascii: "\"")
    return (start..<end).allSatisfy { at in
      // Three quotes are one that stands in a cell.
      let isOfText = at > start + 1 && bytes[at - 1] == quote && bytes[at - 2] == quote
      return bytes[at] <= 0x20 || bytes[at] == delimiter || bytes[at] == quote && !isOfText
    }
  }

  private static func isBlank(_ bytes: CarriedBytes, _ start: Int, _ end: Int) -> Bool {
    skipBlank(bytes, start, end) == end
  }

  private static func skipBlank(_ bytes: CarriedBytes, _ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, bytes[at] == UInt8(ascii: "\n") || bytes[at] == UInt8(ascii: "\r") { at += 1 }
    return at
  }

  private static func fingerprint(
    _ bytes: CarriedBytes, _ start: Int, _ count: Int
  ) -> Fingerprint {
    Fingerprint((start..<start + count).map { bytes[$0] })
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
