import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bookings that differ, each with its causes and with what becomes of it under the edits that were
/// found: what is said of an edit is counted on them.
package struct CauseMembers: Sendable {
  package struct Booking: Sendable {
    package var record: Int64
    /// Where it departs, by its causes.
    package var departures: [String: String]
    /// The edits under each of which alone it agrees, by their numbers.
    package var alone: Set<Int> = []
    /// Values that differ in it and are theirs once all edits are made, and under each alone.
    package var right: Set<String> = []
    package var rightAlone: [Int: Set<String>] = [:]
    /// Where it departs once all edits are made; nil where it agrees.
    package var rest: String?

    package init(record: Int64, departures: [String: String]) {
      self.record = record
      self.departures = departures
    }
  }

  package private(set) var all: [Booking] = []
  private var places: [Int64: Int] = [:]

  package init() {}

  package mutating func add(_ booking: Booking) {
    places[booking.record] = all.count
    all.append(booking)
  }

  /// Takes in which causes a booking has as edits tell them apart.
  package mutating func add(_ change: CauseMoneyChange) {
    guard !change.parts.isEmpty, let index = places[change.record] else { return }
    all[index].departures = Dictionary(
      change.alone.map { ($0.cause, $0.departing) }) { first, _ in first }
  }

  /// Takes causes for another one.
  mutating func rename(_ causes: [String], _ name: String?) {
    guard let name else { return }
    let gone = Set(causes)
    rename { gone.contains($0) ? name : $0 }
  }

  mutating func rename(_ cause: (String) -> String) {
    for index in all.indices where all[index].departures.keys.contains(where: { cause($0) != $0 }) {
      all[index].departures = Dictionary(
        all[index].departures.map { (cause($0.key), $0.value) }) { first, _ in first }
    }
  }

  /// The bookings of each cause.
  func byCause() -> [String: [Booking]] {
    var found: [String: [Booking]] = [:]
    for booking in all {
      for cause in booking.departures.keys { found[cause, default: []].append(booking) }
    }
    return found
  }
}
