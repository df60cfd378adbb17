import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The range of an input holds for whatever fills it: everything computed from the input
/// relies on it.
@Suite struct InputRangeTests {
  /// An input with an open end, the last value before that end, the end itself, and how a
  /// table says the same range.
  struct Kind: CustomTestStringConvertible {
    var input: String
    var inside: String
    var end: String
    /// How a literal of the rules begins.
    var sign = ""
    /// Whether JSON has it without quotes.
    var isNumber = false
    var testDescription: String { input }
    var range: String { String(input[input.firstIndex(of: "[")!...].prefix { $0 != ")" }) + ")" }
  }

  static let kinds = [
    Kind(input: "date [2026-01-01..2027-01-01)", inside: "2026-12-31", end: "2027-01-01"),
    Kind(input: "time [08:00..18:00)", inside: "17:59:59", end: "18:00"),
    Kind(
      input: "instant [2026-01-01T00:00:00Z..2026-01-02T00:00:00Z)",
      inside: "2026-01-01T23:59:59.999999Z", end: "2026-01-02T00:00:00Z"),
    Kind(input: "count [0..10)", inside: "9", end: "10", isNumber: true),
    Kind(input: "number [0..1.5)", inside: "1.499999", end: "1.5", isNumber: true),
    Kind(input: "money [$0..$10)", inside: "9.99", end: "10", sign: "$", isNumber: true),
  ]

  static func rules(_ input: String, table: String? = nil) -> String {
    let price = table.map { "price:\n    unique: |\n      | at || price |\n      | \($0) || $7 |" }
    return """
      schema: quote/1
      name: range
      currency: USD
      timezone: UTC
      inputs:
        id: text, key
        at: \(input)
      let:
        \(price ?? "price: $7")
      quote:
        - line: visit
          amount: price
      """
  }

  static func pricer(_ rules: String) throws -> Pricer {
    try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]))
  }

  /// Reasons of faults by row, nothing where a row has none.
  static func faults(
    _ rules: String, _ text: String, _ format: InputFormat, asOf: Instant? = nil
  ) throws -> [String] {
    let pricer = try pricer(rules)
    var options = ReaderOptions()
    options.format = format
    options.asOf = asOf
    let source = ByteSource.memory(name: "m", bytes: Array(text.utf8))
    let reader = try BookingReader(schema: pricer.schema, sources: [source], options: options)
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    let evaluator = pricer.makeEvaluator()
    var reasons: [String] = []
    while try parser.read(into: batch) {
      let quotes = evaluator.price(batch, rows: 0..<batch.count)
      for row in 0..<batch.count {
        reasons.append(quotes.faults.all.first { $0.row == row }?.reason ?? "")
      }
    }
    return reasons
  }

  @Test(arguments: kinds) func anEndThatIsOpenIsNoValue(_ kind: Kind) throws {
    let rules = Self.rules(kind.input, table: kind.range)
    let csv = "id,at\na,\(kind.inside)\nb,\(kind.end)\n"
    #expect(try Self.faults(rules, csv, .csv) == ["", "out-of-range"])
    let quote = kind.isNumber ? "" : "\""
    let lines = [kind.inside, kind.end].map { #"{"id":"x","at":"# + quote + $0 + quote + "}" }
    #expect(
      try Self.faults(rules, lines.joined(separator: "\n"), .jsonl) == ["", "out-of-range"])
  }

  /// A table that has a row for every value up to the open end has no gap there.
  @Test(arguments: kinds) func aTableNeedsNoRowForAnOpenEnd(_ kind: Kind) throws {
    let warnings = try Self.pricer(Self.rules(kind.input, table: kind.range)).warnings
    #expect(warnings.isEmpty, "\(warnings.map(\.id))")
  }

  @Test(arguments: kinds) func aDefaultLiesInside(_ kind: Kind) throws {
    func defaulting(_ value: String) throws {
      _ = try Self.pricer(Self.rules(kind.input + ", default " + kind.sign + value))
    }
    #expect(refusal { try defaulting(kind.end) } == "default-outside")
    #expect(throws: Never.self) { try defaulting(kind.inside) }
  }

  @Test func doublesKeepTheirOpenEnds() throws {
    let rules = Self.rules("number [0..1.5)").replacing(
      "timezone: UTC", with: "timezone: UTC\narithmetic: python")
    let csv = "id,at\na,1.4999999999999998\nb,1.5\n"
    #expect(try Self.faults(rules, csv, .csv) == ["", "out-of-range"])
  }

  @Test func nothingLiesBetweenTwoCounts() throws {
    #expect(refusal { try Self.pricer(Self.rules("count (5..6)")) } == "empty-range")
    #expect(throws: Never.self) { try Self.pricer(Self.rules("count (5..7)")) }
  }

  /// What rules compute for an element that they add may be anything: what follows is
  /// made for both.
  @Test func aComputedFieldWidensItsRange() throws {
    let pricer = try Self.pricer(
      """
      schema: quote/1
      name: range
      currency: USD
      inputs:
        id: text, key
        volume: number [0..100], default 0
        goods:
          each:
            pieces: count [0..4]
          from:
            - goods
            - { pieces: = trunc(volume) }
      quote:
        - line: rest
          for: goods
          amount: round((4 - pieces) * $0.125)
      """)
    let line = try #require(pricer.model.allLines.first)
    guard case .amount(let amount) = line.effect else {
      Issue.record("the line has no amount")
      return
    }
    #expect(amount.range.lower == -12 && amount.range.upper == Ratio(1, 2), "\(amount.range)")
    let rows = (0..<20).map { "b\($0),9\n" }.joined()
    let source = ByteSource.memory(name: "m.csv", bytes: Array(("id,volume\n" + rows).utf8))
    let reader = try BookingReader(schema: pricer.schema, sources: [source])
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    #expect(try parser.read(into: batch))
    let quotes = pricer.makeEvaluator().price(batch, rows: 0..<batch.count)
    let total = try #require(quotes.columns.first)
    #expect((0..<20).allSatisfy { total.integers[$0] == -63 })
  }

  @Test func theMomentOfQuotingLiesInside() throws {
    let rules = Self.rules("instant [2026-01-01T00:00:00Z..2026-12-31T23:59:59Z]")
    for (format, text) in [(InputFormat.csv, "id,at\na,\n"), (.jsonl, #"{"id":"a"}"#)] {
      let inside = try Self.faults(rules, text, format, asOf: Instant(iso: "2026-06-01T00:00:00Z"))
      #expect(inside == [""])
      let outside = try Self.faults(rules, text, format, asOf: Instant(iso: "2030-01-01T00:00:00Z"))
      #expect(outside == ["out-of-range"])
    }
  }
}
