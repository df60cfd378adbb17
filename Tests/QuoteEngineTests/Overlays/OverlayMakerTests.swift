import Foundation
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// Records of configuration become overlays, whatever they call things and
/// however they nest them.
@Suite struct OverlayMakerTests {
  static let rules = """
    schema: quote/1
    name: wash
    currency: EUR
    timezone: Europe/Paris
    inputs:
      id: text, key
      model: text
      seats: count [1..9]
      far: distance in km [0 km..100 km]
      at: time
      on: date
    let:
      fee: 2%
      open_late: no
      motto: ("none")
      base:
        first: |
          | model || each: money | said: text |
          | van   || 40 EUR      | big        |
      travel:
        max: |
          | far || amount: money | heavy: flag |
      hours:
        sum: |
          | at | on | seats || rate: number |
    quote:
      - line: wash
        amount: base.each default 10 EUR
      - line: way
        amount: travel.amount default 0 EUR
      - line: late
        amount: round(wash * hours)
    outputs:
      fee:
      motto:
      open_late:
      said: base.said
      heavy: travel.heavy

    """

  static let map = """
    schema: quote-overlay/1
    inputs:
      share: optional number [0..1], from shop.money.share
      late: optional flag, from shop.late
      words: optional text, from shop.\"motto text\"
      kinds:
        each:
          name: text, from itself
        from: shop.kinds
      rides:
        each:
          km: distance in km, from at_least
          price: money, from euros
          heavy: optional flag
        from: shop.travel.rides
      slots:
        each:
          opens: optional time
          closes: optional time
          first_day: optional date
          last_day: optional date
          extra: number [0..10]
          seats_of:
            each:
              seat: optional count, from itself
            from: seats
        from: shop.slots
    overlay:
      fee: share
      open_late: { when: late is given, value: late }
      motto: words
      base:
        for: kinds
        row: { model: name, each: 25 EUR, said: "(\\"a {name}\\")" }
      travel:
        for: rides
        where: price > 0 EUR
        row: { far: "[km..200 km)", amount: price, heavy: heavy }
      hours:
        for: slots
        row:
          rate: extra
          seats: { for: seats_of, each: seat }
          at: "[opens..closes)"
          on: "(first_day..last_day]"

    """

  static func maker(_ map: String = map, rules: String = rules) throws -> OverlayMaker {
    try OverlayMaker(
      rulesAt: "rules.yaml", map: "map.yaml",
      loader: .memory(["rules.yaml": rules, "map.yaml": map]))
  }

  static func overlay(_ record: String) throws -> String {
    try maker().overlay(of: Array(record.utf8), named: "record.json")
  }

  @Test func everyKindOfValue() throws {
    let made = try Self.overlay(
      #"""
      {"shop": {"money": {"share": 3.5e-2}, "late": true, "motto text": "it's {50}% | \"more\"",
        "kinds": ["van", "a|b", "bus, long"],
        "travel": {"rides": [{"at_least": 2.5, "euros": 7}, {"at_least": 9, "euros": 0},
                             {"at_least": 10, "euros": 12.25, "heavy": true}]},
        "slots": [
          {"opens": "08:00", "closes": "09:30:00", "extra": 0.1, "seats": [1, 2]},
          {"opens": "22:00", "extra": 1, "first_day": "2026-01-01", "seats": []},
          {"closes": "06:00", "extra": 0.25, "last_day": "2026-02-01", "seats": [null]},
          {"opens": "23:00", "closes": "23:00", "extra": 2, "seats": []}]}}
      """#)
    #expect(
      made == """
        let:
          fee: 0.035
          open_late: yes
          motto: '("it''s \\{50\\}% \\| \\"more\\"")'
          base:
            rows: |
              | "van"       || 25 EUR | "a van"       |
              | "a\\|b"      || 25 EUR | "a a\\|b"      |
              | "bus, long" || 25 EUR | "a bus, long" |
          travel:
            rows: |
              | [2.5 km..200 km) || 7 EUR     | -   |
              | [10 km..200 km)  || 12.25 EUR | yes |
          hours:
            rows: |
              | [08:00..09:30) | -             | 1, 2       || 0.1  |
              | >= 22:00       | > 2026-01-01  | -          || 1    |
              # never holds: | < 06:00        | <= 2026-02-01 | none given || 0.25 |
              # never holds: | [23:00..23:00) | -             | -          || 2    |

        """)
  }

  @Test func whatIsNotGivenStays() throws {
    let made = try Self.overlay(#"{"shop":{"kinds":[],"travel":{"rides":[]},"slots":[]}}"#)
    #expect(
      made == """
        let:
          base:
            rows: |
              # none
          travel:
            rows: |
              # none
          hours:
            rows: |
              # none

        """)
  }

  /// The overlay means what the record says: priced with it laid over.
  @Test func pricesAsTheRecordSays() throws {
    let made = try Self.overlay(
      #"{"shop":{"money":{"share":0.5},"kinds":["cab"],"travel":{"rides":[]},"slots":[]}}"#)
    let pricer = try Pricer(
      rulesAt: "rules.yaml", overlays: ["made.yaml"],
      loader: .memory(["rules.yaml": Self.rules, "made.yaml": made]))
    let text = "id,model,seats,far,at,on\n1,cab,2,3,10:00,2026-01-01\n"
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "b.csv", bytes: Array(text.utf8))])
    let batch = BookingBatch(schema: pricer.schema)
    #expect(try reader.makeParser().read(into: batch))
    let columns = QuoteColumns(quotes: pricer.plan.quoteSchema, bookings: pricer.schema)
    let buffer = ByteBuffer()
    let evaluator = pricer.makeEvaluator()
    columns.writer(.jsonl).append(
      evaluator.price(batch, rows: 0..<1), of: batch, to: buffer)
    #expect(buffer.string.contains(#""fee":0.5,"motto":"none","open_late":false,"said":"a cab""#))
  }

  @Test(arguments: [
    (#"{"shop":{"money":{"share":"2"},"kinds":[],"travel":{"rides":[]},"slots":[]}}"#, "\"2\""),
    (#"{"shop":{"money":{"share":7},"kinds":[],"travel":{"rides":[]},"slots":[]}}"#, "7"),
    (#"{"shop":{"kinds":[],"travel":{"rides":[{"euros":1}]},"slots":[]}}"#, "{"),
    (#"{"shop":{"kinds":[],"travel":{"rides":[{"at_least":1,"euros":"x"}]},"slots":[]}}"#, "\"x\""),
    (#"{"shop":{"kinds":"van","travel":{"rides":[]},"slots":[]}}"#, "\"van\""),
  ])
  func aBrokenRecordIsShown(_ record: String, _ underlined: String) throws {
    let error = #expect(throws: RulesFailure.self) { try Self.overlay(record) }
    guard case .rejected(let rejected)? = error else {
      Issue.record("trouble")
      return
    }
    #expect(rejected.diagnostics.map(\.id) == ["configuration-fault"])
    #expect(rejected.sources.text(at: rejected.diagnostics[0].primary.span) == underlined)
  }

  @Test(arguments: [
    ("fee: share", "fees: share", "unknown-path «fees»"),
    ("motto: words", "travel: words", "duplicate-key «travel» overlay-figure «travel»"),
    ("motto: words", "motto: { for: kinds, row: { a: name } }", "not-a-table «motto»"),
    ("each: 25 EUR", "eech: 25 EUR", "overlay-column «base» overlay-column «eech»"),
    ("amount: price", "amount: \"[price..price]\"", "overlay-cell «amount»"),
    ("for: kinds", "for: kind", "unknown-list «kind»"),
    ("fee: share", "fee: nothing", "unknown-name «nothing»"),
    ("schema: quote-overlay/1", "schema: quote-map/1", "unknown-word «quote-map/1»"),
    ("    row: { model", "    rows: { model", "missing-key «base» unknown-key «rows»"),
  ])
  func mistakesInTheMap(_ old: String, _ new: String, _ said: String) throws {
    let error = #expect(throws: RulesFailure.self) {
      try Self.maker(Self.map.replacing(old, with: new, maxReplacements: 1))
    }
    guard case .rejected(let rejected)? = error else {
      Issue.record("trouble")
      return
    }
    let words = rejected.diagnostics.map {
      "\($0.id) «\(rejected.sources.text(at: $0.primary.span))»"
    }
    #expect(words.sorted().joined(separator: " ") == said)
  }

  /// What only the rules can say: two rows of a unique table that overlap.
  @Test func theRulesHaveTheLastWord() throws {
    let rules = Self.rules.replacing("  base:\n    first:", with: "  base:\n    unique:")
    let maker = try Self.maker(rules: rules)
    let record = #"{"shop":{"kinds":["van","van"],"travel":{"rides":[]},"slots":[]}}"#
    let error = #expect(throws: RulesFailure.self) {
      try maker.overlay(of: Array(record.utf8), named: "record.json")
    }
    guard case .rejected(let rejected)? = error else {
      Issue.record("trouble")
      return
    }
    #expect(!rejected.diagnostics.isEmpty)
    #expect(rejected.diagnostics[0].primary.span.file >= 0)
  }
}
