/// Prices the bookings of one form, a chunk at a time, and keeps each quote as
/// a flat JSON object: outputs first, then lines, then the total.
final class FormPricer {
  let pricer: Pricer
  let form: ReferenceMap.Form
  let comparer: ReplyComparer
  private let evaluator: Evaluator
  private let filler: BatchFiller
  private let batch: BookingBatch
  private let writer: any QuoteWriter
  private let printed = ByteBuffer()
  /// Where each row's quote ends in `printed`.
  private var ends: [Int] = []
  private var results: [Result] = []
  /// Columns of the booking that take the moment of quoting, and that each
  /// count fills.
  private let asOfColumns: [Int]
  private let countColumns: [Int?]
  /// Names of lines and outputs, in the order in which a price is made.
  private let waterfall: [String]

  struct Result {
    var outcome: ReferenceMap.Outcome
    var reason: String
  }

  /// Stands for a moment of quoting that a record gives; no date is this early.
  private static let unsaid = Instant(microsecondsSince1970: .min + 1)

  init(
    _ pricer: Pricer, form: ReferenceMap.Form, counts: [ReferenceMap.Count], tolerance: Tolerance
  ) {
    self.pricer = pricer
    self.form = form
    let schema = pricer.plan.quoteSchema
    let outputs = schema.outputs.map(\.name)
    let lines = schema.lines.map(\.name).filter { !outputs.contains($0) }
    var names = outputs + lines
    var selected = outputs.map { "outputs." + $0 } + lines.map { "quote." + $0 }
    if !names.contains("total") {
      names.append("total")
      selected.append("total")
    }
    comparer = ReplyComparer(
      form: form, names: names, outputCount: outputs.count, tolerance: tolerance,
      isBinary: schema.arithmetic != .exact)
    waterfall = schema.lines.map(\.name) + ["total"] + outputs
    let choice = try? QuoteColumns(
      selecting: selected, quotes: schema, bookings: pricer.schema)
    guard let columns = choice else { preconditionFailure("names of a schema are in it") }
    writer = columns.writer(.jsonl)
    evaluator = pricer.makeEvaluator()
    filler = BatchFiller(
      BookingDecoders(pricer.schema, asOf: Self.unsaid), lastDuplicateWins: true)
    batch = BookingBatch(schema: pricer.schema)
    let fields = pricer.schema.lists[0].fields
    asOfColumns = fields.indices.filter { fields[$0].takesAsOf }
    countColumns = counts.map { count in fields.firstIndex { $0.name == count.input } }
  }

  // MARK: - Filling

  var count: Int { filler.row }

  func begin() {
    batch.removeAll()
    filler.row = 0
    filler.begin(batch)
    printed.removeAll()
    ends.removeAll(keepingCapacity: true)
    results.removeAll(keepingCapacity: true)
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

  /// Puts what the record says around the booking into its cells.
  func fill(row: Int, asOf: Instant?, counts: [Int64]) {
    for column in asOfColumns {
      let cells = batch.lists[0].columns[column].integers
      guard cells[row] == Self.unsaid.microsecondsSince1970 else { continue }
      if let asOf {
        cells[row] = asOf.microsecondsSince1970
      } else {
        cells[row] = 0
        filler.row = row
        filler.fault(.noAsOf, field: pricer.schema.lists[0].fields[column].name)
        filler.row = row + 1
      }
    }
    for (index, column) in countColumns.enumerated() {
      guard let column else { continue }
      batch.lists[0].columns[column].set(counts[index], at: row)
    }
  }

  // MARK: - Pricing

  /// Prices everything that was added.
  func price() {
    batch.count = filler.row
    var lower = 0
    while lower < batch.count {
      let upper = min(lower + Evaluator.blockSize, batch.count)
      let quotes = evaluator.price(batch, rows: lower..<upper)
      let start = printed.count
      writer.append(quotes, of: batch, to: printed)
      noteEnds(from: start)
      for row in 0..<quotes.count { results.append(result(row, of: quotes)) }
      lower = upper
    }
    for _ in 0..<InputChunk.padding { printed.append(0x20) }
  }

  /// One quote is one line.
  private func noteEnds(from start: Int) {
    for index in start..<printed.count where printed[index] == 10 { ends.append(index) }
  }

  private func result(_ row: Int, of quotes: QuoteBatch) -> Result {
    switch QuoteBatch.Status(rawValue: quotes.statuses[row]) {
    case .quoted: return Result(outcome: .priced, reason: "")
    case .declined:
      return Result(outcome: .declined, reason: quotes.declineReasons[row].string)
    case .fault, nil:
      let fault = quotes.faults[quotes.firstRow + row] ?? batch.faults[quotes.firstRow + row]
      let place = fault.map { $0.field.isEmpty ? "" : "`\($0.field)`: " } ?? ""
      return Result(outcome: .fault, reason: fault.map { place + $0.message } ?? "")
    }
  }

  func result(of row: Int) -> Result { results[row] }

  /// A row's quote; 64 bytes after it may be read.
  func quote(of row: Int) -> TextSlice {
    let start = row == 0 ? 0 : ends[row - 1] + 1
    return printed.slice(start, ends[row])
  }

  /// The first name of the waterfall that some difference is about.
  func departing(among fields: [FieldDifference]) -> String {
    waterfall.first { name in fields.contains { $0.name == name } } ?? fields.first?.field ?? ""
  }
}

extension FieldColumn {
  /// Writes a whole number into a cell and says that it is given.
  func set(_ number: Int64, at row: Int) {
    switch storage {
    case .integer: integers[row] = number
    case .double: doubles[row] = Double(number)
    case .flag, .choice, .text, .point: return
    }
    if isOptional { validity[row >> 6] |= 1 << UInt64(row & 63) }
  }
}
