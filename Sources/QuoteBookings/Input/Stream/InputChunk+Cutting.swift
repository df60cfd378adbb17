import QuoteLanguage
import QuoteSyntax

extension InputChunk {
  /// A chunk of some bookings alone, of those that a batch was read from this chunk.
  /// Nil if they cannot be cut out: their text lies in several places, or would mean
  /// something else without what stands between them.
  package func cut(_ rows: [Int], of batch: BookingBatch) -> InputChunk? {
    // Neighbours of one key are one booking, or a repetition.
    let keys = rows.map { batch.key($0) }
    guard !isTooLong, longBookings.isEmpty, rowLines.isEmpty,
      zip(keys, keys.dropFirst()).allSatisfy({ $0 != $1 })
    else { return nil }
    let cut = InputChunk()
    cut.content = content
    switch content {
    case .json: cutRecords(rows, into: cut)
    case .jsonLines: cutLines(rows, of: batch, into: cut, haveReturns: false)
    case .csv: cutLines(rows, of: batch, into: cut, haveReturns: text.hasReturn)
    }
    cut.seal()
    return cut
  }

  private func cutRecords(_ rows: [Int], into cut: InputChunk) {
    for row in rows {
      var record = records[row]
      let start = cut.end
      cut.append(input.slice(record.start, record.end - record.start))
      record.start = start
      record.end = cut.end
      cut.records.append(record)
    }
  }

  /// A booking goes on until the line at which the next one starts. Lines end at newlines,
  /// and at returns where there are any.
  private func cutLines(
    _ rows: [Int], of batch: BookingBatch, into cut: InputChunk, haveReturns: Bool
  ) {
    var (offset, line) = (start, linesBefore + 1)
    func move(to wanted: Int64) {
      while line < wanted, offset < end {
        let rest = input.slice(offset, end - offset)
        offset += haveReturns ? rest.nextLine : rest.firstNewline.map { $0 + 1 } ?? rest.count
        line += 1
      }
    }
    for row in rows {
      move(to: batch.lines[row])
      let first = offset
      if row + 1 < batch.count { move(to: batch.lines[row + 1]) } else { offset = end }
      cut.append(input.slice(first, offset - first))
    }
  }

  private func append(_ text: TextSlice) {
    reserve(end - start + text.count)
    unsafe (bytes.pointer + end).update(from: text.base, count: text.count)
    end += text.count
  }
}
