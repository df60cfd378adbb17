import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Members that look like one that is read are told of, whichever way records are read.
@Suite struct UnreadMemberTests {
  static let schema = Reading.schema(
    [
      Reading.field("id", .text),
      Reading.field("hours", .count, default: .integer(1)),
      Reading.field(
        "pianos", .count, default: .integer(0),
        from: [.path(Reading.path("pianoCount")), .path(Reading.path("pianos"))]),
      Reading.field("rate", .count, default: .integer(4), from: [.path(Reading.path("price.net"))]),
    ],
    [
      Reading.list(
        "boxes", [Reading.field("count", .count, default: .integer(1))],
        from: [.path(Reading.path("load.boxes"))])
    ])

  static func remarks(
    _ text: String, format: InputFormat = .jsonl, _ change: (inout ReaderOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = ReaderOptions()
    options.format = format
    change(&options)
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "in", bytes: Array(text.utf8))], options: options)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: schema)
    while try parser.read(into: batch) {}
    return reader.remarks
  }

  /// What is told of one member's name: where, and what it may be meant for.
  static func told(_ place: String, _ record: Int, _ near: String) -> String {
    "the member `\(place)`, first in record \(record), line \(record) of `in`, is not read: did "
      + "you mean \(near), which is not given there?"
  }

  static let records: [(text: String, near: [String])] = [
    (#"{"id":"a","hors":2}"#, [told("hors", 1, "`hours`")]),
    (#"{"id":"a","hours":2,"hour":3}"#, []),
    (#"{"id":"a","hours":null,"hour":3}"#, []),
    (#"{"id":"a","pianoCount":2,"piano":3}"#, []),
    (#"{"id":"a","piano":3}"#, [told("piano", 1, "`pianos`")]),
    (#"{"id":"a","prise":{"net":3}}"#, [told("prise", 1, "`price`, read as `rate`")]),
    (#"{"id":"a","price":{"nett":3}}"#, [told("price.nett", 1, "`price.net`, read as `rate`")]),
    (#"{"id":"a","price":{"net":1,"nett":3}}"#, []),
    (#"{"id":"a","other":{"nett":3}}"#, []),
    (#"{"id":"a","load":{"boxs":[]}}"#, [told("load.boxs", 1, "`load.boxes`, read as `boxes`")]),
    (
      #"{"id":"a","load":{"boxes":[{"count":1},{"cuont":1}]}}"#,
      [told("load.boxes[1].cuont", 1, "`count`")]
    ),
    ("{\"id\":\"a\",\"h\\u006Frs\":2}", [told("hors", 1, "`hours`")]),
    (#"{"id":"a","hors":2}"# + "\n" + #"{"id":"b","hors":2}"#, [told("hors", 1, "`hours`")]),
    (
      #"{"id":"a","hors":2,"hours":1}"# + "\n" + #"{"id":"b","hors":2}"#,
      [told("hors", 2, "`hours`")]
    ),
    (#"{"id":"a","hors":2"#, []),
    (#"{"id":"a","unlike":2,"i":3,"":4}"#, []),
  ]

  @Test(arguments: records.indices) func areToldOfOnce(_ index: Int) throws {
    let (text, near) = Self.records[index]
    #expect(try Self.remarks(text) == near)
    #expect(try Self.remarks(text) { $0.readsOneByOne = true } == near)
    let list = "[" + text.replacing("\n", with: ",\n") + "]"
    if !text.hasSuffix("2") { #expect(try Self.remarks(list, format: .json) == near) }
  }

  @Test func areToldOfWhateverTheChunks() throws {
    let lines = (1...4000).map { $0 == 3000 ? #"{"id":"x","hors":1}"# : #"{"id":"\#($0)"}"# }
    for chunkBytes in [64, 1000, 1 << 20] {
      let text = lines.joined(separator: "\n")
      let found = try Self.remarks(text) { $0.chunkBytes = chunkBytes }
      #expect(found == [Self.told("hors", 3000, "`hours`")])
    }
  }

  /// As many names as records cost no memory, and no more is told than helps.
  @Test func areAtMostSoMany() throws {
    let lines = (0..<3000).map { "{\"id\":\"\($0)\",\"hours\($0)\":1,\"x\($0 * 7919)\":1}" }
    #expect(try Self.remarks(lines.joined(separator: "\n")).count == 100)
  }
}
