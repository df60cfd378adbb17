import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Records and lists whose cells are found many at a time read as those that are looked at
/// one by one: the same cells, the same faults.
@Suite struct ManyAtOnceTests {
  private static let amount = Reading.field(
    "n", .number, optional: true, step: Ratio(1, 100), range: Interval(-500, 500))

  /// Members at the top and below, points in both spellings, lists in lists.
  private let schema = Reading.schema(
    [
      Reading.field("k", .text),
      amount,
      Reading.field("d", .date, default: .integer(20_000)),
      Reading.field("c", Reading.oneOf("on", "off", "quite a long word here"), optional: true),
      Reading.field("f", .flag, optional: true),
      Reading.field("t", .instant, optional: true),
      Reading.field("r", .number, optional: true, binary: true),
      Reading.field("city", .text, optional: true, from: [.path(Reading.path("at.city"))]),
      Reading.field(
        "p", .point, optional: true,
        from: [.pair(Reading.path("at.lat"), Reading.path("at.lng"))]),
      Reading.field("to", .point, optional: true),
    ],
    [
      Reading.list(
        "l",
        [
          Reading.field("w", .text), Reading.field("q", .count, default: .integer(1)),
          Reading.field("s", .text, optional: true),
        ],
        bound: 4,
        cell: CompactCell(
          parts: [
            CompactCell.Part(field: 0, mark: ""), CompactCell.Part(field: 2, mark: ":"),
            CompactCell.Part(field: 1, mark: "*"),
          ], separator: "; ")),
      Reading.list("m", parent: ListID(1), [Reading.field("x", .flag, optional: true)], bound: 3),
      Reading.list("e", [Reading.field("y", .count, optional: true)], bound: 3),
    ])

  private let rows = [
    "\"n\":1.25", "\"n\":null", "\"n\":\"\"", "\"n\":-12", "\"n\":1e2", "\"n\":01", "\"n\":900",
    "\"n\":1.234", "\"n\":\"7\"", "\"d\":\"2026-03-01\"", "\"d\":null", "\"d\":\"2026-02-30\"",
    "\"c\":\"on\"", "\"c\":\"quite a long word here\"", "\"c\":\"maybe\"", "\"f\":true", "\"f\":1",
    "\"f\":trues", "\"t\":\"2026-03-01T10:00:00Z\"", "\"r\":0.1", "\"r\":1e400", "\"r\":-3e2",
    "\"at\":{\"city\":\"Miami\",\"lat\":25.5,\"lng\":-80}", "\"at\":{\"lat\":25.5}", "\"at\":null",
    "\"at\":7", "\"at\":{\"lng\":1,\"lat\":95}", "\"at\": { \"city\" : \"\\u00e9\" } ",
    "\"to\":{\"lat\":1,\"lng\":2}", "\"to\":\"1,2\"", "\"to\":{}", "\"to\":null",
    "\"l\":[]", "\"l\":[{\"w\":\"a\",\"q\":2,\"m\":[{\"x\":true},{}]},{\"w\":\"b\",\"s\":\"z\"}]",
    "\"l\":[{\"w\":\"a\"},{\"w\":\"b\"},{\"w\":\"c\"},{\"w\":\"d\"},{\"w\":\"e\"}]", "\"l\":[{}]",
    "\"l\":[{\"w\":\"a\",\"w\":\"b\"}]", "\"l\":[1]", "\"l\":null", "\"l\":{\"w\":\"a\"}",
    "\"l\":[{\"w\":\"a\",\"m\":[{\"x\":false,\"u\":[1,{\"v\":null,\"v\":2}]}]}]",
    "\"e\":[{\"y\":3},{\"y\":null},{}]", "\"u\":[]",
    "\"u\":{\"a\":[1,2,{\"b\":\"x\"}],\"c\":null}",
    "\"u\":[1,,2]", "\"u\":{\"a\":1,\"a\":2}", "\"u\":\"\\q\"", "\"u\":\"\\n\"", "\"v\":-",
    "\"v\":\"a long text \\\" with a quote in it\"", "\"k\":\"again\"", "\"\":1",
    "\"a name that is longer than sixteen bytes\":1", "\"v\":\"caf\u{e9}\"", "\"v\"",
    "\"v\":\"\t\"",
    " \"v\" :\t1 ",
  ]

  private func record(_ random: inout SeededBytes, _ number: Int) -> String {
    var parts = ["\"k\":\"b\(number)\""]
    for _ in 0..<random.next(5) { parts.append(rows[random.next(rows.count)]) }
    var text = "{\(parts.joined(separator: ","))}"
    if random.next(30) == 0 { text = String(text.dropLast(1 + random.next(4))) }
    if random.next(40) == 0 { text += ["}", "]", ",", " x", "{}", "\""][random.next(6)] }
    if random.next(20) == 0 { text = "  \(text)  " }
    return text
  }

  private func same(
    _ text: String, _ format: InputFormat, _ round: Int, of schema: BookingSchema? = nil,
    _ change: (inout ReaderOptions) -> Void = { _ in }
  ) throws -> Bool {
    try Reading.isAlike(schema ?? self.schema, text, format, round: round, change)
  }

  @Test func recordsReadAlike() throws {
    var random = SeededBytes(state: 11)
    for round in 0..<(LongRun.isAsked ? 2000 : 80) {
      let records = (0..<1 + random.next(80)).map { record(&random, $0) }
      let lines = records.joined(separator: "\n")
      let isFine = try same(lines, .jsonl, round)
      let array = "[" + records.joined(separator: ",") + "]"
      guard isFine, try same(array, .json, round) else { return }
      let wrapped = records.map { "{\"id\":7,\"request\":\($0)}" }.joined(separator: "\n")
      guard try same(wrapped, .jsonl, round, { $0.bookingPath = ["request"] }) else { return }
    }
  }

  private let cells = [
    "", "a:s*2;b", "a*3", "a;b;c;d", "a;b;c;d;e", "a:*1; b", "a;;b", ";", "*", ":", "a*x", "a*2*3",
    "a:b:c", "a; ", "\"[{\"\"w\"\":\"\"a\"\",\"\"q\"\":2}]\"", "\"[]\"",
    "\"{\"\"w\"\":\"\"a\"\"}\"",
    "\"[{\"\"w\"\":1}]\"", "\"[{\"\"w\"\":\"\"a\"\",\"\"m\"\":[{\"\"x\"\":true}]}]\"", "[", "[}",
    "\"[{\"\"w\"\":\"\"\\\\u0041\"\"}]\"", "\"a;b\"", "é:ü*2",
  ]

  @Test(arguments: [false, true])
  func listCellsReadAlike(nested: Bool) throws {
    var random = SeededBytes(state: 12)
    var schema = Reading.schema(
      [Reading.field("k", .text), Self.amount], [self.schema.lists[ListID(1)]])
    if nested { schema.lists.append(self.schema.lists[ListID(2)]) }
    for round in 0..<(LongRun.isAsked ? 2000 : 100) {
      var text = "k,n,l\n"
      for row in 0..<random.next(60) {
        text += "r\(row),\(random.next(9)),\(cells[random.next(cells.count)])\n"
      }
      guard try same(text, .csv, round, of: schema) else { return }
    }
  }

  /// Two lists of one column, each with a spelling of its own.
  @Test func listsOfACellAreSpelledApart() throws {
    let fields = [Reading.field("w", .text), Reading.field("q", .text, optional: true)]
    let lists = [(0, 1), (1, 0)].enumerated().map { number, order in
      Reading.list(
        "l\(number)", fields, from: [.path(Reading.path("l"))],
        cell: CompactCell(
          parts: [
            CompactCell.Part(field: order.0, mark: ""), CompactCell.Part(field: order.1, mark: "*"),
          ], separator: ";"))
    }
    let schema = Reading.schema([Reading.field("k", .text)], lists)
    let text = "k,l\n" + (0..<9).map { "r\($0),a\($0)*b;c\n" }.joined()
    #expect(try same(text, .csv, 0, of: schema))
  }

  /// Marks that come twice in the spelling of an element.
  @Test func repeatedMarksReadAlike() throws {
    var random = SeededBytes(state: 17)
    let list = Reading.list(
      "l",
      [
        Reading.field("a", .text, optional: true), Reading.field("b", .text, optional: true),
        Reading.field("c", .count, default: .integer(7)), Reading.field("d", .text, optional: true),
      ], bound: 4,
      cell: CompactCell(
        parts: [
          CompactCell.Part(field: 0, mark: ""), CompactCell.Part(field: 2, mark: "*"),
          CompactCell.Part(field: 1, mark: "*"), CompactCell.Part(field: 3, mark: "@"),
        ], separator: ";"))
    let schema = Reading.schema([Reading.field("k", .text)], [list])
    let pieces = ["a", "12", "*", "*", "*", "@", "@", ";", "; ", "3", "x"]
    for round in 0..<(LongRun.isAsked ? 2000 : 80) {
      var text = "k,l\n"
      for row in 0..<random.next(60) {
        text += "r\(row),\((0..<random.next(9)).map { _ in pieces[random.next(11)] }.joined())\n"
      }
      guard try same(text, .csv, round, of: schema) else { return }
    }
  }

  /// Members of a flat element: names of one to sixteen bytes, values short and long.
  private let members = [
    "\"w\":\"a\"", "\"w\":\"\"", "\"w\":\"fourteen bytes\"", "\"w\":\"fifteen bytes!!\"",
    "\"w\":\"a\\u0041\"", "\"w\":\"a long text, \\\" and more of it\"", "\"w\":7", "\"w\": \"b\"",
    "\"w\" :\"c\"", "\"w\":\"d\" ", "\"q\":1", "\"q\":1234567", "\"q\":12345678", "\"q\":0",
    "\"q\":01", "\"q\":-1", "\"q\":1.0", "\"q\":2e0", "\"q\": 3", "\"q\":4 ", "\"q\":\"5\"",
    "\"q\":", "\"q\":{}", "\"q\":[6]", "\"x\":true", "\"x\":false", "\"x\":null", "\"x\":nul",
    "\"x\":1",
    "\"sixteen bytes ab\":\"y\"", "\"sixteen bytes ac\":\"z\"", "\"thirteen byte\":\"\"",
    "\"thirteen byte\":\"caf\u{e9}\"", "\"u\":1", "\"u\":[{\"w\":2}]", "\"\":1", "\"w\"", "7", "",
  ]

  private func element(_ random: inout SeededBytes, plain: Bool) -> String {
    var parts = ["\"w\":\"w\(random.next(9))\""]
    if random.next(2) == 0 { parts.append("\"sixteen bytes ab\":\"s\"") }
    if random.next(3) > 0 { parts.append("\"q\":\(random.next(3_000))") }
    if random.next(9) == 0 { parts.append("\"x\":true") }
    if random.next(9) == 0 { parts.reverse() }
    if !plain { parts.append(members[random.next(members.count)]) }
    let text = "{\(parts.joined(separator: ","))}"
    if plain { return text }
    return ["", " "][random.next(2)] + text + ["", " ", "}", "]", "x"][random.next(5)]
  }

  @Test func flatListsReadAlike() throws {
    var random = SeededBytes(state: 13)
    let list = Reading.list(
      "l",
      [
        Reading.field("w", .text, optional: true),
        Reading.field("q", .count, default: .integer(1), range: Interval(0, 9_999_999)),
        Reading.field("x", .flag, optional: true),
        Reading.field("sixteen bytes ab", .text, optional: true),
        Reading.field("thirteen byte", .text, optional: true),
      ], bound: 150, cell: CompactCell(parts: [], separator: ";"))
    let schema = Reading.schema([Reading.field("k", .text)], [list])
    for round in 0..<(LongRun.isAsked ? 2500 : 100) {
      let strange = [0, 8, 40][round % 3]
      let records = (0..<1 + random.next(20)).map { number in
        let most = random.next(12) == 0 ? 160 : 6
        let elements = (0..<random.next(most)).map { _ in
          element(&random, plain: strange == 0 || random.next(strange) > 0)
        }
        let (comma, end) = random.next(60) > 0 ? (",", "]") : ([",", ":"][random.next(2)], "}")
        return (number, "[\(elements.joined(separator: comma))\(end)")
      }
      let lines = records.map { "{\"k\":\"b\($0)\",\"l\":\($1)}" }.joined(separator: "\n")
      guard try same(lines, .jsonl, round, of: schema) else { return }
      let rows = records.map { number, list in
        let quoted = list.split(separator: "\"", omittingEmptySubsequences: false)
        return "b\(number),\"\(quoted.joined(separator: "\"\""))\""
      }
      let table = "k,l\n" + rows.joined(separator: "\n")
      guard try same(table, .csv, round, of: schema) else { return }
    }
  }

  /// Fields that may be at several places, and elements that are no objects.
  private let severalPlaces = Reading.schema(
    [
      Reading.field("k", .text),
      Reading.field("n", .number, optional: true, from: Reading.from("pre.n", "n")),
      Reading.field("a", .text, default: .text("none"), from: Reading.from("a", "b", "pre.b")),
      Reading.field("z", .text, optional: true, from: Reading.from("in.y.one", "in.y.two", "in.x")),
      Reading.field("p", .count, optional: true, from: Reading.from("pre.p")),
    ],
    [
      Reading.list(
        "l",
        [
          Reading.field("w", Reading.oneOf("on", "off", "5"), from: Reading.from("w", "")),
          Reading.field("q", .count, default: .integer(1), from: Reading.from("q", "count")),
        ], bound: 4),
      Reading.list("m", parent: ListID(1), [Reading.field("x", .flag, optional: true)], bound: 3),
      Reading.list(
        "e", [Reading.field("y", .text, optional: true, from: Reading.from(""))], bound: 3),
      Reading.list("f", [Reading.field("g", .count)], bound: 3),
    ])

  private let places = [
    "\"n\":1", "\"n\":null", "\"pre\":{\"n\":2}", "\"pre\":{\"n\":3,\"p\":4}", "\"pre\":{}",
    "\"pre\":null", "\"pre\":7", "\"pre\":{\"n\":\"x\"}", "\"pre\":{\"b\":\"in\"}",
    "\"pre\":{\"p\":null}", "\"pre\":[]",
    "\"a\":\"one\"", "\"a\":\"\"", "\"a\":null", "\"b\":\"two\"", "\"b\":null", "\"b\":3",
    "\"in\":{\"y\":{\"one\":\"1\"}}", "\"in\":{\"y\":{\"two\":\"2\"}}", "\"in\":{\"x\":\"3\"}",
    "\"in\":{\"y\":{\"two\":\"2\",\"one\":\"1\"}}", "\"in\":{\"y\":null,\"x\":\"3\"}",
    "\"in\":{\"y\":{},\"x\":\"3\"}", "\"in\":{\"y\":1}",
    "\"l\":[]", "\"l\":[\"on\"]", "\"l\":[\"on\",\"off\" , \"5\"]", "\"l\":[5]", "\"l\":[null]",
    "\"l\":[\"on\",{\"w\":\"on\"}]", "\"l\":[{\"w\":\"off\",\"q\":2},\"on\"]", "\"l\":[\"no\"]",
    "\"l\":[{\"w\":\"on\",\"count\":3}]", "\"l\":[{\"w\":\"on\",\"count\":3,\"q\":4}]",
    "\"l\":[\"on\",\"on\",\"on\",\"on\",\"on\"]", "\"l\":[\"o\\u006e\"]", "\"l\":[[\"on\"]]",
    "\"l\":[{\"w\":\"on\",\"m\":[{\"x\":true},{}]},{\"q\":2}]", "\"l\":[\"on\"", "\"l\":[\"on\",]",
    "\"e\":[\"a\",\"\",null]", "\"e\":[\"a\",7]", "\"e\":[{}]", "\"e\":[true]", "\"e\":[\"b\"]",
    "\"f\":[1]", "\"f\":[{\"g\":1}]",
  ]

  @Test func severalPlacesReadAlike() throws {
    _ = try RecordShape(BookingDecoders(severalPlaces, asOf: nil), bookingPath: [])
    var random = SeededBytes(state: 14)
    for round in 0..<(LongRun.isAsked ? 3000 : 130) {
      let records = (0..<1 + random.next(40)).map { number in
        let parts = (0..<random.next(4)).map { _ in places[random.next(places.count)] }
        return "{" + (["\"k\":\"b\(number)\""] + parts).joined(separator: ",") + "}"
      }
      let lines = records.joined(separator: "\n")
      guard try same(lines, .jsonl, round, of: severalPlaces) else { return }
      var table = "k,l\n"
      for (number, place) in places.enumerated() where place.hasPrefix("\"l\":") {
        guard random.next(3) > 0 else { continue }
        let quoted = place.dropFirst(4).split(separator: "\"", omittingEmptySubsequences: false)
        table += "b\(number),\"\(quoted.joined(separator: "\"\""))\"\n"
      }
      guard try same(table, .csv, round, of: severalPlaces) else { return }
    }
  }

  /// Most records are found many at a time, or the test would hold one way to itself.
  @Test func plainRecordsHaveAShape() throws {
    _ = try RecordShape(BookingDecoders(schema, asOf: nil), bookingPath: [])
    let cut = Reading.schema([
      Reading.field("k", .text),
      Reading.field("n", .number, step: Ratio(1, 100), conversions: [.readAsInteger]),
    ])
    #expect(throws: ShapeObstacle(input: "n", cause: .cut)) {
      try RecordShape(BookingDecoders(cut, asOf: nil), bookingPath: [])
    }
  }

  /// Bookings of which only a closer look says what is at fault are read one by one; those around
  /// them are not read so, nor are others at fault, nor those with elements that are.
  @Test func thoseAroundFaultsAreReadManyAtATime() throws {
    let records = (0..<200).map { number in
      let (amount, count) = (number % 9 == 7 ? "900" : "1.5", number % 40 == 7 ? "\"x\"" : "2")
      let half = number % 40 == 11 ? #","at":{"lat":1}"# : ""
      return #"{"k":"b\#(number)","n":\#(amount),"l":[{"w":"a","q":\#(count)}]\#(half)}"#
    }
    let text = records.joined(separator: "\n")
    #expect(try same(text, .jsonl, 0))
    let parser = try Reading.parser(schema, reading: text)
    #expect(parser.counts.together == 195)
    #expect(parser.counts.oneByOne.values.reduce(0, +) == 5)
  }

  /// Every booking at fault in some way, of fields that must be there and fields that need not, at
  /// the top and below, each told as if it were looked at by itself.
  @Test func faultsReadAlike() throws {
    let schema = Reading.schema([
      Reading.field("k", .text),
      Reading.field("n", .number, step: Ratio(1, 10), range: Interval(0, 30)),
      Reading.field("c", Reading.oneOf("small", "medium", "large")),
      Reading.field("o", .count, optional: true, range: Interval(0, 9)),
      Reading.field("s", .text, default: .text("none")),
      Reading.field("f", .flag, default: .flag(true)),
      Reading.field("b", .number, optional: true, range: Interval(0, 1), binary: true),
      Reading.field("d", .date, from: Reading.from("at.day")),
      Reading.field("e", .instant, optional: true, from: Reading.from("at.then", "then")),
      Reading.field(
        "n2", .number, from: Reading.from("n"), step: Ratio(1, 10), range: Interval(0, 30)),
    ])
    _ = try RecordShape(BookingDecoders(schema, asOf: nil), bookingPath: [])
    let plain = [
      "1.5", "31", "0.25", "-0", "1e1", "12345678901", "true", "null", "\"\"", "[]", "{}",
    ]
    let texts = [
      "small", "smal", "12x3", "1,5", " 2", "n/a", "é", "\\u0041", "a\\u0000", "true",
      "2026-03-04", "2026-02-30", "2026-03-01T10:00:00Z", "31/12/2026",
      String(repeating: "long ", count: 30),
    ].map { "\"\($0)\"" }
    let values = plain + texts
    var random = SeededBytes(state: 23)
    for round in 0..<(LongRun.isAsked ? 1500 : 60) {
      let records = (0..<1 + random.next(60)).map { number in
        func value() -> String { values[random.next(values.count)] }
        var parts = ["\"k\":" + (random.next(20) > 0 ? "\"b\(number)\"" : value())]
        for (name, fine) in [
          ("n", "2.5"), ("c", "\"large\""), ("o", "3"), ("s", "\"x\""), ("f", "false"),
          ("b", "0.5"),
        ] where random.next(8) > 0 {
          parts.append("\"\(name)\":" + (random.next(3) > 0 ? fine : value()))
        }
        if random.next(8) > 0 {
          let day = random.next(2) > 0 ? "\"2026-03-04\"" : value()
          parts.append("\"at\":" + (random.next(9) > 0 ? "{\"day\":\(day)}" : value()))
        }
        if random.next(4) == 0 { parts.append("\"then\":\(value())") }
        if random.next(3) == 0 { parts.reverse() }
        return "{" + parts.joined(separator: ",") + "}"
      }
      let lines = records.joined(separator: "\n")
      guard try same(lines, .jsonl, round, of: schema) else { return }
      let (many, each) = (
        try told(lines, schema, oneByOne: false), try told(lines, schema, oneByOne: true)
      )
      guard many == each else {
        Issue.record("round \(round): \(many) | one by one: \(each)")
        return
      }
    }
  }

  /// What is told of each booking at fault, and of all values of a field together.
  private func told(
    _ text: String, _ schema: BookingSchema, oneByOne: Bool
  ) throws -> [String] {
    var options = ReaderOptions()
    options.format = .jsonl
    options.readsOneByOne = oneByOne
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "in", bytes: Array(text.utf8))], options: options)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: schema)
    var told: [String] = []
    while try parser.read(into: batch) {
      told += batch.faults.all.map {
        "\($0.record) \($0.line) \($0.field) `\($0.value)`: \($0.message) [\($0.reason)]"
      }
      told += batch.unreadKeys.sorted { $0.key < $1.key }.map { "\($0.key) is `\($0.value)`" }
    }
    return told + reader.remarks
  }
}
