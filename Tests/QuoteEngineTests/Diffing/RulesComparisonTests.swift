@testable import QuoteCauses
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

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

  // MARK: - Columns

  /// Rules that make of the same bookings something else, here and there.
  private static let others = [
    [], ["quote.extra.amount=round(subtotal * 8%)"], ["quote.bulk.amount=round(many * $0.14)"],
    ["quote.extra.when=sure and many > 400000"], ["quote.base.amount=round(price) + $1"],
  ]

  private static func report(
    _ arithmetic: String, against settings: [String], tolerance: String, quickly: Bool
  ) throws -> String {
    let files = FileLoader.memory(["r.yaml": TableComparisonTests.rules(arithmetic)])
    var options = Differ.Options()
    options.tolerances = try #require(Tolerances(tolerance))
    // They ask for quotes of bookings that are the same.
    options.seeksRemedies = tolerance == "1c"
    let differ = try Differ(rulesAt: "r.yaml", map: .plain, options: options, loader: files)
    var reading = ReaderOptions()
    reading.chunkBytes = 4 << 10
    reading.readsOneByOne = !quickly
    let bookings = TableComparisonTests.Sides(150, seed: 5).bookings
    let run = try differ.rules(
      Pricer(rulesAt: "r.yaml", settings: settings, loader: files),
      bookings: [ComparisonKit.source("bookings.csv", bookings)], reading: reading)
    return try TableComparisonTests.report(differ, run)
  }

  @Test(arguments: ["exact", "python", "javascript"])
  func columnsFindWhatHoldingEachFinds(arithmetic: String) throws {
    let tolerances = ["0", "1c", "2ulp", "0", "1c"]
    for (settings, tolerance) in zip(Self.others, tolerances) {
      let both = try [true, false].map {
        try Self.report(arithmetic, against: settings, tolerance: tolerance, quickly: $0)
      }
      RowRules.expectSame(both[0], both[1])
    }
  }

  /// Else both ways above were one.
  @Test(arguments: ["exact", "python", "javascript"])
  func rulesAreComparedAsColumns(arithmetic: String) throws {
    let files = FileLoader.memory(["r.yaml": TableComparisonTests.rules(arithmetic)])
    let texts = QuoteTexts(try Pricer(rulesAt: "r.yaml", loader: files))
    let comparer = texts.comparer(
      form: ReferenceMap.plain.forms[0], tolerances: Tolerances(), comparesLines: true)
    let ours = texts.pricer.plan
    #expect(ColumnComparison(comparer, ours: ours, theirs: ours) != nil)
    let finer = try Pricer(
      rulesAt: "r.yaml", settings: ["outputs.part=share * 0.0625"], loader: files)
    let other = ColumnComparison(comparer, ours: ours, theirs: finer.plan)
    #expect((other == nil) == (arithmetic == "exact"))
  }
}
