import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteTools

/// Gates fail closed: what was accepted covers what was seen, and nothing behind it.
@Suite struct GateTests {
  /// A first bug is accepted as it was drafted; then a second one comes. Ten pairs of bugs in
  /// every run, more than a hundred in the long one.
  @Test(arguments: ["parcel", "taxi", "repairs"])
  func aSecondBugBehindAnAcceptedOneFails(_ name: String) throws {
    let bench = try MutantBench(name)
    var random = SeededGenerator(seed: 20_261)
    var pairs = 0
    var tries = 0
    while pairs < (LongRun.isAsked ? 40 : 4), tries < 4_000 {
      tries += 1
      guard let first = MutantRules(of: bench.rules).mutant(&random),
        let seen = try? bench.compare(first.text, seeksRemedies: false), !seen.found.isEmpty,
        let second = MutantRules(of: first.text).mutant(&random, but: first.line),
        let both = try? bench.compare(second.text, seeksRemedies: false)
      else { continue }
      let (before, after) = (MutantBench.said(seen.found), MutantBench.said(both.found))
      // A second bug that makes wrong prices: where it changes one, it is not ours.
      guard after.contains(where: { before[$0.key] != $0.value }) else { continue }
      pairs += 1
      let draft = AcceptedDraft()
      for booking in seen.found { draft.add(booking) }
      let buffer = ByteBuffer()
      draft.append(to: buffer)
      let again = try bench.compare(first.text, ledger: buffer.string, seeksRemedies: false)
      #expect(again.summary.failures.isEmpty, "\(name):\(first.line) \(first.what)")
      #expect(again.summary.new == 0)
      let behind = try bench.compare(second.text, ledger: buffer.string, seeksRemedies: false)
      #expect(
        !behind.summary.failures.isEmpty,
        "\(name):\(first.line) \(first.what), then \(second.line) \(second.what)")
    }
    #expect(pairs >= (LongRun.isAsked ? 40 : 4))
  }

  @Test func moneyThatDepartsComesBeforeWhatIsNoMoney() throws {
    let rules = """
      schema: quote/1
      name: t
      currency: USD
      inputs:
        id: text, key
        pieces: count [0..100]
      quote:
        - line: haul
          amount: $30 * pieces
        - line: fee
          amount: round(8% * subtotal)
      outputs:
        minutes: 30 + 8 * pieces
      """
    let differ = try Differ(rulesAt: "r.yaml", map: .ownQuotes, loader: .memory(["r.yaml": rules]))
    let theirs = "id,haul,fee,total,minutes\n1,30,2.40,32.40,40\n2,60,5.80,65.80,50\n3,0,0,0,31\n"
    let (summary, found) = try ComparisonKit.outcome(
      differ,
      try differ.reference(
        ComparisonKit.source("theirs.csv", theirs), format: nil,
        bookings: [ComparisonKit.source("b.csv", "id,pieces\n1,1\n2,2\n3,0\n")],
        reading: ReaderOptions()))
    #expect(found.map(\.departing) == ["minutes", "fee", "minutes"])
    // One booking of money before two of minutes.
    #expect(summary.causes.ordered.map(\.name) == ["fee", "minutes"])
    #expect(summary.fields.ordered.map(\.name) == ["fee", "total", "minutes"])
  }

  @Test func moneyCountsWhatOneSideRefuses() throws {
    func failures(_ rows: String) throws -> [String] {
      try ComparisonKit.reference(["A", "B"], "id,status,total\n" + rows) { options in
        options.failureRules = [FailureRule("money>$1")].compactMap { $0 }
      }.summary.failures
    }
    #expect(
      try failures("A,quoted,12.96\nB,declined,\n")
        == ["12.96 USD of differences, more than 1"])
    #expect(
      try failures("A,quoted,12.96\nB,quoted,12.96\nC,quoted,431\n")
        == ["431 USD of differences, more than 1"])
    #expect(
      try failures("A,quoted,12.96\n") == ["12.96 USD of differences, more than 1"])
  }

  @Test func changesAreMeasuredInPercentOfOurTotals() throws {
    func failures(_ rule: String) throws -> [String] {
      try ComparisonKit.reference(
        ["A", "B", "C"], "id,status,total\nA,quoted,12.96\nB,quoted,14.256\nC,quoted,6.48\n"
      ) { options in
        options.failureRules = [FailureRule(rule)].compactMap { $0 }
      }.summary.failures
    }
    #expect(try failures("change>50%").isEmpty)
    #expect(try failures("change>49%") == ["a total changes by 50%, more than 49"])
    #expect(
      try failures("median>9.99%")
        == ["half of the totals that differ change by 10% or more, more than 9.99"])
    #expect(try failures("p95>50%").isEmpty)
    #expect(try failures("money>20%").isEmpty)
    #expect(
      try failures("money>19.9%")
        == ["the differences are 20% of our totals, more than 19.9"])
    #expect(FailureRule("change>5") == nil && FailureRule("p95>x%") == nil)
  }

  @Test func aLedgerThatAcceptsEverythingFails() throws {
    for when in ["ours.status = \"priced\"", "cause != \"\"", "1 = 1", "departing = \"total\""] {
      let (summary, _) = try AcceptedTests.run("  - { when: '\(when)', reason: all }")
      #expect(summary.failures.count == 1 && summary.new == 0, "\(when)")
    }
    for more in ["when: difference < $1", "when: theirs.total > $12", "when: 1 = 1, money: 0.47"] {
      let (summary, _) = try AcceptedTests.run("  - { \(more), reason: all }")
      #expect(summary.failures.isEmpty, "\(more)")
    }
  }

  @Test func anEntryOfACauseAndACountSaysHowToDraftItAgain() throws {
    let entry = "  - { when: 'departing = \"total\"', reason: known, count: 2 }"
    let (summary, _) = try AcceptedTests.run(entry)
    #expect(summary.ledger.map(\.verdict) == [.unbounded])
    #expect(
      summary.failures == [
        "l.yaml:3: `known` covers `A`, whose `total` differs by -0.01, without saying how much "
          + "may differ: `--accept FILE` drafts the entry with `values` and `money`"
      ])
    // What one side refuses has no values: its status or its cause is enough.
    func refused(_ entry: String) throws -> [String] {
      let files = ["l.yaml": "schema: quote-accepted/1\naccepted:\n  - { \(entry), reason: r }\n"]
      let differ = try ComparisonKit.differ(files) { $0.accepted = "l.yaml" }
      let reference = "id,status,total\nA,quoted,12.96\n"
      return try ComparisonKit.outcome(
        differ,
        try differ.reference(
          ComparisonKit.source("reference.csv", reference), format: nil,
          bookings: [ComparisonKit.bookings(["A", "B"])], reading: ReaderOptions())
      ).summary.failures
    }
    #expect(try refused("when: theirs.status = \"missing\"").isEmpty)
    #expect(try refused("when: 'cause = \"missing by them\"', count: 1").isEmpty)
    #expect(
      try refused("when: zone is given") == [
        "l.yaml:3: `r` covers `B`, priced by us and missing by them, without saying how much "
          + "may differ: `--accept FILE` drafts the entry with `values` and `money`"
      ])
  }

  @Test func entriesSayHowValuesMayDiffer() throws {
    func run(_ more: String) throws -> DifferenceSummary {
      try AcceptedTests.run("  - { when: 'difference < $1', reason: all, count: 2, \(more) }")
        .summary
    }
    let seen = "total: { by: [-0.01, 0.46], above: 0.46, below: -0.01 }"
    #expect(try run("money: 0.47, values: { \(seen) }").failures.isEmpty)
    #expect(
      try run("money: 0.46").failures
        == ["l.yaml:3: `all` covers 0.47 of differences, 0.46 were expected"])
    #expect(try run("values: {}").new == 2)
    #expect(try run("values: { fee: { by: [0.46, -0.01] } }").new == 2)
    #expect(try run("values: { total: { by: [0.46], above: 0.46 } }").new == 1)
    #expect(
      try run("values: { total: { from: -1, to: 0.5, above: 0.40, below: -0.01 } }").failures
        == ["l.yaml:3: `all` covers `total`: 0.46 above ours instead of 0.4"])
  }
}
