@testable import QuoteCauses
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax
@testable import QuoteAnalysis
@testable import QuoteComparison

/// Rules that fired, known from bookings and elements that went the same way, beside what a walk
/// through each booking finds.
@Suite struct FiredRulesTests {
  private static let rules = """
    schema: quote/1
    name: crates
    currency: USD
    inputs:
      id:     text, key
      zone:   one of near | far | abroad
      member: flag, default no
      boxes:
        each:
          size:   one of small | large
          pieces: count [0..9], default 1
          tools:
            each:
              kind: optional text
            at_most: 3
        at_most: 5
    let:
      price:
        unique: |
          | size  || zone: near | far   | abroad |
          | small || $4.10      | $6.30 | $11    |
          | large || $5.70      | $8.20 | $16    |
      care:
        first: |
          | kind || fee |
          | saw  || $2  |
          | axe  || $0  |
          | -    || $3  |
      daily:
        sum: |
          | zone   | member || rate  |
          | near   | -      || $0.40 |
          | -      | yes    || $0.70 |
          | abroad | -      || $1.10 |
    quote:
      - line: carriage
        for: boxes
        amount: price * pieces
      - line: large
        for: boxes
        when: size = "large" and member
        amount: price - (daily default $0)
      - line: tooling
        for: tools
        amount: care
      - line: after
        for: boxes
        amount: (previous(price) default $0) * 2
      - line: whole
        amount: round(sum(price) * 2%)
      - line: per_day
        when: daily is given
        amount: daily
    """

  private static func bookings(_ count: Int, _ luck: inout RowLuck) -> String {
    (0..<count).map { row in
      let boxes = (0..<luck.below(5)).map { _ in
        let tools = (0..<luck.below(3)).map { _ in
          luck.pick(#"{"kind":"saw"}"#, #"{"kind":"axe"}"#, "{}")
        }
        return #"{"size":"\#(luck.pick("small", "large"))","pieces":\#(luck.below(4)),"#
          + #""tools":[\#(tools.joined(separator: ","))]}"#
      }
      return #"{"id":"\#(row)","zone":"\#(luck.pick("near", "far", "abroad"))","#
        + #""member":\#(luck.pick("true", "false")),"boxes":[\#(boxes.joined(separator: ","))]}"#
        + "\n"
    }.joined()
  }

  @Test func rulesAreKnownWithoutAWalk() throws {
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": Self.rules]))
      .recording()
    var luck = RowLuck(17)
    let source = ComparisonKit.source("b.jsonl", Self.bookings(600, &luck))
    let reader = try BookingReader(
      schema: pricer.schema, sources: [source], options: ReaderOptions())
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: reader.schema))
    let evaluator = pricer.makeEvaluator()
    let fired = FiredRules(CauseReader(pricer.plan))
    let walker = CauseReader(pricer.plan)
    var (bookings, met) = (0, Set<String>())
    while try parser.read(into: batch) {
      evaluator.forEachBlock(of: 0..<batch.count) { rows in
        _ = evaluator.price(batch, rows: rows)
        for row in 0..<rows.count {
          let recording = evaluator.recording(row: row)
          var known: Set<String> = []
          let walked = walker.lines.all.flatMap { walker.fired($0, recording) }
            .filter { known.insert($0).inserted }
          #expect(fired.names(evaluator, row: row) == walked)
          bookings += 1
          met.formUnion(walked)
        }
      }
    }
    #expect(bookings == 600 && met.contains("price large, abroad") && met.contains("care saw"))
  }
}
