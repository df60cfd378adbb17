import QuoteBookings
package import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Bookings of records that outlast their chunk.
package final class RecordKeeper: @unchecked Sendable {
  /// This many of a chunk that differ.
  package static let most = 256

  package let form: FormBookings
  private let map: ReferenceMap
  private var readers: [JSONRecordReader] = []
  private var texts: [ByteBuffer] = []
  private var records: [KeptRecord] = []
  /// As they were read for other rules last.
  private var again: FormBookings?

  package init(_ schema: BookingSchema, _ map: ReferenceMap) {
    self.map = map
    form = FormBookings(schema, map)
    form.begin()
  }

  /// Adds a record of a chunk, and gives its row; nil where it cannot be read.
  package func add(_ index: Int, of bookings: RecordBookings) -> Int? {
    let text = ByteBuffer()
    let record = bookings.chunks.records[index].text
    text.append(record)
    for _ in 0..<InputChunk.padding { text.append(0x20) }
    let copy = text.slice(0, record.count)
    let reader = JSONRecordReader()
    guard case .success(let root) = reader.read(copy) else { return nil }
    readers.append(reader)
    texts.append(text)
    let kept = bookings.kept(index, root, copy)
    records.append(kept)
    return kept.add(to: form)
  }

  /// The same bookings, read again for other rules.
  func read(by schema: BookingSchema) -> BookingBatch {
    let form = FormBookings(schema, map)
    form.begin()
    for record in records { _ = record.add(to: form) }
    form.finish()
    again = form
    return form.batch
  }
}
