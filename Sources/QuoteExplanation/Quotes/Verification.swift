import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Quotes of a document, priced again.
package struct Verification: Sendable {
  package enum Outcome: Hashable, Sendable {
    case equal
    case differs([QuoteFacts.Difference])
    /// It could not be read then, so nothing can be priced now.
    case unread
  }

  package struct Quote: Hashable, Sendable {
    package var key: String
    package var outcome: Outcome
    /// What it comes to now; what it was where it cannot be priced again.
    package var now: QuoteFacts

    /// A total, a status, a reason.
    package var result: String { now.result }
  }

  /// What is not the same of what quotes are made with: the engine's version,
  /// files, settings, the profile.
  package var made: [QuoteFacts.Difference]
  package var quotes: [Quote]

  /// Whether every quote that could be priced again came to the same, and there was one.
  package var isEqual: Bool {
    quotes.contains { $0.outcome == .equal }
      && quotes.allSatisfy {
        switch $0.outcome {
        case .equal, .unread: true
        case .differs: false
        }
      }
  }
}

extension QuoteFacts {
  /// In a few words: the total, or why there is none.
  var result: String {
    func value(_ name: String) -> String? { facts.first { $0.name == name }?.value }
    let status = (value("status") ?? "").filter { $0 != "\"" }
    let total = facts.last { $0.name == "total" }?.value ?? ""
    return status == "quoted" ? total : "\(status): \(value("reason") ?? "")"
  }
}

extension Receipt {
  /// What is not the same; files by their role and position, for names do not count.
  func differences(from old: Receipt) -> [QuoteFacts.Difference] {
    var found: [QuoteFacts.Difference] = []
    func compare(_ name: String, _ was: String?, _ now: String?) {
      if was != now { found.append(QuoteFacts.Difference(name: name, was: was, now: now)) }
    }
    compare("engine", old.engine, engine)
    compare("rules", old.rules, rules)
    compare("schema", old.schema, schema)
    compare("arithmetic", old.arithmetic, arithmetic)
    compare("currency", old.currency, currency)
    compare("timezone", old.timezone, timezone)
    compare("timezone database", old.timezoneDatabase, timezoneDatabase)
    for role in File.Role.allCases {
      let (before, after) = (old.files.filter { $0.role == role }, files.filter { $0.role == role })
      for index in 0..<max(before.count, after.count) {
        let was = index < before.count ? before[index] : nil
        let now = index < after.count ? after[index] : nil
        compare(
          "\(role.rawValue) \((now ?? was)?.name ?? "")", was?.digest, now?.digest)
      }
    }
    return found
  }
}
