internal import CScan
internal import Glibc

extension ChunkSplitter {
  /// Fills a chunk with whole rows, whole bookings where several rows make one.
  func fillCSV(_ chunk: InputChunk, _ layout: CSVLayout) throws(Trouble) -> Bool {
    if carry.count < chunkBytes { try more(chunkBytes - carry.count) }
    while true {
      if carry.count == 0 { return false }
      if carry.count > options.recordBoundBytes, try takeTooLong(chunk, layout) { return true }
      let end = rowsEnd(layout)
      if end > 0 {
        move(end, to: chunk, endsLine: true)
        return true
      }
      if isAtEnd { return takeRest(chunk, layout) }
      try more(carry.count)
    }
  }

  /// Where the last whole booking ends; 0 if none does.
  private func rowsEnd(_ layout: CSVLayout) -> Int {
    let count = carry.count
    let key = layout.isGrouped ? Int32(layout.keyColumn ?? -1) : -1
    let hasQuote = unsafe memchr(carry.pointer, 0x22, count) != nil
    let end = unsafe cscan_after_last(carry.pointer, 0, count, 0x0A)
    var isPlain = !hasQuote && end > 0
    if key >= 0 && isPlain { isPlain = unsafe cscan_lone_return(carry.pointer, 0, end) == 0 }
    if isPlain {
      if key < 0 || (isAtEnd && end == count) { return end }
      let group = unsafe cscan_last_group(carry.pointer, 0, end, layout.delimiter, key)
      return group > 0 || carry.count <= options.recordBoundBytes ? group : end
    }
    seal()
    if key < 0 {
      let end = unsafe cscan_csv_quoted_end(carry.pointer, 0, count, layout.delimiter)
      if end >= 0 { return end }
    }
    let found = unsafe cscan_csv_records(carry.pointer, 0, count, layout.delimiter, key)
    if key < 0 || (isAtEnd && found.end == count) { return found.end }
    if found.group > 0 || carry.count <= options.recordBoundBytes { return found.group }
    return found.end
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

  /// Looks for a record longer than one may be, wherever it lies: takes those before
  /// it, or of one that comes first its first line, as a fault. False where there is none.
  private func takeTooLong(_ chunk: InputChunk, _ layout: CSVLayout) throws(Trouble) -> Bool {
    seal()
    let bound = options.recordBoundBytes
    let start = unsafe cscan_csv_too_long(
      carry.pointer, 0, carry.count, layout.delimiter, bound)
    if start < 0 { return false }
    if start > 0 {
      move(start, to: chunk, endsLine: true)
      return true
    }
    let found = unsafe cscan_csv_records(carry.pointer, 0, bound + 1, layout.delimiter, -1)
    if found.open_quote >= 0 {
      let end = unsafe cscan_next_line(carry.pointer, 0, bound + 1)
      if end <= bound {
        move(end, to: chunk, endsLine: true)
        return true
      }
    }
    try takeTooLong(chunk)
    return true
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
    while true {
      if let newline = unsafe memchr(carry.pointer, 0x0A, carry.count) {
        let end = unsafe newline - UnsafeMutableRawPointer(carry.pointer) + 1
        carry.drop(end)
        return
      }
      carry.removeAll()
      if isAtEnd { return }
      try more(chunkBytes)
    }
  }
}
