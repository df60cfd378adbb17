import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The bound of all elements that one made list has in one booking.
@Suite struct MadeTogetherTests {
  private static func rules(_ arithmetic: String) -> String {
    """
    schema: quote/1
    name: grid
    currency: EUR
    arithmetic: \(arithmetic)
    inputs:
      id: text, key
      n: count [0..100000]
      items:
        each:
          k: count [0..1000000]
    let:
      rows:
        each: x in [1..n]
        at_most: 5000
      cells:
        each: y in [x..x + n]
        at_most: 6000
      pieces:
        each: p in [1..k]
        at_most: 1000000
      of_items: { for: items, value: count(pieces) }
    quote:
      - line: work
        amount: €1 * sum(sum(mod(y, 2))) + €1 * sum(of_items)
    decline:
      - when: n = 4000
        reason: declined before anything is missed
    """
  }

  private static let bookings = [
    #"{"id":"1","n":3,"items":[{"k":2},{"k":0},{"k":3}]}"#,
    #"{"id":"2","n":1413,"items":[]}"#,
    #"{"id":"3","n":5000,"items":[]}"#,
    #"{"id":"4","n":5001,"items":[]}"#,
    #"{"id":"5","n":1,"items":[{"k":600000},{"k":1},{"k":500000}]}"#,
    #"{"id":"6","n":4000,"items":[]}"#,
    #"{"id":"7","n":2,"items":[{"k":1}]}"#,
  ].map { $0 + "\n" }.joined()

  private static func pricer(_ arithmetic: String, recording: Bool = false) throws -> Pricer {
    let loader = FileLoader.memory(["rules.yaml": rules(arithmetic)])
    return try Pricer(rulesAt: "rules.yaml", loader: loader, recording: recording)
  }

  @Test(arguments: ["exact", "javascript"])
  func bothEvaluatorsRefuseAlike(_ arithmetic: String) throws {
    for recording in [false, true] {
      let pricer = try Self.pricer(arithmetic, recording: recording)
      let found = try Agreement(
        pricer: pricer, seed: 1, bookings: 7, lines: Self.bookings
      ).differences()
      #expect(found.isEmpty, "\(found.prefix(3).joined(separator: "\n"))")
    }
  }

  /// No booking has a price that leaves some of its elements out.
  @Test func moreThanTheBoundIsAtFault() throws {
    let pricer = try Self.pricer("exact")
    let parser = try pricer.schema.reader(of: Self.bookings, as: .jsonl).makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    #expect(try parser.read(into: batch))
    let quotes = pricer.makeEvaluator().price(batch, rows: 0..<batch.count)
    let messages = quotes.faults.all.map { "\($0.row) \($0.field): \($0.message)" }
    #expect(
      messages == [
        "1 cells: `cells` has more than 1,000,000 elements in this booking, too many: a made "
          + "list has at most 1,000,000 in one booking",
        "2 cells: `cells` has more than 1,000,000 elements in this booking, too many: a made "
          + "list has at most 1,000,000 in one booking",
        "3 rows: `rows` has 5001 elements, [1..5001], too many: at most 5000",
        "4 pieces: `pieces` has 1,100,001 elements in this booking, too many: a made list has at "
          + "most 1,000,000 in one booking",
      ])
  }

  /// A block of thousands of bookings that ask for so much each would not fit into memory.
  @Test func fewBookingsAreABlockWhereEachMayAskForMany() throws {
    let whole = try Self.pricer("exact").makeEvaluator()
    #expect(whole.rowsAtOnce == 8)
    whole.mostMade = 5000
    #expect(whole.rowsAtOnce == 1600)
    var blocks: [Range<Int>] = []
    whole.mostMade = ModelList.mostMade
    whole.forEachBlock(of: 3..<20) { blocks.append($0) }
    #expect(blocks == [3..<11, 11..<19, 19..<20])
    #expect(try ProjectRules.pricer("rules/tiers.yaml").makeEvaluator().rowsAtOnce == 2048)
  }
}
