import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct JSONReadingTests {
  let nested = Reading.schema(
    [
      Reading.field("id", .text),
      Reading.field(
        "n", .number, optional: true, from: [.path(Reading.path("deep.n"))], step: Ratio(1, 10)),
      Reading.field("at", .point, optional: true),
    ],
    [
      Reading.list(
        "items",
        [
          Reading.field(
            "name", .text, default: .text("other"),
            from: [.path(Reading.path("name")), .path(Reading.path(""))]),
          Reading.field("count", .count, default: .integer(1)),
        ], bound: 3)
    ])

  @Test func readsEveryForm() throws {
    let one =
      #"{"id":"a","deep":{"n":1.5},"at":{"lat":1,"lng":-2.5},"items":[{"name":"x"},{"count":4}]}"#
    let shown = "id=a n=15 at=(1.0,-2.5) items=[name=x count=1; name=other count=4]"
    let two = #"{"id":"b","items":["p","q"]}"#
    let other = "id=b n=- at=- items=[name=p count=1; name=q count=1]"
    #expect(try Reading.read(nested, one) == [shown])
    #expect(try Reading.read(nested, "[\(one),\n \(two)]") == [shown, other])
    #expect(try Reading.read(nested, one + two) == [shown, other])
    #expect(try Reading.read(nested, "\u{FEFF}\(one)\n\n\(two)\n", .jsonl) == [shown, other])
  }

  @Test(arguments: [
    (#"{"id":"a","id":"b"}"#, "duplicate-member"), (#"{"id":1}"#, "wrong-type"),
    (#"{"id":""}"#, "missing-key"), (#"{}"#, "missing-key"), (#"[]x"#, "unreadable-json"),
    (#"{"id":"a","deep":{"n":NaN}}"#, "unreadable-json-number"),
    (#"{"id":"a","deep":{"n":1e400}}"#, "out-of-range"),
    (#"{"id":"a","deep":{"n":"1"}}"#, "wrong-type"), (#"{"id":"a","deep":7}"#, "wrong-type"),
    (#"{"id":"a","deep":"x"}"#, "wrong-type"),
    (#"{"id":"a","items":[1,{}]}"#, "wrong-type"),
    (#"{"id":"a","items":["x",{}]}"#, "mixed-list"),
    (#"{"id":"a","items":{}}"#, "not-a-list"), (#"{"id":"a","items":null}"#, "empty-value"),
    (#"{"id":"a","items":["x","x","x","x"]}"#, "too-many-elements"),
    (#"{"id":"\uD800"}"#, "unreadable-json"), (#"{"id":"a""#, "unreadable-json"),
    (#"{"id":"a","items":[{"count":null}]}"#, "empty-value"),
    (#"{"id":"a","at":{"lat":1}}"#, "half-a-point"), ("7", "not-an-object"),
  ])
  func faults(_ text: String, _ reason: String) throws {
    let rows = try Reading.read(nested, text, .json)
    #expect(rows.last?.hasPrefix("!\(reason)@") == true, "\(rows)")
  }

  /// A comma that does not belong is told of the record after it, and is none itself.
  @Test(arguments: [
    ("{A},{B}{C}", "A!C"), (",{A}{B}", "!B"), ("{A},,{B}", "A!"), ("{A}{B},", "AB!"),
    ("[{A},,{B},{C}]", "A!C"), ("[,{A},{B}]", "!B"), ("[{A},]", "A!"), ("[{A} {B},{C}]", "A!C"),
    ("[{A}],{B}", "A!"), (",[{A},{B}]", "!B"), (",", "!"), ("{A},{B", "A!"), ("{A},}{B}", "A!B"),
  ])
  func commas(_ text: String, _ records: String) throws {
    let schema = Reading.schema([Reading.field("id", .text)])
    let bytes = text.replacing(/[A-C]/) { "\"id\":\"\($0.output)\"" }
    for size in [1, 7, 4096] {
      let read = try Reading.read(schema, bytes, .json) { $0.chunkBytes = size }
      let shown = read.map { $0 == "!unreadable-json@1" ? "!" : String($0.dropFirst(3)) }
      #expect(shown.joined() == records, "\(text), \(size) bytes at a time")
    }
  }

  @Test func elementFaultsNameTheirPlace() throws {
    let text = "\n" + #"{"id":"a","items":[{"count":1},{"count":-2000000}]}"#
    #expect(try Reading.read(nested, text, .json) == ["!out-of-range@2 items[1].count"])
  }

  @Test func aMillionLevels() throws {
    let deep =
      #"{"id":"#.utf8 + [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
      + [UInt8](repeating: UInt8(ascii: "]"), count: 1_000_000) + "}".utf8
    let rows = try Reading.read(nested, Array(deep) + #"{"id":"b"}"#.utf8, .json)
    #expect(rows == ["!nested-too-deep@1", "id=b n=- at=- items=[]"])
  }

  @Test func aRecordOverTheBoundIsAFault() throws {
    let long = #"{"id":""# + String(repeating: "x", count: 9000) + #""}"#
    for format in [InputFormat.json, .jsonl] {
      let rows = try Reading.read(nested, "\(long)\n{\"id\":\"b\"}\n", format) {
        $0.recordBoundBytes = 2000
        $0.chunkBytes = 500
      }
      #expect(rows == ["!record-too-long@1", "id=b n=- at=- items=[]"])
    }
  }

  @Test func wrappedRecords() throws {
    let rows = try Reading.read(nested, #"{"request":{"id":"a"}}{"other":1}"#, .json) {
      $0.bookingPath = ["request"]
    }
    #expect(rows == ["id=a n=- at=- items=[]", "!no-booking-at-path@1 request"])
  }

  @Test func lastDuplicateMayWin() throws {
    let rows = try Reading.read(nested, #"{"id":"a","id":"b\n"}"#, .json) {
      $0.lastDuplicateWins = true
    }
    #expect(rows == ["id=b\n n=- at=- items=[]"])
  }

  /// What stands in the middle of a path and is empty, or may be anything, is
  /// a field that is not there.
  @Test(arguments: [
    ("null", []), ("\"\"", []), ("[]", []), ("7", [InputConversion.otherIsMissing]),
    ("0", [.falsyIsMissing]), ("false", [.falsyIsMissing]),
  ])
  func whatStandsInAPathsWay(_ value: String, _ conversions: [InputConversion]) throws {
    let schema = Reading.schema(
      [
        Reading.field(
          "n", .number, optional: true, from: [.path(Reading.path("deep.n"))],
          conversions: Set(conversions))
      ], key: nil)
    #expect(try Reading.read(schema, #"{"deep":\#(value)}"#) == ["n=-"])
  }

  @Test func aListThatMayBeAnythingElse() throws {
    var list = Reading.list("items", [Reading.field("name", .text)])
    list.otherIsMissing = true
    let schema = Reading.schema([], [list], key: nil)
    for text in ["null", "{}", "\"x\"", "7"] {
      #expect(try Reading.read(schema, #"{"items":\#(text)}"#) == ["items=[]"])
    }
    #expect(try Reading.read(schema, #"{"items":["a"]}"#) == ["!plain-element@1 items"])
  }

  @Test func anOptionalKey() throws {
    let schema = Reading.schema([Reading.field("id", .text, optional: true)])
    #expect(try Reading.read(schema, "{}\n{}", .jsonl) == ["id=-", "id=-"])
    let rows = try Reading.read(schema, "id,x\n,1\na,\na,\n")
    #expect(rows == ["id=-", "id=a", "!repeated-key@4 id"])
  }
}
