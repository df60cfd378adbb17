import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Proofs against brute force: small tables with keys of every kind, every
/// booking tried.
@Suite struct TableProofTests {
  @Test(arguments: 0..<400 as Range<UInt64>)
  func agreesWithTryingEveryBooking(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let hit = [HitPolicy.unique, .first, .max][Int(seed % 3)]
    let table = SmallTable.random(hit: hit, with: &random)
    let findings = TableFindings(proving: table, areas: [])
    let bookings = SmallTable.bookings(of: table)
    let holding = bookings.map { booking in
      table.rows.indices.filter { row in
        zip(table.rows[row].keys, booking).allSatisfy { SmallTable.holds($0, $1) }
      }
    }
    #expect(findings.isProved)
    #expect(findings.isTotal == holding.allSatisfy { !$0.isEmpty })
    if hit == .unique {
      #expect(findings.overlaps.isEmpty == holding.allSatisfy { $0.count < 2 })
      for overlap in findings.overlaps {
        let rows = SmallTable.rows(of: table, holdingFor: overlap.example)
        #expect(rows.contains(overlap.upper) && rows.contains(overlap.lower))
      }
    }
    if hit != .max {
      let hasGap = zip(bookings, holding).contains { $1.isEmpty && $0.allSatisfy(\.isClosed) }
      #expect((findings.gap != nil) == hasGap)
      if let gap = findings.gap { #expect(SmallTable.rows(of: table, holdingFor: gap).isEmpty) }
    }
    let dead = Set(findings.deadRows.map(\.row))
    let counting = Set(hit == .first ? holding.compactMap(\.first) : holding.flatMap { $0 })
    #expect(dead == Set(table.rows.indices).subtracting(counting))
    for row in findings.deadRows where row.impossibleKey == nil {
      for rows in holding where rows.contains(row.row) {
        #expect(row.coveredBy.contains { rows.contains($0) && $0 < row.row })
      }
    }
  }

  @Test func countsLeaveNoGapBetweenWholeNumbers() {
    let key = SmallTable.count("pieces", 0...20)
    let table = SmallTable.table(
      .unique, [key],
      [[SmallTable.range(0, 3)], [SmallTable.range(4, 7)], [SmallTable.range(8, nil)]])
    let findings = TableFindings(proving: table, areas: [])
    #expect(findings.overlaps.isEmpty && findings.gap == nil && findings.isTotal)
  }

  @Test func numbersDoLeaveOne() {
    let key = SmallTable.number("hours")
    let table = SmallTable.table(
      .unique, [key],
      [[SmallTable.range(nil, 3)], [SmallTable.range(4, 7)], [SmallTable.range(7, nil)]])
    let findings = TableFindings(proving: table, areas: [])
    #expect(findings.gap == "hours = 3.5")
    #expect(findings.overlaps.map(\.example) == ["hours = 7"])
  }

  @Test func aRowOutsideTheKeysRangeIsDead() {
    let key = SmallTable.count("pieces", 0...20)
    let table = SmallTable.table(
      .sum, [key], [[SmallTable.range(5, 8)], [SmallTable.range(21, 30)]])
    let findings = TableFindings(proving: table, areas: [])
    #expect(findings.deadRows.map(\.row) == [1])
    #expect(findings.deadRows.first?.impossibleKey == 0)
  }

  @Test func textRangesAreCutByCodePoint() {
    let key = SmallTable.key("clock", .text)
    func range(_ lower: String, _ upper: String) -> KeySet {
      KeySet(
        .textRanges([
          TextRange(lower: lower, lowerIsIncluded: true, upper: upper, upperIsIncluded: false)
        ]), matchesNotGiven: false)
    }
    let apart = SmallTable.table(
      .unique, [key], [[range("07:00", "09:00")], [range("09:00", "1")]])
    #expect(TableFindings(proving: apart, areas: []).overlaps.isEmpty)
    let meeting = SmallTable.table(
      .unique, [key], [[range("07:00", "09:00a")], [range("09:00", "1")]])
    #expect(
      TableFindings(proving: meeting, areas: []).overlaps.map(\.example) == ["clock = \"09:00\""])
  }

  @Test func aLongPriceListIsProved() {
    let words = (0..<4_000).map { row in
      [
        KeySet(.words(["sku \(row / 4)"], negated: false), matchesNotGiven: false),
        SmallTable.range(row % 4 * 10, row % 4 * 10 + 9),
      ]
    }
    let keys = [SmallTable.key("sku", .text), SmallTable.count("pieces", 0...39)]
    var table = SmallTable.table(.unique, keys, words)
    let findings = TableFindings(proving: table, areas: [])
    #expect(findings.isProved && findings.overlaps.isEmpty && findings.gap == nil)
    table.rows.append(
      ModelTableRow(
        keys: [
          KeySet(.words(["sku 77"], negated: false), matchesNotGiven: false),
          SmallTable.range(5, 5),
        ],
        keySpans: [.nowhere, .nowhere], values: [], span: .nowhere))
    let broken = TableFindings(proving: table, areas: [])
    #expect(broken.overlaps.map(\.example) == ["sku = \"sku 77\", pieces = 5"])
  }

  @Test func whatOverlapsInTooManyWaysIsNotProved() {
    let keys = (0..<40).map { SmallTable.count("k\($0)", 0...100) }
    let rows = (0..<400).map { row in
      keys.indices.map { column in
        SmallTable.range((row * 7 + column * 13) % 50, (row * 7 + column * 13) % 50 + 40)
      }
    }
    let table = SmallTable.table(.first, keys, rows)
    let findings = TableFindings(proving: table, areas: [], workLimit: 200_000)
    #expect(!findings.isProved && !findings.isTotal && findings.deadRows.isEmpty)
  }
}
