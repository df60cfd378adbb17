import Foundation
import TestKit
import Testing

@testable import QuoteEngine

/// Every recorded reply of a backend with rows in its database prices to the
/// same value in every field, under the overlay that the rows come to.
@Suite struct ScenarioParityTests {
  static let scenarios = ReferenceParityTests.folder.appending(path: "scenarios")
  static let rules = Repository.root.appending(path: "rules").path

  static func maker() throws -> OverlayMaker {
    try OverlayMaker(
      rulesAt: "\(rules)/umuve-backend.yaml", map: "\(rules)/umuve-backend.database.map.yaml")
  }

  /// The differ for rules with the overlay that a record comes to on top.
  static func differ(overlay text: String) throws -> Differ {
    var options = Differ.Options()
    options.overlays = ["(scenario)"]
    let disk = FileLoader.disk()
    let loader = FileLoader { name throws(Trouble) in
      name == "(scenario)" ? Array(text.utf8) : try disk.read(name)
    }
    let map = try ReferenceMap(readingFile: "\(rules)/umuve-backend.map.yaml")
    return try Differ(
      rulesAt: "\(rules)/umuve-backend.yaml", map: map, options: options, loader: loader)
  }

  /// The record and the named recording of a scenario; nil (said) where they
  /// are not beside the project.
  static func read(_ scenario: String, _ file: String) -> (record: [UInt8], replies: [UInt8])? {
    let folder = scenarios.appending(path: scenario)
    guard let record = try? Data(contentsOf: folder.appending(path: "scenario.json")),
      let replies = try? Data(contentsOf: folder.appending(path: file))
    else {
      print("skipped: scenarios/\(scenario)/\(file) is not beside the project")
      return nil
    }
    return (Array(record), Array(replies))
  }

  @Test(arguments: [
    ("combined", 400), ("config_a", 400), ("config_b", 250), ("config_c", 150), ("rules_a", 500),
    ("zones_a", 500), ("zones_b_admin_ui", 150), ("zones_c_cents", 300),
  ])
  func everyReplyIsOurs(scenario: String, count: Int) throws {
    guard let (record, replies) = Self.read(scenario, "estimate.jsonl") else { return }
    let overlay = try Self.maker().overlay(of: record, named: "\(scenario)/scenario.json")
    let summary = try Self.differ(overlay: overlay).run([.memory(name: scenario, bytes: replies)])
    #expect(summary.records == count)
    #expect(summary.same == count)
    #expect(summary.notComparable == 0)
    #expect(summary.comparedFields > 15 * summary.pricedByBoth)
  }

  /// Rows on which the backend answers every request with 500: what is wrong
  /// is said, with its place, and every reply is an error indeed.
  @Test func rowsThatBreakTheBackend() throws {
    guard let (record, replies) = Self.read("config_e_broken", "estimate.jsonl") else { return }
    let error = #expect(throws: RulesFailure.self) {
      try Self.maker().overlay(of: record, named: "scenario.json")
    }
    guard case .rejected(let rejected)? = error else {
      Issue.record("trouble")
      return
    }
    #expect(rejected.diagnostics.map(\.id) == ["configuration-fault"])
    #expect(rejected.sources.text(at: rejected.diagnostics[0].primary.span) == "\"free\"")
    let lines = replies.split(separator: 10)
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { String(decoding: $0, as: UTF8.self).contains("\"status\":500") })
  }
}
