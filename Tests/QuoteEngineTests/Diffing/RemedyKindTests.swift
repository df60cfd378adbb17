import TestKit
import Testing

@testable import QuoteAnalysis
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

  @Test(arguments: slips) func slipsAreNamed(_ slip: Slip) throws {
    #expect(Self.rules.contains(slip.old))
    let bench = try MutantBench(Self.rules, named: "lockers", count: 120, seed: 3)
    let other = Self.rules.replacing(slip.old, with: slip.new)
    let (summary, found) = try bench.compare(other)
    let remedy = try #require(summary.causes.ordered.first?.remedy, "no edit")
    #expect(remedy.edit.contains(slip.wanted), "\(remedy.edit)")
    #expect(remedy.removes * 10 >= remedy.of * 9 && remedy.breaks == 0, "\(remedy)")
    guard let setting = remedy.setting else { return }
    let (_, left) = try bench.compare(other, settings: [setting], seeksRemedies: false)
    #expect(left.count * 10 <= found.count, "\(setting): \(left.count) of \(found.count) are left")
  }
}
