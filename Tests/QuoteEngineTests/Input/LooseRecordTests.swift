import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What backends take beside what they should: records that are read so are found many at a time as
/// well, and mean what they mean one by one.
@Suite struct LooseRecordTests {
  private static func items(_ name: String, _ fields: [FieldSchema]) -> ListSchema {
    var list = Reading.list(name, fields, from: [.path(Reading.path("items"))], bound: 4)
    list.otherIsMissing = true
    return list
  }

  private static let number = Reading.field(
    "number", .number, optional: true, from: Reading.from("o"), conversions: [.otherIsMissing],
    binary: true)

  /// The same members read by several fields, each in its own way; two lists of one array; elements
  /// that the rules add.
  private let schema = Reading.schema(
    [
      Reading.field("k", .text),
      Reading.field(
        "all", .text, optional: true, from: Reading.from(""),
        conversions: [.falsyIsMissing, .anyAsText]),
      Reading.field(
        "date", .text, optional: true, from: Reading.from("scheduledDate", "scheduled_date"),
        conversions: [.falsyIsMissing, .anyAsText]),
      Reading.field("n", .count, default: .integer(1), conversions: [.readAsInteger]),
      Reading.field(
        "m", .money, default: .integer(0), step: Ratio(1, 100),
        conversions: [.readAsNumber, .falsyIsMissing]),
      number,
      Reading.field(
        "flag", .flag, optional: true, from: Reading.from("o"), conversions: [.otherIsMissing]),
      Reading.field(
        "text", .text, default: .text("1"), from: Reading.from("o"), conversions: [.anyAsText]),
      Reading.field(
        "word", Reading.oneOf("on", "off"), optional: true, conversions: [.otherIsMissing]),
      Reading.field(
        "lat", .text, optional: true, from: Reading.from("at.lat"),
        conversions: [.falsyIsMissing, .anyAsText]),
      Reading.field(
        "deep", .count, optional: true, from: Reading.from("at.deep", "deep"),
        conversions: [.otherIsMissing, .falsyIsMissing]),
      Reading.field(
        "long", .text, optional: true, from: Reading.from("aNameOfMoreThanSixteenBytes"),
        conversions: [.falsyIsMissing, .otherIsMissing]),
    ],
    [
      items(
        "sent",
        [
          Reading.field(
            "entry", .text, optional: true, from: Reading.from("category"),
            conversions: [.falsyIsMissing, .otherIsMissing])
        ]),
      items(
        "items",
        [
          Reading.field("category", .text, optional: true, conversions: [.falsyIsMissing]),
          Reading.field("size", .text, optional: true, conversions: [.falsyIsMissing]),
          Reading.field(
            "quantity", .count, default: .integer(1), range: Interval(-100_000, 100_000),
            conversions: [.readAsInteger]),
        ]),
      items("pairs", [Reading.field("colour", .text, optional: true)]),
      Reading.list(
        "made",
        [
          Reading.field("w", .text), Reading.field("x", .count, optional: true),
          Reading.field("y", .text, default: .text("none")),
        ],
        from: [
          .path(Reading.path("made")),
          .extra(
            ExtraElement(constants: [(field: 0, value: .text("z")), (1, .integer(7))])),
          .extra(ExtraElement(constants: [(field: 0, value: .text("y"))])),
        ], bound: 5),
    ])

  private let values = [
    "\"a\"", "\"\"", "null", "true", "false", "0", "-0", "0.0", "0e5", "1", "-7", "3.7", "-0.5",
    "2.0", "1e2", "99999999999999999999", "1.99999999999999999999", "[]", "{}", "[1]",
    "{\"x\":1}", "{\"x\":1,\"x\":2}", "\"5\"", "\" 6 \"", "\"1_0\"", "\"3.5\"", "\"x\\ny\"",
    "\"\\u00e9\\u4e2d\"", "\"\\ud83d\\ude00\"", "\"\\u0000\"", "\"\\ud83d\"", "\"\\q\"", "\"on\"",
    "\"o\\u006e\"", "nul", "01", "\"2026-03-01\"", "1E400", "\"a long text of more than sixteen\"",
  ]

  private let names = [
    "scheduledDate", "scheduled_date", "n", "m", "o", "word", "at", "deep", "items", "made",
    "aNameOfMoreThanSixteenBytes", "aNameOfMoreThanSixteenByte", "notes", "scheduled", "item",
  ]

  private func value(_ random: inout SeededBytes) -> String { values[random.next(values.count)] }

  private func element(_ random: inout SeededBytes, _ names: [String]) -> String {
    if random.next(25) == 0 { return value(&random) }
    let usual = ["\"sofa\"", "\"large\"", "3"]
    let members = (0..<random.next(5)).map { _ in
      let name = random.next(names.count)
      let text = random.next(3) == 0 ? value(&random) : usual[name % usual.count]
      return "\"\(names[name])\":\(text)"
    }
    return "{" + members.joined(separator: random.next(9) == 0 ? " , " : ",") + "}"
  }

  private func record(_ random: inout SeededBytes, _ number: Int, strange: Int) -> String {
    var parts = ["\"k\":\"b\(number)\""]
    for _ in 0..<random.next(6) {
      let name = names[random.next(names.count)]
      var text = random.next(strange) == 0 ? value(&random) : "\"plain\""
      if name == "items", random.next(6) > 0 {
        let fields = ["category", "size", "quantity", "colour", "categry"]
        let elements = (0..<random.next(6)).map { _ in element(&random, fields) }
        text = "[" + elements.joined(separator: ",") + "]"
      } else if name == "made", random.next(6) > 0 {
        text = "[" + (0..<random.next(5)).map { _ in element(&random, ["w", "y", "x"]) }
          .joined(separator: ",") + "]"
      } else if name == "at", random.next(4) > 0 {
        text = element(&random, ["lat", "deep", "lng"])
      }
      parts.append("\"\(name)\":\(text)")
    }
    return random.next(60) == 0 ? "{}" : "{" + parts.joined(separator: ",") + "}"
  }

  @Test(arguments: [1, 4, 30]) func readAlike(strange: Int) throws {
    var random = SeededBytes(state: 40 + UInt64(strange))
    for round in 0..<(LongRun.isAsked ? 2000 : 60) {
      let records = (0..<1 + random.next(60)).map { record(&random, $0, strange: strange) }
      let lines = records.joined(separator: "\n")
      guard try Reading.isAlike(schema, lines, .jsonl, round: round) else { return }
      let wrapped = records.map { "{\"id\":7,\"request\":\($0)}" }.joined(separator: "\n")
      let isAlike = try Reading.isAlike(schema, wrapped, .jsonl, round: round) {
        $0.bookingPath = ["request"]
      }
      guard isAlike else { return }
    }
  }

  /// Otherwise the test would hold one way to itself.
  @Test func haveAShape() throws {
    let shape = try RecordShape(BookingDecoders(schema, asOf: nil), bookingPath: [])
    // One list of the array is read out of the cells of the other.
    #expect(shape.cellsOf == [0, 2, 2, 3, 4])
  }

  /// Records are found many at a time whatever of this is in them.
  @Test(arguments: [
    #"{"k":"a","scheduledDate":"","scheduled_date":"2026-03-01"}"#,
    #"{"k":"a","scheduled_date":"2026-03-01","scheduledDate":"2026-03-02"}"#,
    #"{"k":"a","n":true,"items":[{"quantity":false},{"quantity":2.5},{"quantity":" 7 "}]}"#,
    #"{"k":"a","o":12,"m":0,"at":{"lat":25.5},"notes":"one\ntwo \u00e9"}"#,
    #"{"k":"caf\u00e9","items":"none","word":7,"aNameOfMoreThanSixteenBytes":"x"}"#,
    #"{"k":"a","made":[{"w":"a"}],"items":[{"category":"sofa","colour":"red"}]}"#,
  ]) func areFoundMany(record: String) throws {
    let parser = try Reading.parser(schema, reading: record)
    #expect(parser.counts.oneByOne.isEmpty)
    #expect(parser.counts.together == 1)
  }
}
