import QuoteBookings
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct ListReadingTests {
  static let cell = CompactCell(
    parts: [.init(field: 0, mark: ""), .init(field: 1, mark: ":"), .init(field: 2, mark: "*")],
    separator: ";")

  let schema = Reading.schema(
    [Reading.field("id", .text), Reading.field("day", .date, optional: true)],
    [
      Reading.list(
        "items",
        [
          Reading.field("name", .text, default: .text("other")),
          Reading.field("size", .text, optional: true),
          Reading.field("count", .count, default: .integer(1)),
        ], bound: 3, cell: cell)
    ])

  @Test func aRowPerItem() throws {
    let text = """
      id,day,name,size,count
      a,2026-03-01,sofa,large,2
      a,2026-03-01,lamp,,
      b,,,,
      c,,,small,
      d,2026-03-01,x,,
      d,2026-03-02,y,,
      e,,1,,
      e,,2,,
      e,,3,,
      e,,4,,
      f,,p,,x
      g,,p,,
      g,,,,

      """
    #expect(
      try Reading.read(schema, text) == [
        "id=a day=20513 items=[name=sofa size=large count=2; name=lamp size=- count=1]",
        "id=b day=- items=[]", "id=c day=- items=[name=other size=small count=1]",
        "!fields-disagree@7 day", "!too-many-elements@11 items", "!not-a-number@12 items[0].count",
        "id=g day=- items=[name=p size=- count=1; name=other size=- count=1]",
      ])
  }

  @Test(arguments: [
    (
      "furniture:large*2; mattress",
      "name=furniture size=large count=2; name=mattress size=- count=1"
    ),
    ("a*3;b:s;", "name=a size=- count=3; name=b size=s count=1"), ("", ""),
    ("a;;b", "name=a size=- count=1; name=other size=- count=1; name=b size=- count=1"),
    (" a : s ", "name= a  size= s  count=1"), (":s", "name=other size=s count=1"),
    (#""[{""name"":""q"",""count"":4}, {}]""#, "name=q size=- count=4; name=other size=- count=1"),
    (#""{""name"":""q""}""#, "name=q size=- count=1"),
  ])
  func aCell(_ cell: String, _ elements: String) throws {
    let rows = try Reading.read(schema, "id,day,items\na,,\(cell)\n")
    #expect(rows == ["id=a day=- items=[\(elements)]"])
  }

  @Test(arguments: [
    ("a*x", "!not-a-number@2 items[0].count"), ("a*1:s", "!not-a-number@2 items[0].count"),
    ("a;b;c;d", "!too-many-elements@2 items"),
    ("[1,2", "!wrong-field-count@2"), ("[1", "!unreadable-json@2 items"),
    ("{", "!unreadable-json@2 items"),
  ])
  func cellFaults(_ cell: String, _ fault: String) throws {
    #expect(try Reading.read(schema, "id,day,items\na,,\(cell)\n") == [fault])
  }

  /// The same bookings in every shape read alike, also when chunks are tiny.
  @Test(arguments: [1, 7, 40, 1 << 20])
  func chunksDoNotMatter(_ chunkBytes: Int) throws {
    let text =
      "id,day,name,size,count\n"
      + (0..<60).map { i in
        let rows = (0...(i % 3)).map { "k\(i),,n\($0),\(i % 7 == 0 ? "\"q\n\"" : ""),\n" }
        return rows.joined()
      }.joined()
    let whole = try Reading.read(schema, text)
    let parts = try Reading.read(schema, text) { $0.chunkBytes = chunkBytes }
    #expect(whole.count == 60)
    #expect(parts == whole)
  }

  /// Rows anywhere gather to what neighbouring rows read as, spilled or not.
  @Test(arguments: [48 << 20, 20_000, 3_000])
  func rowsAreGathered(_ memoryBytes: Int) throws {
    let header = "id,day,name,size,count\n"
    let together = (0..<300).map { i in
      (0...(i % 3)).map { "k\(i),,n\($0),\(i % 7 == 0 ? "\"q\n,\"" : ""),\n" }
    }
    let whole = try Reading.read(schema, header + together.joined().joined())
    let apart = (0..<3).map { round in
      together.map { round < $0.count ? $0[round] : "" }.joined()
    }
    let gathered = try Reading.read(schema, header + apart.joined() + "\n") {
      $0.gathersRows = true
      $0.memoryBytes = memoryBytes
      $0.chunkBytes = 500
    }
    #expect(gathered == whole)
  }

  @Test func gatheredRowsKeepTheirLines() throws {
    let text = "id,day,name,size,count\na,,x,,\n\nb,,y,,z\na,,y,,\n,,q,,\nc,\nd,,\"x\n\ne,,,,\n"
    #expect(
      try Reading.read(schema, text) { $0.gathersRows = true } == [
        "id=a day=- items=[name=x size=- count=1; name=y size=- count=1]",
        "!not-a-number@4 items[0].count", "!missing-key@6 id", "!wrong-field-count@7",
        "!quote-not-closed@8", "id=e day=- items=[]",
      ])
  }

  @Test func nestedListsAndSeveralSources() throws {
    let job = Reading.field(
      "job", .text, from: [.path(Reading.path("job")), .path(Reading.path(""))])
    let schema = Reading.schema(
      [Reading.field("id", .text)],
      [
        Reading.list(
          "devices", [Reading.field("model", .text)],
          from: [.path(Reading.path("devices")), .path(Reading.path("more"))]),
        Reading.list("jobs", parent: ListID(1), [job]),
        Reading.list(
          "self", [Reading.field("who", .text, optional: true, from: [.path(Reading.path("id"))])],
          from: [
            .itself, .extra(ExtraElement(constants: [(field: 0, value: .text("z"))])),
          ]),
      ])
    let text = #"""
      {"id":"a","devices":[{"model":"m","jobs":["x",]}]}
      {"id":"b","more":[{"model":"n"}],"devices":[{"model":"m","jobs":["x","y"]},\#
      {"model":"o","jobs":[{"job":"\u00e9"}]}]}
      """#
    #expect(
      try Reading.read(schema, text, .jsonl) == [
        "!unreadable-json@1",
        "id=b devices=[model=m jobs=[job=x; job=y]; model=o jobs=[job=é]; model=n jobs=[]] "
          + "self=[who=b; who=z]",
      ])
    let csv = "id,model,jobs\na,m,\"[\"\"x\"\",\"\"y\"\"]\"\na,n,z\n"
    #expect(
      try Reading.read(schema, csv) == [
        "id=a devices=[model=m jobs=[job=x; job=y]; model=n jobs=[job=z]] "
          + "self=[who=a; who=a; who=z]"
      ])
  }

  @Test func keyValueConfiguration() throws {
    let path = FieldPath(
      steps: [.member("cfg"), .entry(member: "key", equals: "minimum"), .member("value")],
      span: .nowhere)
    let schema = Reading.schema(
      [Reading.field("id", .text), Reading.field("least", .count, from: [.path(path)])])
    let text = #"{"id":"a","cfg":[{"key":"x","value":1},{"key":"minimum","value":89}]}"#
    #expect(try Reading.read(schema, text) == ["id=a least=89"])
  }

  @Test func conversions() throws {
    let schema = Reading.schema([
      Reading.field("id", .text, conversions: [.anyAsText]),
      Reading.field(
        "n", .count, default: .integer(1), conversions: [.readAsInteger, .falsyIsMissing]),
      Reading.field("x", .number, optional: true, step: Ratio(1, 2), conversions: [.readAsNumber]),
      Reading.field("d", .date, optional: true, conversions: [.otherIsMissing]),
    ])
    let text = #"""
      {"id":7,"n":3.7,"x":" +1.5 ","d":5}
      {"id":true,"n":" 1_2 ","x":true,"d":"2026-03-01"}
      {"id":"a","n":false}
      {"id":"b","n":"3.5"}
      """#
    #expect(
      try Reading.read(schema, text, .jsonl) == [
        "id=7 n=3 x=3 d=-", "id=true n=12 x=2 d=20513", "id=a n=1 x=- d=-", "!not-a-number@4 n",
      ])
  }

  @Test func pointsAndMoments() throws {
    let schema = Reading.schema([
      Reading.field("id", .text),
      Reading.field(
        "at", .point, optional: true,
        from: [
          .path(Reading.path("at")), .pair(Reading.path("lat"), Reading.path("lng")),
        ]),
      Reading.field("when", .instant, takesAsOf: true),
    ])
    let text =
      "id,lat,lng,when\na,1.5,-2,2026-03-14T12:00:00Z\nb,,,\nc,1,,\nd,91,0,\n"
      + "e,,,2026-03-14T12:00:00\n"
    #expect(
      try Reading.read(schema, text) { $0.asOf = Instant(microsecondsSince1970: 5) } == [
        "id=a at=(1.5,-2.0) when=1773489600000000", "id=b at=- when=5", "!half-a-point@4 at",
        "!out-of-range@5 at", "!instant-without-offset@6 when",
      ])
    #expect(try Reading.read(schema, "id,at.lat,at.lng\na,1,2\n")[0] == "!no-as-of@2 when")
  }

  /// Where a field has a zone: of its clock; an offset still counts.
  @Test func momentsWithoutAnOffset() throws {
    var field = Reading.field("when", .instant, optional: true)
    field.zone = try TimeZoneDatabase().rules(named: "America/New_York")
    let schema = Reading.schema([Reading.field("id", .text), field])
    let text = """
      id,when
      a,2026-03-14T12:00:00
      b,2026-07-14 12:00
      c,2026-03-14 12:00:00.5Z
      d,2026-03-14
      e,
      """
    #expect(
      try Reading.read(schema, text + "\n") == [
        "id=a when=1773504000000000", "id=b when=1784044800000000", "id=c when=1773489600500000",
        "!unreadable-instant@5 when", "id=e when=-",
      ])
  }

  @Test func binaryNumbersAreTheNearest() throws {
    let schema = Reading.schema([
      Reading.field("id", .text), Reading.field("x", .number, range: .unbounded, binary: true),
    ])
    let texts = ["0.1", "1e22", "9007199254740993", "2.2250738585072011e-308", "-0", "123.4567"]
    for text in texts {
      let rows = try Reading.read(schema, "id,x\na,\(text)\n")
      #expect(rows == ["id=a x=\(Double(text)!)"])
      #expect(try Reading.read(schema, "{\"id\":\"a\",\"x\":\(text)}") == rows)
    }
    #expect(try Reading.read(schema, "id,x\na,1e400\n") == ["!out-of-range@2 x"])
  }
}
