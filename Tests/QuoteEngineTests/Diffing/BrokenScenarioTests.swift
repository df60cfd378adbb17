import Foundation
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// Rows of a database on which the backend answers every request with 500.
@Suite struct BrokenScenarioTests {
  /// What is wrong is said with its place, and every reply is an error indeed.
  @Test(arguments: ReferenceFolder.allCases)
  func rowsThatBreakTheBackend(folder: ReferenceFolder) throws {
    let place = "scenarios/config_e_broken"
    guard let record = folder.text(of: "\(place)/scenario.json"),
      let replies = folder.text(of: "\(place)/estimate.jsonl")
    else { return }
    let rules = ReferenceParityTests.rules
    let maker = try OverlayMaker(
      rulesAt: "\(rules)/umuve-backend.yaml", map: "\(rules)/umuve-backend.database.map.yaml")
    let error = #expect(throws: RulesFailure.self) {
      try maker.overlay(of: Array(record.utf8), named: "scenario.json")
    }
    guard case .rejected(let rejected)? = error else {
      Issue.record("trouble")
      return
    }
    #expect(rejected.diagnostics.map(\.id) == ["configuration-fault"])
    #expect(rejected.sources.text(at: rejected.diagnostics[0].primary.span) == "\"free\"")
    let lines = replies.split(separator: "\n")
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.contains("\"status\":500") })
  }
}
