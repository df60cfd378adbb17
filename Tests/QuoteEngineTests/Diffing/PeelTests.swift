import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteTools

/// Causes that meet in a booking: each has its own money, and the parts sum to the whole.
@Suite struct PeelTests {
  /// What became of some bugs that were planted together.
  struct Score: CustomStringConvertible {
    var sets = 0
    var bugs = 0
    /// Bugs whose money alone is that of some cause, to a cent.
    var priced = 0
    /// Sets with one row a bug.
    var rows = 0
    /// Sets of which every bug has a cause at its line, or an edit of it.
    var named = 0

    var description: String {
      "\(sets) sets of \(bugs) bugs: \(priced) with their money, \(rows) sets of one row a bug, "
        + "\(named) with every bug priced"
    }
  }

  private static func money(_ group: DifferenceGroup) -> Ratio { group.above + group.below }

  /// Plants bugs of one figure each at different lines, and holds the money of causes against that
  /// of each bug alone.
  static func score(_ name: String, sets: Int, size: Int, seed: UInt64) throws -> Score {
    let bench = try MutantBench(name, count: 120, seed: seed)
    var random = SeededGenerator(seed: seed)
    var score = Score()
    var tries = 0
    while score.sets < sets, tries < 600 {
      tries += 1
      var text = bench.rules
      var alone: [Ratio] = []
      var lines: Set<Int> = []
      for _ in 0..<size {
        guard let bug = MutantRules(of: text).mutant(&random, isFigure: true),
          lines.insert(bug.line).inserted
        else { break }
        var single = bench.rules.split(separator: "\n", omittingEmptySubsequences: false)
        let changed = bug.text.split(separator: "\n", omittingEmptySubsequences: false)
        single[bug.line - 1] = changed[bug.line - 1]
        guard let one = try? bench.compare(single.joined(separator: "\n"), seeksRemedies: false),
          one.found.count(where: { $0.amount?.isZero == false }) >= 3
        else { break }
        alone.append(one.summary.above + one.summary.below)
        text = bug.text
      }
      guard alone.count == size, let both = try? bench.compare(text) else { continue }
      score.sets += 1
      score.bugs += size
      let causes = both.summary.causes.ordered.filter { $0.moneyless < $0.bookings }
      let together = both.summary.meetings.above + both.summary.meetings.below
      let sum = both.summary.causes.all.reduce(together) { $0 + Self.money($1) }
      #expect(sum == both.summary.above + both.summary.below, "\(name), \(lines)")
      let found = alone.count { one in
        causes.contains { (Self.money($0) - one).magnitude <= Ratio(1, 100) }
      }
      score.priced += found
      score.named += found == size ? 1 : 0
      score.rows += causes.count == size ? 1 : 0
      if LongRun.isAsked, found < size {
        let told = causes.map { "\($0.name) \(Self.money($0)) \($0.remedy?.edit ?? "-")" }
        print("\(name) \(lines.sorted()): \(alone), found \(told), together \(together)")
      }
    }
    return score
  }

  @Test(arguments: ["parcel", "taxi", "repairs"])
  func everyBugHasItsOwnMoney(_ name: String) throws {
    let pairs = try Self.score(name, sets: LongRun.isAsked ? 12 : 2, size: 2, seed: 31)
    print("\(name), pairs: \(pairs)")
    #expect(pairs.sets > 0)
    guard LongRun.isAsked else { return }
    let triples = try Self.score(name, sets: 5, size: 3, seed: 32)
    print("\(name), triples: \(triples)")
  }
}
