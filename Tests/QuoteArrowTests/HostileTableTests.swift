import CArrow
import CQuote
import Testing

/// Tables that are not what they say: refused with a sentence, without a byte read that is not
/// theirs, and everything given back.
@Suite struct HostileTableTests {
  typealias Bytes = LentColumn

  static let rules = """
    schema: quote/1
    name: crates
    currency: USD
    inputs:
      id: text, key
      kind: one of small | large
      weight: number [0..100] step 0.1
      note: optional text
      items:
        each:
          grams: count [0..1000]
        at_most: 5
    quote:
      - line: base
        amount: $1
      - line: heavy
        when: weight > 50 and kind = "large"
        amount: $2
      - line: content
        for: items
        amount: $1 * grams
    outputs:
      said: note
    """

  static func table() -> LentColumn {
    .object(
      "", 3,
      [
        .texts("id", ["a", "b", "c"]), .words("kind", [0, 1, 0], ["small", "large"]),
        .plain("weight", "g", [1.5, 60, 2]), .texts("note", ["x", nil, "z"]),
        .list("items", [2, 2, 3], .object("item", 3, [.plain("grams", "l", [1, 2, 3] as [Int64])])),
      ])
  }

  /// What is done to the table, and a part of what is said of it.
  typealias Case = (what: String, said: String, change: @Sendable (LentColumn) -> Void)

  @Test func whatIsWholeIsPriced() throws {
    let library = LibraryRules(Self.rules)
    try #require(library.error == "")
    let lender = LentStream([Self.table()])
    let answer = library.price(lender)
    #expect(answer.error == "")
    #expect(answer.columns["total"] == ["400", "300", "400"])
    #expect(answer.columns["said"] == ["x", nil, "z"])
    #expect(lender.lent == 3 && lender.givenBack == 3)
  }

  static let types: [Case] = [
    "d:p,huge", "d:400,3", "d:10,99999999999", "d:10,2,77", "d:9223372036854775808,2", "d:",
    "d:9", "d:9,", "ts", "tsu", "tsx:", "tiD", "+w:", "+w:n", "+w:-1", "+w:99999999999", "+us:0,1",
    "+ud:", "+r", "w:4", "z", "vz", "", "g ", "\u{7F}", String(repeating: "d:", count: 500),
  ].map { format in
    (format, "no input is read; ", { $0["weight"].format = format })
  }

  static let schemas: [Case] = [
    ("no format", "a type is missing", { $0["weight"].format = nil }),
    ("no format of words", "a type is missing", { $0["kind"].dictionary?.format = nil }),
    ("a list of nothing", "0 children", { $0["items"].children = [] }),
    (
      "a list of two", "2 children",
      { $0["items"].children.append(.plain("", "l", [1] as [Int64])) }
    ),
    ("a text with a child", "1 children", { $0["id"].children = [.texts("", [])] }),
    ("fewer than no children", "-1 children", { $0["items"].schemaChildren = -1 }),
    ("children of whom nobody knows", "lacks a child", { $0["items"].lacksSchemaChildren = true }),
    ("a table's lack of children", "lacks a child", { $0.lacksSchemaChildren = true }),
    ("too many", "5000000 children", { $0["items"]["item"].schemaChildren = 5_000_000 }),
    ("a child that is none", "lacks a child", { $0["items"].children = [nil] }),
    (
      "a table that is a text", "these are not",
      { table in
        table.format = "u"
        table.children = []
      }
    ),
    ("places that are texts", "are not whole numbers", { $0["kind"].format = "u" }),
    (
      "words in a dictionary", "themselves in a dictionary",
      { $0["kind"].dictionary?.dictionary = .texts("", ["small"]) }
    ),
    (
      "depth", "levels deep",
      { table in
        var inner = LentColumn.texts("end", ["x", "y", "z"])
        for _ in 0..<200 { inner = .object("deeper", 3, [inner]) }
        table.children.append(inner)
      }
    ),
  ]

  static let arrays: [Case] = [
    ("a length below zero", "rows from", { $0["weight"].length = -1 }),
    ("a length of the table below zero", "fewer than no rows", { $0.length = -5 }),
    ("an offset below zero", "rows from", { $0["weight"].offset = -1 }),
    ("an offset that is far", "rows from", { $0["weight"].offset = .max }),
    ("an offset of the table", "rows from", { $0.offset = .max - 1 }),
    ("a length that is no memory's", "rows from", { $0["items"]["item"].length = .max }),
    ("fewer rows than the table", "rows from", { $0["note"].length = 2 }),
    ("more rows than columns have", "rows from", { $0.length = 4 }),
    ("children that the schema has not", "has not the form", { $0["items"].arrayChildren = 2 }),
    ("fewer children than none", "has not the form", { $0.arrayChildren = -1 }),
    ("no children", "lacks a child", { $0["items"].lacksArrayChildren = true }),
    ("no columns", "lacks a child", { $0.lacksArrayChildren = true }),
    ("no words", "has not the form", { $0["kind"].lacksArrayDictionary = true }),
    ("no buffers", "lacks a buffer", { $0["weight"].lacksBuffers = true }),
    ("too few buffers", "lacks a buffer", { $0["weight"].bufferCount = 1 }),
    ("fewer buffers than none", "lacks a buffer", { $0["id"].bufferCount = -3 }),
    ("more buffers than there are", "lacks a buffer", { $0["id"].bufferCount = .max }),
    ("no cells", "lacks a buffer", { $0["weight"].buffers[1] = nil }),
    ("no offsets", "lacks a buffer", { $0["id"].buffers[1] = nil }),
    ("no texts", "lacks its texts", { $0["id"].buffers[2] = nil }),
    ("no offsets of lists", "lacks a buffer", { $0["items"].buffers[1] = nil }),
    ("a row that is null", "a row is null", { $0.buffers[0] = [0b101] }),
    (
      "offsets that fall", "go down", { $0["id"].buffers[1] = Bytes.bytes([0, 2, 1, 3] as [Int32]) }
    ),
    (
      "offsets below zero", "go down",
      { $0["id"].buffers[1] = Bytes.bytes([-2, -1, 0, 1] as [Int32]) }
    ),
    (
      "texts of all memory", "4 GiB",
      { table in
        table["id"].format = "U"
        table["id"].buffers[1] = Bytes.bytes([0, 1, 2, .max] as [Int64])
      }
    ),
    (
      "lists that fall", "do not fit",
      { $0["items"].buffers[1] = Bytes.bytes([2, 1, 2, 3] as [Int32]) }
    ),
    (
      "lists beyond their elements", "do not fit",
      { $0["items"].buffers[1] = Bytes.bytes([0, 1, 2, 900] as [Int32]) }
    ),
    (
      "views of lists below zero", "do not fit",
      { table in
        table["items"].format = "+vl"
        table["items"].buffers = [
          nil, Bytes.bytes([0, -1, 1] as [Int32]), Bytes.bytes([1, 1, 1] as [Int32]),
        ]
      }
    ),
    (
      "views of lists beyond", "do not fit",
      { table in
        table["items"].format = "+vL"
        table["items"].buffers = [
          nil, Bytes.bytes([0, .max, 1] as [Int64]), Bytes.bytes([1, .max, 1] as [Int64]),
        ]
      }
    ),
    (
      "lists of one size beyond", "do not fit",
      { table in
        table["items"].format = "+w:2"
        table["items"].buffers = [nil]
      }
    ),
    (
      "lists of the largest size", "do not fit",
      { table in
        table["items"].format = "+w:2147483647"
        table["items"].buffers = [nil]
      }
    ),
    (
      "a place that is none", "its dictionary has not",
      { $0["kind"].buffers[1] = Bytes.bytes([0, 2, 0] as [Int32]) }
    ),
    (
      "a place below zero", "its dictionary has not",
      { $0["kind"].buffers[1] = Bytes.bytes([0, -1, 0] as [Int32]) }
    ),
    (
      "a place that needs 64 bits", "its dictionary has not",
      { table in
        table["kind"].format = "L"
        table["kind"].buffers[1] = Bytes.bytes([0, .max, 0] as [UInt64])
      }
    ),
    (
      "words whose offsets fall", "go down",
      { $0["kind"].dictionary?.buffers[1] = Bytes.bytes([3, 2, 1] as [Int32]) }
    ),
    ("a view below zero", "outside its buffer", view([-1, 0, 0, 0], lengths: [20])),
    ("a view of another buffer", "outside its buffer", view([13, 0, 1, 0], lengths: [20])),
    ("a view before its buffer", "outside its buffer", view([13, 0, 0, -1], lengths: [20])),
    ("a view beyond its buffer", "outside its buffer", view([13, 0, 0, 8], lengths: [20])),
    ("a view as long as can be", "outside its buffer", view([.max, 0, 0, .max], lengths: [20])),
    ("views without lengths", "lacks the lengths", view([13, 0, 0, 0], lengths: nil)),
    (
      "views without buffers", "lacks a buffer",
      { table in
        table["note"].format = "vu"
        table["note"].bufferCount = 2
      }
    ),
  ]

  private static func view(_ second: [Int32], lengths: [Int64]?) -> @Sendable (LentColumn) -> Void {
    { table in
      table["note"].format = "vu"
      table["note"].buffers = [
        nil, Bytes.bytes([1, 120, 0, 0] + second + [0, 0, 0, 0]),
        Array("twenty bytes of text".utf8),
        lengths.map { Bytes.bytes($0) },
      ]
    }
  }

  @Test func areRefused() throws {
    let library = LibraryRules(Self.rules)
    try #require(library.error == "")
    for (what, said, change) in Self.types + Self.schemas + Self.arrays {
      let table = Self.table()
      change(table)
      let first = LentStream([table])
      let alone = library.price(first)
      #expect(alone.error.contains(said), "\(what): \(alone.error)")
      #expect(first.lent == first.givenBack, "\(what): lent \(first.lent), back \(first.givenBack)")
      // A later batch has no schema of its own: another type would be a lie nobody can find out.
      guard Self.arrays.contains(where: { $0.what == what }),
        table.formats == Self.table().formats
      else { continue }
      for threads in [1, 3] as [Int32] {
        let second = LentStream([Self.table(), table])
        let answer = library.price(second, threads: threads)
        #expect(answer.error.contains(said), "\(what), second batch: \(answer.error)")
        #expect(second.lent == second.givenBack, "\(what), second batch")
      }
    }
    // Nothing of it touched the rules.
    #expect(library.price(LentStream([Self.table()])).columns["total"]?.count == 3)
  }

  @Test func streamsThatFail() throws {
    let library = LibraryRules(Self.rules)
    let silent = LentStream([Self.table()])
    silent.schemaFails = true
    #expect(library.price(silent).error.contains("nobody says why"))
    let empty = LentStream([Self.table()])
    empty.hasNoSchema = true
    #expect(library.price(empty).error.contains("gives no schema"))
    let broken = LentStream([Self.table(), Self.table()])
    broken.failsAt = 1
    #expect(library.price(broken).error.contains("nobody says why"))
    for lender in [silent, empty, broken] { #expect(lender.lent == lender.givenBack) }
  }

  @Test func aSchemaIsAskedForWithoutATable() throws {
    let library = LibraryRules(Self.rules)
    let table = Self.table()
    table["weight"].format = nil
    let lender = LentStream([table])
    var (schema, quotes) = (ArrowSchema(), ArrowSchema())
    _ = lender.stream.pointee.get_schema(lender.stream, &schema)
    let error = LibraryRules.told(quote_schema_out(library.rules, &schema, nil, &quotes))
    #expect(error.contains("lacks a type"), "\(error)")
    schema.release(&schema)
    lender.stream.pointee.release(lender.stream)
    #expect(lender.lent == lender.givenBack)
  }

  @Test func streamsDroppedHalfWay() throws {
    let library = LibraryRules(Self.rules)
    for batches in 0...3 {
      let lender = LentStream([Self.table(), Self.table(), Self.table()])
      let answer = library.price(lender, batches: batches)
      #expect(answer.error == "")
      #expect(lender.lent == lender.givenBack, "\(batches) batches")
    }
  }
}
