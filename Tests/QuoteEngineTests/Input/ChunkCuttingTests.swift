import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Bookings that are cut out of a chunk are those they were in it.
@Suite struct ChunkCuttingTests {
  private static let rules = """
    schema: quote/1
    name: cut
    currency: USD
    inputs:
      id: text, key
      note: optional text
      items:
        each:
          n: count [0..8]
        at_most: 4
    quote:
      - line: goods
        amount: sum(n) * $1
    outputs:
      id:
      note:
    """

  private static let text = #"""
    id,note,n
    A,,1
    A,,2

    B,"two
    lines",3
    C,x,4
    D,"said ""so""",5
    D,"said ""so""",1

    B,y,7
    F,,none
    G,é,8

    """#

  private static let lines = #"""
    {"id":"A","items":[{"n":1},{"n":2}]}

    {"id":"B","note":"two\nlines"}
    {"id":"C"}, 
    {"id":"D","items":[]}
    {"id":"B"}
    """#

  static let sources: [(name: String, text: String)] = [
    ("a.csv", text), ("b.csv", text.replacing("\n", with: "\r\n")),
    ("c.csv", text.replacing("\n", with: "\r")),
    ("d.csv", "id,note,n\nA,,1\nB,,2\nC,z,3\nD,\"q\",4"), ("e.jsonl", lines),
    ("f.json", "[\(#"{"id":"A"}"#), {\"id\":\"B\",\n\"note\":\"x\"}, {}, {\"id\":\"D\"}]"),
  ]

  @Test(arguments: sources.indices)
  func cutOutBookingsAreTheSame(source: Int) throws {
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": Self.rules]))
    let (name, text) = Self.sources[source]
    for chunkBytes in [24, 64, 1 << 16] {
      var options = ReaderOptions()
      options.chunkBytes = chunkBytes
      let reader = try BookingReader(
        schema: pricer.schema, sources: [ComparisonKit.source(name, text)], options: options)
      let again = BookingReader(rereading: pricer.schema, options: options).makeParser()
      let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
      let (whole, some) = (QuoteTexts(pricer), QuoteTexts(pricer))
      var luck = Luck(UInt64(source + 1))
      var cuts = 0
      while try parser.read(into: batch) {
        let chunk = try #require(batch.chunk as? InputChunk)
        whole.price(batch)
        for _ in 0..<20 {
          let rows = (0..<batch.count).filter { _ in luck.below(3) > 0 }
          guard let cut = chunk.cut(rows, of: batch) else { continue }
          let few = BookingBatch(schema: pricer.schema)
          try again.reread(cut, into: few)
          some.price(few)
          #expect(few.count == rows.count)
          cuts += 1
          for (index, row) in rows.enumerated() where index < few.count {
            #expect(some.quote(of: index).string == whole.quote(of: row).string)
            #expect(some.outcome(of: index) == whole.outcome(of: row))
          }
        }
      }
      #expect(cuts > 10)
    }
  }

  /// Without what stands between, two bookings of one key would be one.
  @Test func neighboursOfOneKeyAreNotCutOut() throws {
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": Self.rules]))
    let reader = try BookingReader(
      schema: pricer.schema,
      sources: [ComparisonKit.source("a.csv", "id,note,n\nA,,1\nB,,2\nA,,3\n")],
      options: ReaderOptions())
    let batch = BookingBatch(schema: pricer.schema)
    #expect(try reader.makeParser().read(into: batch))
    let chunk = try #require(batch.chunk as? InputChunk)
    #expect(chunk.cut([0, 2], of: batch) == nil)
    #expect(chunk.cut([0, 1, 2], of: batch) != nil)
  }
}
