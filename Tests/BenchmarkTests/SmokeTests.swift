import Foundation
import TestKit
import Testing

@testable import Benchmarks

/// Every measurement at a tiny size, so that none can rot. No time is asserted.
@Suite(.serialized) struct SmokeTests {
  /// One folder for all, so that rivals are built and workloads made once.
  static let folder = FileManager.default.temporaryDirectory
    .appending(path: "quote-smoke-\(ProcessInfo.processInfo.processIdentifier)")

  static func bench() throws -> Workbench {
    try Workbench(
      scale: .smoke, quote: Shell.quote.path,
      generator: Repository.root.appending(path: "../shared/bench/workload.py").path,
      folder: folder)
  }

  @Test(arguments: Measurements.all.map { $0.name }) func runs(_ name: String) throws {
    let measurement = try #require(Measurements.named(name))
    var finding = Finding(name)
    try measurement.measure(try Self.bench(), into: &finding)
    #expect(!finding.timings.isEmpty || !finding.figures.isEmpty)
    for note in finding.notes { print("benchmarks: \(name): \(note)") }
    for timing in finding.timings {
      #expect(!timing.seconds.isEmpty, "\(timing.name) was not timed")
      // Binary numbers may be a cent off; everybody else writes the same bytes.
      if timing.name.contains("Polars,") || timing.name.contains("Python") { continue }
      #expect(timing.differences ?? 0 == 0, "\(timing.name) writes other rows")
    }
  }

  @Test func aProgramThatWritesSomethingElseIsFound() throws {
    let bench = try Self.bench()
    func contestant(_ name: String, _ text: String) -> Contestant {
      Contestant(
        name: name, rows: 2, bytes: 0, command: { _ in ["printf", text] },
        writesStandardOutput: true)
    }
    var finding = Finding("x")
    try Contest(
      bench: bench,
      contestants: [contestant("a", "1\\n2\\n3\\n"), contestant("b", "1\\n4\\n3\\n")],
      rounds: 2
    ).run(into: &finding)
    #expect(finding.timings.map(\.differences) == [nil, 1])
    #expect(finding.timings.map(\.seconds.count) == [2, 2])
    #expect(throws: HarnessTrouble.self) {
      var broken = contestant("c", "")
      broken.fineStatuses = [7]
      try Contest(bench: bench, contestants: [broken], rounds: 1).run(into: &finding)
    }
  }
}
