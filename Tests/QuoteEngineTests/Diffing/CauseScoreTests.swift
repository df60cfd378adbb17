import TestKit
import Testing

@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Planted mistakes: the first cause names the place, and one mistake is one row.
/// `.ci/soak --causes` plants many more, of all kinds.
@Suite struct CauseScoreTests {
  struct Score: CustomStringConvertible {
    var bugs = 0
    /// Those of which the first cause has an edit, a rounding or a relation at their place.
    var reasons = 0
    var rows = 0
    var misses: [String] = []

    var description: String { "\(bugs) bugs: \(reasons) by their reason, \(rows) in one row" }
  }

  /// So many bookings must differ by what both sides price, for a cause to be looked for.
  private static let leastDiffering = 4

  static func score(_ name: String, of kinds: [MutantRules.Kind], each: Int, seed: UInt64) throws
    -> Score
  {
    let bench = try MutantBench(name, count: 120, seed: seed)
    let rules = MutantRules(of: bench.rules)
    var random = SeededGenerator(seed: seed)
    var score = Score()
    for kind in kinds {
      var tries = 0
      var met: Set<Int> = []
      while met.count < each, tries < 400 {
        tries += 1
        guard let mutant = rules.mutant(kind, &random), !met.contains(mutant.line),
          let (summary, found) = try? bench.compare(mutant.text),
          found.count(where: { $0.movesMoney }) >= leastDiffering
        else { continue }
        met.insert(mutant.line)
        let block = rules.block(around: mutant.line)
        let causes = summary.causes.ordered
        let place = causes.first?.remedy?.place ?? causes.first?.place
        let isNamed = place.map { block.contains($0.line) } ?? false
        let isReason = causes.first?.remedy != nil || causes.first?.relation != nil
        score.bugs += 1
        score.reasons += isNamed && isReason ? 1 : 0
        score.rows += causes.count == 1 ? 1 : 0
        if !isNamed || !isReason || causes.count > 1 {
          score.misses.append("\(name):\(mutant.line) \(mutant.what): \(causes.map(\.name))")
        }
      }
    }
    return score
  }

  @Test(arguments: LongRun.some(["parcel", "electricity", "tiers"], oneIn: 2))
  func mistakesOfEveryKindAreNamed(_ name: String) throws {
    let score = try Self.score(name, of: [.doubled, .negated, .row], each: 1, seed: 35)
    #expect(score.bugs > 0)
    #expect(Double(score.reasons) >= 0.8 * Double(score.bugs), "\(score) \(score.misses)")
    #expect(Double(score.rows) >= 0.8 * Double(score.bugs), "\(score) \(score.misses)")
  }

  /// Bounds that are no figure of a formula: both ends of whole numbers, brackets, times.
  @Test(
    arguments: [
      ("tiers", ["| [1..9]     || $90", "| [10..99]   || $700"],
       ["| [1..14]    || $90", "| [15..99]   || $700"], "the bound"),
      ("electricity", ["[0 kWh..300 kWh)", "[300 kWh..1000 kWh)"],
       ["[0 kWh..330 kWh)", "[330 kWh..1000 kWh)"], "becomes 330"),
      ("autodetail", ["[20:00..06:00)"], ["[20:00..09:00)"], "06:00 becomes"),
      ("parcel", ["girth > 300"], ["girth > 360"], "300 becomes"),
    ])
  func boundsAreFound(_ name: String, _ old: [String], _ new: [String], _ wanted: String) throws {
    let bench = try MutantBench(name, count: 200, seed: 5)
    var text = bench.rules
    for (old, new) in zip(old, new) {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    let (summary, found) = try bench.compare(text)
    #expect(!found.isEmpty)
    let edits = summary.causes.ordered.compactMap { $0.remedy?.edit }
    let names = summary.causes.ordered.map(\.name)
    #expect(edits.contains { $0.contains(wanted) }, "\(edits) \(names)")
  }
}
