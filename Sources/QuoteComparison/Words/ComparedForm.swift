/// What was held against each other of the bookings of one form of a map.
package struct ComparedForm: Sendable {
  /// Replies that were held against quotes.
  package private(set) var replies = 0
  /// By the place in the reply: what is ours there, and how often it was looked at.
  private var places: [String: (name: String, count: Int)] = [:]
  /// Names on the other side that are passed over, for we have none of them.
  package private(set) var unmatched: [String] = []
  private var isUnmatched: Set<String> = []

  package init() {}

  package init(replies: Int, _ tallies: [FieldTally], unmatched: [String]) {
    self.replies = replies
    for tally in tallies { places[tally.field] = (tally.name, tally.count) }
    add(unmatched)
  }

  /// Whether some value was held against another.
  package var hasCompared: Bool { !places.isEmpty }

  /// How often each of our values was looked at; of several places that say it, where most do.
  package var counts: [String: Int] {
    places.values.reduce(into: [:]) { counts, place in
      for name in Tolerances.wholes(of: place.name) {
        counts[name] = max(counts[name] ?? 0, place.count)
      }
    }
  }

  package mutating func add(_ other: ComparedForm) {
    replies += other.replies
    places.merge(other.places) { ($0.name, $0.count + $1.count) }
    add(other.unmatched)
  }

  private mutating func add(_ names: [String]) {
    unmatched += names.filter { isUnmatched.insert($0).inserted }
  }
}
