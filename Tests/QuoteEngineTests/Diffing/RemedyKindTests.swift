@testable import QuoteCauses
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Edits that are tried because people make such mistakes: one of each kind, in small rules.
@Suite struct RemedyKindTests {
  private static let rules = """
    schema: quote/1
    name: lockers
    currency: USD
    inputs:
      id: text, key
      weight: weight in kg [0.1 kg..20 kg] step 0.1
      days: count [1..60]
      zone: one of near | far | abroad
      member: flag, default no
      boxes:
        each:
          size: one of small | large
          pieces: count [1..9], default 1
        at_most: 5
    let:
      price:
        unique: |
          | weight         || zone: near | far    | abroad |
          | [0 kg..2 kg)   || $4.10      | $6.30  | $11    |
          | [2 kg..8 kg)   || $5.70      | $8.20  | $16    |
          | [8 kg..20 kg]  || $9.40      | $13    | $27    |
      daily:
        unique: |
          | zone   || rate  |
          | near   || $0.40 |
          | far    || $0.70 |
          | abroad || $1.10 |
      off:
        first: |
          | days  | zone   || share |
          | >= 30 | -      || 12%   |
          | -     | abroad || 8%    |
          | -     | -      || 3%    |
    quote:
      - line: carriage
        amount: price
      - line: storage
        amount: round(daily * days)
      - line: packing
        for: boxes
        amount: (if size = "large" then $3 else $2) * pieces
      - line: rebate
        when: member
        amount: -round(off * subtotal)
      - line: handling
        when: count(boxes) > 1
        amount: round(4.5% * subtotal)
      - line: rounded
        becomes: round(subtotal, $0.05)
    """

  /// What the other side has in the place of something of ours, and what the cause has to say.
  struct Slip: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var wanted: String

    init(_ old: String, _ new: String, _ wanted: String) {
      (self.old, self.new, self.wanted) = (old, new, wanted)
    }

    var testDescription: String { wanted }
  }

  private static let rebate = """
      - line: rebate
        when: member
        amount: -round(off * subtotal)

    """
  private static let handling = """
      - line: handling
        when: count(boxes) > 1
        amount: round(4.5% * subtotal)

    """
  private static let rows = [
    "      | >= 30 | -      || 12%   |\n", "      | -     | abroad || 8%    |\n",
  ]

  static let slips = [
    // Lines that the other side does not have, and lines and rows in another order.
    Slip("round(4.5% * subtotal)", "$0", "handling is left out"),
    Slip(rebate + handling, handling + rebate, "handling comes before rebate"),
    Slip(rows.joined(), rows.reversed().joined(), "row -, abroad comes before row >= 30, -"),
    // What is counted in wholes, and not by what it holds.
    Slip("| weight         ||", "| round_up(weight, 1 kg) ||", "round_up(weight, 1 kg)"),
    Slip(" * pieces", "", "* pieces becomes"),
    // A condition that holds for fewer.
    Slip("count(boxes) > 1", "count(boxes) = 2", "becomes count(boxes) = 2"),
    // Another cell, and a base of what replaces the subtotal.
    Slip("$1.10", "$1.35", "$1.10 becomes $1.35"),
    Slip("round(subtotal, $0.05)", "round(subtotal - rebate, $0.05)", "(subtotal - rebate)"),
  ]

  @Test(arguments: LongRun.some(slips, oneIn: 2)) func slipsAreNamed(_ slip: Slip) throws {
    try expect(slip, in: Self.rules)
  }

  /// A condition that is turned round takes the line from some bookings and gives it to others: one
  /// edit is right for both, and a line that is left out for half of them alone.
  @Test(arguments: LongRun.some([
    ("member", "not member", "member does not hold"),
    ("not member", "member", "member holds"),
    ("member and days > 9", "not (member and days > 9)", "member and days > 9 does not hold"),
    ("member and days > 9", "member or days > 9", "and becomes or"),
    ("member and days > 9", "not member and days > 9", "member does not hold"),
    ("member or days > 9", "member or not (days > 9)", "days > 9 does not hold"),
    ("member and days > 9", "member", "without days > 9"),
  ], oneIn: 2)) func conditionsAreTurned(ours: String, theirs: String, wanted: String) throws {
    let rules = Self.rules.replacing("when: member", with: "when: \(ours)")
    try expect(Slip("when: \(ours)", "when: \(theirs)", wanted), in: rules)
  }

  private func expect(_ slip: Slip, in rules: String) throws {
    #expect(rules.contains(slip.old))
    let bench = try MutantBench(rules, named: "lockers", count: 120, seed: 3)
    let other = rules.replacing(slip.old, with: slip.new)
    let (summary, found) = try bench.compare(other)
    let remedy = try #require(summary.causes.ordered.first?.remedy, "no edit")
    #expect(remedy.edit.contains(slip.wanted), "\(remedy.edit)")
    #expect(remedy.removes * 10 >= remedy.of * 9 && remedy.breaks == 0, "\(remedy)")
    guard let setting = remedy.setting else { return }
    let (_, left) = try bench.compare(other, settings: [setting], seeksRemedies: false)
    #expect(left.count * 10 <= found.count, "\(setting): \(left.count) of \(found.count) are left")
  }

  /// An edit that puts the greater of two causes right says nothing of the other one.
  @Test func anEditOfTwoCausesPutsBothRight() throws {
    var options = Differ.Options()
    options.seeksRemedies = false
    let differ = try Differ(
      rulesAt: "r.yaml", map: .plain, options: options, loader: .memory(["r.yaml": Self.rules]))
    let other = Self.rules.replacing("$11 ", with: "$12 ").replacing("4.5%", with: "5%")
    let others = try Pricer(rulesAt: "o.yaml", loader: .memory(["o.yaml": other]))
    let bookings = try MutantBench(Self.rules, named: "lockers", count: 200, seed: 5).bookings
    let run = try differ.rules(others, bookings: [bookings], reading: ReaderOptions())
    let causes = try ComparisonKit.outcome(differ, run).summary.causes.ordered.map(\.name)
    let carriage = try #require(causes.first { $0.hasPrefix("carriage by ") }, "\(causes)")
    let comparer = try #require(run.comparer)
    let bench = RemedyBench(differ.cases[0] ?? [], differ.pricers[0]) { comparer(0, $0) }
    let search = RemedySearch(differ.edited[0], differ.pricers[0], bench)
    let finding = try #require(search.findings(causes).first { $0.departing == "handling" })
    func found(with others: [String]) -> RemedySearch.Finding? {
      search.verified(
        [finding.edit], "handling", "handling", behind: [], but: [], with: others)
    }
    #expect(found(with: ["handling"]) != nil)
    #expect(found(with: [carriage, "handling"]) == nil)
  }
}
