import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteTools

/// Several planted mistakes at once: each has a cause with the money that it makes alone, and with
/// what they make together the money is the whole.
@Suite struct CauseMoneyTests {
  struct Score: CustomStringConvertible {
    var sets = 0
    /// Sets of which every mistake has a cause at its place.
    var named = 0
    var mistakes = 0
    /// Mistakes of which a cause has the money to a cent.
    var exact = 0
    /// Sets whose parts do not come to the whole.
    var uneven: [String] = []
    var misses: [String] = []

    var description: String {
      "\(sets) sets: \(named) named, the money of \(exact) of \(mistakes) mistakes"
    }
  }

  private typealias Planted = (mutant: MutantRules.Mutant, money: Ratio)

  static func score(_ name: String, of size: Int, sets: Int, seed: UInt64) throws -> Score {
    let bench = try MutantBench(name, count: 150, seed: seed)
    let rules = MutantRules(of: bench.rules)
    var random = SeededGenerator(seed: seed)
    var pool: [Planted] = []
    var tries = 0
    while pool.count < size * 3, tries < 300 {
      tries += 1
      let kinds: [MutantRules.Kind] = [.doubled, .base, .row]
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let isFigure = Bool.random(using: &random)
      guard
        let mutant = isFigure
          ? rules.mutant(&random, isFigure: true) : rules.mutant(kind, &random),
        !pool.contains(where: { $0.mutant.line == mutant.line }),
        let (summary, found) = try? bench.compare(mutant.text, seeksRemedies: false),
        found.count(where: \.movesMoney) >= 4, found.allSatisfy(\.isPricedByBoth)
      else { continue }
      pool.append((mutant, summary.above + summary.below))
    }
    var score = Score()
    for _ in 0..<sets * 6 where score.sets < sets && pool.count >= size {
      let some = Array(pool.shuffled(using: &random).prefix(size))
      try add(some, bench, rules, to: &score)
    }
    return score
  }

  /// Holds rules with several mistakes against the good ones.
  private static func add(
    _ some: [Planted], _ bench: MutantBench, _ rules: MutantRules, to score: inout Score
  ) throws {
    let blocks = some.map { rules.block(around: $0.mutant.line) }
    for (index, block) in blocks.enumerated()
    where blocks[..<index].contains(where: { $0.overlaps(block) }) { return }
    var lines = rules.lines
    for (mutant, _) in some {
      let all = mutant.text.split(separator: "\n", omittingEmptySubsequences: false)
      lines[mutant.line - 1] = String(all[mutant.line - 1])
    }
    guard let (summary, _) = try? bench.compare(lines.joined(separator: "\n")) else { return }
    let causes = summary.causes.ordered
    let told = "\(bench.name): \(some.map { "\($0.mutant.line) \($0.mutant.what)" })"
    var whole = summary.meetings.above + summary.meetings.below
    for cause in causes { whole = whole + cause.above + cause.below }
    if whole != summary.above + summary.below { score.uneven.append(told) }
    score.sets += 1
    score.mistakes += some.count
    let named = blocks.count { block in
      causes.contains { ($0.remedy?.place ?? $0.place).map { block.contains($0.line) } ?? false }
    }
    let exact = some.count { one in
      causes.contains { ($0.above + $0.below - one.money).magnitude <= bench.cent }
    }
    score.named += named == some.count ? 1 : 0
    score.exact += exact
    if named < some.count || exact < some.count {
      score.misses.append("\(told): \(causes.map { "\($0.name) \($0.above + $0.below)" })")
    }
  }

  @Test(arguments: ["parcel", "repairs", "electricity"])
  func partsSumToTheWhole(_ name: String) throws {
    let score = try Self.score(name, of: 3, sets: 1, seed: 19)
    #expect(score.sets > 0)
    #expect(score.uneven.isEmpty, "\(score.uneven)")
    #expect(Double(score.named) >= 0.6 * Double(score.sets), "\(score) \(score.misses)")
    #expect(Double(score.exact) >= 0.6 * Double(score.mistakes), "\(score) \(score.misses)")
  }
}
