import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteComparison
@testable import QuoteEngine

/// One line of the other side stands elsewhere: that is one cause, and one edit removes it, however
/// many lines it makes depart.
@Suite struct RemedyOrderTests {
  private static let head = """
    schema: quote/1
    name: studio
    currency: USD
    inputs:
      id: text, key
      hours: count [1..20]
      seats: count [1..12]
      points: count [0..90]
    quote:

    """
  private static let lines = [
    ("room", "    amount: $45 * hours"),
    ("catering", "    amount: $9 * seats"),
    ("bulk_off", "    when: subtotal >= $400\n    amount: -round(12% * subtotal)"),
    ("care", "    amount: round(6% * subtotal)"),
    ("points_off", "    amount: -min($0.75 * points, round(15% * subtotal))"),
    ("least", "    becomes: max(subtotal, $120)"),
    ("cleaning", "    amount: $3.20 * seats"),
    ("card_fee", "    when: subtotal > $500\n    amount: round(1.8% * subtotal)"),
  ]

  private static func rules(_ order: [Int]) -> String {
    head
      + order.map { "  - line: \(lines[$0].0)\n\(lines[$0].1)\n" }.joined()
  }

  /// From where to where a line is moved: by up to three places.
  static let moves = lines.indices.flatMap { from in
    [-3, -2, 2, 3].map { (from, from + $0) }
  }.filter { lines.indices.contains($1) }

  @Test(arguments: LongRun.some(moves, oneIn: 3))
  func aMovedLineIsOneCause(from: Int, to: Int) throws {
    var order = Array(Self.lines.indices)
    order.insert(order.remove(at: from), at: to)
    let bench = try MutantBench(
      Self.rules(Array(Self.lines.indices)), named: "studio", count: 150, seed: 4)
    let (summary, found) = try bench.compare(Self.rules(order))
    guard found.count > 3 else { return }
    let causes = summary.causes.ordered
    #expect(causes.count == 1, "\(causes.map { ($0.name, $0.remedy?.edit) })")
    let remedy = try #require(causes.first?.remedy)
    #expect(remedy.removes == remedy.of && remedy.breaks == 0, "\(remedy)")
  }
}
