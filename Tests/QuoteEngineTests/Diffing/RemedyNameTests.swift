import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteComparison
@testable import QuoteEngine

/// Another name of the same type, another list, another day, another line of a group: what the
/// other side has in the place of something of ours is the edit that the first cause says.
@Suite struct RemedyNameTests {
  private static let rules = """
    schema: quote/1
    name: cabins
    currency: USD
    timezone: America/Chicago
    inputs:
      id: text, key
      arrives: date [2026-01-01..2026-12-01]
      leaves: date [2026-01-04..2026-12-20]
      booked: instant
      adults: count [1..6]
      kids: count [0..4]
      weight: weight in kg [0 kg..40 kg] step 1
      crates: count [1..9]
      volume: number [1..30] step 1
      lot: one of E17 | E18 | E19 | E20 | E21 | E22
      jobs:
        each:
          sheets: count [1..3000]
          paper: one of matt | gloss
        at_most: 3
    let:
      nights:
        each: night in [arrives..arrives + 3 days)
        at_most: 30
      papers:
        each: kind in jobs by paper
      busy: if weekday(night) in ["friday", "saturday"] then $25 else $0
      season:
        unique: |
          | month(night) || price |
          | [1..5]       || $90   |
          | [6..8]       || $130  |
          | [9..12]      || $100  |
      persons: adults + kids
      charged: max(weight, volume * 2 kg)
      late: hour(booked) >= 20
      porter:
        first: |
          | adults | weight   || fee |
          | 6      | -        || $0  |
          | -      | >= 30 kg || $17 |
          | -      | >= 12 kg || $8  |
          | -      | -        || $3  |
      yard:
        first: |
          | natural(text(lot)) || fee |
          | [E1..E20]          || $4  |
          | -                  || $9  |
      run:
        graduated: |
          | sheets     || price       |
          | [1..500]   || $0.02 each  |
          | >= 501     || $0.012 each |
    quote:
      - line: stay
        for: nights
        amount: season + busy
      - line: prints
        for: jobs
        amount: round(run)
      - line: set_up
        for: papers
        amount: $9
      - line: beds
        amount: $15 * max(persons - 4, 0)
      - line: towels
        amount: $1.20 * adults * crates
      - line: porters
        amount: porter
      - line: parking
        amount: yard
      - line: late_fee
        when: late
        amount: $12
      - line: best
        take: lowest
        lines:
          - line: crate_off
            amount: -round(3% * (stay + prints))
          - line: group_off
            amount: -$2 * adults
      - line: service
        amount: round(beds * 6.5%)
      - line: insurance
        amount: round((stay + porters) * 2%)
    outputs:
      advance: round(40% * total)
      last_free: arrives - 14 days
    """

  static let slips: [(old: String, new: String, wanted: String)] = [
    // Sums with one line more, far above, or in a group.
    ("beds * 6.5%", "(beds + stay) * 6.5%", "beds becomes (beds + stay)"),
    ("(stay + prints)", "(stay + prints + towels)", "becomes stay + prints + towels"),
    ("40% * total", "40% * (total - service)", "total becomes (total - service)"),
    // Another input or value of the same type.
    ("adults * crates", "persons * crates", "becomes $1.20 * persons * crates"),
    ("| adults | weight ", "| adults | charged ", "weight becomes charged"),
    ("weekday(night)", "weekday(arrives)", "night becomes arrives"),
    ("$1.20 * adults", "$1.20 * (adults - 1)", "adults becomes adults - 1"),
    ("adults * crates", "adults * 3", "crates becomes 3"),
    // Days.
    ("3 days)", "3 days]", "becomes [arrives..arrives + 3 days]"),
    (
      #"["friday", "saturday"]"#, #"["saturday", "sunday"]"#,
      #""friday", "saturday" becomes "saturday", "sunday""#
    ),
    ("arrives - 14 days", "arrives - 15 days", "14 becomes 15"),
    ("hour(booked)", "hour(booked, 0)", "hour(booked) becomes hour(booked, 0)"),
    // Bounds.
    ("max(persons - 4", "max(persons - 5", "4 becomes 5"),
    ("[E1..E20]", "[E1..E21]", "the bound E20 of [E1..E20] becomes E21"),
    // Groups.
    ("take: lowest", "take: highest", "take: lowest of best becomes highest"),
    ("for: papers", "for: jobs", "for: papers of set_up becomes jobs"),
    ("take: lowest", "take: sum", "take: lowest of best becomes sum"),
  ]

  @Test(arguments: LongRun.some(slips.indices, oneIn: 2)) func slipsAreNamed(_ index: Int) throws {
    let (old, new, wanted) = Self.slips[index]
    try expect(old, new, wanted)
  }

  /// Both ends of a bound between brackets of what is counted move together.
  @Test func boundsOfCountedBracketsMove() throws {
    let rows = ["[1..500]   ", ">= 501     "]
    let others = ["[1..1000]  ", ">= 1001    "]
    var other = Self.rules
    for (old, new) in zip(rows, others) { other = other.replacing(old, with: new) }
    try expect(other, "500 of [1..500] becomes 1000")
  }

  private func expect(_ old: String, _ new: String, _ wanted: String) throws {
    #expect(Self.rules.contains(old))
    try expect(Self.rules.replacing(old, with: new), wanted)
  }

  private func expect(_ other: String, _ wanted: String) throws {
    let bench = try MutantBench(Self.rules, named: "cabins", count: 150, seed: 3)
    let (summary, found) = try bench.compare(other)
    let causes = summary.causes.ordered
    let told = causes.map { "\($0.name): \($0.remedy?.edit ?? "no edit")" }
    #expect(causes.first?.remedy?.edit.contains(wanted) == true, "\(found.count): \(told)")
    #expect(causes.count == 1, "\(told)")
    guard let setting = causes.first?.remedy?.setting else { return }
    let (_, left) = try bench.compare(other, settings: [setting], seeksRemedies: false)
    let count = left.count
    #expect(count == 0, "\(setting): \(count) of \(found.count) are left")
  }
}
