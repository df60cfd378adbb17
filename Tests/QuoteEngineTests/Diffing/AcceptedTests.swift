import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteReports
@testable import QuoteSyntax

/// Ledgers of accepted differences, and baselines.
@Suite struct AcceptedTests {
  static let reference = "id,status,total\nA,quoted,12.97\nB,quoted,12.50\n"

  static func run(
    _ entries: String, today: String = "2026-05-01"
  ) throws -> ComparisonKit.Outcome {
    try ComparisonKit.reference(
      ["A", "B"], reference, ledger: "schema: quote-accepted/1\naccepted:\n" + entries
    ) { $0.today = CalendarDate(iso: today) }
  }

  @Test func entriesCoverWhatTheirConditionHoldsFor() throws {
    let (summary, found) = try Self.run(
      """
        - when: abs(difference) <= $0.01 and zone = "near"
          reason: cents
        - when: ours.total > theirs.total and ours.total - theirs.total < $1 and price = $12
          reason: half a dollar
          count: 1
      """)
    #expect(found.map(\.standing) == [.accepted(0), .accepted(1)])
    #expect(summary.failures.isEmpty && summary.new == 0 && summary.accepted == 2)
    #expect(summary.ledger.map(\.amount) == [Ratio(-1, 100), Ratio(46, 100)])
    #expect(summary.worst.isEmpty)
  }

  @Test func unusedExpiredAndOverflowingEntriesFail() throws {
    let (summary, _) = try Self.run(
      """
        - when: departing = "nothing"
          reason: one
        - when: abs(difference) < $1
          reason: two
          expires: 2026-04-30
          count: 1
      """)
    #expect(summary.ledger.map(\.verdict) == [.unused, .expired])
    #expect(
      summary.failures == [
        "l.yaml:3: `one` covers nothing",
        "l.yaml:5: `two` expired on 2026-04-30",
      ])
    let (more, _) = try Self.run("  - { when: abs(difference) < $1, reason: all, count: 1 }")
    #expect(more.ledger.map(\.verdict) == [.overflowing])
    #expect(more.failures == ["l.yaml:3: `all` covers 2 bookings, 1 were expected"])
  }

  /// In a ledger of many causes, the entries of the booking's own are looked at.
  @Test func fewEntriesAreLookedAt() throws {
    let conditions =
      (0..<100).map { "weight = 2\($0 / 10).\($0 % 10) kg and abs(difference) <= $1" }
      + (0..<300).map { #"cause = "c\#($0)" and zone = "near""# }
      + [#"cause = "own" and departing = "fee""#, #"departing = "fee""#, "weight > 1 kg"]
    let entries = conditions.map { "  - { when: '\($0)', reason: x }\n" }
    var (sources, log) = (Sources(), DiagnosticLog())
    let ledger = AcceptedLedger(
      reading: Array(("schema: quote-accepted/1\naccepted:\n" + entries.joined()).utf8),
      name: "l.yaml", sources: &sources, log: &log)
    let compiled = try CompiledRules(
      rulesAt: "r.yaml", loader: .memory(["r.yaml": ComparisonKit.rules]))
    var complaints: [Int: [Diagnostic]] = [:]
    let judge = AcceptedJudge(
      AcceptedRules(ledger, with: compiled, sources: sources, complaints: &complaints))
    #expect(complaints.isEmpty && ledger.entries.count == 403)
    let parser = try BookingReader(
      schema: compiled.model.schema, sources: [ComparisonKit.bookings(["A"])]
    ).makeParser()
    let batch = BookingBatch(schema: compiled.model.schema)
    #expect(try parser.read(into: batch))
    for (cause, departing, entry, count) in [
      ("own", "fee", 400, 1), ("other", "fee", 401, 1), ("c7", "parcel", 107, 1),
      ("own", "parcel", 402, 2), ("none", "parcel", 402, 1),
    ] {
      var booking = BookingDifference(
        key: "A", record: 1, line: 2, form: "", ours: .priced, theirs: .priced,
        departing: departing)
      booking.cause = cause
      let before = judge.tried
      judge.accept(&booking, in: batch, row: 0)
      #expect(booking.standing == .accepted(entry))
      #expect(judge.tried - before == count)
    }
  }

  @Test func lastDayStillHolds() throws {
    let entry = "  - { when: abs(difference) < $1, reason: all, expires: 2026-05-01 }"
    #expect(try Self.run(entry).summary.failures.isEmpty)
    #expect(try Self.run(entry, today: "2026-05-02").summary.failures.count == 1)
  }

  @Test func namesAndFormsAreChecked() throws {
    for (entry, id) in [
      ("{ when: theirs.totl > 1, reason: x }", "accepted-name"),
      ("{ when: weight, reason: x }", "accepted-condition"),
      ("{ when: nothing = 1, reason: x }", "unknown-name"),
      ("{ when: weight > 1 kg, reason: x, expires: soon }", "expiry-form"),
      ("{ when: weight > 1 kg, reason: x, money: $3 }", "accepted-amount"),
      ("{ when: weight > 1 kg, reason: x, values: { fee: { bye: [1] } } }", "unknown-key"),
      ("{ when: weight > 1 kg }", "missing-key"),
      ("{ when: weight > 1 kg, reason: x, amount: 3 }", "unknown-key"),
    ] {
      do {
        _ = try Self.run("  - " + entry)
        Issue.record("\(entry) was taken")
      } catch RulesFailure.rejected(let rejected) {
        #expect(rejected.diagnostics.first?.id == id, "\(entry)")
      }
    }
  }

  @Test func aBaselineKnowsTheVerySame() throws {
    let (_, found) = try ComparisonKit.reference(["A", "B"], Self.reference)
    let buffer = ByteBuffer()
    let report = DifferenceReport(
      .jsonl,
      context: DifferenceContext(
        rules: "r.yaml", title: "", currency: "USD", others: []))
    report.append(found[0], to: buffer)
    let baseline = ComparisonKit.source("known.jsonl", buffer.string)
    let (summary, again) = try ComparisonKit.reference(["A", "B"], Self.reference) {
      $0.baseline = baseline
    }
    #expect(again.map(\.standing) == [.known, .new])
    #expect(summary.failures == ["1 booking differs"])
    let other = Self.reference.replacing("12.97", with: "12.98")
    #expect(
      try ComparisonKit.reference(["A", "B"], other) { $0.baseline = baseline }.summary.known == 0)
  }

  @Test func draftsAreLedgers() throws {
    let (_, found) = try ComparisonKit.reference(["A", "B"], Self.reference)
    let draft = AcceptedDraft()
    for booking in found { draft.add(booking) }
    let buffer = ByteBuffer()
    draft.append(to: buffer)
    let drafted = buffer.string.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    let (open, _) = try Self.run(drafted)
    #expect(open.ledger.map(\.verdict) == [.unsigned])
    let wanted = "is not yet signed: say why in `reason`, and who in `owner`"
    #expect(open.failures.count == 1 && open.failures[0].hasSuffix(wanted))
    #expect(try Self.run(Self.signed(drafted)).summary.failures.isEmpty)
  }

  /// A draft that somebody has read.
  static func signed(_ draft: String) -> String {
    draft.replacing("say why: ", with: "known: ").replacing("say who", with: "pricing")
  }

  @Test func failureRulesSayWhatIsTooMuch() throws {
    func failures(_ rules: String...) throws -> [String] {
      try ComparisonKit.reference(["A", "B"], Self.reference) { options in
        options.failureRules = rules.compactMap { FailureRule($0) }
      }.summary.failures
    }
    #expect(FailureRule("share>100%") == nil)
    #expect(try failures("differences>2", "money>$0.47", "skipped>0").isEmpty)
    #expect(
      try failures("differences>3") == [
        "2 bookings differ, and a limit of 3 is more than all of them"
      ])
    #expect(try failures("differences>1") == ["2 bookings differ, more than 1"])
    #expect(try failures("share > 99.5%") == ["100% of the bookings differ, more than 99.5"])
    #expect(try failures("money>0.46 USD") == ["0.47 USD of differences, more than 0.46"])
    for text in ["", "many>3", "differences", "share>3", "money>x", "differences>-1", "a>b>c"] {
      #expect(FailureRule(text) == nil, "\(text)")
    }
  }
}
