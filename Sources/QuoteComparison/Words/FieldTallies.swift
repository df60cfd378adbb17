/// What was counted of each value, in the order in which they were met.
struct FieldTallies: Sendable {
  private(set) var all: [FieldTally] = []
  /// Where each field is.
  private var places: [String: Int] = [:]

  mutating func add(_ counted: [FieldTally]) {
    for tally in counted {
      if let known = places[tally.field] {
        all[known].add(tally)
      } else {
        places[tally.field] = all.count
        all.append(tally)
      }
    }
  }
}
