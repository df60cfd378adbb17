import Foundation
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Random bookings, priced by the rules and by restatements of the programs in
/// their own languages. `LONG_RUNS=1` makes it more than a million of them.
@Suite struct RestatementTests {
  static let folder = Repository.root.appending(path: "Tests/Reference").path

  /// The records that a restatement prints; nil where its language is missing.
  static func records(_ file: String, _ arguments: [String]) throws -> String? {
    let lines: [Substring]?
    if file.hasSuffix(".py") {
      let script = """
        import runpy, sys
        sys.path.insert(0, "\(folder)")
        sys.argv = \([file] + arguments)
        runpy.run_path("\(folder)/\(file)", run_name="__main__")
        """
      lines = try Interpreter.python3.run(script, input: "")
    } else {
      let script = """
        process.argv = ["node", \(([file] + arguments).map { "\"\($0)\"" }.joined(separator: ", "))]
        require("\(folder)/\(file)")
        """
      lines = try Interpreter.node.run(script, input: "")
    }
    return lines?.joined(separator: "\n")
  }

  static func summary(
    of records: String, rules: String, overlay: String? = nil
  ) throws -> DifferenceSummary {
    let folder = ReferenceParityTests.rules
    var options = Differ.Options()
    options.overlays = overlay.map { [$0] } ?? []
    let differ = try Differ(
      rulesAt: "\(folder)/\(rules).yaml",
      map: try ReferenceMap(readingFile: "\(folder)/\(rules).map.yaml"), options: options)
    return try differ.run([.memory(name: "random.jsonl", bytes: Array(records.utf8))])
  }

  static func expectSame(_ summary: DifferenceSummary, count: Int) {
    #expect(summary.same == count, "\(summary.worst.prefix(2))")
    #expect(summary.pricedByBoth > count / 8)
    #expect(summary.comparedFields > 5 * summary.pricedByBoth)
  }

  @Test(arguments: LongRun.parts(seed: 1, short: 600, long: 200_000, each: 20_000))
  func theBackend(part: LongRun.Part) throws {
    let arguments = ["random", "\(part.seed)", "\(part.count)"]
    guard let records = try Self.records("backend_facts.py", arguments) else { return }
    Self.expectSame(try Self.summary(of: records, rules: "umuve-backend"), count: part.count)
  }

  /// Prices, zones, rates and tiers are drawn at random, a set for each seed.
  @Test(arguments: LongRun.parts(seed: 2, short: 300, long: 800_000, each: 4000))
  func theBackendWithOtherFigures(part: LongRun.Part) throws {
    try expectSame("backend_facts.py", "configured", part, rules: "umuve-backend")
  }

  /// Database rows are drawn at random, and read through the overlay that they come to.
  @Test(arguments: LongRun.parts(seed: 5, short: 200, long: 200_000, each: 1000))
  func theBackendWithDatabaseRows(part: LongRun.Part) throws {
    try expectSameUnderRows("backend_facts.py", "database", part)
  }

  /// Codes validated, then used, which counts.
  @Test(arguments: LongRun.parts(seed: 6, short: 300, long: 50_000, each: 1000))
  func itsPromoCodes(part: LongRun.Part) throws {
    try expectSameUnderRows("promo_facts.py", "random", part)
  }

  private func expectSameUnderRows(
    _ file: String, _ command: String, _ part: LongRun.Part
  ) throws {
    try Shell.inTemporaryFolder { shell in
      let place = shell.folder.appending(path: "rows.json")
      let arguments = [command, "\(part.seed)", "\(part.count)", place.path]
      guard let records = try Self.records(file, arguments) else { return }
      let rules = ReferenceParityTests.rules
      let maker = try OverlayMaker(
        rulesAt: "\(rules)/umuve-backend.yaml", map: "\(rules)/umuve-backend.database.map.yaml")
      let overlay = try maker.overlay(of: Array(try Data(contentsOf: place)), named: "rows.json")
      let differ = try ReferenceParityTests.differ(rules: "umuve-backend", overlay: overlay)
      let summary = try differ.run([.memory(name: "random.jsonl", bytes: Array(records.utf8))])
      Self.expectSame(summary, count: part.count)
    }
  }

  @Test(arguments: LongRun.parts(seed: 3, short: 300, long: 200_000, each: 4000))
  func itsFirstPricingWithOtherFigures(part: LongRun.Part) throws {
    try expectSame("first_facts.py", "first", part, rules: "umuve-v1")
  }

  private func expectSame(
    _ file: String, _ command: String, _ part: LongRun.Part, rules: String
  ) throws {
    try Shell.inTemporaryFolder { shell in
      let overlay = shell.folder.appending(path: "overlay.yaml").path
      let arguments = [command, "\(part.seed)", "\(part.count)", overlay]
      guard let records = try Self.records(file, arguments) else { return }
      let summary = try Self.summary(of: records, rules: rules, overlay: overlay)
      Self.expectSame(summary, count: part.count)
    }
  }

  @Test(arguments: LongRun.parts(seed: 4, short: 200, long: 100_000, each: 20_000))
  func itsPayments(part: LongRun.Part) throws {
    let arguments = ["payments", "\(part.seed)", "\(part.count)"]
    guard let records = try Self.records("first_facts.py", arguments) else { return }
    Self.expectSame(try Self.summary(of: records, rules: "umuve-payouts"), count: part.count)
  }

  /// Every category with every number of pieces; every fill of the truck.
  @Test(arguments: [
    ("web", "umuve-web-fallback"), ("portal", "umuve-portal-fallback"), ("app", "umuve-app"),
  ])
  func theClients(program: String, rules: String) throws {
    let count = LongRun.isAsked ? "5000" : "100"
    guard let records = try Self.records("client_facts.js", [program, count]) else { return }
    let number = records.count { $0 == "\n" } + 1
    Self.expectSame(try Self.summary(of: records, rules: rules), count: number)
  }

  /// A reply that is a cent off is found.
  @Test func aCentIsFound() throws {
    guard let records = try Self.records("backend_facts.py", ["random", "1", "50"]) else { return }
    let (right, wrong) = (#""minimum_job_price": 89.0"#, #""minimum_job_price": 89.01"#)
    let changed = records.replacing(right, with: wrong, maxReplacements: 1)
    #expect(try Self.summary(of: changed, rules: "umuve-backend").different == 1)
  }
}
