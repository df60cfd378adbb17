/// Prices the bookings of one form of records, a chunk at a time, and judges
/// them.
final class FormPricer {
  let form: ReferenceMap.Form
  let texts: QuoteTexts
  let judge: BookingJudge
  let batch: BookingBatch
  private let filler: BatchFiller
  /// Columns of the booking that take the moment of quoting, and that each
  /// count fills.
  private let asOfColumns: [Int]
  private let countColumns: [Int?]

  init(
    _ pricer: Pricer, form: ReferenceMap.Form, counts: [ReferenceMap.Count], tolerances: Tolerances
  ) {
    self.form = form
    texts = QuoteTexts(pricer)
    judge = BookingJudge(texts, comparer: texts.comparer(form: form, tolerances: tolerances))
    filler = BatchFiller(
      BookingDecoders(pricer.schema, asOf: FieldDecoder.asOfLater), lastDuplicateWins: true)
    batch = BookingBatch(schema: pricer.schema)
    let fields = pricer.schema.lists[0].fields
    asOfColumns = fields.indices.filter { fields[$0].takesAsOf }
    countColumns = counts.map { count in fields.firstIndex { $0.name == count.input } }
  }

  var count: Int { filler.row }

  func begin() {
    batch.removeAll()
    filler.row = 0
    filler.begin(batch)
  }

  func add(record: TextSlice, at path: ReferenceMap.Path, line: Int64) {
    filler.line = line
    batch.lines.append(line)
    filler.addBooking(record, at: path)
  }

  /// Adds a booking that a text of the record holds.
  func add(json: String, line: Int64) {
    let text = ByteBuffer()
    text.append(text: json)
    for _ in 0..<InputChunk.padding { text.append(0x20) }
    let copy = filler.arena.copy(text.slice(0, text.count))
    add(record: copy.part(0, copy.count - InputChunk.padding), at: [], line: line)
  }

  /// Puts the moment of quoting that the record says into the booking.
  func fill(row: Int, asOf: Instant?) {
    for column in asOfColumns {
      let cells = batch.lists[0].columns[column].integers
      guard cells[row] == FieldDecoder.asOfLater.microsecondsSince1970 else { continue }
      cells[row] = 0
      guard let asOf else {
        filler.fault(.noAsOf, fields[column], value: "", row: row)
        continue
      }
      guard fields[column].holds(Ratio(asOf.microsecondsSince1970)) else {
        filler.fault(.outOfRange, fields[column], value: asOf.description, row: row)
        continue
      }
      cells[row] = asOf.microsecondsSince1970
    }
  }

  private var fields: [FieldSchema] { texts.pricer.schema.lists[0].fields }

  /// Fills the inputs that count earlier records. All that is computed from an input relies
  /// on its range, so a count outside is a fault.
  func fill(row: Int, counts: [Int64]) {
    for (index, column) in countColumns.enumerated() {
      guard let column, index < counts.count else { continue }
      let (field, count) = (fields[column], Ratio(counts[index]))
      if field.holds(count) {
        batch.lists[0].columns[column].set(count, of: field, at: row)
      } else {
        filler.fault(.outOfRange, field, value: "\(counts[index])", row: row)
      }
    }
  }

  /// Prices everything that was added.
  func price() {
    batch.count = filler.row
    texts.price(batch)
  }
}

extension FieldColumn {
  /// Writes a number into a cell, in steps where those are held, and says that it is given.
  fileprivate func set(_ number: Ratio, of field: FieldSchema, at row: Int) {
    switch storage {
    case .integer: integers[row] = Int64(clamping: (number / field.step).floor ?? 0)
    case .double: doubles[row] = number.nearestDouble
    case .flag, .choice, .text, .point: return
    }
    if isOptional { validity[row >> 6] |= 1 << UInt64(row & 63) }
  }
}
