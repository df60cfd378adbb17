import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// How far the subtotal, and a value, can go along a list that is taken in order.
@Suite struct StepReachTests {
  private static func total(_ lines: String, atMost: Int? = 6, header: String = "") throws
    -> Interval?
  {
    let bound = atMost.map { "\n    at_most: \($0)" } ?? ""
    let rules = try ModelRules(
      """
      inputs:
        net: money [$0..$100]
        list:
          each:
            a: money [$0..$5]
            rate: number [0..1] step 0.01\(bound)
      quote:
        - line: net
      \(lines)
      """, header: header)
    guard let model = rules.model else {
      #expect(rules.errors == ["steps-run-away «in order»"])
      return nil
    }
    return WaterfallReach(of: model).total
  }

  private static func line(_ effect: String, when: String? = nil) -> String {
    "  - line: step\n    for: list in order\n"
      + (when.map { "    when: \($0)\n" } ?? "") + "    \(effect)\n"
  }

  /// What each element adds at most, for as many as there may be.
  @Test func whatIsAddedEachTimeAddsUp() throws {
    #expect(try Self.total(Self.line("amount: a")) == Interval(0, 130))
    #expect(try Self.total(Self.line("amount: a"), atMost: nil) == Interval(0, 5100))
    #expect(try Self.total(Self.line("amount: if subtotal > $50 then a else -a")) != nil)
  }

  @Test func whatIsTakenOffIsNeverMoreThanThereIs() throws {
    #expect(try Self.total(Self.line("amount: -min(subtotal, a)")) == Interval(0, 100))
    #expect(try Self.total(Self.line("amount: -min(subtotal, a)"), atMost: nil) == Interval(0, 100))
    #expect(try Self.total(Self.line("amount: -round(subtotal * rate)")) == Interval(0, 100))
    #expect(
      try Self.total(Self.line("becomes: max(subtotal - a, $10)", when: "rate > 0"))
        == Interval(0, 100))
  }

  @Test func whatGrowsByAShareIsBoundedByHowManyThereAre() throws {
    #expect(try Self.total(Self.line("amount: round(subtotal * rate)")) == Interval(0, 6400))
    #expect(try Self.total(Self.line("amount: round(subtotal * rate)"), atMost: nil) == nil)
    #expect(
      try Self.total(Self.line("amount: subtotal * rate"), atMost: nil, header: "currency: USD")
        == nil)
  }

  @Test func aValueGoesAsFar() throws {
    let rules = try ModelRules(
      """
      inputs:
        from: date [2026-01-01..2026-12-31]
        list:
          each:
            a: money [$0..$5]
            n: count [0..3]
          at_most: 4
      let:
        left:
          for: list in order
          start: $20
          each: left - min(left, a)
        count_up:
          for: list in order
          start: 0
          each: count_up + n
        half:
          for: list in order
          start: 1
          each: half / 2
        any_free:
          for: list in order
          start: no
          each: any_free or a = $0
        due:
          for: list in order
          start: from
          each: due + n * 1 day
        first_of: first(a)
        missing:
          for: list in order
          start: first_of
          each: missing + a
      """)
    #expect(rules.errors == [])
    #expect(rules.letNamed("left")?.range == Interval(0, 20))
    #expect(rules.letNamed("count_up")?.range == Interval(0, 12))
    #expect(rules.letNamed("half")?.quantum == Ratio(1, 16))
    #expect(rules.letNamed("any_free")?.type == .flag)
    #expect(rules.letNamed("due")?.type == .date)
    #expect(rules.letNamed("missing")?.isOptional == true)
    #expect(rules.letNamed("missing")?.range == Interval(0, 25))
  }

  @Test func aStepIsOfTheTypeThatItStartsFrom() throws {
    let rules = try ModelRules(
      """
      inputs:
        list:
          each:
            a: money [$0..$5]
          at_most: 4
      let:
        mixed:
          for: list in order
          start: 1
          each: a
        words:
          for: list in order
          start: ("x")
          each: words
        nowhere:
          for: lists in order
          start: 1
          each: nowhere
        itself:
          for: list in order
          start: other
          each: itself
        other: last(itself)
      """)
    #expect(
      Set(rules.errors.map { String($0.prefix { $0 != " " }) })
        == ["types-apart", "wrong-type", "unknown-list", "circular"])
  }
}
