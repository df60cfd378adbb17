package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// The bookings of one form of records, a chunk at a time.
package final class FormBookings {
  package let batch: BookingBatch
  private let filler: BatchFiller
  /// Columns of the booking that take the moment of quoting, and that each
  /// count fills.
  private let asOfColumns: [Int]
  private let countColumns: [Int?]

  package init(_ schema: BookingSchema, _ map: ReferenceMap) {
    filler = BatchFiller(
      BookingDecoders(schema, asOf: FieldDecoder.asOfLater), lastDuplicateWins: true,
      takesWords: true)
    filler.falsyIsMissing = map.places.falsyIsMissing
    batch = BookingBatch(schema: schema)
    let fields = schema.lists[.booking].fields
    asOfColumns = fields.indices.filter { fields[$0].takesAsOf }
    countColumns = map.counts.map { count in
      fields.firstIndex { $0.name == count.input && $0.mayCount }
    }
  }

  var count: Int { filler.row }

  package func begin() {
    batch.removeAll()
    filler.row = 0
    filler.begin(batch)
  }

  /// Adds the booking of a record that was read, and its text.
  package func add(
    _ record: JSONNode, of text: TextSlice, at path: ReferenceMap.Path, line: Int64
  ) {
    begin(line: line)
    filler.addBooking(.success(record), of: text, at: path)
  }

  /// Adds a booking that a text of the record holds, read as loosely as backends do: behind
  /// a byte order mark, with words for numbers, the last of two members of one name.
  package func add(json: String, line: Int64) {
    let mark = "\u{FEFF}"
    let bytes = json.utf8.dropFirst(json.utf8.starts(with: mark.utf8) ? mark.utf8.count : 0)
    let text = ByteBuffer()
    text.append(Array(bytes))
    for _ in 0..<InputChunk.padding { text.append(0x20) }
    let copy = filler.arena.copy(text.slice(0, text.count))
    begin(line: line)
    filler.addBooking(copy.part(0, bytes.count), at: [])
  }

  private func begin(line: Int64) {
    filler.line = line
    batch.lines.append(line)
  }

  /// Puts the moment of quoting that the record says into the booking.
  package func fill(row: Int, asOf: Instant?) {
    for column in asOfColumns {
      let cells = batch.lists[.booking].columns[column].integers
      guard cells[row] == FieldDecoder.asOfLater.microsecondsSince1970 else { continue }
      var value = CellValue()
      let outcome = asOf.map { decoders[column].moment($0, &value) } ?? .fault(.noAsOf)
      put(outcome, value: value, column: column, row: row) { asOf?.description ?? "" }
    }
  }

  /// Fills the inputs that count earlier records.
  package func fill(row: Int, counts: [Int64]) {
    for (index, column) in countColumns.enumerated() {
      guard let column, index < counts.count else { continue }
      var value = CellValue()
      let outcome = decoders[column].whole(counts[index], &value)
      put(outcome, value: value, column: column, row: row) { "\(counts[index])" }
    }
  }

  private var decoders: [FieldDecoder] { filler.decoders.lists[0].fields }

  /// Puts a value into a cell as if the booking had said it: all that is computed from an
  /// input relies on its range. `shown` is what a fault says of it.
  private func put(
    _ outcome: CellOutcome, value: CellValue, column: Int, row: Int, shown: () -> String
  ) {
    var isGiven = true
    if case .fault(let fault) = outcome {
      isGiven = false
      filler.fault(fault, decoders[column].schema, value: shown(), row: row)
    }
    batch.lists[.booking].columns[column].set(value, isGiven: isGiven, at: row)
  }

  /// The batch is whole.
  package func finish() { batch.count = filler.row }
}
