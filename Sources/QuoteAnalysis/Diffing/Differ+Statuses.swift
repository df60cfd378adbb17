import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Statuses that the map does not name: what it has to say of them.
extension Differ {
  /// So many words are put into the line of the map.
  private static let mostSaid = 12

  /// The line of the map that says what the statuses mean that were met.
  func notesOfStatuses(_ summary: DifferenceSummary) -> [String] {
    let unknown = summary.unknownStatuses.prefix(Self.mostSaid).map(\.status)
    guard !map.isOwn, !unknown.isEmpty else { return [] }
    // A line that lacks what the map says already would take that away.
    var note =
      map.statuses.count <= Self.mostSaid
      ? "the meaning of a status goes under `statuses`: "
        + "`statuses: { \(entries(map.statuses, with: unknown)) }`"
      : "add to `statuses`: `\(entries([:], with: unknown))`"
    let open = unknown.filter { Self.meaning(of: $0) == nil }
    if !open.isEmpty {
      let words = open.map { "`\($0.printable)`" }.joined(separator: ", ")
      note += "; `other` skips \(words), and is right for what says nothing about a price"
    }
    return [note]
  }

  /// A status that no map reads: what it refuses is compared as a price. The rows of so many
  /// bookings are `apart` there.
  static func note(ofUnreadStatus name: String, apart: Int = 0) -> String {
    let written = MapScalar.written(name)
    let rows = apart == 1 ? "the rows of 1 booking differ" : "the rows of \(apart) bookings differ"
    return "`\(name.printable)` was not read\(apart > 0 ? ", and \(rows) there" : ""): `record: { "
      + "status: \(written) }` of the map says that it is the status, and `statuses` what its "
      + "words mean; `ignore: [\(written)]` passes it over"
  }

  /// The same of replies that are no rows of a table.
  func notesOfUnreadStatus(_ summary: DifferenceSummary) -> [String] {
    guard !map.isOwn, !hasColumns, map.places.status == nil else { return [] }
    return summary.unmatched.filter { Self.words($0) == ["status"] }.prefix(1).map {
      Self.note(ofUnreadStatus: $0)
    }
  }

  /// `priced: [quoted], declined: [refused, declined]`: what is said already, and these.
  private func entries(
    _ said: [String: ReferenceMap.Outcome], with more: [String]
  ) -> String {
    var words: [ReferenceMap.Outcome: [String]] = [:]
    for (status, outcome) in said.sorted(by: { $0.key < $1.key }) {
      words[outcome, default: []].append(status)
    }
    for status in more { words[Self.meaning(of: status) ?? .other, default: []].append(status) }
    let outcomes: [ReferenceMap.Outcome] = [.priced, .declined, .fault, .other]
    let entries = outcomes.compactMap { outcome in
      words[outcome].map { some in
        "\(outcome.rawValue): [\(some.map(MapScalar.written).joined(separator: ", "))]"
      }
    }
    return entries.joined(separator: ", ")
  }

  /// What a status means that is a common word for it; nil for any other.
  static func meaning(of status: String) -> ReferenceMap.Outcome? {
    let word = status.lowercased()
    return meanings.first { $0.words.contains(word) }?.outcome
  }

  private static let meanings: [(outcome: ReferenceMap.Outcome, words: Set<String>)] = [
    (
      .priced,
      ["ok", "success", "succeeded", "done", "complete", "priced", "quoted", "200", "201"]
    ),
    (.declined, ["declined", "refused", "rejected", "denied", "422"]),
    (.fault, ["error", "failed", "failure", "fault", "500", "502", "503"]),
  ]
}
