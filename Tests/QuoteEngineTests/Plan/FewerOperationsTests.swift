import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What the plan says with fewer operations comes to the same prices.
@Suite struct FewerOperationsTests {
  private func pricer(_ text: String, recording: Bool = false) throws -> Pricer {
    try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": text]), recording: recording)
  }

  private func differences(_ text: String, seed: UInt64, bookings: Int) throws -> [String] {
    try [false, true].flatMap {
      try Agreement(pricer: pricer(text, recording: $0), seed: seed, bookings: bookings)
        .differences()
    }
  }

  // MARK: - Brackets

  @Test(arguments: 1..<120 as Range<UInt64>)
  func bracketsAgree(seed: UInt64) throws {
    let table = RandomBrackets(seed: seed)
    let found = try differences(table.text, seed: seed, bookings: 60)
    #expect(found.isEmpty, "\(table.text)\n\(found.prefix(3).joined(separator: "\n"))")
    let (plan, recorded) = (
      try pricer(table.text).plan, try pricer(table.text, recording: true).plan
    )
    let (sum, parts) = (plan.results[plan.results.count - 1], recorded.results.last!)
    #expect(plan[sum.cells].range == recorded[parts.cells].range)
    #expect(plan[sum.cells].storage == recorded[parts.cells].storage)
    guard table.isSimple else { return }
    let counts = plan.counts
    #expect(counts.extremes == table.inner, "\(table.text)")
    #expect(counts.subtractions == 0, "\(table.text)")
    #expect(counts.multiplications == table.inner + 1, "\(table.text)")
  }

  /// Prices times lengths that 64 bits do not hold are summed bracket by bracket.
  @Test func largeBracketsStayApart() throws {
    let text = RandomBrackets.rules(
      input: "distance in mi [0 mi..90000000 mi] step 0.0001 mi",
      rows: [
        "[0 mi..100 mi) || $80000000.25/mi", "[100 mi..500.0001 mi) || $7000000/mi",
        ">= 500.0001 mi || $1000000.5/mi",
      ])
    let plan = try pricer(text).plan
    #expect(plan.counts.subtractions == 2)
    #expect(plan.registers.contains { $0.storage == .wide })
    let found = try differences(text, seed: 4, bookings: 200)
    #expect(found.isEmpty, "\(found.prefix(3).joined(separator: "\n"))")
  }

  /// Below zero nothing is priced, so the ends alone do not say it.
  @Test func brackettedMeasuresBelowZeroStayApart() throws {
    let text = RandomBrackets.rules(
      input: "count [-20..20]", rows: ["[0..9] || $2 each", ">= 10 || $1 each"])
    #expect(try pricer(text).plan.counts.subtractions > 0)
    let found = try differences(text, seed: 5, bookings: 200)
    #expect(found.isEmpty, "\(found.prefix(3).joined(separator: "\n"))")
  }

  // MARK: - Scaling

  private static let scaling = """
    schema: quote/1
    name: scaling
    currency: USD
    inputs:
      id: text, key
      pieces: count [0..1000]
      large: count [0..4000000000000000]
      express: flag, default no
    quote:
      - line: first
        amount: $0.25 * pieces
      - line: product
        amount: $3 * pieces
      - line: gated
        when: express
        amount: $5
      - line: chosen
        amount: "if express then $7 else -$2"
      - line: many
        amount: $500 * large
    """

  @Test func whatConstantsMakeIsMadeFine() throws {
    let pricer = try pricer(Self.scaling)
    #expect(pricer.plan.counts.scales == 1, "only what grows wide by it")
    #expect(
      pricer.plan.prologue.contains {
        if case .numbers(.scale) = $0.operation { true } else { false }
      })
    let total = PreparedPlan(PreparedPlan(pricer.plan), results: [pricer.plan.quoteSchema.total])
    let counts = total.plan.counts
    #expect((counts.gates, counts.choices, counts.multiplications) == (1, 1, 3))
    let found = try differences(Self.scaling, seed: 6, bookings: 200)
    #expect(found.isEmpty, "\(found.prefix(3).joined(separator: "\n"))")
  }

  @Test func whatWasScaledIsScaledOnce() throws {
    let text =
      Self.scaling + """

        outputs:
          fine: round($1 * pieces + $2 * pieces, $0.1) + $0.01
        """
    let plan = try pricer(text).plan
    let fine = try #require(plan.results.last).cells
    let factors = plan.instructions.compactMap { instruction -> Int128? in
      if case .numbers(.scale(_, let factor)) = instruction.operation { factor } else { nil }
    }
    #expect(factors.contains(100) && !factors.contains(10))
    #expect(plan[fine].quantum == Ratio(1, 100))
    let found = try differences(text, seed: 7, bookings: 100)
    #expect(found.isEmpty, "\(found.prefix(3).joined(separator: "\n"))")
  }
}

/// How many instructions of some kinds run for each block.
private struct OperationCounts {
  var extremes = 0
  var subtractions = 0
  var multiplications = 0
  var scales = 0
  var gates = 0
  var choices = 0
}

extension PricePlan {
  fileprivate var counts: OperationCounts {
    var counts = OperationCounts()
    for instruction in instructions {
      if case .numbers(.extreme) = instruction.operation { counts.extremes += 1 }
      if case .numbers(.arithmetic(.subtract, _, _)) = instruction.operation {
        counts.subtractions += 1
      }
      if case .numbers(.arithmetic(.multiply, _, _)) = instruction.operation {
        counts.multiplications += 1
      }
      if case .numbers(.scale) = instruction.operation { counts.scales += 1 }
      if case .flags(.zeroUnless) = instruction.operation { counts.gates += 1 }
      if case .flags(.select) = instruction.operation { counts.choices += 1 }
    }
    return counts
  }
}

/// A graduated table of a length, a count or an amount, with bounds and prices from a seed.
private struct RandomBrackets {
  let text: String
  /// All prices are per unit.
  let isSimple: Bool
  /// Ends of brackets below the top of the measure.
  let inner: Int

  private enum Measure: CaseIterable { case length, count, amount }

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let measure = Measure.allCases[Int(seed % 3)]
    let bounds = Set((0..<random(1...4)).map { _ in random(2...1599) }).sorted()
      .filter { measure != .count || $0 % 4 == 0 }
    let flat = random(0...3) == 0 ? random(0...bounds.count) : nil
    let isBounded = random(0...2) == 0
    let rows = (0...bounds.count).map { index in
      let lower = index == 0 ? measure == .count ? random(0...1) * 4 : 0 : bounds[index - 1]
      let upper = index < bounds.count ? bounds[index] : isBounded ? 1600 : nil
      let range = Self.range(measure, lower, upper, isLast: index == bounds.count)
      let price = index == flat ? "$\(random(1...9))" : Self.price(measure, random(0...999))
      return "\(range) || \(price)"
    }
    let input =
      switch measure {
      case .length: "distance in mi [0 mi..400 mi] step 0.1 mi"
      case .count: "count [0..400]"
      case .amount: "money [$0..$400]"
      }
    text = Self.rules(input: (random(0...3) == 0 ? "optional " : "") + input, rows: rows)
    isSimple = flat == nil && !bounds.isEmpty
    inner = bounds.count
  }

  static func rules(input: String, rows: [String]) -> String {
    """
    schema: quote/1
    name: brackets
    currency: USD
    inputs:
      id: text, key
      size: \(input)
    let:
      price:
        graduated: |
          | size || price |
    \(rows.map { "      | \($0) |" }.joined(separator: "\n"))
    quote:
      - line: priced
        amount: round(price default $3)
    outputs:
      price:
    """
  }

  /// Bounds are quarters.
  private static func range(
    _ measure: Measure, _ lower: Int, _ upper: Int?, isLast: Bool
  ) -> String {
    func text(_ quarters: Int) -> String {
      let number = "\(quarters / 4)" + ["", ".25", ".5", ".75"][quarters % 4]
      return switch measure {
      case .length: "\(number) mi"
      case .count: number
      case .amount: "$\(number)"
      }
    }
    guard let upper else { return ">= \(text(lower))" }
    if measure == .count { return "[\(text(lower))..\(text(isLast ? upper : upper - 4))]" }
    return "[\(text(lower))..\(text(upper))\(isLast ? "]" : ")")"
  }

  private static func price(_ measure: Measure, _ number: Int) -> String {
    let figure = "\(number / 100).\(number / 10 % 10)\(number % 10)"
    return switch measure {
    case .length: "$\(figure)/mi"
    case .count: "$\(figure) each"
    case .amount: "\(figure)%"
    }
  }
}
