import QuoteLanguage
import CScan
import Glibc
import QuoteSyntax

/// Cuts a CSV source into rows, each with the identity of its key.
@safe struct RowCutter {
  private let splitter: ChunkSplitter
  private let bytes: CarriedBytes
  private let delimiter: UInt8
  private let key: Int32
  /// Where the cutter is among `bytes`, and on which line of the source.
  private var at = 0
  private var line: Int64
  /// How many rows were cut.
  private var number: UInt64 = 0

  /// Reads the rest of the splitter's source; `key` is the column that names a booking.
  init(_ splitter: ChunkSplitter, delimiter: UInt8, key: Int32, firstLine: Int64) {
    self.splitter = splitter
    bytes = splitter.carry
    self.delimiter = delimiter
    self.key = key
    line = firstLine
  }

  mutating func cut(into rows: SortedRuns) throws(Trouble) {
    while let found = try next() { try take(found, into: rows) }
    bytes.removeAll()
  }

  /// A row, or where none ends: what stands there up to the end of a line.
  private struct Found {
    var start: Int
    var end: Int
    var isWhole: Bool
    /// Whether it has a quote that would take other rows in.
    var isOpen: Bool
    var key: (start: Int, count: Int)
  }

  /// The next row that is not blank, once enough of the source is there; nil at its end.
  private mutating func next() throws(Trouble) -> Found? {
    while true {
      splitter.seal()
      let found = unsafe cscan_csv_first(bytes.pointer, at, bytes.count, delimiter, key)
      let key = (start: Int(found.key), count: Int(found.key_length))
      let isWhole = found.end > found.group || (found.end > at && found.group == at)
      if isWhole, !isBlank(found.group, found.end) {
        return Found(
          start: found.group, end: found.end, isWhole: true,
          isOpen: isLeftOpen(from: found.group, to: found.end), key: key)
      }
      if !splitter.isAtEnd && bytes.count - at <= splitter.options.recordBoundBytes {
        bytes.drop(at)
        at = 0
        try splitter.more(max(bytes.count, splitter.options.chunkBytes))
        continue
      }
      if at >= bytes.count || isBlank(at, bytes.count) { return nil }
      // The end that the last row lacks tells whether its quotes are closed.
      if splitter.isAtEnd, bytes[bytes.count - 1] != UInt8(ascii: "\n") {
        splitter.endLastLine()
        continue
      }
      let isOpen = found.open_quote >= 0
      let from = isOpen ? Int(found.last_record) : at
      let end = unsafe cscan_next_line(bytes.pointer, from, bytes.count)
      return Found(
        start: skipBlank(at, end), end: end, isWhole: false, isOpen: isOpen, key: key)
    }
  }

  private mutating func take(_ found: Found, into rows: SortedRuns) throws(Trouble) {
    let (start, end) = (found.start, found.end)
    let bound = splitter.options.recordBoundBytes
    let isTooLong = unsafe cscan_csv_too_long(bytes.pointer, at, end, delimiter, bound) >= 0
    line += unsafe Int64(cscan_lines(bytes.pointer, at, start))
    if found.isWhole, hasNothing(from: start, to: end) {
      splitter.noteEmptyRow(line)
      line += unsafe Int64(cscan_lines(bytes.pointer, start, end))
      at = end
      return
    }
    let isNamed = (found.isWhole || isTooLong) && found.key.count > 0
    let identity = isNamed ? fingerprint(found.key.start, found.key.count) : Fingerprint(number)
    try rows.add(
      SortedRuns.Row(
        order: .init(first: identity.high, second: identity.low, third: number),
        line: found.isOpen ? -line : line,
        text: (start..<(isTooLong ? min(end, start + 200) : end)).map { bytes[$0] },
        isTooLong: isTooLong))
    number += 1
    if isTooLong, !found.isWhole, bytes[end - 1] != UInt8(ascii: "\n") {
      bytes.drop(end)
      line += try splitter.skipLine() ? 1 : 0
      at = 0
    } else {
      line += unsafe Int64(cscan_lines(bytes.pointer, start, end))
      at = end
    }
  }

  private func isLeftOpen(from start: Int, to end: Int) -> Bool {
    guard unsafe memchr(bytes.pointer + start, 0x22, end - start) != nil else { return false }
    return unsafe cscan_csv_records(bytes.pointer, start, end, delimiter, -1).open_quote >= 0
  }

  private func hasNothing(from start: Int, to end: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    return (start..<end).allSatisfy { at in
      // Three quotes are one that stands in a cell.
      let isOfText = at > start + 1 && bytes[at - 1] == quote && bytes[at - 2] == quote
      return bytes[at] <= 0x20 || bytes[at] == delimiter || bytes[at] == quote && !isOfText
    }
  }

  private func isBlank(_ start: Int, _ end: Int) -> Bool { skipBlank(start, end) == end }

  private func skipBlank(_ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, bytes[at] == UInt8(ascii: "\n") || bytes[at] == UInt8(ascii: "\r") { at += 1 }
    return at
  }

  private func fingerprint(_ start: Int, _ count: Int) -> Fingerprint {
    Fingerprint((start..<start + count).map { bytes[$0] })
  }
}
