import TestKit
import Testing

@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Remedies of our rules that are found by trying: of planted bugs, where it is known what they
/// are.
@Suite struct RemedyTests {
  /// What became of some bugs.
  struct Score: CustomStringConvertible {
    var bugs = 0
    var lines = 0
    var rows = 0
    var exact = 0

    var description: String {
      "\(bugs) bugs: \(lines) by their line, \(rows) in one row, \(exact) repaired exactly"
    }
  }

  /// Bugs of one figure each: how often the first cause names the line and the very figure.
  static func score(_ name: String, bugs: Int, seed: UInt64, isTotalOnly: Bool) throws -> Score {
    let bench = try MutantBench(name, count: 150, seed: seed)
    var random = SeededGenerator(seed: seed)
    var score = Score()
    var tries = 0
    while score.bugs < bugs, tries < 400 {
      tries += 1
      guard let mutant = MutantRules(of: bench.rules).mutant(&random, isFigure: true),
        let (summary, found) = try? bench.compare(mutant.text, isTotalOnly: isTotalOnly),
        found.count(where: { $0.ours == .priced && $0.theirs == .priced }) >= 3
      else { continue }
      score.bugs += 1
      let causes = summary.causes.ordered.filter { $0.remedy != nil || $0.moneyless == 0 }
      guard let first = causes.first else { continue }
      score.lines += first.remedy?.place?.line == mutant.line ? 1 : 0
      score.rows += causes.count == 1 ? 1 : 0
      let isExact = first.remedy?.place?.line == mutant.line
        && first.remedy.map { Self.says($0.edit, mutant.what) } == true
      score.exact += isExact ? 1 : 0
      if !isExact, LongRun.isAsked {
        print(
          "\(name):\(mutant.line) \(mutant.what), found: \(causes.map(\.name)) ",
          first.remedy.map { "\($0.place?.line ?? 0) \($0.edit)" } ?? "none",
          first.relation ?? "")
      }
    }
    return score
  }

  /// Whether an edit is the bug's, whatever stands around the figures.
  private static func says(_ edit: String, _ bug: String) -> Bool {
    func figures(_ text: String) -> [Ratio] {
      text.matches(of: /[0-9]+(\.[0-9]+)?/).suffix(2).compactMap { Ratio(decimal: String($0.0)) }
    }
    return figures(edit).last == figures(bug).last
  }

  @Test(arguments: [("parcel", 0.6), ("taxi", 0.6), ("repairs", 0.6)])
  func oneFigureIsRepaired(_ name: String, _ least: Double) throws {
    let count = LongRun.isAsked ? 30 : 3
    let score = try Self.score(name, bugs: count, seed: 11, isTotalOnly: false)
    print("\(name), all lines: \(score)")
    #expect(score.bugs == count)
    #expect(Double(score.exact) >= least * Double(score.bugs), "\(name): \(score)")
  }

  /// Rules files at which nobody looked while the search was written: in the long run alone.
  @Test(arguments: LongRun.isAsked ? ["electricity", "autodetail", "tiers"] : [])
  func othersAreRepairedAsWell(_ name: String) throws {
    for isTotalOnly in [false, true] {
      let score = try Self.score(name, bugs: 20, seed: 77, isTotalOnly: isTotalOnly)
      print("unseen \(name), \(isTotalOnly ? "totals only" : "all lines"): \(score)")
      #expect(Double(score.lines) >= 0.6 * Double(score.bugs), "\(name): \(score)")
    }
  }

  @Test(arguments: [("parcel", 0.4), ("taxi", 0.4)])
  func totalsAreEnough(_ name: String, _ least: Double) throws {
    let count = LongRun.isAsked ? 30 : 3
    let score = try Self.score(name, bugs: count, seed: 12, isTotalOnly: true)
    print("\(name), totals only: \(score)")
    #expect(score.bugs == count)
    #expect(Double(score.lines) >= least * Double(score.bugs), "\(name): \(score)")
  }

  /// What people get wrong who write a price list down as a program: whole minutes, an amount
  /// that is taken once, lines that are counted and not pieces.
  @Test(
    arguments: [
      ("parcel", "€22 * number", "€22", "€22 * number becomes €22"),
      ("parcel", "sum(number) >= 5", "count(parcels) >= 5", "becomes count(parcels)"),
      (
        "parcel", "max(weight, volumetric)", "(weight + volumetric)",
        "max(weight, volumetric) becomes (weight + volumetric)"
      ),
      (
        "taxi", "waited - 2 min", "round_down(waited, 1 min) - 2 min",
        "waited - 2 min becomes round_down(waited - 2 min, 1 min)"
      ),
    ])
  func habitsAreRepaired(
    _ name: String, _ old: String, _ new: String, _ wanted: String
  ) throws {
    let bench = try MutantBench(name, count: 150, seed: 5)
    #expect(bench.rules.contains(old))
    let (summary, _) = try bench.compare(bench.rules.replacing(old, with: new))
    let causes = summary.causes.ordered
    #expect(causes.first?.remedy?.edit.contains(wanted) == true, "\(causes.map(\.name))")
  }

  /// What is no figure: another clock, another base, two figures of one line, one amount for all.
  @Test(
    arguments: [
      ("taxi", "time(called_at)", "time(called_at, 0)", "time(called_at, 0)"),
      ("parcel", "round(subtotal * fuel_rate)", "round(freight * fuel_rate)", "becomes freight"),
    ])
  func clocksAndBasesAreRepaired(
    _ name: String, _ old: String, _ new: String, _ wanted: String
  ) throws {
    let bench = try MutantBench(name, count: 150, seed: 5)
    #expect(bench.rules.contains(old))
    let (summary, _) = try bench.compare(bench.rules.replacing(old, with: new))
    let edits = summary.causes.ordered.compactMap { $0.remedy?.edit }
    #expect(edits.contains { $0.contains(wanted) }, "\(edits)")
  }
}
