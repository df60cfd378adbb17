import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteSyntax

/// What is told of an element is kept for all elements, without their numbers, and many records
/// are read at once. It is what a reader tells that has read nothing before, and one that reads
/// record by record.
@Suite struct ElementFaultTests {
  private static let rules = """
    schema: quote/1
    name: example
    currency: EUR
    inputs:
      id: text, key
      level: number [0..9], from level or site.level, default 1
      note: optional text
      wide: number [0..9] step 0.5, from site.wide, default 2
      items:
        each:
          kind: one of sofa | chair
          size: number [0..100] step 0.5, from size or dimensions.size
          on: optional date
          width: number [0..5], from dimensions.width, default 1
          depth: number, read as number, default 1
          parts:
            each:
              weight: count [1..9]
            at_most: 40
        at_most: 40
      bags:
        each:
          kg: number [0..30] step 0.5
        at_most: 40
      screws:
        each:
          fastener: one of screw | nail
          pieces: count [1..9]
        from: [{ fastener: screw, pieces: 8 }]
        at_most: 9
      words:
        each:
          word: one of red | blue, from itself
          count: count [1..9], default 1
        cell: "word*count;"
        at_most: 40
    quote:
      - line: freight
        for: items
        amount: €1
    """

  private static let kinds = [
    #""sofa""#, #""chairs""#, #""sofa, chair""#, "7", "{}", "null", #""\ufdd0""#, #""""#,
  ]
  private static let sizes = [
    "1", "2.5", "-1", #""1,5""#, #""7,5""#, #""22,5""#, #""0,5""#, #""3,5""#, "0.3", #""12 kg""#,
    "[]", "true",
  ]
  private static let days = [#""2026-03-14""#, #""14/03/2026""#, #""n/a""#, "null", "5"]
  private static let weights = ["1", "9", "0", "1.5", #""3""#, #""x""#]
  private static let depths = ["1", "1e400", "-1e400", #""inf""#, #""-nan""#, "-5e99", #""1e400""#]
  private static let words = [
    "red", "blue*2", "green", "red*0", "red, blue", "2 red", "blue*x", "*",
  ]

  private static let numbers = ["1", "-1", "null", #""""#, "true", #""two""#, "[]", "{}", "1e3"]
  private static let notes = [#""as agreed""#, "null", "5", "false", #""""#]

  // Only the first fault of a booking is told.
  private static func pick(_ texts: [String], _ random: inout SeededBytes) -> String {
    random.next(30) == 0 ? texts[random.next(texts.count)] : texts[0]
  }

  private static func own(_ random: inout SeededBytes) -> String {
    let level = pick(numbers, &random)
    let wide = pick(numbers, &random)
    let name = #""level":\#(level),"#
    let place = random.next(2) == 0 ? name + #""site":{"# : #""site":{"# + name
    // What is read so far of an element is noted again behind an object that nobody reads.
    let bags = (0..<random.next(4)).map { _ in
      #"{"kg":\#(pick(sizes, &random))\#(random.next(4) == 0 ? #","of":{"a":1}"# : "")}"#
    }
    return #"\#(place)"wide":\#(wide)},"bags":[\#(bags.joined(separator: ","))],"#
      + #""note":\#(pick(notes, &random))"#
  }

  private static func items(_ random: inout SeededBytes) -> String {
    func pick(_ texts: [String]) -> String { Self.pick(texts, &random) }
    let items = (0..<random.next([3, 20][random.next(2)])).map { _ in
      let parts = (0..<random.next(4)).map { _ in #"{"weight":\#(pick(weights))}"# }
      let size = random.next(2) == 0 ? "\"size\":" : "\"dimensions\":{\"size\":"
      let end = size.contains("{") ? "}" : ""
      let rest = parts.joined(separator: ",")
      let width = random.next(4) == 0 ? #""dimensions":{"width":\#(pick(numbers))},"# : ""
      if random.next(40) == 0 { return #"{"size":1}"# }
      let stranger = random.next(40) == 0 ? #""of":{"stuff":1},"# : ""
      return #"{"kind":\#(pick(kinds)),\#(end == "" ? width : "")\#(size)\#(pick(sizes))\#(end),"#
        + #"\#(stranger)"on":\#(pick(days)),"depth":\#(pick(depths)),"parts":[\#(rest)]}"#
    }
    return "[\(items.joined(separator: ","))]"
  }

  private static func cell(_ random: inout SeededBytes) -> String {
    (0..<random.next(20)).map { _ in
      random.next(20) == 0 ? words[random.next(words.count)] : words[0]
    }.joined(separator: ";")
  }

  @Test(arguments: 0..<8, [InputFormat.jsonl, .csv])
  func areToldAsIfAlone(seed: Int, format: InputFormat) throws {
    var random = SeededBytes(state: UInt64(seed) + 1)
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": Self.rules]))
    let header = format == .csv ? "id,items,words\n" : ""
    let records = (0..<300).map { row in
      let items = Self.items(&random)
      if format == .jsonl { return #"{"id":"\#(row)","items":\#(items),\#(Self.own(&random))}"# }
      return "\(row),\"\(items.replacing("\"", with: "\"\""))\",\"\(Self.cell(&random))\""
    }
    let all = header + records.joined(separator: "\n")
    let (together, remarks) = try read(all, format, pricer)
    let alone = try records.flatMap { try read(header + $0, format, pricer).faults }
    #expect(together.map(text) == alone.map(text))
    #expect(Set(together.map(text)).count > 50)
    let oneByOne = try read(all, format, pricer, readsOneByOne: true)
    #expect(together == oneByOne.faults)
    #expect(remarks == oneByOne.remarks)
    #expect(format == .csv || !remarks.isEmpty)
  }

  /// A row an element: each is told of with its line.
  @Test(arguments: 0..<4)
  func ofRowsAreToldAsIfAlone(seed: Int) throws {
    var random = SeededBytes(state: UInt64(seed) + 1)
    let pricer = try Pricer(
      rulesAt: "rules.yaml",
      loader: .memory([
        "rules.yaml": """
          schema: quote/1
          name: example
          currency: EUR
          inputs:
            id: text, key
            items:
              each:
                kind: one of sofa | chair
                size: number [0..100] step 0.5
              at_most: 10
          quote:
            - line: freight
              for: items
              amount: €1
          """
      ]))
    var rows = "id,items.kind,items.size\n"
    for booking in 0..<500 {
      for _ in 0...random.next(10) {
        let size = Self.pick(["1", "2,5", "-1", "", "0.3", "x"], &random)
        rows += "\(booking),\(Self.pick(["sofa", "sofas", "", "null"], &random)),\"\(size)\"\n"
      }
    }
    let (together, remarks) = try read(rows, .csv, pricer)
    let oneByOne = try read(rows, .csv, pricer, readsOneByOne: true)
    #expect(together == oneByOne.faults)
    #expect(remarks == oneByOne.remarks)
    #expect(Set(together.map(text)).count > 50)
  }

  private func text(_ fault: RowFault) -> String {
    "\(fault.field) \(fault.value) \(fault.reason): \(fault.message)"
  }

  private func read(
    _ text: String, _ format: InputFormat, _ pricer: Pricer, readsOneByOne: Bool = false
  ) throws -> (faults: [RowFault], remarks: [String]) {
    var options = ReaderOptions()
    options.format = format
    options.readsOneByOne = readsOneByOne
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "in", bytes: Array(text.utf8))],
      options: options)
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    var found: [RowFault] = []
    while try parser.read(into: batch) {
      found += batch.faults.all
    }
    return (found, reader.remarks)
  }
}
