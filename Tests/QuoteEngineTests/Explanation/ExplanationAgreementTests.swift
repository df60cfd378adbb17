import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What is explained is what is priced: every line, element, subtotal, output
/// and total, on the samples and on seeded bookings of every rules file.
@Suite struct ExplanationAgreementTests {
  @Test(arguments: EvaluatorAgreementTests.files, LongRun.isAsked ? [UInt64(21), 22] : [21])
  func everyRulesFile(name: String, seed: UInt64) throws {
    let plain = try ProjectRules.pricer(name)
    let recording = try ProjectRules.pricer(name, recording: true)
    let count = LongRun.isAsked ? 80 : 24
    var options = ExplanationOptions()
    options.saysWhyNot = true
    let explained = try recording.explanations(
      of: SampledExplanations.reader(recording, seed: seed, bookings: count),
      ExplanationSearch(first: count), options: options
    ).explanations
    #expect(explained.count == count)
    try Self.hold(
      explained, against: plain,
      SampledExplanations.reader(plain, seed: seed, bookings: count), "\(name), seed \(seed)")
  }

  @Test(arguments: [
    "samples/umuve/bookings.csv", "samples/repairs/bookings.json", "samples/tiers/bookings.jsonl",
    "samples/autodetail/bookings.csv",
  ])
  func everySample(bookings: String) throws {
    let service = bookings.split(separator: "/")[1]
    let rules = Repository.root.appending(path: "rules/\(service).yaml").path
    let source = ByteSource.file(path: Repository.root.appending(path: bookings).path)
    let (plain, recording) = (
      try Pricer(rulesAt: rules), try Pricer(rulesAt: rules, recording: true)
    )
    var options = ExplanationOptions()
    options.saysWhyNot = true
    let explained = try recording.explanations(
      of: BookingReader(schema: recording.schema, sources: [source]),
      ExplanationSearch(first: 1000), options: options
    ).explanations
    #expect(explained.count > 5)
    try Self.hold(
      explained, against: plain, BookingReader(schema: plain.schema, sources: [source]), bookings)
  }

  /// Holds explanations, one after the other, against a batch priced by a plan
  /// that does not record.
  private static func hold(
    _ explained: [Explanation], against pricer: Pricer, _ reader: BookingReader, _ what: String
  ) throws {
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    let evaluator = pricer.makeEvaluator()
    var rest = explained[...]
    while try parser.read(into: batch) {
      var row = 0
      while row < batch.count {
        let block = row..<min(batch.count, row + 32)
        let quotes = evaluator.price(batch, rows: block)
        for row in block {
          let next = rest.popFirst()
          let explanation = try #require(next)
          let found = Comparison(explanation, pricer.model, quotes, row - quotes.firstRow).found
          #expect(found.isEmpty, "\(what), \(explanation.key): \(found.prefix(4))")
        }
        row = block.upperBound
      }
    }
    #expect(rest.isEmpty)
  }

  /// Recording off costs nothing: the plan is the recording one with
  /// instructions left out, and it traces nothing.
  @Test(arguments: EvaluatorAgreementTests.files)
  func recordingOnlyAdds(name: String) throws {
    let model = try ProjectRules.pricer(name).model
    let (plain, recording) = (
      PricePlan(lowering: model), PricePlan(lowering: model, recording: true)
    )
    #expect(plain.trace.expressions.isEmpty && plain.trace.rows.isEmpty)
    #expect(plain.trace.inside.isEmpty && plain.trace.brackets.isEmpty)
    #expect(plain.results.count == recording.results.count)
    func written(_ instructions: [PlanInstruction]) -> [String] {
      instructions.map { "\($0.target) \($0.operation)" }
    }
    for (one, all) in [
      (plain.prologue, recording.prologue), (plain.instructions, recording.instructions),
    ] {
      var rest = written(all)[...]
      for instruction in written(one) {
        let at = try #require(rest.firstIndex(of: instruction), "\(name): \(instruction)")
        rest = rest[(at + 1)...]
      }
    }
  }
}

/// One explanation beside the row of a block that was priced without recording.
private struct Comparison {
  private(set) var found: [String] = []
  private let quotes: QuoteBatch
  private let cells: ResultReader
  private let row: Int
  private let isExact: Bool

  init(_ explanation: Explanation, _ model: PriceModel, _ quotes: QuoteBatch, _ row: Int) {
    self.quotes = quotes
    self.row = row
    cells = ResultReader(quotes)
    isExact = model.arithmetic == .exact
    let status = QuoteBatch.Status(rawValue: quotes.statuses[row])
    expect("status", explanation.status.rawValue, status.map { "\($0)" } ?? "")
    if status == .declined {
      expect("reason", explanation.reason, quotes.declineReason(of: row).string)
    }
    if status == .fault {
      expect("fault", explanation.reason, quotes.faults[quotes.firstRow + row]?.message ?? "")
    }
    guard status == .quoted else { return }
    expect("total", explanation.total.json, cells.json(quotes.schema.total, at: row))
    let missing = Set(explanation.notApplied.filter { $0.kind == .line }.map(\.what))
    for (step, line) in zip(explanation.steps, quotes.schema.lines) {
      compare(step, line)
      guard line.grain == .booking else { continue }
      let isTold = missing.contains(line.name)
      expect("\(line.name) is there or told why not", "\(!step.applies)", "\(isTold)")
    }
    expect("lines", "\(explanation.steps.count)", "\(quotes.schema.lines.count)")
    outputs(explanation.outputs)
    if isExact { add(up: explanation, model) }
  }

  private mutating func expect(_ what: String, _ explained: String, _ priced: String) {
    if explained != priced { found.append("\(what) is \(explained), priced \(priced)") }
  }

  private mutating func compare(_ step: ExplainedStep, _ line: QuoteLine) {
    expect(line.name, step.amount.json, cells.json(line.sum, at: row))
    if line.place == .booking, let running = line.running {
      expect("below \(line.name)", step.running?.json ?? "", cells.json(running, at: row))
    }
    guard line.grain != .booking else { return }
    let elements = quotes.cells(of: line.grain.list, under: row)
    expect("elements of \(line.name)", "\(step.instances.count)", "\(elements.count)")
    for (instance, element) in zip(step.instances, elements) {
      expect("\(line.name) \(instance.element)", instance.amount.json,
        cells.json(line.amount, at: element))
      let applies = line.applies.map { quotes.columns[$0].flags[element] != 0 } ?? true
      expect("\(line.name) \(instance.element)", "\(instance.applies)", "\(applies)")
    }
    if isExact {
      let sum = step.instances.reduce(Ratio(0)) { $0 + Self.number($1.amount) }
      expect("sum of \(line.name)", "\(sum)", "\(Self.number(step.amount))")
    }
  }

  private mutating func outputs(_ outputs: [ExplainedOutput]) {
    var rest = outputs[...]
    func priced(_ schema: [QuoteOutput], _ element: Int) -> [String] {
      schema.flatMap { output -> [String] in
        switch output.body {
        case .value(let column): [cells.json(column, at: element)]
        case .records(let list, let fields):
          quotes.cells(of: list, under: element, of: quotes.schema.listParents[list] ?? .booking)
            .flatMap { priced(fields, $0) }
        }
      }
    }
    for value in priced(quotes.schema.outputs, row) {
      expect("an output", rest.popFirst()?.json ?? "nothing", value)
    }
    expect("outputs", "\(rest.count)", "0")
  }

  /// The lines sum to the total, and every line to what is carried below it.
  private mutating func add(up explanation: Explanation, _ model: PriceModel) {
    var carried = Ratio(0)
    for step in explanation.steps where step.depth == 0 {
      carried = carried + Self.number(step.amount)
      if let running = step.running {
        expect("carried below \(step.name)", "\(Self.number(running))", "\(carried)")
      }
    }
    expect("lines in all", "\(carried)", "\(Self.number(explanation.total))")
  }

  private static func number(_ amount: ExplainedAmount) -> Ratio {
    Ratio(decimal: amount.json) ?? 0
  }
}
