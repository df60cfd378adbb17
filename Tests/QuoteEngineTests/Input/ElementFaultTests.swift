import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteSyntax

/// What is told of an element is kept for all elements, without their numbers. It is what a reader
/// tells that has read nothing before.
@Suite struct ElementFaultTests {
  private static let rules = """
    schema: quote/1
    name: example
    currency: EUR
    inputs:
      id: text, key
      items:
        each:
          kind: one of sofa | chair
          size: number [0..100] step 0.5, from size or dimensions.size
          on: optional date
          depth: number, read as number, default 1
          parts:
            each:
              weight: count [1..9]
            at_most: 40
        at_most: 40
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
  private static let sizes = ["1", "2.5", "-1", #""1,5""#, "0.3", #""12 kg""#, "[]", "true"]
  private static let days = [#""2026-03-14""#, #""14/03/2026""#, #""n/a""#, "null", "5"]
  private static let weights = ["1", "9", "0", "1.5", #""3""#, #""x""#]
  private static let depths = ["1", "1e400", "-1e400", #""inf""#, #""-nan""#, "-5e99", #""1e400""#]
  private static let words = ["red", "blue*2", "green", "red*0", "red, blue", "2 red", "blue*x", "*"]

  private static func items(_ random: inout SeededBytes) -> String {
    // Only the first fault of a booking is told.
    func pick(_ texts: [String]) -> String {
      random.next(30) == 0 ? texts[random.next(texts.count)] : texts[0]
    }
    let items = (0..<random.next([3, 20][random.next(2)])).map { _ in
      let parts = (0..<random.next(4)).map { _ in #"{"weight":\#(pick(weights))}"# }
      let size = random.next(2) == 0 ? "\"size\":" : "\"dimensions\":{\"size\":"
      let end = size.contains("{") ? "}" : ""
      let rest = parts.joined(separator: ",")
      return #"{"kind":\#(pick(kinds)),\#(size)\#(pick(sizes))\#(end),"#
        + #""on":\#(pick(days)),"depth":\#(pick(depths)),"parts":[\#(rest)]}"#
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
      if format == .jsonl { return #"{"id":"\#(row)","items":\#(items)}"# }
      return "\(row),\"\(items.replacing("\"", with: "\"\""))\",\"\(Self.cell(&random))\""
    }
    let together = try faults(header + records.joined(separator: "\n"), format, pricer)
    let alone = try records.map { try faults(header + $0, format, pricer) }
    #expect(together == alone.flatMap(\.self))
    #expect(Set(together).count > 50)
  }

  private func faults(_ text: String, _ format: InputFormat, _ pricer: Pricer) throws -> [String] {
    var options = ReaderOptions()
    options.format = format
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "in", bytes: Array(text.utf8))],
      options: options)
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    var found: [String] = []
    while try parser.read(into: batch) {
      found += batch.faults.all.map { "\($0.field) \($0.value) \($0.reason): \($0.message)" }
    }
    return found
  }
}
