import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import TestKit
import Testing

@Suite struct TimeZoneTests {
  private let database = TimeZoneDatabase()

  private func local(_ text: String, _ zone: TimeZoneRules) -> String? {
    guard case .local(let micros) = Instant.read(text.utf8.span) else { return nil }
    return zone.instant(local: micros).description
  }

  @Test func newYorkThroughItsChanges() throws {
    let zone = try database.rules(named: "America/New_York")
    #expect(zone.offsetSeconds(at: Instant(iso: "2026-03-08T06:59:59Z")!) == -18_000)
    #expect(zone.offsetSeconds(at: Instant(iso: "2026-03-08T07:00:00Z")!) == -14_400)
    #expect(zone.offsetSeconds(at: Instant(iso: "2026-11-01T05:59:59.999999Z")!) == -14_400)
    #expect(zone.offsetSeconds(at: Instant(iso: "2026-11-01T06:00:00Z")!) == -18_000)
    // Before the railways: local mean time, 4:56:02 behind.
    #expect(zone.offsetSeconds(at: Instant(iso: "1850-01-01T00:00:00Z")!) == -17_762)
  }

  @Test func aSkippedTimeIsTheEndOfTheGapAndARepeatedOneTheEarlier() throws {
    let zone = try database.rules(named: "America/New_York")
    #expect(local("2026-03-08T01:59:59", zone) == "2026-03-08T06:59:59Z")
    #expect(local("2026-03-08T02:00:00", zone) == "2026-03-08T07:00:00Z")
    #expect(local("2026-03-08T02:30:00", zone) == "2026-03-08T07:00:00Z")
    #expect(local("2026-03-08T03:00:00", zone) == "2026-03-08T07:00:00Z")
    #expect(local("2026-11-01T01:30:00", zone) == "2026-11-01T05:30:00Z")
    #expect(local("2026-11-01T02:00:00", zone) == "2026-11-01T07:00:00Z")
    // A gap of a whole day: Samoa crossed the date line.
    let apia = try database.rules(named: "Pacific/Apia")
    #expect(local("2011-12-30T12:00:00", apia) == "2011-12-30T10:00:00Z")
    // Half an hour, and a fold.
    let lordHowe = try database.rules(named: "Australia/Lord_Howe")
    #expect(local("2026-10-04T02:15:00", lordHowe) == "2026-10-03T15:30:00Z")
    #expect(local("2026-04-05T01:45:00", lordHowe) == "2026-04-04T14:45:00Z")
  }

  @Test func momentsAreToldAsTheClocksShowThem() throws {
    func told(_ text: String, _ zone: String) throws -> String {
      Instant(iso: text)!.description(in: try database.rules(named: zone))
    }
    #expect(try told("2026-03-08T06:59:59Z", "America/New_York") == "2026-03-08T01:59:59-05:00")
    #expect(try told("2026-03-08T07:00:00Z", "America/New_York") == "2026-03-08T03:00:00-04:00")
    let late = try told("2026-02-01T18:15:59.25Z", "Asia/Kathmandu")
    #expect(late == "2026-02-02T00:00:59.250+05:45")
    // Zero is no offset, and seconds are none of RFC 3339.
    #expect(try told("2026-01-08T07:00:00Z", "Europe/London") == "2026-01-08T07:00:00Z")
    #expect(try told("1800-01-01T12:00:00Z", "America/New_York") == "1800-01-01T12:00:00Z")
    #expect(try told("9999-12-31T23:00:00Z", "Asia/Kathmandu") == "9999-12-31T23:00:00Z")
  }

  @Test func theFutureFollowsTheLastRule() throws {
    let zone = try database.rules(named: "America/New_York")
    for year in [2038, 2199, 2200, 2201, 2400, 9998] {
      let july = Instant(iso: "\(year)-07-01T00:00:00Z")!
      let january = Instant(iso: "\(year)-01-15T00:00:00Z")!
      #expect(zone.offsetSeconds(at: july) == -14_400, "\(year)")
      #expect(zone.offsetSeconds(at: january) == -18_000, "\(year)")
    }
    #expect(local("9998-07-01T12:00:00", zone) == "9998-07-01T16:00:00Z")
    // Summer over the turn of the year, and an Irish winter below its standard.
    let sydney = try database.rules(named: "Australia/Sydney")
    #expect(sydney.offsetSeconds(at: Instant(iso: "2300-01-15T00:00:00Z")!) == 39_600)
    #expect(sydney.offsetSeconds(at: Instant(iso: "2300-07-15T00:00:00Z")!) == 36_000)
    let dublin = try database.rules(named: "Europe/Dublin")
    #expect(dublin.offsetSeconds(at: Instant(iso: "2300-01-15T00:00:00Z")!) == 0)
    #expect(dublin.offsetSeconds(at: Instant(iso: "2300-07-15T00:00:00Z")!) == 3600)
  }

  @Test func zonesWithoutChanges() throws {
    #expect(try database.rules(named: "Etc/UTC").transitions.isEmpty)
    let kathmandu = try database.rules(named: "Asia/Kathmandu")
    #expect(kathmandu.offsetSeconds(at: Instant.last) == 20_700)
    #expect(kathmandu.date(of: Instant(iso: "2026-02-01T18:15:00Z")!).description == "2026-02-02")
    #expect(kathmandu.time(of: Instant(iso: "2026-02-01T18:15:59.9Z")!).description == "00:00:59")
    let fixed = TimeZoneRules(fixedOffsetSeconds: 10_800)
    #expect(local("2026-02-01T03:00:00", fixed) == "2026-02-01T00:00:00Z")
  }

  /// The files that a release carries are those of the machine that made it, under all their names.
  @Test func aBundleStandsInForASystemWithoutZones() throws {
    let script = Repository.root.path + "/.ci/packaging/zones"
    let bytes = try Shell.inTemporaryFolder { shell in
      _ = try shell.run("python3 '\(script)' /usr/share/zoneinfo > zones")
      return try Data(contentsOf: shell.folder.appending(path: "zones"))
    }
    let bundle = try #require(TimeZoneBundle(Array(bytes)))
    let carried = TimeZoneDatabase(directory: "/nowhere", bundle: bundle)
    #expect(carried.version == database.version)
    #expect(carried.names.contains("America/New_York"))
    #expect(Set(carried.names).isSuperset(of: database.names))
    for name in database.names {
      #expect(try carried.rules(named: name) == database.rules(named: name), "\(name)")
    }
    #expect(throws: TimeZoneDatabase.Failure.unknownName(near: "America/New_York")) {
      try carried.rules(named: "America/New_Yrok")
    }
    // A system that has zones keeps its own.
    let empty = try #require(TimeZoneBundle(Array("quote-zones 1999a\n\n".utf8)))
    #expect(TimeZoneDatabase(bundle: empty).version == database.version)
  }

  @Test func damagedBundlesAreNone() {
    for text in [
      "", "quote-zones 1\n", "zones 1\n\n", "quote-zones 1\nUTC 0 5\n\nfour",
      "quote-zones 1\nUTC 0\n\n", "quote-zones 1\nUTC -1 1\n\nfour",
      "quote-zones 1\nUTC 9223372036854775807 9223372036854775807\n\nfour",
    ] {
      #expect(TimeZoneBundle(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func unknownNamesSuggestNearOnes() {
    #expect(throws: TimeZoneDatabase.Failure.unknownName(near: "America/New_York")) {
      try database.rules(named: "America/New_Yrok")
    }
    #expect(throws: TimeZoneDatabase.Failure.unknownName(near: "America/New_York")) {
      try database.rules(named: "New York")
    }
    for name in [
      "America", "../zoneinfo/UTC", "/etc/passwd", "", "America/", "tzdata zi", "right/UTC",
    ] {
      #expect(throws: TimeZoneDatabase.Failure.self, "\(name)") { try database.rules(named: name) }
    }
    #expect(throws: TimeZoneDatabase.Failure.missing(directory: "/nowhere")) {
      try TimeZoneDatabase(directory: "/nowhere", bundle: nil).rules(named: "UTC")
    }
  }

  @Test func theVersionIsAYearAndALetter() {
    let version = database.version
    #expect(version?.count == 5 && version!.hasPrefix("20"), "\(version ?? "none")")
  }

  /// Sixty zones, at moments around each change and far from any, against
  /// Python's zoneinfo, which reads the same files by its own code.
  @Test func pythonAgrees() throws {
    var generator = SeededGenerator(seed: 23)
    var questions: [(zone: TimeZoneRules, second: Int64)] = []
    let names = database.names.filter { $0 != "Factory" }
    for name in names.shuffled(using: &generator).prefix(60) {
      let zone = try database.rules(named: name)
      var seconds = (0..<20).map { _ in
        Int64.random(in: -3_000_000_000...10_000_000_000, using: &generator)
      }
      let near = zone.transitions.filter { abs($0) < 5_000_000_000_000_000 }
      for transition in near.shuffled(using: &generator).prefix(15) {
        seconds += [transition / 1_000_000 - 1, transition / 1_000_000]
      }
      questions += seconds.map { (zone, $0) }
    }
    let script = """
      import sys
      from datetime import datetime, timedelta, timezone
      from zoneinfo import ZoneInfo
      for line in sys.stdin:
        name, second = line.split()
        moment = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=int(second))
        print(int(moment.astimezone(ZoneInfo(name)).utcoffset().total_seconds()))
      """
    let input = questions.map { "\($0.zone.name) \($0.second)\n" }.joined()
    guard let lines = try Interpreter.python3.run(script, input: input) else { return }
    #expect(lines.count == questions.count)
    for (question, line) in zip(questions, lines) {
      let moment = Instant(microsecondsSince1970: question.second * 1_000_000)
      let offset = question.zone.offsetSeconds(at: moment)
      if "\(offset)" != line {
        Issue.record("\(question.zone.name) at \(moment): ours \(offset), Python \(line)")
      }
      // There and back, unless the clock shows this time twice.
      let local = question.zone.local(of: moment)
      let back = question.zone.instant(local: local)
      if back != moment, back > moment || question.zone.local(of: back) != local {
        Issue.record("\(question.zone.name) at \(moment): back at \(back)")
      }
    }
  }
}
