import Foundation
import TestKit
import Testing

@testable import QuoteEngine

/// Maps drafted from data.
@Suite struct MapSuggestionTests {
  static func map(_ rules: String, _ records: String) throws -> String {
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]))
    return try MapSuggestion(pricer, asOf: nil).map(
      from: [.memory(name: "records.jsonl", bytes: Array(records.utf8))], format: .jsonl)
  }

  /// Records of parcels under other names, and one that was refused.
  static let records = """
    {"no":"a","at":"2026-03-02T15:00:00Z","in":{"id":"1","weight":4,"zone":"near"},\
    "code":200,"out":{"r":{"due":8.10,"service":0.60}}}
    {"no":"b","at":"2026-03-02T16:00:00Z","in":{"id":"1","weight":5,"zone":"far"},\
    "code":200,"out":{"r":{"due":16.69,"service":1.24}}}
    {"no":"c","at":"2026-03-02T16:00:00Z","in":{"id":"1","weight":50,"zone":"far"},\
    "code":400,"out":{"error":"too heavy"}}
    """

  @Test func findsWhatIsWhere() throws {
    let text = try Self.map(ComparisonKit.rules, Self.records)
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    #expect(map.places.key == ["no"] && map.places.asOf == ["at"] && map.places.booking == ["in"])
    #expect(map.places.status == ["code"] && map.places.reply == ["out", "r"])
    #expect(map.places.refusal == ["out", "error"])
    #expect(map.statuses == ["200": .priced, "400": .declined])
    #expect(map.forms.count == 1)
    let fields = Dictionary(
      uniqueKeysWithValues: map.forms[0].fields.map { ($0.theirs, $0.ours) })
    #expect(fields == [["due"]: "total", ["service"]: "fee"])
  }

  @Test func theDraftDoesForItsOwnRecords() throws {
    let text = try Self.map(ComparisonKit.rules, Self.records)
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    let differ = try ComparisonKit.differ(map: map) { $0.format = .jsonl }
    let summary = try differ.run([ComparisonKit.source("records.jsonl", Self.records)])
    #expect(summary.same == 3 && summary.failures.isEmpty)
  }

  @Test func noRecordsAreNoMap() throws {
    #expect(throws: Trouble.self) { try Self.map(ComparisonKit.rules, "[]\n3\n") }
  }

  /// The recorded backend: the draft has what the project's own map has.
  @Test func theRecordedBackendIsUnderstood() throws {
    let file = ReferenceParityTests.folder.appending(path: "estimate.jsonl")
    guard FileManager.default.fileExists(atPath: file.path) else {
      print("skipped: \(file.lastPathComponent) is not beside the project")
      return
    }
    let rules = Repository.root.appending(path: "rules/umuve-backend.yaml").path
    let text = try MapSuggestion(try Pricer(rulesAt: rules), asOf: nil).map(
      from: [.file(path: file.path)], format: .jsonl)
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    #expect(map.places.key == ["id"] && map.places.booking == ["request"])
    #expect(map.places.form == ["path"] && map.places.reply == ["response", "estimate"])
    #expect(map.statuses["200"] == .priced && map.statuses["400"] == .declined)
  }
}
