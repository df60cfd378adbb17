import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Cells of times and weekdays whose ranges wrap, from their text to the proof
/// of `unique`, against asking the cells one by one.
@Suite struct WrappingRangeTests {
  static let days = Weekday.allCases.map { "\($0)" }

  /// A range as written, and the weekdays (from Monday, 0) that lie in it.
  static func weekdays(_ random: inout SeededGenerator) -> (cell: String, holds: Set<Int>) {
    let from = Int.random(in: 0..<7, using: &random)
    let to = Int.random(in: 0..<7, using: &random)
    var days: [Int] = [from]
    while days.last! != to { days.append((days.last! + 1) % 7) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ("\(Self.days[from])..\(Self.days[to])", Set(days))
    case 1 where from != to:
      return ("[\(Self.days[from])..\(Self.days[to]))", Set(days.dropLast()))
    case 2 where from != to:
      return ("(\(Self.days[from])..\(Self.days[to])]", Set(days.dropFirst()))
    default: return (Self.days[from], [from])
    }
  }

  /// The same of whole hours, of which the table asks every half.
  static func hours(_ random: inout SeededGenerator) -> (cell: String, holds: Set<Int>) {
    let from = Int.random(in: 0..<24, using: &random)
    let to = (from + Int.random(in: 1..<24, using: &random)) % 24
    let includes = (Bool.random(using: &random), Bool.random(using: &random))
    var halves: Set<Int> = []
    var half = 2 * from + (includes.0 ? 0 : 1)
    while half % 48 != 2 * to {
      halves.insert(half % 48)
      half += 1
    }
    if includes.1 { halves.insert(2 * to) }
    func clock(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
    return (
      "\(includes.0 ? "[" : "(")\(clock(from))..\(clock(to))\(includes.1 ? "]" : ")")", halves
    )
  }

  private func findings(_ input: String, _ header: String, _ cells: [String]) throws
    -> (overlap: Bool, gap: Bool, errors: [String])
  {
    let rows = cells.map { "      | \($0) || $1 |\n" }.joined()
    let rules = try ModelRules(
      "inputs:\n  at: \(input)\nlet:\n  t:\n    unique: |\n      | \(header) || price |\n\(rows)"
        + "quote:\n  - line: visit\n    amount: t\n")
    let ids = rules.log.all.map(\.id)
    return (
      ids.contains("rows-overlap"), ids.contains("gap-in-table"),
      ids.filter { !["rows-overlap", "gap-in-table", "dead-row"].contains($0) }
    )
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func weekdaysAreProvedAsTried(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let cells = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.weekdays(&random) }
    let found = try findings("date", "weekday(at)", cells.map(\.cell))
    try compare(found, cells, 7)
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func timesAreProvedAsTried(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1000)
    let cells = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.hours(&random) }
    let found = try findings("time", "at", cells.map(\.cell))
    try compare(found, cells, 48)
  }

  private func compare(
    _ found: (overlap: Bool, gap: Bool, errors: [String]),
    _ cells: [(cell: String, holds: Set<Int>)], _ count: Int
  ) throws {
    let holding = (0..<count).map { value in cells.count { $0.holds.contains(value) } }
    let written = "\(cells.map(\.cell))"
    #expect(found.errors.isEmpty, "\(written)")
    #expect(found.overlap == holding.contains { $0 > 1 }, "\(written)")
    // Rules that are refused are not asked for gaps.
    if !found.overlap { #expect(found.gap == holding.contains(0), "\(written)") }
  }
}
