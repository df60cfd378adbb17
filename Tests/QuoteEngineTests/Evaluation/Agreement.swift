import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// One batch priced by both, and where they differ.
struct Agreement {
  var pricer: Pricer
  var seed: UInt64
  var bookings: Int
  /// JSON Lines in place of a sample.
  var lines: String?

  /// A way to price: an instruction at a time, or runs of them as loops of machine code, where
  /// the processor has what these want (so many bookings at once that there is a rest).
  private struct Way {
    var loops: LoopInstructions?
    /// Nothing computed but what the total needs: loops take more then.
    var totalAlone = false

    /// Bitmaps are read by loops where a block begins with one of sixteen of their bits.
    func block(_ seed: UInt64) -> Int { loops == nil || seed % 4 == 3 ? 25 : 32 }
  }

  /// The bookings of one format, each priced slowly once, whatever it is held against.
  private final class Slow {
    let format: InputFormat
    let text: String
    private let evaluator: ScalarEvaluator
    private var quotes: [Int64: ScalarQuote] = [:]

    init(_ agreement: Agreement, _ format: InputFormat) throws {
      self.format = format
      let model = agreement.pricer.model
      text = try agreement.lines
        ?? model.sampled(agreement.bookings, seed: agreement.seed, as: format)
      evaluator = ScalarEvaluator(model: model)
    }

    func quote(_ row: Int, of batch: BookingBatch) -> ScalarQuote {
      let record = batch.firstRecord + Int64(row)
      if let quote = quotes[record] { return quote }
      let quote = evaluator.price(row, of: batch)
      quotes[record] = quote
      return quote
    }
  }

  func differences() throws -> [String] {
    let records = try Slow(self, .jsonl)
    var found = try differences(Way(), records) + outOfReach(records)
    if pricer.plan.isRecording { return found }
    // Readers of CSV tell codes of texts, which loops look up.
    let hasRows = lines == nil && pricer.schema.lists.count == 1
    let bookings = try [records] + (hasRows ? [Slow(self, .csv)] : [])
    for loops in LoopInstructions.here {
      for way in [Way(loops: loops), Way(loops: loops, totalAlone: true)] {
        for slow in bookings { found += try differences(way, slow) }
      }
    }
    return found
  }

  private func differences(_ way: Way, _ slow: Slow) throws -> [String] {
    let format = slow.format
    let parser = try pricer.schema.reader(of: slow.text, as: format).makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    var evaluator = pricer.makeEvaluator()
    if way.totalAlone {
      let total = pricer.plan.quoteSchema.total
      evaluator = Evaluator(prepared: PreparedPlan(evaluator.prepared, results: [total]))
    }
    evaluator.loopInstructions = way.loops
    evaluator.leastRowsForLoops = 0
    var found: [String] = []
    while try parser.read(into: batch) {
      var row = 0
      while row < batch.count {
        let block = row..<min(batch.count, row + way.block(seed))
        let quotes = evaluator.price(batch, rows: block)
        for row in block where format == .jsonl || batch.faults[row] == nil {
          let quote = slow.quote(row, of: batch)
          found += differences(quotes, row, batch, quote, totalAlone: way.totalAlone).map {
            "\(way), \(format): \($0)"
          }
        }
        row = block.upperBound
      }
    }
    return found
  }

  /// Amounts and totals, by the slow evaluator, that lie outside of what is proved of them: the
  /// widths of cells, and all that is computed with them, depend on these proofs.
  private func outOfReach(_ bookings: Slow) throws -> [String] {
    let model = pricer.model
    let reaches = WaterfallReach(of: model)
    let parser = try pricer.schema.reader(of: bookings.text, as: bookings.format).makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    var found: [String] = []
    func expect(_ what: String, _ record: Int64, _ value: ScalarValue, in reach: Interval) {
      guard case .exact(let amount) = value, !reach.contains(amount) else { return }
      found.append("booking \(record): \(what) is \(amount), and proved to be in \(reach)")
    }
    while try parser.read(into: batch) {
      for row in 0..<batch.count where batch.faults[row] == nil {
        let slow = bookings.quote(row, of: batch)
        guard slow.status == .quoted else { continue }
        let record = batch.firstRecord + Int64(row)
        expect("total", record, slow.total, in: reaches.total)
        // A subtotal's reach is what it comes to, and it adds nothing.
        for line in model.allLines where line.kind != .subtotal {
          for instance in slow.lines[line.id]! where instance.applies {
            expect(line.name, record, instance.amount, in: reaches.amounts[line.id] ?? .unbounded)
          }
        }
      }
    }
    return found
  }

  private func differences(
    _ quotes: QuoteBatch, _ row: Int, _ batch: BookingBatch, _ slow: ScalarQuote, totalAlone: Bool
  ) -> [String] {
    let at = row - quotes.firstRow
    let record = batch.firstRecord + Int64(row)
    let status = QuoteBatch.Status(rawValue: quotes.statuses[at])
    switch (status, slow.status) {
    case (.declined, .declined(let reason)):
      let fast = quotes.declineReason(of: at).string
      return fast == reason ? [] : ["booking \(record): declined `\(fast)`, slowly `\(reason)`"]
    case (.fault, .fault(let reason)):
      let fast = quotes.faults[row]?.reason ?? "nothing"
      return fast == reason ? [] : ["booking \(record): fault \(fast), slowly \(reason)"]
    case (.quoted, .quoted): break
    default: return ["booking \(record): \(status as Any), slowly \(slow.status)"]
    }
    let schema = quotes.schema
    var found: [String] = []
    func expect(
      _ what: String, _ column: Int, _ cell: Int, _ slow: ScalarValue, _ unit: Ratio = 1
    ) {
      let fast = Cell(quotes.columns[column], cell)
      if !fast.equals(slow, unit: unit) {
        found.append("booking \(record): \(what) is \(fast.text), slowly \(slow)")
      }
    }
    expect("total", schema.total, at, slow.total)
    if totalAlone { return found }
    for line in schema.lines {
      expect("sum of \(line.name)", line.sum, at, slow.sums[line.id]!)
      let cells = quotes.cells(of: line.grain.list, under: at)
      let instances = slow.lines[line.id]!
      guard cells.count == instances.count else {
        found.append("booking \(record): \(line.name) has \(cells.count) of \(instances.count)")
        continue
      }
      for (cell, instance) in zip(cells, instances) {
        expect(line.name, line.amount, cell, instance.amount)
        if let applies = line.applies {
          expect("`\(line.name)` applies", applies, cell, .flag(instance.applies))
        }
        guard instance.applies else { continue }
        if let label = line.label { expect("label of \(line.name)", label, cell, instance.label) }
        if let reasons = line.reasons.first {
          expect("reasons of \(line.name)", reasons, cell, .texts(instance.reasons))
        }
      }
    }
    for (index, output) in schema.outputs.enumerated() {
      compare(
        output, pricer.model.outputs[index], .booking, at, slow.outputs[index], quotes, expect)
    }
    return found
  }

  private func compare(
    _ output: QuoteOutput, _ model: ModelOutput, _ above: ListID, _ cell: Int,
    _ slow: ScalarQuote.Output, _ quotes: QuoteBatch,
    _ expect: (String, Int, Int, ScalarValue, Ratio) -> Void
  ) {
    switch (output.body, model.body, slow) {
    case (.value(let column), .value(let expression), .value(let value)):
      expect("output \(output.name)", column, cell, value, expression.units.size)
    case (.records(let list, let fields), .records(_, let models), .records(let rows)):
      let elements = quotes.cells(of: list, under: cell, of: above)
      #expect(elements.count == rows.count, "records of \(output.name)")
      for (element, row) in zip(elements, rows) {
        for (index, field) in fields.enumerated() {
          compare(field, models[index], list, element, row[index], quotes, expect)
        }
      }
    default: Issue.record("outputs of different shapes")
    }
  }
}

extension QuoteBatch {
  /// Cells of a list's elements under one booking (or element of `above`), in order.
  func cells(of list: ListID, under row: Int, of above: ListID = .booking) -> Range<Int> {
    var path: [ListID] = []
    var at = list
    while at != above, let parent = schema.listParents[at] {
      path.append(at)
      at = parent
    }
    return path.reversed().reduce(row..<row + 1) { range, list in
      Int(offsets[list][range.lowerBound])..<Int(offsets[list][range.upperBound])
    }
  }
}

/// One cell of a result, as the slow evaluator would hold it.
private struct Cell {
  var column: ResultColumn
  var cell: Int

  init(_ column: ResultColumn, _ cell: Int) {
    self.column = column
    self.cell = cell
  }

  var text: String {
    guard column.isGiven(cell) else { return "not given" }
    switch column.schema.storage {
    case .integer: return "\(Ratio(column.integers[cell]) * column.schema.scale)"
    case .wide: return "\(Ratio(column.wides[cell], 1) * column.schema.scale)"
    case .double: return "\(column.doubles[cell])"
    case .flag: return "\(column.flags[cell] != 0)"
    case .choice: return column.schema.choices[Int(column.choices[cell])]
    case .text: return column.texts[cell].string
    case .texts: return "\(texts)"
    case .point: return "\(column.points[2 * cell]), \(column.points[2 * cell + 1])"
    }
  }

  private var texts: [String] {
    (column.listOffsets[cell]..<column.listOffsets[cell + 1]).map {
      column.listTexts[Int($0)].string
    }
  }

  private var number: Ratio {
    column.schema.storage == .wide
      ? Ratio(column.wides[cell], 1) : Ratio(column.integers[cell])
  }

  func equals(_ slow: ScalarValue, unit: Ratio) -> Bool {
    guard column.isGiven(cell) else { return slow == .notGiven }
    switch slow {
    case .notGiven: return false
    case .exact(let value): return number * column.schema.scale == value / unit
    case .double(let value):
      let fast = column.doubles.count > cell ? column.doubles[cell] : Double(column.integers[cell])
      return fast.bitPattern == value.bitPattern || fast.isNaN && value.isNaN
    case .integer(let value):
      return column.schema.storage == .double
        ? column.doubles[cell] == Double(value) : number == Ratio(value)
    case .flag(let value): return (column.flags[cell] != 0) == value
    case .text(let value): return text == value
    case .choice(let value): return Int(column.choices[cell]) == value
    case .date(let value), .time(let value), .weekday(let value):
      return column.integers[cell] == Int64(value)
    case .instant(let value): return column.integers[cell] == value
    case .point(let value):
      return column.points[2 * cell] == value.latitude
        && column.points[2 * cell + 1] == value.longitude
    case .texts(let value): return texts == value
    }
  }
}
