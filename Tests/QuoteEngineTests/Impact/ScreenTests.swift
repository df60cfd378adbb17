import Testing

@testable import QuoteTools

/// Tables and sentences on a terminal keep its width.
@Suite struct ScreenTests {
  private static var table: TextTable {
    var table = TextTable(right: [1])
    table.rows = [
      ["what each edit does", "bookings", "rule"],
      ["  share of the days from the third on: 60% of a day becomes 65% of a day", "20", "r.yaml:2"],
      ["  heating", "7", "r.yaml:47"],
    ]
    return table
  }

  @Test func theWidestColumnOfNamesIsFolded() {
    let lines = Screen(width: 50).lines(of: Self.table)
    #expect(lines.allSatisfy { $0.count <= 50 })
    #expect(lines.count > 3)
    // Figures and places stand beside the first part of a name.
    #expect(lines[1].hasSuffix("20  r.yaml:2"))
    // No word of a name is lost.
    let words = lines.joined(separator: " ").split(separator: " ")
    #expect(words.count == Self.table.lines.joined(separator: " ").split(separator: " ").count)
  }

  @Test func whatFitsIsLeftAsItIs() {
    #expect(Screen(width: 200).lines(of: Self.table) == Self.table.lines)
    #expect(Screen().lines(of: Self.table) == Self.table.lines)
  }

  @Test func onlyTheHeadingStandsOut() {
    let lines = Screen(width: 50, isColored: true).lines(of: Self.table)
    #expect(lines[0].hasPrefix("\u{1B}[1mwhat each edit does"))
    #expect(lines.dropFirst().allSatisfy { !$0.contains("\u{1B}") })
  }

  @Test func sentencesAreFolded() {
    let lines = Screen(width: 20).lines(of: "40 bookings: 35 with a different total")
    #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 20 })
    #expect(Screen().lines(of: "40 bookings") == ["40 bookings"])
  }
}
