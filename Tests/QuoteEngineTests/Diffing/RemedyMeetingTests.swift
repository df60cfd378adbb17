import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Slips of real rules, some of which only show behind others.
@Suite struct RemedyMeetingTests {
  struct Slips: Sendable, CustomTestStringConvertible {
    var name: String
    var changes: [(old: String, new: String)]
    var wanted: [String]

    var testDescription: String { "\(name): \(wanted.joined(separator: "; "))" }
  }

  static let all = [
    // A row of a table with more rows than are looked at, behind what is wrong in all of them.
    Slips(
      name: "autodetail",
      changes: [("1700 ₽", "1819 ₽"), ("amount: package_price", "amount: 2 * package_price")],
      wanted: ["detailing counts twice", "1700 becomes 1819"]),
    // A line that is ours alone in some bookings and theirs alone in the others.
    Slips(
      name: "parcel",
      changes: [("when: signature", "when: not signature"), ("€22 * number", "€22")],
      wanted: ["signature does not hold", "€22 * number becomes €22"]),
    // A group of lines.
    Slips(
      name: "repairs", changes: [("when: workflow = \"buyback\"", "when: no")],
      wanted: ["buyback is left out"]),
    // One formula, of several that round.
    Slips(
      name: "repairs", changes: [("round(25% * repair)", "round_down(25% * repair)")],
      wanted: ["express_fee rounded towards_zero"]),
    // A divisor, which people write in round figures.
    Slips(name: "parcel", changes: [("/ 5000", "/ 7500")], wanted: ["5000 becomes 7500"]),
  ]

  @Test(arguments: LongRun.some(all, oneIn: 2))
  func eachIsNamed(_ slips: Slips) throws {
    let bench = try MutantBench(slips.name, count: 200, seed: 41)
    var other = bench.rules
    for (old, new) in slips.changes {
      #expect(other.contains(old))
      other = other.replacing(old, with: new)
    }
    let causes = try bench.compare(other).summary.causes.ordered
    let edits = causes.compactMap(\.remedy?.edit)
    #expect(Set(edits) == Set(slips.wanted), "\(causes.map(\.name))")
    #expect(causes.count == slips.wanted.count, "\(causes.map(\.name))")
  }
}
