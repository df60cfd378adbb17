import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The days and moments that clocks may show, by the compiler, against clocks.
@Suite struct ClockReachTests {
  static let zones = [
    "UTC", "America/New_York", "Europe/Vienna", "Australia/Lord_Howe", "Pacific/Apia",
    "America/Juneau", "Asia/Kathmandu", "Pacific/Kiritimati",
  ]

  private static let day = Instant.microsecondsPerDay

  @Test(arguments: zones)
  func daysAreThoseThatClocksShow(_ name: String) throws {
    let zone = try TimeZoneDatabase().rules(named: name)
    var random = SeededGenerator(seed: UInt64(name.utf8.count))
    for _ in 0..<2000 {
      // Near a change of clocks as often as not.
      let change = zone.transitions.randomElement(using: &random) ?? 0
      let center =
        Bool.random(using: &random)
        ? change : Int64.random(in: -60_000 * Self.day...80_000 * Self.day, using: &random)
      let lower = center + Int64.random(in: -2 * Self.day...Self.day, using: &random)
      let width = [0, 1_000_000, Self.day / 2, 5 * Self.day, 400 * Self.day].randomElement(
        using: &random)!
      let upper = lower + Int64.random(in: 0...width, using: &random)
      let reach = CalendarReach.daysOfClock(Interval(Ratio(lower), Ratio(upper)), in: zone)
      let turns = zone.transitions.flatMap { [$0 - 1, $0] }.filter { $0 >= lower && $0 <= upper }
      let others = (0..<20).map { _ in Int64.random(in: lower...upper, using: &random) }
      let ends = Self.days(of: [lower, upper] + turns, zone)
      #expect(reach == Interval(Ratio(ends.min()!), Ratio(ends.max()!)), "\(name): \(lower)")
      for shown in Self.days(of: others, zone) { #expect(reach.contains(Ratio(shown))) }
    }
  }

  private static func days(of moments: [Int64], _ zone: TimeZoneRules) -> [Int] {
    moments.map { Int(zone.date(of: Instant(microsecondsSince1970: $0)).daysSince1970) }
  }

  @Test(arguments: zones)
  func momentsAreThoseOfTheClock(_ name: String) throws {
    let zone = try TimeZoneDatabase().rules(named: name)
    var random = SeededGenerator(seed: UInt64(name.utf8.count))
    for _ in 0..<500 {
      let change = zone.transitions.randomElement(using: &random) ?? 0
      let first = Int32(change / Self.day) + Int32.random(in: -3...2, using: &random)
      let last = first + Int32.random(in: 0...4, using: &random)
      let times = [Int32.random(in: 0...86_399, using: &random), 86_399]
      let reach = CalendarReach.moments(
        Interval(Ratio(Int(first)), Ratio(Int(last))),
        Interval(Ratio(Int(times[0])), Ratio(Int(times[1]))), in: zone)
      for day in first...last {
        for _ in 0..<10 {
          let second = Int32.random(in: times[0]...times[1], using: &random)
          let moment = zone.instant(
            CalendarDate(daysSince1970: day), TimeOfDay(secondsSinceMidnight: second))
          #expect(reach.contains(Ratio(moment.microsecondsSince1970)))
        }
      }
    }
  }

  @Test func offsetsMoveTheEnds() {
    let noon = Ratio(Self.day / 2)
    let reach = CalendarReach.daysOfClock(Interval(noon, noon), minutes: Interval(-720, 719))
    #expect(reach == Interval(0, 0))
    #expect(
      CalendarReach.daysOfClock(Interval(noon, noon), minutes: Interval(-721, 720))
        == Interval(-1, 1))
    #expect(
      CalendarReach.daysOfClock(Interval(noon, noon), minutes: .unbounded) == Interval(-1, 1))
  }
}
