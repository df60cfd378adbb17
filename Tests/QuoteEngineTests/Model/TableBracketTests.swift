import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Brackets of graduated tables lie side by side from zero up.
@Suite struct TableBracketTests {
  private func findings(_ keys: [TableKey], _ rows: [[KeySet]]) -> TableFindings {
    TableFindings(proving: SmallTable.table(.graduated, keys, rows), areas: [])
  }

  private func points(_ lower: Int, _ upper: Int?, _ sides: String) -> KeySet {
    KeySet(
      .ranges([
        KeyRange(
          Interval(Ratio(lower), upper.map { Ratio($0) } ?? .infinity),
          lowerIsIncluded: sides.first == "[", upperIsIncluded: sides.last == "]")
      ]), matchesNotGiven: false)
  }

  @Test func ofACountTheFirstPieceMayBeOneOrZero() {
    let pieces = SmallTable.count("pieces", 0...1000)
    for first in [0, 1] {
      let found = findings(
        [pieces],
        [[SmallTable.range(first, 9)], [SmallTable.range(10, 99)], [SmallTable.range(100, nil)]])
      #expect(found.overlaps.isEmpty && found.bracketGap?.example == nil && found.gap == nil)
      #expect(found.deadRows.isEmpty)
    }
    let late = findings([pieces], [[SmallTable.range(2, 9)], [SmallTable.range(10, nil)]])
    #expect(late.bracketGap?.example == "pieces = 1")
  }

  @Test func gapsAndOverlapsAreFound() {
    let pieces = SmallTable.count("pieces", 0...1000)
    let apart = findings([pieces], [[SmallTable.range(1, 9)], [SmallTable.range(11, nil)]])
    #expect(apart.bracketGap?.example == "pieces = 10")
    let meeting = findings([pieces], [[SmallTable.range(1, 10)], [SmallTable.range(10, nil)]])
    #expect(meeting.overlaps.map(\.example) == ["pieces = 10"])
    let ending = findings([pieces], [[SmallTable.range(1, 999)]])
    #expect(ending.bracketGap?.example == "pieces = 1000")
  }

  @Test func ofAMeasureBoundsArePoints() {
    let miles = SmallTable.number("miles")
    let halfOpen = findings(
      [miles], [[points(0, 100, "[)")], [points(100, nil, "[]")]])
    #expect(halfOpen.overlaps.isEmpty && halfOpen.bracketGap?.example == nil)
    let fromAbove = findings([miles], [[points(0, 100, "(]")], [points(100, nil, "(]")]])
    #expect(fromAbove.overlaps.isEmpty && fromAbove.bracketGap?.example == nil)
    let shared = findings([miles], [[points(0, 100, "[]")], [points(100, nil, "[]")]])
    #expect(shared.overlaps.map(\.example) == ["miles = 100"])
    let missing = findings([miles], [[points(0, 100, "[)")], [points(100, nil, "(]")]])
    #expect(missing.bracketGap?.example == "miles = 100")
  }

  @Test func eachCombinationOfTheOtherKeysHasItsOwn() {
    let zone = SmallTable.key("zone", .choice(["near", "far"]))
    let pieces = SmallTable.count("pieces", 0...100)
    func of(_ index: Int) -> KeySet { KeySet(.indices([index]), matchesNotGiven: false) }
    let any = KeySet(.everything, matchesNotGiven: true)
    let whole = findings(
      [zone, pieces],
      [
        [of(0), SmallTable.range(1, 5)], [of(1), SmallTable.range(1, 20)],
        [of(0), SmallTable.range(6, 20)], [any, SmallTable.range(21, nil)],
      ])
    #expect(whole.overlaps.isEmpty && whole.bracketGap?.example == nil && whole.isTotal)
    let broken = findings(
      [zone, pieces], [[of(0), SmallTable.range(1, nil)], [of(1), SmallTable.range(1, 20)]])
    #expect(broken.bracketGap?.example == "zone = \"far\", pieces = 21")
    let missing = findings([zone, pieces], [[of(0), SmallTable.range(1, nil)]])
    #expect(missing.bracketGap?.example == nil && missing.gap == "zone = \"far\", pieces = 0")
  }
}
