import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Numbers that are the same in every run: splitmix64.
struct SeededBytes {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }

  /// Bytes out of pieces, at most so many.
  mutating func text(_ pieces: [String], _ most: Int) -> [UInt8] {
    (0..<next(most + 1)).flatMap { _ in Array(pieces[next(pieces.count)].utf8) }
  }
}

@Suite struct ReadingFuzzTests {
  let schema = Reading.schema(
    [
      Reading.field("k", .text),
      Reading.field("n", .number, optional: true, step: Ratio(1, 100)),
      Reading.field("d", .date, optional: true),
      Reading.field(
        "c", Reading.oneOf("on", "off", "a much longer word than that"), optional: true),
    ],
    [
      Reading.list(
        "l",
        [Reading.field("w", .text, optional: true), Reading.field("q", .flag, optional: true)],
        bound: 5)
    ])

  /// Every row of a chunk: its cells, its line, what is wrong with it.
  private func rows(_ bytes: [UInt8], columns: Int, library: Bool) throws -> [String] {
    let names = (0..<columns).map { "c\($0)" }
    let schema = Reading.schema([Reading.field("c0", .text)], key: nil)
    let layout = try CSVLayout(
      names: names, delimiter: UInt8(ascii: ","), schema: schema, options: ReaderOptions(),
      source: "")
    let chunk = InputChunk()
    chunk.reserve(bytes.count + 1)
    for (offset, byte) in bytes.enumerated() { chunk.bytes[chunk.start + offset] = byte }
    chunk.end = chunk.start + bytes.count
    chunk.seal()
    let table = CSVTable()
    table.isAlwaysQuoted = library
    table.read(chunk, layout)
    var problems: [Int: String] = [:]
    for problem in table.problems {
      let isShown = problem.fault == .fieldCount
      problems[problem.row] = problem.fault.rawValue + (isShown ? problem.value.string : "")
    }
    var shown = (0..<table.rows).map { row in
      let cells = (0..<columns).map { table.cell(row, $0).string }
      return "\(table.line(row)) \(problems[row] ?? "") \(cells)"
    }
    shown.append("lines \(table.lineCount)")
    return shown
  }

  private static let plain = [
    "a", ",", ",", "\n", "\n", "\r\n", " ", "é", "1.5", "", "x\tz", "long cell of text",
  ]
  private static let regular = [
    ",", ",", "\n", "\n", "\"a\",", "\"\",", "\"a,b\"\n", "\"say \"\"so\"\"\",", "b,",
    "\"\"\"\"\n",
    "\"a much longer cell, with quotes (\"\") in it, and more than 64 bytes of text\",",
    "\"é\"\r\n",
  ]
  private static let odd = regular + ["\"", "\"a\nb\"", "\"a\rb\",", "a\"b", "\"a\"b", "\r"]

  @Test(arguments: [plain, regular, odd])
  func bothWaysOfCSVAreOne(pieces: [String]) throws {
    var random = SeededBytes(state: 1)
    for round in 0..<1_000 {
      let bytes = random.text(pieces, 60) + [UInt8(ascii: "\n")]
      let columns = 1 + random.next(4)
      let fast = try rows(bytes, columns: columns, library: false)
      let slow = try rows(bytes, columns: columns, library: true)
      #expect(
        fast == slow, "round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      if fast != slow { return }
    }
  }

  /// Room for marks is that of longer cells, and grows while a chunk is scanned.
  @Test(arguments: [["1,\n"], [",\n", "2,3\n"], [",", ",\n", "\n", "4"]])
  func cellsAsShortAsCanBeReadAlike(pieces: [String]) throws {
    var random = SeededBytes(state: 7)
    let text = (0..<50_000).flatMap { _ in Array(pieces[random.next(pieces.count)].utf8) }
    let bytes = text + Array("1,\n".utf8)
    let fast = try rows(bytes, columns: 2, library: false)
    #expect(fast == (try rows(bytes, columns: 2, library: true)))
  }

  @Test func chunksOfAnySizeReadAlike() throws {
    var random = SeededBytes(state: 2)
    let pieces = [
      "k", "\"", "\"\"", ",", ",", ",", "\n", "\n", "\r\n", "\r", "1", "2026-03-01", "on",
      "\"a,\n\"", "é", " ",
    ]
    for round in 0..<400 {
      let body = random.text(pieces, 80)
      let bytes = Array("k,n,d,c,w,q\n".utf8) + body
      let whole = try Reading.read(schema, bytes, .csv)
      for size in [1, 3, 17] {
        let parts = try Reading.read(schema, bytes, .csv) { $0.chunkBytes = size }
        #expect(
          parts == whole,
          "round \(round) by \(size): \(String(decoding: body, as: UTF8.self).debugDescription)")
        if parts != whole { return }
      }
    }
  }

  @Test func jsonInChunksOfAnySizeReadsAlike() throws {
    var random = SeededBytes(state: 3)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\"k\":\"a\"", "\"n\":1.25",
      "{\"k\":\"b\",\"l\":[{\"w\":\"x\"}]}",
      "\n", " ", "null", "true", "é", "1e9", "{\"k\":\"c\"},", "\\u00e9",
    ]
    for round in 0..<500 {
      let bytes = random.text(pieces, 25) + Array("{\"k\":\"z\"}".utf8)
      let shown = String(decoding: bytes, as: UTF8.self).debugDescription
      for format in [InputFormat.json, .jsonl] {
        let whole = try Reading.read(schema, bytes, format)
        for size in [1, 5, 64] {
          let parts = try Reading.read(schema, bytes, format) { $0.chunkBytes = size }
          #expect(
            parts == whole,
            "round \(round) \(format) by \(size): \(shown)"
          )
          if parts != whole { return }
        }
      }
    }
  }

  @Test func anyBytesAreReadToTheirEnd() throws {
    var random = SeededBytes(state: 4)
    for _ in 0..<200 {
      let bytes = (0..<random.next(300)).map { _ in UInt8(random.next(256)) }
      for format in InputFormat.allCases {
        let start = format == .csv ? Array("k,n,d,c,l\n".utf8) : []
        _ = try? Reading.read(schema, start + bytes, format) { $0.chunkBytes = 40 }
        _ = try? Reading.read(schema, bytes, nil) { $0.chunkBytes = 1000 }
      }
    }
  }
}
