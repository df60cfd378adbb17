import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import TestKit
import Testing

@testable import quote

/// What `quote bench` reads back, counts and judges.
@Suite struct BenchTests {
  static func report() -> BenchReport {
    var report = BenchReport(
      bookings: 1000, origin: "sampled", threadCount: 2, inputBytes: 5000, outputBytes: 9000,
      checksum: "fnv1a64:0123456789abcdef")
    for (index, stage) in BenchStage.allCases.enumerated() {
      for milliseconds in [3.0, 1, 2] {
        report.figures[stage, default: BenchFigure()].add(
          BenchTime(seconds: (milliseconds + Double(index)) / 1000, processorSeconds: 0.001),
          heapBytes: Int(milliseconds) * 8)
      }
    }
    return report
  }

  @Test func aSavedRunIsReadBack() throws {
    let report = Self.report()
    let saved = try SavedRun(Array(report.json.utf8), name: "x.json")
    #expect(saved.bookings == 1000 && saved.checksum == report.checksum)
    #expect(saved.medians.count == BenchStage.allCases.count)
    #expect(saved.medians[.read] == report.figure(.read).median)
    #expect(report.figure(.compile).median == 0.002 && report.figure(.compile).heapGrowth == 16)
    let comparison = BenchComparison(saved: saved, report: report)
    #expect(comparison.isSameOutput && comparison.slower(by: 0).isEmpty)
    #expect(comparison.text.hasSuffix("output    the same\n"))
  }

  @Test func anotherOutputAndSlowerStagesAreFound() throws {
    var then = Self.report()
    let saved = try SavedRun(Array(then.json.utf8), name: "x.json")
    then.figures[.write]?.seconds = [0.0074]
    then.checksum = "fnv1a64:0"
    let comparison = BenchComparison(saved: saved, report: then)
    #expect(!comparison.isSameOutput)
    #expect(comparison.slower(by: 40) == [.write] && comparison.slower(by: 50).isEmpty)
    #expect(comparison.text.contains("+48 %"))
  }

  @Test(arguments: [
    "", "{", "[1,", "{\"bookings\": 1}", "{\"bookings\": \"x\", \"checksum\": \"y\"}", "nothing",
    "{\"bookings\": 1, \"checksum\": \"y\"} more", "{\"bookings\": 1, \"checksum\": \"y}",
    "{\"bookings\": 1 \"checksum\": \"y\"}",
  ])
  func whatIsNoSavedRunIsRefused(_ text: String) {
    #expect(refusal { try SavedRun(Array(text.utf8), name: "x") } == "not-a-saved-run")
  }

  @Test func leavesHavePaths() {
    let text = " { \"a\" : {\"b\":[1, {\"c\":\"x \\\" y\"}], \"d\":{}}, \"e\":-1.5e3 ,\"f\":null} "
    #expect(
      FlatJSON.values(Array(text.utf8)) == [
        "a.b.0": "1", "a.b.1.c": "x \\\" y", "e": "-1.5e3", "f": "null",
      ])
  }

  /// Figures of the specification's authors.
  @Test func theChecksumIsFNV() {
    for (text, sum) in [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ] {
      var checksum = Checksum()
      let buffer = ByteBuffer()
      buffer.append(text: text)
      unsafe checksum.add(buffer.bytes)
      #expect(checksum.description == "fnv1a64:" + sum)
    }
  }

  @Test func timeIsToldToTheMicrosecond() {
    #expect(
      BenchReport.milliseconds(0.0012345) == "1.235"
        || BenchReport.milliseconds(0.0012345) == "1.234")
    #expect(
      BenchReport.milliseconds(2) == "2000.000" && BenchReport.milliseconds(0.000005) == "0.005")
  }
}
