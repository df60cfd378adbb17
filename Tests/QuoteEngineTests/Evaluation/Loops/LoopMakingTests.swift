import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// Which instructions become loops, and in which order.
@Suite(.enabled(if: LoopInstructions.best != nil)) struct LoopMakingTests {
  static func pricer(_ name: String) throws -> Pricer {
    try ProjectRules.pricer(name)
  }

  /// Nothing of what a booking costs is left outside but where columns are.
  @Test func theFlatWorkloadIsOneLoop() throws {
    let pricer = try Self.pricer("rules/flat-workload.yaml")
    let prepared = PreparedPlan(
      pricer.makeEvaluator().prepared, results: [pricer.plan.quoteSchema.total])
    let loops = prepared.loops(by: try #require(LoopInstructions.best))
    #expect(loops.count == 1)
    let range = try #require(loops.first).range
    for (index, instruction) in prepared.instructions.enumerated() where !range.contains(index) {
      guard case .values(.field) = instruction.operation else {
        Issue.record("\(instruction.operation) is left outside")
        continue
      }
    }
    #expect(range.count > 50)
  }

  @Test func recordingPlansAreRunAsTheyStand() throws {
    let pricer = try ProjectRules.pricer("rules/flat-workload.yaml", recording: true)
    let prepared = pricer.makeEvaluator().prepared
    #expect(prepared.loops(by: try #require(LoopInstructions.best)).isEmpty)
  }

  /// Each instruction once, after what it needs; those that shape lists in their order, and
  /// everything on the side of them where it was.
  @Test(arguments: EvaluatorAgreementTests.files)
  func whatIsNeededComesFirst(_ name: String) throws {
    let plan = try Self.pricer(name).plan
    for pattern in 0..<6 {
      let isLoose = plan.instructions.indices.map { pattern == 0 || ($0 * 7 + pattern) % 3 == 0 }
      let order = plan.orderForLoops(isLoose)
      #expect(order.sorted() == Array(plan.instructions.indices), "\(name)")
      var made: Set<Register> = []
      let makers = Set(plan.instructions.flatMap { [$0.target] + ($0.given.map { [$0] } ?? []) })
      var shapes = 0
      for index in order {
        let instruction = plan.instructions[index]
        for source in instruction.operation.sources where makers.contains(source) {
          #expect(
            made.contains(source) || source == instruction.target, "\(name), instruction \(index)")
        }
        made.insert(instruction.target)
        if let given = instruction.given { made.insert(given) }
        let before = plan.instructions[..<index].count { $0.operation.effect == .shapesLists }
        #expect(before == shapes, "\(name), instruction \(index)")
        if instruction.operation.effect == .shapesLists { shapes += 1 }
      }
    }
  }

  // MARK: - Widths

  private func expectAgreement(_ rules: String, _ seed: UInt64, _ lines: [String]) throws {
    let pricer = try Pricer(rulesAt: "rules.yaml", loader: .memory(["rules.yaml": rules]))
    let found = try Agreement(
      pricer: pricer, seed: seed, bookings: 0, lines: lines.joined()
    ).differences()
    #expect(found.isEmpty, "\(found.prefix(3).joined(separator: "\n"))")
  }

  private static let large = """
    schema: quote/1
    name: large
    currency: USD
    inputs:
      id: text, key
      a: money [$0..$100000000]
      b: money [$0..$100000000]
      c: money [$0..$40000000]
      small: money [$0..$1000]
      items:
        each:
          price: money [$0..$1000]
    quote:
      - line: item
        for: items
        amount: min(a, b, price) + round(price * 50%) + max(price, $20)
      - line: own
        amount: c
      - line: between
        amount: max(a, b, $0) - min(a, b, c, small)
    outputs:
      floor: round(max(a - $50000000, b - $60000000), $1)
      above: max(a - $50000000, b - $60000000, $0)
      product: small * 40000 - a
    """

  /// What 32 bits do not hold, or hold of one argument and not of another.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func largeAmountsAgree(seed: UInt64) throws {
    var random = SampleRandom(seed: seed)
    let lines = (0..<80).map { booking in
      let (a, b) = (random.below(100_000_001), random.below(100_000_001))
      let c = random.below(40_000_001)
      let (small, price) = (random.below(1001), random.below(1001))
      return """
        {"id": "\(booking)", "a": \(a), "b": \(b), "c": \(c), "small": \(small), \
        "items": [{"price": \(price)}]}

        """
    }
    try expectAgreement(Self.large, seed, lines)
  }

  private static let moved = """
    schema: quote/1
    name: moved
    currency: USD
    inputs:
      id: text, key
      start: date
      wait: duration in h [0 h..2400000000 h] step 24 h
      times: count [0..1000000]
    let:
      end: start + wait * times
      by_end:
        first: |
          | end           | weekday(end)     || fee |
          | >= 2030-01-01 | saturday, sunday || $5  |
          | >= 2030-01-01 | -                || $3  |
          | -             | -                || $1  |
    quote:
      - line: late
        when: end > 2030-01-01
        amount: $10
      - line: table
        amount: by_end
    """

  /// Dates may be moved out of the calendar, and so far that 32 bits do not hold the days.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func datesMovedFarAgree(seed: UInt64) throws {
    var random = SampleRandom(seed: seed)
    let lines = (0..<80).map { booking in
      let (days, times) = (random.below(100_000), random.below(1_000_001))
      return """
        {"id": "\(booking)", "start": "2026-03-14", "wait": \(24 * days), "times": \(times)}

        """
    }
    try expectAgreement(Self.moved, seed, lines)
  }

  // MARK: - Texts

  private static let texts = """
    schema: quote/1
    name: texts
    currency: USD
    inputs:
      id: text, key
      kind: optional text
      units: count [0..100]
    let:
      rate:
        first: |
          | kind  || rate |
          | plain || $3   |
          | fancy || $5   |
          | -     || $1   |
    quote:
      - line: work
        amount: rate * units + $2 * units
    """

  /// A loop that looks texts up by their codes does not run where readers tell none.
  @Test(arguments: [InputFormat.csv, .jsonl])
  func textsWithoutCodesArePricedToo(_ format: InputFormat) throws {
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": Self.texts]))
    let best = try #require(LoopInstructions.best)
    let loops = pricer.makeEvaluator().prepared.loops(by: best)
    let places = loops.flatMap(\.program.places).count {
      if case .codes = $0 { true } else { false }
    }
    #expect(loops.count == 1 && places == 1)
    let text =
      format == .csv
      ? "id,kind,units\na,plain,2\nb,fancy,3\nc,,4\nd,other,5\n"
      : #"""
      {"id": "a", "kind": "plain", "units": 2}
      {"id": "b", "kind": "fancy", "units": 3}
      {"id": "c", "units": 4}
      {"id": "d", "kind": "other", "units": 5}

      """#
    var options = ReaderOptions()
    options.format = format
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "texts", bytes: Array(text.utf8))],
      options: options)
    let batch = BookingBatch(schema: pricer.schema)
    #expect(try reader.makeParser().read(into: batch))
    let evaluator = pricer.makeEvaluator()
    evaluator.leastRowsForLoops = 0
    let quotes = evaluator.price(batch, rows: 0..<4)
    let totals = quotes.columns[quotes.schema.total].integers
    #expect((0..<4).map { totals[$0] } == [10, 21, 12, 15])
  }
}
