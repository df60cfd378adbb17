import Foundation
import TestKit
import Testing

@testable import QuoteEngine

/// Every recorded reply prices to the same value in every field. Runs where the
/// recordings are beside the project.
@Suite struct ReferenceParityTests {
  static let folder = Repository.root.appending(path: "../shared/reference").standardizedFileURL

  /// Without any recording: the map and every overlay it names fit the rules.
  @Test func everyFormCompiles() throws {
    let folder = Repository.root.appending(path: "rules").path
    let map = try ReferenceMap(readingFile: "\(folder)/umuve-backend.map.yaml")
    #expect(map.forms.count == 3)
    _ = try Differ(rulesAt: "\(folder)/umuve-backend.yaml", map: map)
  }

  /// Compares a file of recordings by the backend's rules and map.
  static func summary(of name: String, changing text: (String, String)? = nil) throws
    -> DifferenceSummary?
  {
    let file = folder.appending(path: name)
    guard var content = try? String(contentsOf: file, encoding: .utf8) else {
      print("skipped: \(name) is not beside the project")
      return nil
    }
    if let (old, new) = text {
      content = content.replacing(old, with: new, maxReplacements: 1)
    }
    let rules = Repository.root.appending(path: "rules/umuve-backend.yaml").path
    let map = Repository.root.appending(path: "rules/umuve-backend.map.yaml").path
    let differ = try Differ(rulesAt: rules, map: try ReferenceMap(readingFile: map))
    return try differ.run([.memory(name: name, bytes: Array(content.utf8))])
  }

  @Test(arguments: [("estimate.jsonl", 1650), ("legacy.jsonl", 250), ("portal.jsonl", 150)])
  func everyReplyIsOurs(name: String, count: Int) throws {
    guard let summary = try Self.summary(of: name) else { return }
    #expect(summary.records == count)
    #expect(summary.same == count)
    #expect(summary.notComparable == 0)
    #expect(summary.comparedFields > 15 * summary.pricedByBoth)
  }

  @Test func oneCentIsNamed() throws {
    let change = (#""total":564091.56"#, #""total":564091.57"#)
    guard let summary = try Self.summary(of: "estimate.jsonl", changing: change) else { return }
    #expect(summary.different == 1)
    let booking = try #require(summary.worst.first)
    #expect(booking.key == "d000001")
    #expect(booking.fields.map(\.path) == ["total"])
    #expect(booking.departing == "total")
    #expect(booking.amount == Ratio(-1, 100))
  }
}
