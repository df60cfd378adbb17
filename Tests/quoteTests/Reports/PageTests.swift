import Foundation
import TestKit
import Testing

/// The page of differences, as a browser has it.
@Suite(.enabled(if: Browser.isThere, "there is no browser")) struct PageTests {
  /// Records of the rows that there are, from the top.
  static func rows(_ document: String) -> [Int] {
    document.matches(of: /data-record="(\d+)"/).compactMap { Int($0.1) }
  }

  static func inside(_ document: String) -> String {
    let parts = document.components(separatedBy: "class=\"inside\"")
    return parts.count < 2 ? "" : parts[1].components(separatedBy: "class=\"item\"")[0]
  }

  @Test func everyDifferenceIsARowTheWorstFirst() throws {
    let page = try ReportWorld.report("html")
    let document = try Browser.opened(page)
    #expect(Self.rows(document) == [3, 4, 2, 5, 6, 7, 8])
    #expect(document.contains(">7 bookings</output>"))
    #expect(document.contains("8 bookings: 1 the same, 7 different"))
    #expect(!document.contains("id=\"reading\""))
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test func whatCannotBeReadIsNamed() throws {
    let broken = ["{\"id\":", #"{"id":<img src=x>"#]
    let page = try ReportWorld.report("html", ReportWorld.records + broken)
    let document = try Browser.opened(page)
    #expect(document.contains("<h2>records that cannot be read</h2>"))
    #expect(document.contains(">record 9, line 9: at column 7, the record ends without the `}`"))
    #expect(document.contains(">record 10, line 10: at column 7, a value is needed, not `&lt;`"))
    #expect(Self.rows(document) == [3, 4, 2, 5, 6, 7, 8])
  }

  @Test func nothingOfABookingBecomesPartOfThePage() throws {
    let document = try Browser.opened(try ReportWorld.report("html"), "open=8&open=2&open=6")
    #expect(document.contains("&lt;/script&gt;&lt;b&gt;%0A::error,]]&gt;"))
    for tag in ["<b>%0A", "<img", "<i>no"] { #expect(!document.contains(tag)) }
    #expect(document.contains("&lt;img src=x onerror=alert(1)&gt;"))
    #expect(document.contains("&lt;i&gt;no&lt;/i&gt;"))
  }

  @Test func rowsAreSortedFoundAndChosen() throws {
    let page = try ReportWorld.report("html")
    #expect(Self.rows(try Browser.opened(page, "sort=difference&down=")) == [3, 2, 4, 5, 6, 7, 8])
    #expect(Self.rows(try Browser.opened(page, "sort=difference")).prefix(3) == [4, 2, 3])
    #expect(Self.rows(try Browser.opened(page, "sort=key")).prefix(3) == [2, 4, 3])
    #expect(Self.rows(try Browser.opened(page, "departs=fee")) == [2])
    #expect(Self.rows(try Browser.opened(page, "find=CHEAP")) == [4])
    #expect(Self.rows(try Browser.opened(page, "find=no%3C%2Fi")) == [6, 7])
    let none = try Browser.opened(page, "find=nobody")
    #expect(Self.rows(none) == [] && none.contains("id=\"none\">"))
    let chosen = try Browser.opened(page, "outcome=declined+by+us%2C+priced+by+them")
    #expect(Self.rows(chosen) == [5] && chosen.contains(">1 of 7 bookings</output>"))
  }

  @Test func aRowUnfoldsToBothWaterfalls() throws {
    let inside = Self.inside(try Browser.opened(try ReportWorld.report("html"), "open=3"))
    for text in ["30.00", "25.00", "+5.00", "2.40", "2.00", "32.40", "27.00", "+5.40"] {
      #expect(inside.contains(">\(text)<"), "\(text)")
    }
    #expect(inside.contains("rules.yaml:8"))
    #expect(inside.contains("quote explain --rules rules.yaml --map map.yaml --id dear"))
    #expect(inside.matches(of: /class="off/).count == 3)
  }

  /// Figures have the room of the longest, columns that say nothing are not there, and what
  /// groups come to has headings.
  @Test func theTableHasTheColumnsThatItNeeds() throws {
    let long = ReportWorld.record(
      "long", 2, work: "1234567.00", fee: "98765.36", total: "1333332.36")
    let document = try Browser.opened(try ReportWorld.report("html", [long]))
    #expect(document.contains(">1,333,332.36</span>"))
    #expect(!document.contains(">because</button>") && !document.contains(">form</button>"))
    #expect(document.contains("--wide: minmax(7rem,1.2fr) 6ch 13ch 14ch minmax(7rem,1.2fr)"))
    #expect(document.contains(">bookings</span><span>lower</span>"))
  }

  /// Where one side has no total, there are no bars to draw, and no frame for them either.
  @Test func totalsAreDrawnOnlyWhereBothSidesHaveThem() throws {
    let heading = "<h2>How far the totals are apart"
    #expect(try Browser.opened(ReportWorld.report("html")).contains(heading))
    let refused = [ReportWorld.records[0], ReportWorld.records[5]]
    #expect(!(try Browser.opened(ReportWorld.report("html", refused))).contains(heading))
  }

  /// A hundred thousand differences: all of them are counted and sorted, and
  /// only what is in sight is there.
  @Test func aHundredThousandRowsAreAsFewAsAreSeen() throws {
    let records = [ReportWorld.record("one", 2, work: "20", fee: "1.61", total: "21.61")]
    let page = try ReportWorld.report("html", records)
    let start = "id=\"differences\">[\n"
    let parts = page.components(separatedBy: start)
    let end = try #require(parts[1].firstRange(of: "\n]</script>")).lowerBound
    let row = String(parts[1][..<end])
    #expect(row.hasPrefix("[\"one\",1,"))
    let rows = (1...100_000).map { number in
      "[\"b\(number)\",\(number),"
        + String(row.dropFirst("[\"one\",1,".count)).replacing("-0.01", with: "-\(number)")
    }.joined(separator: ",\n")
    let many = parts[0] + start + rows + String(parts[1][end...])
    let document = try Browser.opened(many, "sort=difference&open=99999")
    #expect(Self.rows(document).prefix(3) == [100_000, 99_999, 99_998])
    #expect(Self.rows(document).count < 100)
    #expect(document.contains(">100,000 bookings</output>"))
    let height = document.firstMatch(of: /id="rows"[^>]*height: ([\d.e+]+)px/)
      .flatMap { Double($0.1) }
    #expect(try #require(height) > 3_400_000)
    #expect(Self.inside(document).contains("21.61"))
  }
}
