import Foundation
import TestKit
import Testing

@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A file of recorded replies, and the rules and the map it is held against.
struct ReferenceFile: Sendable, CustomTestStringConvertible {
  /// Where it is, seen from a folder of recordings.
  var path: String
  /// The name of the rules in `rules/`, without the ending; their map is beside them.
  var rules: String
  /// In `rules/`, without the ending: the overlay map for the database rows in
  /// force, which are in the `scenario.json` beside the file.
  var database: String?
  var testDescription: String { path }

  init(_ path: String, rules: String, database: String? = nil) {
    self.path = path
    self.rules = rules
    self.database = database
  }

  /// All of whose replies are to be ours.
  static let all =
    [
      ReferenceFile("estimate.jsonl", rules: "umuve-backend"),
      ReferenceFile("legacy.jsonl", rules: "umuve-backend"),
      ReferenceFile("portal.jsonl", rules: "umuve-backend"),
      ReferenceFile("legacy_quote.jsonl", rules: "umuve-service-list"),
      ReferenceFile("payments/splits.jsonl", rules: "umuve-payouts"),
      ReferenceFile("payments/other.jsonl", rules: "umuve-cancellation"),
      ReferenceFile("v1_backend/default/estimate.jsonl", rules: "umuve-v1"),
      ReferenceFile(
        "v1_backend/rows/estimate.jsonl", rules: "umuve-v1", database: "umuve-v1.database"),
      ReferenceFile("clients/ios_placeholder.jsonl", rules: "umuve-app"),
      ReferenceFile("clients/platform_web_fallback.jsonl", rules: "umuve-web-fallback"),
      ReferenceFile("clients/customer_portal_fallback.jsonl", rules: "umuve-portal-fallback"),
    ]
    + [
      "combined", "config_a", "config_b", "config_c", "rules_a", "zones_a", "zones_b_admin_ui",
      "zones_c_cents",
    ].map {
      ReferenceFile(
        "scenarios/\($0)/estimate.jsonl", rules: "umuve-backend",
        database: "umuve-backend.database")
    }
    + ["validate", "booking"].map {
      ReferenceFile(
        "scenarios/promos/\($0).jsonl", rules: "umuve-backend", database: "umuve-backend.database")
    }
}

/// Where recordings lie.
enum ReferenceFolder: String, CaseIterable, Sendable {
  /// The thinned copy, a part of the project.
  case thinned = "Tests/Reference"
  /// All of them, beside the project or nowhere.
  case whole = "../shared/reference"

  var url: URL { Repository.root.appending(path: rawValue).standardizedFileURL }

  /// A file's text; nil where it is not there, which is said aloud.
  func text(of path: String) -> String? {
    let file = url.appending(path: path)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      print("SKIPPED: there is no \(rawValue)/\(path)")
      return nil
    }
    return text
  }
}

/// How many values replies hold: so many have to be compared.
enum ReplyValues {
  static func count(in text: String, by map: ReferenceMap) throws -> Int {
    try text.split(separator: "\n").reduce(0) { sum, line in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let status = at(map.places.status, of: record).map { "\($0)" }
      guard status.map({ map.statuses[$0] == .priced }) ?? true else { return sum }
      let name = at(map.places.form, of: record) as? String
      guard let form = map.form(named: name).map({ map.forms[$0] }) else { return sum }
      let reply = at(map.places.reply + form.reply, of: record)
      return sum + count(reply, but: form.ignored)
    }
  }

  private static func at(_ path: ReferenceMap.Path?, of record: Any) -> Any? {
    path?.reduce(record) { ($0 as? [String: Any])?[$1] as Any }
  }

  /// Scalars in a value, nulls and those under ignored names aside.
  private static func count(_ value: Any?, but ignored: Set<String>) -> Int {
    switch value {
    case nil, is NSNull: 0
    case let object as [String: Any]:
      object.reduce(0) { ignored.contains($1.key) ? $0 : $0 + count($1.value, but: ignored) }
    case let list as [Any]: list.reduce(0) { $0 + count($1, but: ignored) }
    case _: 1
    }
  }
}
