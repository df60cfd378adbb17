import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Testing

@Suite struct CalendarTests {
  @Test func everyDayOfTenThousandYearsSurvivesTheRoundTrip() {
    var expected = CalendarDate.first.daysSince1970
    for year in 1...9999 {
      for month in 1...12 {
        let length = CalendarDate.daysInMonth(month, of: year)
        // Every day of the years around a leap rule, the ends of months of all others.
        let days = year % 100 <= 1 ? Array(1...length) : [1, length]
        for day in days {
          let date = CalendarDate(year: year, month: month, day: day)!
          if date.daysSince1970 != expected + Int32(day - 1) { Issue.record("\(date)") }
          let civil = date.civil
          if civil != (year, month, day) { Issue.record("\(civil)") }
        }
        expected += Int32(length)
      }
    }
    #expect(expected - 1 == CalendarDate.last.daysSince1970)
  }

  @Test func weekdaysGoRound() {
    #expect(CalendarDate(iso: "1970-01-01")!.weekday == .thursday)
    #expect(CalendarDate(iso: "2026-03-14")!.weekday == .saturday)
    #expect(CalendarDate(iso: "0001-01-01")!.weekday == .monday)
    #expect(CalendarDate(iso: "9999-12-31")!.weekday == .friday)
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-00-01", "2026-13-01", "2026-04-31", "2026-01-00",
    "0000-01-01", "2026-1-1", "20260101", "2026/01/01", " 2026-01-01", "2026-01-01 ",
    "2026-01-01T00:00:00Z", "-026-01-01", "+026-01-01", "２０２６-01-01", "", "2026-01-0a",
  ])
  func whatIsNotADateIsRefused(_ text: String) {
    #expect(CalendarDate(iso: text) == nil)
  }

  @Test func datesPrintAsTheyAreRead() {
    for text in ["0001-01-01", "1600-02-29", "2000-02-29", "2026-11-21", "9999-12-31"] {
      #expect(CalendarDate(iso: text)?.description == text)
    }
  }

  @Test func timesOfDay() {
    #expect(TimeOfDay(iso: "00:00")?.secondsSinceMidnight == 0)
    #expect(TimeOfDay(iso: "23:59:59")?.secondsSinceMidnight == 86_399)
    #expect(TimeOfDay(iso: "08:30:00")?.description == "08:30")
    #expect(TimeOfDay(iso: "08:30:05")?.description == "08:30:05")
    for text in ["24:00", "8:30", "08:60", "08:30:60", "08:30Z", "0830", "08:3", "08-30", ""] {
      #expect(TimeOfDay(iso: text) == nil, "\(text)")
    }
  }
}

@Suite struct InstantTests {
  private func read(
    _ text: String, _ spelling: InstantSpelling = .iso
  ) -> InstantReading {
    Instant.read(text.utf8.span, spelling: spelling)
  }

  @Test func offsetsAndFractionsReachTheSameMoment() {
    let moment = Instant(iso: "2026-02-01T10:00:00Z")!
    #expect(moment.microsecondsSince1970 == 1_769_940_000_000_000)
    for text in [
      "2026-02-01T10:00Z", "2026-02-01t10:00:00.000z", "2026-02-01T12:00:00+02:00",
      "2026-02-01T04:30:00-0530", "2026-02-02T09:59:00.0000000+23:59", "2026-02-01T05:00-05",
    ] {
      #expect(Instant(iso: text) == moment, "\(text)")
    }
    #expect(Instant(iso: "2026-02-01T10:00:00.000001Z")!.microsecondsSince1970
      == moment.microsecondsSince1970 + 1)
    #expect(Instant(iso: "1969-12-31T23:59:59.5Z")!.microsecondsSince1970 == -500_000)
  }

  @Test func aLocalTextIsNotAMoment() {
    #expect(read("2026-02-01T10:00:00") == .local(microseconds: 1_769_940_000_000_000))
    #expect(read("2026-02-01 10:00:00") == .unreadable)
    #expect(read("2026-02-01 10:00:00.000000", .database)
      == .local(microseconds: 1_769_940_000_000_000))
    #expect(Instant(iso: "2026-02-01T10:00:00") == nil)
  }

  @Test(arguments: [
    "2026-02-01", "2026-02-01T", "2026-02-01T10", "2026-02-01T10:00:60Z", "2026-02-01T24:00:00Z",
    "2026-02-30T10:00:00Z", "2026-02-01T10:00:00.Z", "2026-02-01T10:00:00,5Z",
    "2026-02-01T10:00:00.0000001Z", "2026-02-01T10:00:00+2", "2026-02-01T10:00:00+24:00",
    "2026-02-01T10:00:00+02:60", "2026-02-01T10:00:00Z ", "2026-02-01T10:00:00 Z", "now",
    "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2026-02-01T10:00:00[UTC]", "",
  ])
  func whatIsNotAMomentIsRefused(_ text: String) {
    #expect(read(text) == .unreadable)
  }

  @Test func momentsPrintWithZ() {
    for text in [
      "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.500Z", "2026-02-01T10:00:00.000001Z",
      "9999-12-31T23:59:59.999999Z",
    ] {
      #expect(Instant(iso: text)?.description == text)
    }
    #expect(Instant.first.description == "0001-01-01T00:00:00Z")
  }
}
