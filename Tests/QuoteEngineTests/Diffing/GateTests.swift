import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteReports
@testable import QuoteSyntax

/// Gates fail closed: what was accepted covers what was seen, and nothing behind it.
@Suite struct GateTests {
  /// A first bug is accepted as it was drafted; then a second one comes. Three pairs of bugs for
  /// each rules file in every run, forty in the long one.
  @Test(arguments: ["parcel", "taxi", "repairs"])
  func aSecondBugBehindAnAcceptedOneFails(_ name: String) throws {
    let bench = try MutantBench(name, count: 60)
    var random = SeededGenerator(seed: 20_261)
    var pairs = 0
    var tries = 0
    while pairs < (LongRun.isAsked ? 40 : 2), tries < 4_000 {
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
      let ledger = ComparisonKit.signedLedger(of: seen.found)
      let again = try bench.compare(first.text, ledger: ledger, seeksRemedies: false)
      #expect(again.summary.failures.isEmpty, "\(name):\(first.line) \(first.what)")
      #expect(again.summary.new == 0)
      let behind = try bench.compare(second.text, ledger: ledger, seeksRemedies: false)
      #expect(
        !behind.summary.failures.isEmpty,
        "\(name):\(first.line) \(first.what), then \(second.line) \(second.what)")
    }
    #expect(pairs >= (LongRun.isAsked ? 40 : 2))
  }

  @Test func moneyThatDepartsComesBeforeWhatIsNoMoney() throws {
    let theirs = "id,haul,fee,total,minutes\n1,30,2.40,32.40,40\n2,60,5.80,65.80,50\n3,0,0,0,31\n"
    let (summary, found) = try ComparisonKit.haul(theirs, bookings: "id,pieces\n1,1\n2,2\n3,0\n")
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
    for more in [
      "when: abs(difference) < $1", "when: 'theirs.total in [$12..$13]'",
      "when: 1 = 1, money: 0.47",
    ] {
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
      try ComparisonKit.reference(
        ["A", "B"], "id,status,total\nA,quoted,12.96\n",
        ledger: "schema: quote-accepted/1\naccepted:\n  - { \(entry), reason: r }\n"
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
      try AcceptedTests.run("  - { when: 'abs(difference) < $1', reason: all, count: 2, \(more) }")
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
        == ["l.yaml:3: `all` covers `total`: ours is 0.46 above theirs instead of 0.4"])
  }

  /// What conditions of ledgers say of how much theirs may be.
  @Test func onlyWhatBoundsTheirsSaysHowMuch() throws {
    let bounding = [
      "abs(difference) <= 1c", "abs(ours.total - theirs.total) < $1", "difference = -$0.01",
      "difference >= -$1 and difference <= $1", "difference in [-$1..$1]",
      "theirs.total = ours.total + 1c", "abs(difference) <= 2% * ours.total",
      "not (abs(difference) > $1)",
      "theirs.total in [$12.96, $12.97]",
      "theirs.status = \"missing\" or abs(difference) < $1",
      "if weight > 1 kg then abs(difference) < $1 else difference = $0",
    ]
    let open = [
      "ours.total > $0", "ours.fee = ours.fee", "difference is given", "theirs.total is given",
      "difference < $1", "theirs.total > $0", "theirs.total = theirs.total",
      "theirs.total - theirs.total = $0", "difference != $5", "not (difference = $5)",
      "abs(difference) < $1 or weight > 1 kg", "abs(difference) > $0", "0 * difference = $0",
      "min(difference, $1) < $5", "theirs.total in [theirs.total..$99]",
      "abs(difference) < $1 or ours.total > $0", "theirs.fee = $1", "1 = 1", "cause = \"total\"",
      "if abs(difference) < $1 then 1 = 1 else 2 = 2", "theirs.total > theirs.total - $1",
    ]
    for when in bounding + open {
      let (summary, _) = try AcceptedTests.run(
        "  - when: '\(when)'\n    reason: all\n".replacing("1c", with: "$0.01"))
      let verdict = summary.ledger.first?.verdict
      #expect((verdict == .fine) == bounding.contains(when), "\(when)")
    }
  }

  @Test func linesThatAreWrongBothWaysAreNoCentOfRounding() throws {
    func failures(
      _ parcel: String, _ fee: String, total: String = "12.97",
      when: String = "abs(difference) <= $0.01"
    ) throws -> [String] {
      let entry = "  - { when: '\(when)', reason: cents }\n"
      return try ComparisonKit.reference(
        ["A"], "id,status,parcel,fee,total\nA,quoted,\(parcel),\(fee),\(total)\n",
        ledger: "schema: quote-accepted/1\naccepted:\n" + entry
      ).summary.failures
    }
    #expect(try failures("12.00", "0.97").isEmpty)
    #expect(try failures("11.00", "1.97").count == 1)
    // What bounds a line leaves the total open.
    let bounds = "theirs.fee in [$0..$50]"
    #expect(try failures("12.00", "0.97", total: "5000.00", when: bounds).count == 1)
  }

  /// Two bookings swap what they differ by: no amount, sum or count is another one.
  @Test func whatBookingsSwapIsSeen() throws {
    func summary(_ rows: String, _ ledger: String?) throws -> ComparisonKit.Outcome {
      try ComparisonKit.reference(["A", "B", "C"], "id,status,total\n" + rows, ledger: ledger)
    }
    let (before, after) = (
      "A,quoted,13.96\nB,quoted,14.96\nC,quoted,14.96\n",
      "A,quoted,14.96\nB,quoted,13.96\nC,quoted,14.96\n"
    )
    let ledger = ComparisonKit.signedLedger(of: try summary(before, nil).found, rules: "parcel")
    #expect(try summary(before, ledger).summary.failures.isEmpty)
    let (swapped, _) = try summary(after, ledger)
    #expect(swapped.ledger.map(\.verdict) == [.changed])
    #expect(swapped.failures.count == 1)
    // Fewer bookings that differ as they did are fine.
    let fewer = "A,quoted,13.96\nB,quoted,14.96\nC,quoted,12.96\n"
    #expect(try summary(fewer, ledger).summary.failures.isEmpty)
    let refused = refusal {
      try summary(before, ledger.replacing("rules: parcel", with: "rules: taxi"))
    }
    #expect(refused == "accepted-rules")
  }

  /// Ways in which a gate could pass though a price is wrong, or was held against nothing.
  @Test(
    arguments: [
      // The column of the total is called otherwise, or has no name of ours.
      "id,status,fee,Total\nA,quoted,0.96,99\n", "id,status,fee,total price\nA,quoted,0.96,99\n",
      "id,status,fee,amount\nA,quoted,0.96,99\n", "id,status,fee, TOTAL \nA,quoted,0.96,99\n",
      // No numbers, and numbers of another kind.
      "id,status,total\nA,quoted,NaN\n", "id,status,total\nA,quoted,\n",
      "id,status,total\nA,quoted,inf\n", "id,status,total\nA,quoted,null\n",
      "id,status,total\nA,quoted,12.96 USD\n", "id,status,total\nA,quoted,\"12,96\"\n",
      "id,status,total\nA,quoted,true\n", "id,status,total\nA,quoted,12.96.1\n",
      // Statuses that differ, that nobody knows, or that hide a price.
      "id,status,total\nA,declined,12.96\n", "id,status,total\nA,fault,12.96\n",
      "id,status,total\nA,Quoted,99\n", "id,status,total\nA,ok,99\n",
      // Keys.
      "id,status,total\nA,quoted,12.96\nA,quoted,99\n", "id,status,total\nB,quoted,99\n",
      "id,status,total\n", "id,status,total\n,quoted,99\n",
      "id,status,total\nA,quoted,12.96\nB,quoted,99\n",
      // Another currency.
      "id,status,total,currency\nA,quoted,12.96,EUR\n",
      "id,status,total,Currency\nA,quoted,12.96,eur\n",
    ])
  func nothingPassesThatWasNotCompared(_ reference: String) throws {
    #expect(try !ComparisonKit.reference(["A"], reference).summary.failures.isEmpty)
  }

  @Test(
    arguments: [
      // A limit of money does not hold what is no amount, nor one of parts what one side refuses.
      ("money>$1000", "A,quoted,n/a\n"), ("change>50%", "A,declined,\n"),
      ("median>50%", "A,declined,\n"), ("p95>50%", "A,declined,\n"), ("change>50%", "B,quoted,9\n"),
      ("money>1%", "A,quoted,\n"), ("money>$1000", "A,quoted,nan\n"),
      ("skipped>0", "A,quoted,99\n"), ("reasons>5", "A,quoted,99\n"),
      ("unreadable>5", "A,quoted,99\n"), ("duplicates>9", "A,quoted,99\n"),
    ])
  func limitsHoldWhatTheyMeasure(_ limit: String, _ rows: String) throws {
    let (summary, _) = try ComparisonKit.reference(["A"], "id,status,total\n" + rows) { options in
      options.failureRules = FailureRule.completed([FailureRule(limit)].compactMap { $0 })
    }
    #expect(!summary.failures.isEmpty, "\(limit)")
  }

  @Test func rowsWithoutATotalFail() throws {
    let rows = "{\"id\":\"A\",\"outputs\":{\"fee\":0.96},\"total\":12.96}\n"
      + "{\"id\":\"B\",\"outputs\":{\"fee\":0.96}}\n"
    let (summary, _) = try ComparisonKit.reference(["A", "B"], rows, name: "reference.jsonl")
    #expect(!summary.failures.isEmpty)
    #expect(try ComparisonKit.reference(["A"], "id,currency,total\nA,USD,12.96\n")
      .summary.failures.isEmpty)
  }

  @Test func aKnownRefusalIsKnownByItsPrice() throws {
    func run(_ rows: String, _ baseline: ByteSource?) throws -> ComparisonKit.Outcome {
      try ComparisonKit.reference(["A"], "id,status,total\nA,quoted,12.96\n" + rows) {
        $0.baseline = baseline
      }
    }
    let buffer = ByteBuffer()
    let report = DifferenceReport(
      .jsonl,
      context: DifferenceContext(
        rules: "r.yaml", title: "", currency: "USD", others: []))
    for one in try run("B,quoted,430\n", nil).found { report.append(one, to: buffer) }
    let baseline = ComparisonKit.source("known.jsonl", buffer.string)
    #expect(try run("B,quoted,430\n", baseline).summary.failures.isEmpty)
    #expect(try !run("B,quoted,431\n", baseline).summary.failures.isEmpty)
  }

  @Test func aToleranceOfEverythingIsNone() {
    #expect(Tolerances("100%") == nil && Tolerances("total=250%") == nil)
    #expect(Tolerances("99%") != nil)
  }

  /// An amount beside the price must be there, or be left out on purpose.
  @Test func anAmountThatIsNoPartOfTheTotalIsCompared() throws {
    let rules = """
      schema: quote/1
      name: t
      currency: USD
      inputs:
        id: text, key
      quote:
        - line: haul
          amount: $30
      outputs:
        deposit: 20% * total
        bare: haul
      """
    func failures(_ reference: String, _ left: Set<String> = []) throws -> [String] {
      var options = Differ.Options()
      options.uncompared = left
      let differ = try Differ(
        rulesAt: "r.yaml", map: .ownQuotes, options: options, loader: .memory(["r.yaml": rules]))
      return try ComparisonKit.held(
        differ, reference, bookings: ComparisonKit.source("b.csv", "id\n1\n")
      ).summary.failures
    }
    #expect(try failures("id,total,deposit\n1,30,6\n").isEmpty)
    #expect(
      try failures("id,total,Deposit\n1,30,9\n") == [
        "`deposit` was not compared: is their `Deposit` our `deposit`? `fields:` of a map says so"
      ])
    #expect(
      try failures("id,total\n1,30\n") == [
        "`deposit` was not compared: nothing of the other side is our `deposit`: if a column is, "
          + "`fields:` of a map says so; `--uncompared deposit` says that this is meant"
      ])
    #expect(try failures("id,total\n1,30\n", ["deposit"]).isEmpty)
  }
}
