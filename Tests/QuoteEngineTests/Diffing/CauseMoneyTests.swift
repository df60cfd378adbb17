import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Several planted mistakes at once: each has a cause with the money that it makes alone, and with
/// what they make together the money is the whole. The long run has more rules, and more at once.
@Suite struct CauseMoneyTests {
  private typealias Planted = (mutant: MutantRules.Mutant, block: ClosedRange<Int>, money: Ratio)

  @Test(arguments: LongRun.isAsked
      ? [("parcel", 3), ("repairs", 3), ("electricity", 3), ("taxi", 2)]
      : [("parcel", 3), ("repairs", 2), ("taxi", 2)])
  func partsSumToTheWhole(_ name: String, _ size: Int) throws {
    let bench = try MutantBench(name, count: 100, seed: 19)
    let rules = MutantRules(of: bench.rules)
    let planted = try Self.mistakes(in: rules, bench, count: size)
    try #require(planted.count == size)
    let (summary, _) = try bench.compare(Self.text(of: rules, with: planted))
    let causes = summary.causes.ordered
    var whole = summary.meetings.above + summary.meetings.below
    for cause in causes { whole = whole + cause.above + cause.below }
    #expect(whole == summary.above + summary.below)

    let told = "\(planted.map { "\($0.mutant.line) \($0.mutant.what), \($0.money)" }): "
      + "\(causes.map { "\($0.name) \($0.above + $0.below)" })"
    let named = planted.count { one in
      causes.contains {
        ($0.remedy?.place ?? $0.place).map { one.block.contains($0.line) } ?? false
      }
    }
    #expect(named == size, "\(told)")
    let exact = planted.count { one in
      causes.contains { ($0.above + $0.below - one.money).magnitude <= bench.cent }
    }
    #expect(Double(exact) >= 0.6 * Double(size), "\(told)")
  }

  /// Mistakes in different parts of the rules, each of which moves the money of some bookings, and
  /// what it is alone.
  private static func mistakes(
    in rules: MutantRules, _ bench: MutantBench, count: Int
  ) throws -> [Planted] {
    var random = SeededGenerator(seed: 19)
    var planted: [Planted] = []
    var tries = 0
    while planted.count < count, tries < 300 {
      tries += 1
      let kinds: [MutantRules.Kind] = [.doubled, .base, .row]
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let isFigure = Bool.random(using: &random)
      guard
        let mutant = isFigure
          ? rules.mutant(&random, isFigure: true) : rules.mutant(kind, &random)
      else { continue }
      let block = rules.block(around: mutant.line)
      guard !planted.contains(where: { $0.block.overlaps(block) }),
        let (summary, found) = try? bench.compare(mutant.text, seeksRemedies: false),
        found.count(where: \.movesMoney) >= 4, found.allSatisfy(\.isPricedByBoth)
      else { continue }
      planted.append((mutant, block, summary.above + summary.below))
    }
    return planted
  }

  private static func text(of rules: MutantRules, with planted: [Planted]) -> String {
    var lines = rules.lines
    for (mutant, _, _) in planted {
      let all = mutant.text.split(separator: "\n", omittingEmptySubsequences: false)
      lines[mutant.line - 1] = String(all[mutant.line - 1])
    }
    return lines.joined(separator: "\n")
  }
}
