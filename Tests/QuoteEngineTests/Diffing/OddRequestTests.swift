import Foundation
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Odd and invalid requests. Where the backend priced by accident of its
/// language we may refuse; each such kind is listed with its reason, and the
/// list is held against the recording both ways.
@Suite struct OddRequestTests {
  struct Kind {
    var name: String
    /// `refused`, or `other words`: both refuse, and say so differently.
    var ours: String
    var reason: String
  }

  static let list = Repository.root.appending(path: "Tests/Reference/odd-refused.csv")

  static func kinds() throws -> [Kind] {
    let text = try String(contentsOf: list, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", maxSplits: 2).map(String.init)
      return Kind(name: cells[0], ours: cells[1], reason: cells[2])
    }
  }

  /// The tags of each record, which say what is odd about it.
  static func tags(in text: String) throws -> [String: Set<String>] {
    var tags: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") {
      guard let id = line.firstMatch(of: /"id":"([^"]+)"/)?.1 else { continue }
      let listed = line.firstMatch(of: /"tags":\[([^\]]*)\]/)?.1 ?? ""
      tags[String(id)] = Set(listed.matches(of: /"([^"]+)"/).map { String($0.1) })
    }
    return tags
  }

  @Test(arguments: ReferenceFolder.allCases)
  func onlyWhatIsListedDiffers(folder: ReferenceFolder) throws {
    guard let text = folder.text(of: "odd.jsonl") else { return }
    let kinds = Dictionary(uniqueKeysWithValues: try Self.kinds().map { ($0.name, $0) })
    let tags = try Self.tags(in: text)
    var different: Set<String> = []
    let differ = try ReferenceParityTests.differ(rules: "umuve-backend")
    let summary = try differ.run([.memory(name: "odd.jsonl", bytes: Array(text.utf8))]) { booking in
      guard let tag = tags[booking.key]?.first(where: { kinds[$0] != nil }), let kind = kinds[tag]
      else {
        Issue.record("\(booking.key) \(tags[booking.key] ?? []) differs and is not listed")
        return
      }
      different.insert(tag)
      switch kind.ours {
      case "refused": #expect(booking.ours == .fault && booking.theirs == .priced, "\(tag)")
      case "other words": #expect(booking.fields.map(\.name) == ["refusal"], "\(tag)")
      case _: Issue.record("\(tag): `\(kind.ours)` is neither `refused` nor `other words`")
      }
      #expect(kind.reason.count > 20, "\(tag) has no reason")
    }
    #expect(summary.same + summary.different + summary.notComparable == tags.count)
    let present = tags.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    for name in kinds.keys.sorted() where present.contains(name) && !different.contains(name) {
      Issue.record("\(name) is listed and does not differ")
    }
  }
}

/// Every file of recordings is held against something.
@Suite struct ReferenceCoverageTests {
  /// Those that other tests name, and what is no recording.
  static let elsewhere: Set<String> = [
    "README.md", "PRICING_FACTS.md", "odd.jsonl", "odd-refused.csv", "csv/expected.csv",
    "csv/bookings_long.csv", "csv/bookings_compact.csv", "csv/bookings_long_all_as_of.csv",
    "csv/bookings_compact_all_as_of.csv", "documented/estimate.json",
    "scenarios/config_e_broken/estimate.jsonl",
  ]

  @Test(arguments: ReferenceFolder.allCases)
  func everyFileIsNamed(folder: ReferenceFolder) throws {
    let named = Self.elsewhere.union(ReferenceFile.all.map(\.path))
    let walk = FileManager.default.enumerator(atPath: folder.url.path)
    let endings = ["json", "jsonl", "csv", "md"]
    for case let path as String in walk ?? FileManager.DirectoryEnumerator() {
      guard endings.contains((path as NSString).pathExtension) else { continue }
      if named.contains(path) || path.hasSuffix("scenario.json") { continue }
      Issue.record("no test names \(folder.rawValue)/\(path)")
    }
  }
}
