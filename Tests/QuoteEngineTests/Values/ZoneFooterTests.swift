@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax
import Testing

/// The last rule of a zone file: forms that no file of today's database uses
/// are still of the notation.
@Suite struct ZoneFooterTests {
  private func changes(_ text: String, _ year: Int) -> [String]? {
    ZoneFooter(parsing: text)?.changes(in: year).map {
      "\(Instant(microsecondsSince1970: $0.at)) \($0.offset)"
    }
  }

  @Test func weeksOfMonths() {
    #expect(changes("EST5EDT,M3.2.0,M11.1.0", 2026)
      == ["2026-03-08T07:00:00Z -14400", "2026-11-01T06:00:00Z -18000"])
    // The fifth week is the last, whether or not the month has a fifth.
    #expect(changes("CET-1CEST,M3.5.0,M10.5.0/3", 2026)
      == ["2026-03-29T01:00:00Z 7200", "2026-10-25T01:00:00Z 3600"])
    #expect(changes("CET-1CEST,M2.5.0,M10.5.0/3", 2026)?.first == "2026-02-22T01:00:00Z 7200")
  }

  @Test func daysOfTheYear() {
    #expect(changes("AAA0BBB,J59/0,J60/0", 2024)
      == ["2024-02-28T00:00:00Z 3600", "2024-02-29T23:00:00Z 0"])
    #expect(changes("AAA0BBB,J60/0,J365/0", 2024)?.first == "2024-03-01T00:00:00Z 3600")
    #expect(changes("AAA0BBB,59/0,60/0", 2024)?.first == "2024-02-29T00:00:00Z 3600")
  }

  @Test func oddOffsetsAndTimes() {
    // Times past midnight and before it, names in brackets, half hours.
    #expect(changes("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026)
      == ["2026-03-29T01:00:00Z -3600", "2026-10-25T01:00:00Z -7200"])
    #expect(changes("EET-2EEST,M3.4.4/50,M10.4.4/50", 2026)?.first == "2026-03-28T00:00:00Z 10800")
    #expect(changes("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2026)
      == ["2026-04-04T15:00:00Z 37800", "2026-10-03T15:30:00Z 39600"])
    #expect(ZoneFooter(parsing: "<+0545>-5:45")?.standard == 20_700)
    #expect(changes("UTC0", 2026) == [])
  }

  @Test(arguments: [
    "", "E5", "EST", "EST25", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,M3.2.0,M11.1.0x", "<EST5",
    "EST5EDT,J0,J5", "EST5EDT,366,5", "EST5EDT,M3.2.0/168,M11.1.0", "EST5:60",
  ])
  func whatIsNotARuleIsRefused(_ text: String) {
    #expect(ZoneFooter(parsing: text) == nil)
  }

  @Test func aDamagedFileIsNotRead() throws {
    #expect(TimeZoneRules(name: "x", tzif: []) == nil)
    #expect(TimeZoneRules(name: "x", tzif: Array("TZif2".utf8)) == nil)
    #expect(TimeZoneRules(name: "x", tzif: Array(repeating: 0xFF, count: 2000)) == nil)
    var header = Array("TZif2".utf8) + Array(repeating: UInt8(0), count: 39)
    #expect(TimeZoneRules(name: "x", tzif: header + header) == nil)
    header[36] = 0x7F
    #expect(TimeZoneRules(name: "x", tzif: header + header) == nil)
  }
}
