package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// CSV for a spreadsheet, which takes a cell that begins with `=` for a formula, and `+`, `-`, `@`
/// and a tab alike, where Japanese is written also `＝`, `＋`, `－` and `＠`: a text of a booking could
/// compute, or send, what nobody wrote. An apostrophe before such a text makes it a text. Numbers
/// stay numbers.
package enum SpreadsheetCells {
  /// Rewrites the rows that were written from `start` on; they must be whole rows.
  package static func makeHarmless(_ buffer: ByteBuffer, from start: Int) {
    let written = buffer.slice(start, buffer.count)
    var rows: [UInt8] = []
    rows.reserveCapacity(written.count + 64)
    var at = 0
    while at < written.count {
      let isQuoted = written[at] == UInt8(ascii: "\"")
      let first = isQuoted ? at + 1 : at
      let end = end(of: written, from: at, isQuoted: isQuoted)
      if isQuoted { rows.append(written[at]) }
      if isHarmful(written, first, isQuoted ? end - 1 : end) { rows.append(UInt8(ascii: "'")) }
      for index in first..<max(first, end) { rows.append(written[index]) }
      // The mark that ends the cell.
      if end < written.count { rows.append(written[end]) }
      at = end + 1
    }
    buffer.truncate(to: start)
    buffer.append(rows)
  }

  /// The position behind the last byte of a cell.
  private static func end(of rows: TextSlice, from start: Int, isQuoted: Bool) -> Int {
    var at = isQuoted ? start + 1 : start
    if isQuoted {
      while at < rows.count {
        if rows[at] == UInt8(ascii: "\"") {
          guard at + 1 < rows.count, rows[at + 1] == UInt8(ascii: "\"") else { return at + 1 }
          at += 1
        }
        at += 1
      }
      return at
    }
    while at < rows.count, rows[at] != UInt8(ascii: ","), rows[at] != UInt8(ascii: "\n") { at += 1 }
    return at
  }

  private static func isHarmful(_ rows: TextSlice, _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return false }
    switch rows[start] {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 9, 10, 13: return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(rows, start + 1, end)
    case 0xEF where start + 2 < end:
      return rows[start + 1] == 0xBC && wideSigns.contains(rows[start + 2])
    case _: return false
    }
  }

  /// The last of the three bytes of `＝`, `＋`, `－` and `＠`.
  private static let wideSigns: [UInt8] = [0x9D, 0x8B, 0x8D, 0xA0]

  /// Digits with a point and an exponent, as amounts are written.
  private static func isNumber(_ rows: TextSlice, _ start: Int, _ end: Int) -> Bool {
    var hasDigit = false
    for at in start..<end {
      switch rows[at] {
      case 0x30...0x39: hasDigit = true
      case UInt8(ascii: "."): break
      case UInt8(ascii: "e"), UInt8(ascii: "E"): if !hasDigit { return false }
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard rows[at - 1] & 0xDF == UInt8(ascii: "E") else { return false }
      case _: return false
      }
    }
    return hasDigit
  }
}

/// A CSV writer whose cells are harmless in a spreadsheet.
final class SpreadsheetWriter: QuoteWriter {
  private let writer: any QuoteWriter

  init(_ writer: any QuoteWriter) { self.writer = writer }

  var rowSeparatorLength: Int { writer.rowSeparatorLength }

  func appendPrologue(to buffer: ByteBuffer) {
    changing(buffer) { writer.appendPrologue(to: buffer) }
  }

  func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer) {
    changing(buffer) { writer.append(quotes, of: bookings, to: buffer) }
  }

  func appendEpilogue(to buffer: ByteBuffer) { writer.appendEpilogue(to: buffer) }

  private func changing(_ buffer: ByteBuffer, _ write: () -> Void) {
    let start = buffer.count
    write()
    SpreadsheetCells.makeHarmless(buffer, from: start)
  }
}
