import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Values of another side put into our terms: signs, scales, texts.
@Suite struct ConversionTests {
  static let map = """
    schema: quote-map/1
    record: { key: id, booking: in, reply: out }
    forms:
      other:
        compare: listed
        fields:

    """

  /// A booking of 8.10 with a fee of 0.60, and what another side says of it.
  static func compare(_ fields: [String], _ reply: String) throws -> ComparisonKit.Outcome {
    let text = map + fields.map { "      \($0)\n" }.joined()
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    let differ = try ComparisonKit.differ(map: map) { $0.format = .jsonl }
    let record = #"{"id":"1","in":{"id":"1","weight":4,"zone":"near"},"out":\#(reply)}"#
    return try ComparisonKit.outcome(
      differ, try differ.records([ComparisonKit.source("r.jsonl", record + "\n")]))
  }

  @Test(arguments: [
    ("    cents: { is: total, scale: 100 }", #"{"cents":810}"#),
    ("    cents: { is: total, scale: 100 }", #"{"cents":"810"}"#),
    ("    cents: { is: total, scale: 100 }", #"{"cents":8.1e2}"#),
    ("    kilo: { is: total, scale: 0.001 }", #"{"kilo":0.0081}"#),
    ("    hours: { is: total, scale: 1/60 }", #"{"hours":0.135}"#),
    ("    owed: { is: total, sign: negative }", #"{"owed":-8.10}"#),
    ("    owed: { is: total, sign: negative, scale: 100 }", #"{"owed":-810}"#),
    (#"    due: { is: total, written: "$1,234.50" }"#, #"{"due":"$8.10"}"#),
    (#"    due: { is: total, written: "$1,234.50" }"#, #"{"due":" $ 8.10 "}"#),
    (#"    due: { is: total, written: "1.234,50 $" }"#, #"{"due":"8,10\u00a0$"}"#),
    (#"    due: { is: total, written: "1 234,5", sign: negative }"#, #"{"due":"(8,10)"}"#),
    (#"    due: { is: total, text: { eight: 8.10 } }"#, #"{"due":"eight"}"#),
    (#"    "a.b": { is: total, scale: 100 }"#, #"{"a":{"b":810}}"#),
    (#"    '"a.b"': total"#, #"{"a.b":8.10}"#),
    (
      "    \"lines[name=The fee].cents\": { is: fee, scale: 100 }",
      #"{"lines":[{"name":"x","cents":1},{"name":"The fee","cents":60}]}"#
    ),
  ])
  func isTheSame(field: String, reply: String) throws {
    let outcome = try Self.compare([field], reply)
    #expect(outcome.found.isEmpty, "\(outcome.found.flatMap(\.fields))")
    #expect(outcome.summary.same == 1 && outcome.summary.comparedFields == 1)
  }

  @Test func tellsBothValues() throws {
    let found = try Self.compare(
      ["    cents: { is: total, scale: 100 }", "    fee: { is: fee, sign: negative }"],
      #"{"cents":811,"fee":-0.6}"#
    ).found
    let field = try #require(found.first?.fields.first)
    #expect(found.first?.fields.count == 1)
    #expect(field.path == "cents" && field.name == "total" && field.ours == "8.10")
    #expect(field.theirs == "8.11" && field.original == "811" && field.amount == Ratio(-1, 100))
    #expect(found.first?.amount == Ratio(-1, 100))
  }

  /// What cannot be converted is compared as it is, and differs.
  @Test(arguments: [
    ("    due: { is: total, scale: 100 }", #"{"due":"n/a"}"#),
    (#"    due: { is: total, written: "1,234.50" }"#, #"{"due":"8,10"}"#),
    (#"    due: { is: total, written: "$1" }"#, #"{"due":"$8.10"}"#),
    ("    due: { is: total, sign: negative }", #"{"due":8.10}"#),
    ("    due: { is: total, text: { none: } }", #"{"due":"none"}"#),
  ])
  func differs(field: String, reply: String) throws {
    #expect(try Self.compare([field], reply).found.count == 1)
  }

  @Test(arguments: [
    ("$1,234.50", "$12,345,678.90", "12345678.90"), ("$1,234.50", "-$0.50", "-0.50"),
    ("$1,234.50", "$-0.50", "-0.50"), ("$1,234.50", "($3)", "-3"), ("$1,234.50", "7", "7"),
    ("1.234,50 €", "1.000 €", "1000"), ("1.234,50 €", "−2,5 €", "-2.5"),
    ("1'234.50", "1'000'000", "1000000"), ("12.5%", "8.75 %", "8.75"),
    ("1,234,567", "12,000", "12000"),
    ("CHF 1 234,50", "CHF 5,05", "5.05"), ("0.00", "8.10", "8.10"), ("$12", "$7", "7"),
    ("12 USD", "5-", "-5"),
  ])
  func readsNumbers(example: String, text: String, number: String) throws {
    let spelling = try #require(NumberSpelling(example: example))
    let read = try #require(spelling.read(Array(text.utf8)))
    #expect(String(decoding: read, as: UTF8.self) == number)
  }

  @Test(arguments: [
    ("$1,234.50", "1,23.00"), ("$1,234.50", "1234,567"), ("$1,234.50", "1.2.3"),
    ("$1,234.50", "€5"), ("$1,234.50", ""), ("$1,234.50", "$"), ("$1,234.50", "5."),
    ("1.234,50", "1.5"), ("$12", "1,000"), ("$12", "--5"), ("$1,234.50", ".5"),
    ("$1,234.50", "(-5.00)"), ("$1,234.50", "($-5)"), ("$1,234.50", "(+5)"), ("$12", "(5-)"),
    ("$12", "-5-"), ("$12", "-$-5"),
  ])
  func refusesOtherTexts(example: String, text: String) throws {
    #expect(try #require(NumberSpelling(example: example)).read(Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "$", "1,234", "1.234", "1,23,4.5", "1,234.567,8", "1a2", "1..2"])
  func examplesThatDoNotSay(example: String) {
    #expect(NumberSpelling(example: example) == nil)
  }

  /// Cents of any size, both ways, against a number moved by hand.
  @Test func decimalsStayExact() throws {
    for power in [-3, -1, 0, 2, 6] {
      var conversion = ReplyConversion()
      conversion.scale = Ratio(powerOfTen: power)
      conversion.sign = .negative
      let converter = ReplyConverter([conversion])
      let reader = JSONRecordReader()
      for text in ["0", "1", "-7", "99.99", "0.001", "123456789012345678", "-0.000000000001"] {
        let buffer = ByteBuffer()
        buffer.append(text: text)
        for _ in 0..<InputChunk.padding { buffer.append(0x20) }
        let node = try reader.read(buffer.slice(0, text.utf8.count)).get()
        var values: [JSONNode?] = [node]
        converter.convert(&values) { _ in node }
        let expected = -(try #require(Ratio(decimal: text))) / Ratio(powerOfTen: power)
        let converted = try #require(values[0])
        #expect(Ratio(decimal: converted.text.string) == expected, "\(text) by 10^\(power)")
      }
    }
  }
}
