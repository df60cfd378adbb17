import Foundation
import TestKit
import Testing

@testable import QuoteEngine

/// Random bookings, priced by the rules and by a restatement in the backend's
/// own language. `LONG_RUNS=1` makes it a million of them.
@Suite struct RestatementTests {
  static let facts = Repository.root.appending(path: "Tests/Reference/backend_facts.py").path

  /// What the restatement prints; nil where Python is missing.
  static func records(_ arguments: [String]) throws -> String? {
    let script = """
      import runpy, sys
      sys.argv = \(["backend_facts.py"] + arguments)
      runpy.run_path("\(facts)", run_name="__main__")
      """
    return try Interpreter.python3.run(script, input: "")?.joined(separator: "\n")
  }

  static func summary(of records: String, overlay: String? = nil) throws -> DifferenceSummary {
    let rules = ReferenceParityTests.rules
    var options = Differ.Options()
    options.overlays = overlay.map { [$0] } ?? []
    let differ = try Differ(
      rulesAt: "\(rules)/umuve-backend.yaml",
      map: try ReferenceMap(readingFile: "\(rules)/umuve-backend.map.yaml"), options: options)
    return try differ.run([.memory(name: "random.jsonl", bytes: Array(records.utf8))])
  }

  static func expectAllTheSame(_ records: String, count: Int, overlay: String? = nil) throws {
    let summary = try summary(of: records, overlay: overlay)
    #expect(summary.same == count, "\(summary.worst.prefix(2))")
    #expect(summary.comparedFields > 15 * summary.pricedByBoth)
    #expect(summary.pricedByBoth > count / 2)
  }

  @Test(arguments: LongRun.parts(seed: 1, short: 600, long: 200_000, each: 20_000))
  func pricesAsTheBackendDoes(part: LongRun.Part) throws {
    let arguments = ["random", "\(part.seed)", "\(part.count)"]
    guard let records = try Self.records(arguments) else { return }
    try Self.expectAllTheSame(records, count: part.count)
  }

  /// Under prices, zones, rates and tiers at random, a set for each seed.
  @Test(arguments: LongRun.parts(seed: 2, short: 300, long: 800_000, each: 4000))
  func pricesAsTheBackendDoesWithOtherFigures(part: LongRun.Part) throws {
    try Shell.inTemporaryFolder { shell in
      let overlay = shell.folder.appending(path: "overlay.yaml").path
      let arguments = ["configured", "\(part.seed)", "\(part.count)", overlay]
      guard let records = try Self.records(arguments) else { return }
      try Self.expectAllTheSame(records, count: part.count, overlay: overlay)
    }
  }

  /// A reply that is a cent off is found.
  @Test func aCentIsFound() throws {
    guard let records = try Self.records(["random", "1", "50"]) else { return }
    let (right, wrong) = (#""minimum_job_price": 89.0"#, #""minimum_job_price": 89.01"#)
    let changed = records.replacing(right, with: wrong, maxReplacements: 1)
    #expect(try Self.summary(of: changed).different == 1)
  }
}
