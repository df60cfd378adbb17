import Foundation
import TestKit
import Testing

@testable import Benchmarks

/// The page of measurements is made from the record beside it.
@Suite struct PageTests {
  static let page = Repository.root.appending(path: "docs/benchmarks.md")
  static let record = Repository.root.appending(path: "docs/benchmarks.json")

  @Test func figuresOfThePageAreThoseOfTheRecord() throws {
    let text = try Repository.text(of: Self.page)
    let record = try Record(readingFile: Self.record.path)
    #expect(Page(record: record).filling(text) == text)
    for measurement in Measurements.all {
      #expect(text.contains("<!-- measured: \(measurement.name) -->"), "\(measurement.name)")
    }
  }

  @Test func blocksAreFilledAndProseStays() {
    var record = Record()
    var finding = Finding("one")
    finding.timings = [
      Timing(
        name: "a", rows: 2000, bytes: 4_000_000, seconds: [0.5, 2, 1], processorSeconds: [1],
        peakBytes: 7_000_000, differences: 3),
      Timing(name: "b", rows: 1000, seconds: [0.002, 0.004]),
    ]
    finding.judge("a beside b", kind: .atMost, limit: 10, 1, over: 0.5)
    finding.judge("b beside a", kind: .atLeast, limit: 1.5, 1, over: 1)
    finding.judge("nobody", kind: .atLeast, limit: 1.5, nil, over: 1)
    finding.date = "2026-01-02"
    finding.load = "0.10"
    record.add(Finding("one"))
    record.add(finding)
    let text = """
      before
      <!-- measured: one -->
      old
      <!-- /measured -->
      <!-- measured: bars -->
      <!-- /measured -->
      after <!-- measured: none -->
      <!-- measured: two -->
      <!-- /measured -->
      """
    let filled = """
      before
      <!-- measured: one -->

      |  | bookings | median | least | most | processor | bookings/s | MB/s | peak MB | other rows |
      |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
      | a | 2,000 | 1 s | 500 ms | 2 s | 1 s | 2,000 | 4 | 7 | 3 |
      | b | 1,000 | 3 ms | 2 ms | 4 ms |  | 333,000 |  |  |  |

      Not judged: nobody.

      Measured 2026-01-02, load average before it 0.10.

      <!-- /measured -->
      <!-- measured: bars -->

      | bar | asked for | measured | met |
      |---|---|---|---|
      | a beside b | at most 10× | 2× | yes |
      | b beside a | at least 1.5× | 1× | **no** |

      1 of 2 bars are met.

      <!-- /measured -->
      after <!-- measured: none -->
      <!-- measured: two -->

      Not measured.

      <!-- /measured -->
      """
    #expect(Page(record: record).filling(text) == filled)
    #expect(Page(record: record).filling(filled) == filled)
  }

  @Test func numbersAreTold() {
    #expect(Page.plain(0.5) == "0.5" && Page.plain(12.345) == "12.3" && Page.plain(1200) == "1200")
    #expect(Page.plain(100) == "100" && Page.plain(10) == "10")
    #expect(Timing.median([3, 1, 2]) == 2 && Timing.median([1, 2]) == 1.5)
    var each = Timing(name: "", rows: 1000)
    each.isPerBooking = true
    #expect(Page.time(0.001, each) == "1000 ns")
  }

  @Test func optionsAreRead() throws {
    let options = try HarnessOptions(["--scale", "smoke", "--only", "start-up,bandwidth"])
    #expect(
      options.scale == .smoke && options.measurements.map { $0.name } == ["start-up", "bandwidth"])
    for words in [["--scale", "huge"], ["--only", "x"], ["--rows"], ["x", "y"]] {
      #expect(throws: HarnessTrouble.self) { try HarnessOptions(words) }
    }
    let names = Measurements.all.map { $0.name }
    #expect(Set(names).count == names.count)
  }
}
