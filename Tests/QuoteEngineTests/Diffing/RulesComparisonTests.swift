import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteTools

/// Two rules over one batch.
@Suite struct RulesComparisonTests {
  static func compare(
    _ other: [String] = [], rules: String? = nil, weight: String = "5",
    keys: [String] = ["A", "B"], reading: ReaderOptions = ReaderOptions(),
    _ change: (inout Differ.Options) -> Void = { _ in }
  ) throws -> ComparisonKit.Outcome {
    let differ = try ComparisonKit.differ(map: .plain, change)
    let loader = FileLoader.memory(["o.yaml": rules ?? ComparisonKit.rules])
    let others = try Pricer(rulesAt: "o.yaml", settings: other, loader: loader)
    return try ComparisonKit.outcome(
      differ,
      try differ.rules(
        others, bookings: [ComparisonKit.bookings(keys, weight: weight)], reading: reading))
  }

  @Test func theSameRulesAreTheSame() throws {
    let (summary, found) = try Self.compare()
    #expect(found.isEmpty && summary.same == 2)
    #expect(summary.ourRevenue == Ratio(2592, 100) && summary.theirRevenue == summary.ourRevenue)
  }

  @Test func anotherPriceDepartsAtItsLine() throws {
    let (summary, found) = try Self.compare(["let.price[[5 kg..30 kg], near].price=$11"])
    #expect(found.map(\.departing) == ["parcel", "parcel"])
    #expect(found.first?.cause == "parcel by price [5 kg..30 kg], near")
    #expect(found.first?.amount == Ratio(108, 100))
    #expect(summary.dearer == 2 && summary.cheaper == 0)
    #expect(summary.rules["price [5 kg..30 kg], near"]?.bookings == 2)
  }

  @Test func aLineOfOneSideIsTheCause() throws {
    let rules = ComparisonKit.rules.replacing(
      "  - line: fee\n", with: "  - line: toll\n    amount: $1\n  - line: fee\n")
    let (_, found) = try Self.compare(rules: rules, keys: ["A"])
    #expect(found.first?.cause == "only theirs: toll")
    #expect(found.first?.steps.map(\.name) == ["parcel", "fee", "total"])
  }

  @Test func aLineThatDoesNotApplyIsNone() throws {
    let rules = ComparisonKit.rules.replacing(
      "  - line: fee\n",
      with: "  - line: toll\n    when: zone = \"far\"\n    amount: $1\n  - line: fee\n")
    #expect(try Self.compare(rules: rules).summary.same == 2)
  }

  @Test func rulesWithOtherInputsReadTheSameRows() throws {
    let rules = ComparisonKit.rules.replacing(
      "zone: one of near | far", with: "zone: one of near | far\n  note: optional text")
    #expect(try Self.compare(rules: rules).summary.same == 2)
  }

  /// 8% of 7.50 and 9.90 and of 12.25: halves of a cent are rounded apart.
  @Test func roundingIsToldApart() throws {
    let half = "quote.fee.amount=round(10% * subtotal)"
    let (summary, found) = try Self.compare(
      ["let.price[[5 kg..30 kg], near].price=$12.25", half, "rounding=half_even"], keys: ["A"]
    ) { $0.settings = ["let.price[[5 kg..30 kg], near].price=$12.25", half] }
    #expect(found.first?.amount == Ratio(1, 100))
    guard case .removed(let profiles) = found.first?.rounding else {
      Issue.record("\(String(describing: found.first?.rounding))")
      return
    }
    #expect(profiles.contains("half_even"))
    #expect(summary.onlyRounding == 1)
    #expect(found.first?.cause.hasPrefix("rounding at fee") == true)
  }

  @Test func chunksMakeNoDifference() throws {
    var reading = ReaderOptions()
    reading.chunkBytes = 64
    let keys = (0..<100).map { "K\($0)" }
    let (summary, found) = try Self.compare(
      ["let.price[[5 kg..30 kg], near].price=$11"], keys: keys, reading: reading)
    #expect(summary.different == 100 && found.map(\.key) == keys)
    #expect(found.map(\.record) == (1...100).map { Int64($0) })
    #expect(found.map(\.line) == (2...101).map { Int64($0) })
  }
}
