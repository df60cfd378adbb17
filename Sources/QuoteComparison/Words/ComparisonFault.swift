import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A booking of which nothing could be compared, though it should have been.
package struct ComparisonFault: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A backend was asked, and gave no reply that could be compared.
    case unanswered
    /// Nobody can read the booking, or what the other side says of it.
    case unreadable

    /// `3 records cannot be read`.
    package func counted(_ count: Int) -> String {
      switch self {
      case .unanswered:
        "\(count) \(count == 1 ? "booking" : "bookings") got no reply that could be compared"
      case .unreadable:
        count == 1 ? "1 record cannot be read" : "\(count) records cannot be read"
      }
    }
  }

  package var kind = Kind.unreadable
  /// The key of the booking; empty if it cannot be read.
  package var key: String
  /// Number of the record in its own input, from 1, and its line.
  package var record: Int64
  package var line: Int64
  /// Stable, kebab-case: `not-json`, `no-answer`, `unreadable-record`, …
  package var reason: String
  /// One sentence, lower case, no full stop.
  package var message: String

  package static let unreadableRecord = "unreadable-record"
  package static let unreadableRow = "unreadable-row"

  package init(
    unreadable key: String, record: Int64, line: Int64, reason: String, message: String
  ) {
    self.key = key
    self.record = record
    self.line = line
    self.reason = reason
    self.message = message
  }
}

/// Bookings of which nothing could be compared: how many, and the first of them.
package struct ComparisonFaults: Sendable {
  /// How many of them are kept.
  package let kept: Int
  package private(set) var first: [ComparisonFault] = []
  private var counts: [ComparisonFault.Kind: Int] = [:]

  init(keeping kept: Int) { self.kept = kept }

  package var count: Int { counts.values.reduce(0, +) }
  /// How many there are that are not kept.
  package var more: Int { count - first.count }
  package func count(of kind: ComparisonFault.Kind) -> Int { counts[kind] ?? 0 }

  mutating func add(_ fault: ComparisonFault) {
    counts[fault.kind, default: 0] += 1
    if first.count < kept { first.append(fault) }
  }
}
