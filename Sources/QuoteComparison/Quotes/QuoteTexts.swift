package import QuoteBookings
package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Prices batches and keeps each quote as a flat JSON object: outputs first,
/// then lines, then the total. What comparisons read.
package final class QuoteTexts {
  package let pricer: Pricer
  /// Names of the members, in their order; the first ones are the outputs.
  package let names: [String]
  let outputCount: Int
  private let evaluator: Evaluator
  private let writer: JSONRowWriter
  private var batch: BookingBatch
  private let printed = ByteBuffer()
  /// The text that was made last of those that nobody wanted at first.
  private let single = ByteBuffer()
  /// Where each row's quote ends in `printed`, its line end included.
  private let ends = ColumnBuffer<Int>()
  private var results: [Result] = []
  /// Values that are doubles, and their columns.
  private let doubles: [(value: Int, column: Int)]
  /// By row and by value: how the rules' language prints doubles that are not finite,
  /// which JSON has no number for.
  private var spelled: [Int: [Int: String]] = [:]

  package struct Result {
    package var outcome: ReferenceMap.Outcome
    package var reason: String
  }

  /// `tellsFaults` is false where nobody reads why a booking is at fault.
  package init(_ pricer: Pricer, tellsFaults: Bool = true) {
    self.pricer = pricer
    let schema = pricer.plan.quoteSchema
    let values = pricer.plan.comparedValues
    names = values.map(\.name)
    outputCount = schema.outputs.count
    let choice = try? QuoteColumns(
      selecting: values.map(\.selector), quotes: schema, bookings: pricer.schema)
    guard var columns = choice else { preconditionFailure("names of a schema are in it") }
    columns.rename(names)
    writer = JSONRowWriter(columns: columns)
    evaluator = pricer.makeEvaluator()
    evaluator.tellsFaults = tellsFaults
    batch = BookingBatch(schema: pricer.schema)
    doubles = values.enumerated().compactMap { index, value in
      guard let column = value.column(in: schema), schema.columns[column].storage == .double
      else { return nil }
      return (index, column)
    }
  }

  /// Names of values that are the total whatever the booking: `total`, the subtotal that ends
  /// the waterfall, and outputs that say either.
  package static func totals(of plan: PricePlan) -> [String] {
    let schema = plan.quoteSchema
    let last = schema.lines.last.flatMap { line in
      line.kind == .subtotal && line.depth == 0 ? schema.rowColumn(of: line) : nil
    }
    let ends = [schema.total, last].compactMap { $0.map { plan.results[$0].cells } }
    let others = plan.comparedValues.filter { value in
      guard value.name != "total", let column = value.column(in: schema) else { return false }
      return ends.contains(plan.results[column].cells)
    }
    return ["total"] + others.map(\.name)
  }

  /// A comparer for these quotes.
  package func comparer(
    form: ReferenceMap.Form, tolerances: Tolerances, comparesLines: Bool = false,
    isTextual: Bool = false
  ) -> ReplyComparer {
    ReplyComparer(
      form: form, names: names, totals: Self.totals(of: pricer.plan),
      requiredCount: comparesLines ? names.count : outputCount,
      passesZeros: comparesLines, isTextual: isTextual, tolerances: tolerances,
      minorUnit: pricer.model.minorUnit,
      isBinary: pricer.model.arithmetic.isBinary, currency: pricer.model.currency,
      amounts: Set(pricer.plan.comparedAmounts))
  }

  /// Prices a batch; quotes of the one before are gone. `looksAt` sees each block of
  /// quotes; rows for which `isWanted` then is false have no text yet.
  package func price(
    _ batch: BookingBatch, looksAt: (QuoteBatch) -> Void = { _ in },
    isWanted: (Int) -> Bool = { _ in true }
  ) {
    begin(batch)
    evaluator.forEachBlock(of: 0..<batch.count) { rows in
      let quotes = quotes(of: rows)
      looksAt(quotes)
      keep(quotes, isWanted: isWanted)
    }
    end()
  }

  /// Prices some rows of a batch, which ascend: one by one where they are few of many. What the
  /// others come to is not known then.
  package func price(_ batch: BookingBatch, only rows: [Int]) {
    guard rows.count * Self.fewOf <= batch.count else {
      let wanted = Set(rows)
      return price(batch, isWanted: { wanted.contains($0) })
    }
    begin(batch)
    for row in rows {
      pass(to: row)
      keep(quotes(of: row..<row + 1)) { _ in true }
    }
    pass(to: batch.count)
    end()
  }

  private static let fewOf = 16

  /// Goes on to a row; those before it that were not priced have no text.
  private func pass(to row: Int) {
    while results.count < row {
      ends.append(printed.count)
      results.append(Result(outcome: .fault, reason: ""))
    }
  }

  /// Starts a batch, for those who price it block by block: the quotes of each are kept in order.
  package func begin(_ batch: BookingBatch) {
    self.batch = batch
    printed.removeAll()
    ends.removeAll()
    results.removeAll(keepingCapacity: true)
    spelled.removeAll(keepingCapacity: true)
  }

  /// The quotes of a block, until the next one is priced.
  package func quotes(of rows: Range<Int>) -> QuoteBatch { evaluator.price(batch, rows: rows) }

  /// Keeps what a block came to; rows of the batch for which `isWanted` is false have no text yet.
  package func keep(_ quotes: QuoteBatch, isWanted: (Int) -> Bool) {
    let first = quotes.firstRow
    write(quotes) { isWanted(first + $0) }
    spell(quotes, from: first) { isWanted(first + $0) }
    for row in 0..<quotes.count { results.append(result(row, of: quotes)) }
  }

  package func end() { Self.pad(printed) }

  private static func pad(_ text: ByteBuffer) {
    for _ in 0..<InputChunk.padding { text.append(0x20) }
  }

  /// One quote is one line.
  private func write(_ quotes: QuoteBatch, isWanted: (Int) -> Bool) {
    var start = printed.count
    writer.append(
      quotes, of: batch, before: "", after: "\n", to: printed, isWanted: isWanted)
    for row in 0..<quotes.count {
      if isWanted(row), let next = printed.slice(start, printed.count).firstNewline {
        start += next + 1
      }
      ends.append(start)
    }
  }

  private func spell(_ quotes: QuoteBatch, from first: Int, isWanted: (Int) -> Bool) {
    let text = ByteBuffer(capacity: 64)
    for (value, index) in doubles {
      let column = quotes.columns[index]
      let numbers = unsafe column.doubles.pointer
      for row in 0..<quotes.count where unsafe !numbers[row].isFinite {
        guard isWanted(row), column.isGiven(row) else { continue }
        text.removeAll()
        unsafe text.append(shortest: numbers[row], as: pricer.model.arithmetic)
        spelled[first + row, default: [:]][value] = text.string
      }
    }
  }

  private func result(_ row: Int, of quotes: QuoteBatch) -> Result {
    switch QuoteBatch.Status(rawValue: quotes.statuses[row]) {
    case .quoted: return Result(outcome: .priced, reason: "")
    case .declined:
      return Result(outcome: .declined, reason: quotes.declineReason(of: row).string)
    case .fault, nil:
      let fault = quotes.faults[quotes.firstRow + row] ?? batch.faults[quotes.firstRow + row]
      let place = fault.map { $0.field.isEmpty ? "" : "`\($0.field)`: " } ?? ""
      return Result(outcome: .fault, reason: fault.map { place + $0.message } ?? "")
    }
  }

  package func result(of row: Int) -> Result { results[row] }

  /// What the null of a value stands for in a row, where it is a double that is not finite.
  package func spelled(_ row: Int) -> [Int: String] { spelled[row] ?? [:] }

  package func outcome(of row: Int) -> ReferenceMap.Outcome { results[row].outcome }

  /// The quote of a row; 64 bytes after it may be read. One that was not wanted is priced and
  /// printed now, and is gone when the next such one is asked for.
  package func quote(of row: Int) -> TextSlice {
    let start = row == 0 ? 0 : ends[row - 1]
    if start < ends[row] { return printed.slice(start, ends[row]) }
    single.removeAll()
    writer.append(
      evaluator.price(batch, rows: row..<row + 1), of: batch, before: "", after: "\n", to: single)
    let count = single.count
    Self.pad(single)
    return single.slice(0, count)
  }
}

extension PricePlan {
  /// Names of compared values that are money.
  package var comparedAmounts: [String] {
    comparedValues.filter { value in
      let column = value.column(in: quoteSchema).map { quoteSchema.columns[$0] }
      return column?.type == .quantity(.money)
    }.map(\.name)
  }
}

extension ReferenceMap.Form {
  /// Whether totals are to be compared: nobody ignores them.
  package func asksForTotal(of plan: PricePlan) -> Bool {
    ignored.isDisjoint(with: QuoteTexts.totals(of: plan))
  }
}
