import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Ways in which a gate passed although a price was wrong.
@Suite struct ClosedGateTests {
  /// A cent of the total says nothing of the minutes.
  @Test func whatBoundsTheTotalBoundsNoOtherOutput() throws {
    func failures(_ minutes: String, _ when: String) throws -> [String] {
      let ledger = "schema: quote-accepted/1\naccepted:\n  - { when: '\(when)', reason: cents }\n"
      return try ComparisonKit.haul(
        "id,haul,fee,total,minutes\n1,30,2.41,32.41,\(minutes)\n", bookings: "id,pieces\n1,1\n",
        ledger: ledger
      ).summary.failures
    }
    let cent = "abs(difference) <= $0.01"
    #expect(try failures("38", cent).isEmpty)
    #expect(try failures("900", cent).count == 1)
    #expect(try failures("39", cent + " and theirs.minutes in [38..40]").isEmpty)
  }

  /// The same amount is wrong in another booking than when it was accepted.
  @Test func aMistakeThatMovesToAnotherBookingFails() throws {
    func rows(wrong: Int) -> String {
      (1...4).reduce(into: "id,total\n") { rows, key in
        let total = Ratio(Int128(324 * key), 10) + (key == wrong ? 1 : 0)
        rows += "\(key),\(total)\n"
      }
    }
    let ledger = ComparisonKit.signedLedger(
      of: try ComparisonKit.haul(rows(wrong: 2)).found, rules: "haul")
    #expect(try ComparisonKit.haul(rows(wrong: 2), ledger: ledger).summary.failures.isEmpty)
    let (moved, _) = try ComparisonKit.haul(rows(wrong: 3), ledger: ledger)
    #expect(moved.ledger.map(\.verdict) == [.changed])
    #expect(moved.failures.count == 1)
    #expect(
      moved.failures[0].hasSuffix(
        "covers `3`, which was not among the bookings that it was drafted from"))
    // Bookings of another month, which were not there.
    let other = "id,pieces\n7,1\n8,2\n"
    let theirs = "id,total\n7,32.40\n8,65.80\n"
    let (later, _) = try ComparisonKit.haul(theirs, bookings: other, ledger: ledger)
    #expect(later.failures.isEmpty)
  }

  /// A refusal that moves to another booking.
  @Test func aRefusalThatMovesFails() throws {
    func rows(refused: Int) -> String {
      (1...4).reduce(into: "id,status,total\n") { rows, key in
        let total = Ratio(Int128(324 * key), 10)
        rows += key == refused ? "\(key),declined,\n" : "\(key),quoted,\(total)\n"
      }
    }
    let ledger = ComparisonKit.signedLedger(
      of: try ComparisonKit.haul(rows(refused: 2)).found, rules: "haul")
    #expect(try ComparisonKit.haul(rows(refused: 2), ledger: ledger).summary.failures.isEmpty)
    #expect(try ComparisonKit.haul(rows(refused: 3), ledger: ledger).summary.failures.count == 1)
  }

  /// Lines that are wrong both ways leave the total as it is.
  @Test(arguments: ["change>5%", "median>5%", "p95>5%"])
  func limitsOfPartsHoldLines(_ limit: String) throws {
    func failures(_ fee: String, _ haul: String) throws -> [String] {
      try ComparisonKit.haul(
        "id,haul,fee,total\n1,\(haul),\(fee),32.40\n", bookings: "id,pieces\n1,1\n"
      ) {
        $0.failureRules = [FailureRule(limit)].compactMap { $0 }
      }.summary.failures
    }
    #expect(try failures("3.40", "29.00").isEmpty)
    #expect(try failures("12.40", "20.00").count == 1)
  }

  /// Many small changes of lines do not thin out the totals that change by much.
  @Test func smallChangesOfLinesHideNoTotal() throws {
    let rows = "id,haul,fee,total\n1,30,12.40,42.40\n2,60.01,4.79,64.80\n3,90.01,7.19,97.20\n"
    let (summary, _) = try ComparisonKit.haul(rows, bookings: "id,pieces\n1,1\n2,2\n3,3\n") {
      $0.failureRules = [FailureRule("median>5%")].compactMap { $0 }
    }
    #expect(summary.failures.count == 1)
  }

  @Test(
    arguments: [
      "id,total,currency\n1,32.40,\n", "id,total,currency,Currency\n1,32.40,USD,EUR\n",
      "id,total,Currency,currency\n1,32.40,EUR,USD\n",
    ])
  func aCurrencyThatIsNotOursFails(_ rows: String) throws {
    #expect(try ComparisonKit.haul(rows, bookings: "id,pieces\n1,1\n").summary.failures.count == 1)
  }

  @Test func twoColumnsOfCurrenciesAreRefused() {
    let refused = refusal {
      try ComparisonKit.haul("id,total,currency,currency\n1,32.40,EUR,USD\n")
    }
    #expect(refused == "repeated-column")
    let once = try? ComparisonKit.haul(
      "id,total,currency\n1,32.40,USD\n", bookings: "id,pieces\n1,1\n")
    #expect(once?.summary.failures.isEmpty == true)
  }

  @Test func aNumberInOtherMarksIsToldWithTheMapThatReadsIt() throws {
    let (summary, _) = try ComparisonKit.haul(
      "id,total\n1,\"36,02\"\n", bookings: "id,pieces\n1,1\n")
    #expect(
      summary.notes.contains { note in
        note.contains("`36,02`") && note.contains("written: \"1.234,50\"")
      })
  }

  /// What cannot be read is one cause, whatever stands there.
  @Test func faultsOfOneKindAreOneCause() throws {
    let bookings = "id,pieces\n1,one\n2,two\n3,three\n"
    let theirs = "id,total\n1,32.40\n2,64.80\n3,97.20\n"
    let causes = try ComparisonKit.haul(theirs, bookings: bookings).summary.causes.ordered
    #expect(causes.map(\.bookings) == [3])
  }

  /// A tolerance that lets pass any total holds nothing.
  @Test func aToleranceOfMoreThanAllTotalsFails() throws {
    func failures(_ tolerance: String, _ total: String = "32.90") throws -> [String] {
      try ComparisonKit.haul("id,total\n1,\(total)\n2,64.80\n3,97.20\n4,129.60\n") {
        $0.tolerances = Tolerances(tolerance) ?? Tolerances()
      }.summary.failures
    }
    #expect(try failures("1").isEmpty)
    #expect(try failures("1", "39.90").count == 1)
    let wide = try failures("100000")
    #expect(wide.count == 1 && wide[0].contains("hides another price"), "\(wide)")
    #expect(try failures("total=100000").count == 1)
    // What hides nothing has not failed to find it.
    #expect(try failures("100000", "32.40").isEmpty)
  }

  /// What is wide for one price is no tolerance of it, whatever others cost.
  @Test func aToleranceHidesNoOtherPriceOfOneBooking() throws {
    func failures(_ first: String) throws -> [String] {
      try ComparisonKit.haul(
        "id,total\n1,\(first)\n2,3240\n", bookings: "id,pieces\n1,1\n2,100\n"
      ) {
        $0.tolerances = Tolerances("20") ?? Tolerances()
      }.summary.failures
    }
    #expect(try failures("45.00").isEmpty)
    #expect(
      try failures("52.00") == [
        "the tolerance of `total` hides another price: it hid 19.6 of 32.4"
      ])
  }

  /// The same of an amount that is no total.
  @Test func aToleranceHidesNoOtherAmount() throws {
    func failures(_ tolerance: String, _ second: String) throws -> [String] {
      let theirs = "id,haul,fee,total,minutes\n1,30,2.40,32.40,38\n2,60,\(second),64.80,46\n"
      return try ComparisonKit.haul(theirs, bookings: "id,pieces\n1,1\n2,2\n") {
        $0.tolerances = Tolerances(tolerance) ?? Tolerances()
      }.summary.failures
    }
    #expect(try failures("fee=1000", "4.80").isEmpty)
    #expect(try failures("fee=1000", "4.85").isEmpty)
    #expect(
      try failures("fee=1000", "99.00") == [
        "the tolerance of `fee` hides another price: it hid 94.2 of 4.8"
      ])
  }

  /// What strangers say of currencies is bounded.
  @Test func manyOtherCurrenciesAreFewSentences() throws {
    let rows = (0..<40).map { key in
      let currency = key < 5 ? "EUR" : "C\(key)" + String(repeating: "X", count: 200)
      return "\(key),32.40,\(currency)\n"
    }
    let bookings = "id,pieces\n" + (0..<40).map { "\($0),1\n" }.joined()
    let failures = try ComparisonKit.haul(
      "id,total,currency\n" + rows.joined(), bookings: bookings
    ).summary.failures
    #expect(failures.contains("5 bookings of theirs are in `EUR`, and ours are in USD"))
    #expect(failures.count <= 13 && failures.allSatisfy { $0.utf8.count < 200 }, "\(failures)")
    #expect(failures.contains { $0.contains("in yet other currencies") })
  }

  /// An entry that would cover any price has accepted no difference.
  @Test(
    arguments: [
      ("when: abs(difference) < $100000", true), ("when: 'theirs.total in [$0..$5000]'", true),
      ("when: difference > -$900 and difference < $900", true),
      ("when: 'theirs.total > ours.total - $500 and theirs.total < 90 * ours.total'", true),
      ("when: abs(difference) < $100000, money: 1", false),
      ("when: 1 = 1, money: 100000", true), ("when: 1 = 1, money: 0.94, count: 4", false),
      ("when: 1 = 1, money: 3, count: 2", false),
      ("when: 1 = 1, values: { total: { from: -900, to: 900, above: 900, below: -900 } }", true),
      ("when: 1 = 1, values: { total: { from: -900, to: 900, above: 0.46, below: -0.01 } }", false),
      ("when: 1 = 1, values: { total: { by: [-0.01, 0.46], above: 0.46, below: -0.01 } }", false),
      ("when: abs(difference) < $1", false),
      ("when: 'abs(difference) < $95 and theirs.total != 2 * ours.total'", true),
    ])
  func anEntryThatHoldsNoPriceFails(_ entry: String, _ fails: Bool) throws {
    let (summary, _) = try AcceptedTests.run("  - { \(entry), reason: all }")
    #expect(summary.ledger.map(\.verdict) == [fails ? .unbounded : .fine])
    #expect(
      summary.failures == (fails
        ? [
          "l.yaml:3: `all` bounds nothing: it would accept twice our "
            + "`total`, or nothing, as well; `--accept FILE` drafts the entry with what was seen"
        ] : []))
  }

  /// However large the difference is that it is for, it must not accept prices of nothing.
  @Test(arguments: [
    ("abs(difference) <= $100", true), ("difference < -$80 and difference > -$100", false),
    ("'theirs.total = $122.40'", false), ("difference = -$90", false),
  ])
  func anEntryForALargeMistakeHoldsPrices(_ when: String, _ fails: Bool) throws {
    let ledger = "schema: quote-accepted/1\naccepted:\n  - { when: \(when), reason: all }\n"
    let theirs = "id,total\n1,32.40\n2,64.80\n3,122.40\n"
    let (summary, _) = try ComparisonKit.haul(
      theirs, bookings: "id,pieces\n1,1\n2,2\n3,1\n", ledger: ledger)
    #expect(summary.ledger.map(\.verdict) == [fails ? .unbounded : .fine], "\(summary.failures)")
  }

  /// A limit that is more than all of them holds nothing where most differs.
  @Test(
    arguments: [
      ("differences>10", 2, true), ("differences>1", 1, false), ("money>$1000", 2, true),
      ("money>$1000", 1, false), ("money>$10000", 0, false),
    ])
  func aLimitOfAllIsNone(_ limit: String, _ wrong: Int, _ fails: Bool) throws {
    let rows = (1...3).map { key in
      "\(key),\(Ratio(Int128(324 * key), 10) + (key <= wrong + wrong / 2 ? 50 : 0))\n"
    }
    let (summary, _) = try ComparisonKit.haul(
      "id,total\n" + rows.joined(), bookings: "id,pieces\n1,1\n2,2\n3,3\n"
    ) {
      $0.failureRules = [FailureRule(limit)].compactMap { $0 }
    }
    #expect(summary.failures.isEmpty == !fails, "\(summary.failures)")
  }

  /// Where prices are free, a cent each is no reason to refuse what a limit or an entry allows.
  @Test func freeBookingsMayDifferByCents() throws {
    let ledger = """
      schema: quote-accepted/1
      accepted:
        - { when: abs(difference) <= $0.02, reason: rounded otherwise, owner: pricing }

      """
    func failures(_ ledger: String?, _ limits: String...) throws -> [String] {
      try ComparisonKit.haul(
        "id,total\nA,0.01\nB,0.01\n", bookings: "id,pieces\nA,0\nB,0\n", ledger: ledger
      ) { options in
        if !limits.isEmpty { options.failureRules = limits.compactMap { FailureRule($0) } }
      }.summary.failures
    }
    #expect(try failures(nil, "money>$5") == [])
    #expect(try failures(ledger) == [])
  }

  @Test func aRowOfJSONSaysWhyItCannotBeRead() throws {
    func message(_ row: String) throws -> String? {
      try ComparisonKit.reference(
        ["A"], row + "\n{\"id\":\"A\",\"total\":12.96}\n", name: "reference.jsonl"
      ).summary.faults.first.first?.message
    }
    #expect(
      try message("{\"id\":\"A\",\"b\":[{\"c\":1,\"c\":2}],\"total\":12.96}")
        == "the row of the reference cannot be read: `c` is given twice in one object: some "
        + "programs read the first, others the last")
    #expect(
      try message("[1]") == "the row of the reference cannot be read: it is no object")
    #expect(
      try message("{\"id\":nil}")?.hasPrefix("the row of the reference cannot be read: ") == true)
  }

  /// An entry of refusals without a count covers a backend that prices next to nothing.
  @Test func refusalsOfMostBookingsAreCounted() throws {
    func failures(_ more: String) throws -> [String] {
      try ComparisonKit.haul(
        "id,status,total\n1,quoted,32.40\n2,declined,\n3,declined,\n4,declined,\n",
        ledger: "schema: quote-accepted/1\naccepted:\n"
          + "  - { when: 'theirs.status = \"declined\"', reason: r\(more) }\n"
      ).summary.failures
    }
    #expect(
      try failures("") == [
        "l.yaml:3: `r` covers 3 of 4 bookings that one side refuses or does not have, and says "
          + "neither `count` nor `money`"
      ])
    #expect(try failures(", count: 3").isEmpty)
  }
}
