import QuoteLanguage
import CScan
import Glibc
import QuoteSyntax

extension ChunkSplitter {
  /// Fills a chunk with whole rows, whole bookings where several rows make one: as many
  /// as lie in the first bytes, or one that is longer.
  func fillCSV(_ chunk: InputChunk, _ layout: CSVLayout) throws(Trouble) -> Bool {
    let sight = schema.rows.totals.isEmpty ? 0 : Self.sightBytes
    if carry.count < chunkBytes + sight { try more(chunkBytes - min(carry.count, chunkBytes)) }
    var count = min(carry.count, chunkBytes)
    while true {
      if carry.count == 0 { return false }
      if isAtEnd, count == carry.count { count = endLastLine() }
      if count > options.recordBoundBytes, try takeTooLong(chunk, layout, in: count) {
        return true
      }
      let end = rowsEnd(layout, in: count)
      if end > 0 {
        move(end, to: chunk, endsLine: true)
        return true
      }
      if isAtEnd, count == carry.count { return takeRest(chunk, layout) }
      let wanted = count + max(chunkBytes, count / 4)
      if wanted + sight > carry.count { try more(max(0, wanted - carry.count)) }
      count = min(wanted, carry.count)
    }
  }

  /// The last line gets the end that it may lack; gives how many bytes there are then.
  @discardableResult
  func endLastLine() -> Int {
    let count = carry.count
    guard carry[count - 1] != UInt8(ascii: "\n") else { return count }
    tellOfNumberAtEnd()
    carry.reserve(count + 1)
    carry.resize(to: count + 1)
    unsafe carry.pointer[count] = UInt8(ascii: "\n")
    return count + 1
  }

  /// A file that was cut short, by a full disk or a broken transfer, may end inside a number,
  /// and what is left of that is a number, too.
  private func tellOfNumberAtEnd() {
    var start = carry.count
    while start > 0, (0x2D...0x39).contains(carry[start - 1]), carry[start - 1] != 0x2F {
      start -= 1
    }
    let number = (start..<carry.count).map { carry[$0] }
    guard number.contains(where: { (0x30...0x39).contains($0) }), number.count < 40 else { return }
    remark(
      "the last line of `\(sourceName)` has no end, and stops at the number "
        + "`\(String(decoding: number, as: UTF8.self))`: is that all of it?")
  }

  /// Where the last whole booking ends in the first bytes; 0 if none does.
  private func rowsEnd(_ layout: CSVLayout, in count: Int) -> Int {
    let isAll = isAtEnd && count == carry.count
    let key = layout.isGrouped ? Int32(layout.keyColumn ?? -1) : -1
    let hasQuote = unsafe memchr(carry.pointer, 0x22, count) != nil
    let end = unsafe cscan_after_last(carry.pointer, 0, count, 0x0A)
    var isPlain = !hasQuote && end > 0
    if key >= 0 && isPlain { isPlain = unsafe cscan_lone_return(carry.pointer, 0, end) == 0 }
    if isPlain {
      if key < 0 || (isAll && end == count) { return end }
      return unsafe cscan_last_group(carry.pointer, 0, end, layout.delimiter, key)
    }
    if count == carry.count { seal() }
    if key < 0 {
      let end = unsafe cscan_csv_quoted_end(carry.pointer, 0, count, layout.delimiter)
      if end >= 0 { return end }
    }
    let found = unsafe cscan_csv_records(carry.pointer, 0, count, layout.delimiter, key)
    return key < 0 || (isAll && found.end == count) ? found.end : found.group
  }

  /// The end of the source, where a last row is not ended, a quote not closed,
  /// or the last booking's rows wait for more of them.
  private func takeRest(_ chunk: InputChunk, _ layout: CSVLayout) -> Bool {
    seal()
    let found = unsafe cscan_csv_records(carry.pointer, 0, carry.count, layout.delimiter, -1)
    if found.open_quote >= 0 {
      // Rows before the one with the open quote are whole; then its first line, as one fault.
      let end =
        found.last_record > 0
        ? found.last_record : unsafe cscan_next_line(carry.pointer, 0, carry.count)
      move(end, to: chunk, endsLine: true)
    } else {
      move(carry.count, to: chunk, endsLine: true)
    }
    return true
  }

  /// Looks for a record longer than one may be, or a booking of rows that are, wherever it
  /// lies: takes those before it, or of one that comes first its first line or row, as a
  /// fault. False where there is none.
  private func takeTooLong(
    _ chunk: InputChunk, _ layout: CSVLayout, in count: Int
  ) throws(Trouble) -> Bool {
    seal()
    let (bound, mark) = (options.recordBoundBytes, layout.delimiter)
    let key = layout.isGrouped ? Int32(layout.keyColumn ?? -1) : -1
    let start =
      key < 0
      ? unsafe cscan_csv_too_long(carry.pointer, 0, count, mark, bound)
      : unsafe cscan_csv_long_group(carry.pointer, 0, count, mark, key, bound)
    if start < 0 { return false }
    if start > 0 {
      move(start, to: chunk, endsLine: true)
      return true
    }
    if key >= 0, try takeLongBooking(chunk, layout, key, in: count) { return true }
    let found = unsafe cscan_csv_records(carry.pointer, 0, bound + 1, mark, key)
    if found.open_quote >= 0 {
      let end = unsafe cscan_next_line(carry.pointer, 0, bound + 1)
      if end <= bound {
        move(end, to: chunk, endsLine: true)
        return true
      }
    }
    let name = key < 0 ? [] : bytes(Int(found.key), Int(found.key_length))
    try takeTooLong(chunk)
    if !name.isEmpty { chunk.skippedLines += try skipRows(of: name, key, mark) }
    return true
  }

  /// The first row of a booking whose rows are too long, the others skipped. False where
  /// that row is too long itself.
  private func takeLongBooking(
    _ chunk: InputChunk, _ layout: CSVLayout, _ key: Int32, in count: Int
  ) throws(Trouble) -> Bool {
    let (bound, mark) = (options.recordBoundBytes, layout.delimiter)
    let first = unsafe cscan_csv_first(carry.pointer, 0, count, mark, key)
    let end = Int(first.end)
    guard end > 0, unsafe cscan_csv_too_long(carry.pointer, 0, end, mark, bound) < 0 else {
      return false
    }
    let name = bytes(Int(first.key), Int(first.key_length))
    chunk.reserve(end)
    unsafe (chunk.bytes.pointer + chunk.start).update(from: carry.pointer, count: end)
    chunk.end = chunk.start + end
    chunk.seal()
    carry.drop(end)
    let lines = try skipRows(of: name, key, mark)
    chunk.longBookings = [InputChunk.LongBooking(row: 0, moreLines: lines)]
    chunk.skippedLines = lines
    return true
  }

  private func bytes(_ start: Int, _ count: Int) -> [UInt8] {
    (start..<start + count).map { carry[$0] }
  }

  /// Leaves out rows up to the first one with another key; gives how many lines they have.
  private func skipRows(
    of name: [UInt8], _ key: Int32, _ mark: UInt8
  ) throws(Trouble) -> Int64 {
    let bound = options.recordBoundBytes
    var lines: Int64 = 0
    while true {
      if isAtEnd, carry.count > 0 { endLastLine() }
      seal()
      let found = unsafe cscan_csv_group(
        carry.pointer, 0, carry.count, mark, key, name, name.count)
      lines += unsafe Int64(cscan_lines(carry.pointer, 0, found.end))
      carry.drop(found.end)
      if found.other >= 0 { return lines }
      if carry.count > bound {
        let row = unsafe cscan_csv_records(carry.pointer, 0, bound + 1, mark, key)
        guard row.end == 0, bytes(Int(row.key), Int(row.key_length)) == name else { return lines }
        let end = unsafe cscan_next_line(carry.pointer, 0, bound + 1)
        if row.open_quote >= 0 && end <= bound { carry.drop(end) } else { _ = try skipLine() }
        lines += 1
        continue
      }
      if isAtEnd { return lines }
      try more(max(carry.count, chunkBytes))
    }
  }

  /// The start of a line that is too long, the rest of the line skipped.
  func takeTooLong(_ chunk: InputChunk) throws(Trouble) {
    chunk.isTooLong = true
    chunk.skippedLines = 1
    let kept = min(carry.count, 200)
    chunk.reserve(kept + 1)
    unsafe (chunk.bytes.pointer + chunk.start).update(from: carry.pointer, count: kept)
    chunk.end = chunk.start + kept
    chunk.seal()
    _ = try skipLine()
  }

  /// Leaves out what is left of a line; false where the source ends with it.
  func skipLine() throws(Trouble) -> Bool {
    while true {
      if let newline = unsafe memchr(carry.pointer, 0x0A, carry.count) {
        let end = unsafe newline - UnsafeMutableRawPointer(carry.pointer) + 1
        carry.drop(end)
        return true
      }
      carry.removeAll()
      if isAtEnd { return false }
      try more(chunkBytes)
    }
  }
}
