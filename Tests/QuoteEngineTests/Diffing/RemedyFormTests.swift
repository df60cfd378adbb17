import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Slips in other forms of one formula, in exact and in binary arithmetic.
@Suite struct RemedyFormTests {
  private static let rules = """
    schema: quote/1
    name: parties
    currency: USD
    inputs:
      id: text, key
      guests: count [10..200]
      dishes: money [$200..$900]
      drinks: money [$40..$400]
      distance: distance in km [0.1 km..90 km] step 0.1
      declared: money [$0..$5000] step $10, default $500
      weight: weight in lb [1 lb..5000 lb] step 1
      diesel: number [2..7] step 0.001
      code: one of none | acme | globex, default none
    let:
      waiters: ceil(guests / 20)
      free_cover: $1000
      fuel_rate:
        first: |
          | diesel || rate  |
          | < 3    || 12%   |
          | < 4    || 18.5% |
          | -      || 31%   |
    quote:
      - line: food
        amount: dishes
      - line: discount
        when: code != "none"
        amount: -round(food * 8%, $0.01)
      - line: beverages
        amount: drinks
      - line: vat
        amount: round((subtotal - beverages) * 7% + beverages * 19%, $0.01)
      - line: staff
        amount: $23.50 * waiters
      - line: trip
        amount: round($1.237 / 1 km * distance, $0.01)
      - line: fuel
        amount: round(trip * fuel_rate, $0.01)
      - line: heavy
        when: weight > 1500 lb
        amount: $18.75
      - line: hazard
        amount: max($25, round(dishes * 6%, $0.01))
      - line: cover
        when: declared > free_cover
        amount: round((declared - free_cover) * 0.85%, $0.01)
    """

  typealias Slip = RemedyKindTests.Slip

  static let slips = [
    // What is rounded, and how often.
    Slip(
      "round((subtotal - beverages) * 7% + beverages * 19%, $0.01)",
      "round((subtotal - beverages) * 7%, $0.01) + round(beverages * 19%, $0.01)",
      "round(beverages * 19%, $0.01)"),
    Slip(
      "round((subtotal - beverages) * 7% + beverages * 19%, $0.01)",
      "round(2 * ((subtotal - beverages) * 7% + beverages * 19%), $0.01)", "becomes round(2 * ("),
    // Two figures of one formula, and both parts of an extreme.
    Slip(
      "7% + beverages * 19%", "19% + beverages * 7%", "7% and 19% change places"),
    Slip("max($25, round(dishes * 6%, $0.01))", "$25 + round(dishes * 6%, $0.01)", "($25 + round("),
    // Figures that make steps, and one that bounds and is taken off.
    Slip("ceil(guests / 20)", "ceil(guests / 25)", "20 becomes 25"),
    Slip("ceil(guests / 20)", "floor(guests / 20) + 1", "floor(guests / 20) + 1"),
    Slip("free_cover: $1000", "free_cover: $750", "$1000 becomes $750"),
    Slip("default $500", "default $2000", "default $500 of declared becomes $2000"),
    // Bounds of a table and of a condition, and a line below zero.
    Slip("< 4 ", "< 4.5 ", "the bound 4 of < 4 becomes 4.5"),
    Slip("weight > 1500 lb", "weight > 200 lb", "1500 becomes 200"),
    Slip("-round(food * 8%, $0.01)", "$0", "discount is left out"),
  ]

  @Test(arguments: LongRun.crossed(slips, [Arithmetic.exact, .python]))
  func slipsAreNamed(_ slip: Slip, _ arithmetic: Arithmetic) throws {
    let rules = Self.rules.replacing(
      "currency: USD", with: "currency: USD\narithmetic: \(arithmetic.rawValue)")
    #expect(rules.contains(slip.old))
    let bench = try MutantBench(rules, named: "parties", count: 150, seed: 11)
    let other = rules.replacing(slip.old, with: slip.new)
    let (summary, found) = try bench.compare(other)
    let causes = summary.causes.ordered
    let remedy = try #require(causes.first?.remedy, "no edit: \(causes.map(\.name))")
    #expect(remedy.edit.contains(slip.wanted), "\(remedy.edit)")
    #expect(remedy.removes * 10 >= remedy.of * 9 && remedy.breaks == 0, "\(remedy)")
    guard let setting = remedy.setting else { return }
    let (_, left) = try bench.compare(other, settings: [setting], seeksRemedies: false)
    #expect(left.count * 10 <= found.count, "\(setting): \(left.count) of \(found.count) are left")
  }
}
