import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Causes with the edits that explain them, and how many bookings these are right for.
extension DifferenceSummary {
  /// Says of each cause what theirs is of ours, and which edits of the rules make it ours.
  package mutating func explain(
    minorUnit: Ratio, _ remedies: [(CauseRemedy, causes: [String], String)]
  ) {
    for (name, relation) in relations {
      causes.relate(name, relation.sentence(minorUnit: minorUnit), of: relation.count)
    }
    foldKin(remedies.map(\.causes))
    var numbers: [String: Set<Int>] = [:]
    for (number, (remedy, names, departing)) in remedies.enumerated() {
      guard let name = causes.merge(names, as: departing, remedy) else { continue }
      members.rename(names, name)
      var known = Set([number])
      for gone in names + [name] {
        // The last of several edits is shown, and those in the same words count with it.
        let others = numbers.removeValue(forKey: gone) ?? []
        known.formUnion(others.filter { remedies[$0].0.isSameEdit(as: remedy) })
      }
      numbers[name] = known
    }
    mergeRelated(minorUnit)
    mergeUnexplained()
    countMembers(numbers, of: remedies.map(\.0))
    for (_, names, departing) in remedies {
      let group = causes[departing] ?? names.compactMap { causes[$0] }.first
      if let remedy = group?.remedy, remedy.removes == remedy.of { settleCents(of: names) }
    }
  }

  /// Whether all bookings that differ are known one by one.
  private var areAllMembers: Bool { members.all.count == different }

  /// Counts what edits do, on the bookings of their causes. `numbers` are those of the edits, by
  /// the causes that they explain.
  private mutating func countMembers(
    _ numbers: [String: Set<Int>], of remedies: [CauseRemedy]
  ) {
    let areAll = areAllMembers
    let byCause = members.byCause()
    let open = Set(causes.all.filter { $0.remedy == nil && $0.relation == nil }.map(\.name))
    for group in causes.all {
      let own = byCause[group.name] ?? []
      var (remedy, earlier) = (group.remedy, group.earlier)
      remedy?.isRightAlone = remedies.count == 1
      if let known = remedy, !own.isEmpty {
        remedy = counted(
          known, of: group.name, own, with: numbers[group.name] ?? [], open: open)
        earlier = earlier.map { one in
          let same = remedies.indices.filter { remedies[$0].isSameEdit(as: one) }
          return counted(one, of: group.name, own, with: Set(same), open: open)
        }
      }
      causes.settle(
        group.name, bookings: areAll ? own.count : nil, remedy, earlier: earlier)
    }
    if areAll { causes.dropEmpty() }
  }

  private func counted(
    _ known: CauseRemedy, of cause: String, _ own: [CauseMembers.Booking],
    with numbers: Set<Int>, open: Set<String>
  ) -> CauseRemedy {
    var remedy = known
    func agrees(_ booking: CauseMembers.Booking) -> Bool {
      !booking.alone.isDisjoint(with: numbers)
    }
    remedy.of = own.count
    remedy.alone = own.count(where: agrees)
    remedy.together = own.count { $0.rest == nil }
    func isRight(_ booking: CauseMembers.Booking, _ right: Set<String>) -> Bool {
      agrees(booking) || booking.departures[cause].map { right.contains($0) } ?? false
    }
    remedy.removes = own.count { isRight($0, $0.right) }
    remedy.isRightAlone = own.allSatisfy { booking in
      let alone = numbers.reduce(into: Set<String>()) { right, number in
        right.formUnion(booking.rightAlone[number] ?? [])
      }
      return isRight(booking, booking.right) == isRight(booking, alone)
    }
    remedy.departing = Self.mostFrequent(own.compactMap { $0.departures[cause] }).first ?? cause
    let unknown = own.filter { booking in
      booking.rest != nil && booking.departures.keys.allSatisfy { causes[$0]?.remedy != nil }
    }
    remedy.restPlaces = Self.mostFrequent(unknown.compactMap(\.rest))
    remedy.others = areAllMembers ? others(beside: cause, at: remedy.departing, open) : nil
    return remedy
  }

  /// Bookings without a cause that depart where it does, for one of which nothing is known.
  private func others(beside cause: String, at departing: String, _ open: Set<String>) -> Int {
    members.all.count { booking in
      booking.departures[cause] == nil
        && booking.departures.contains { open.contains($0.key) && $0.value == departing }
    }
  }

  /// Each once, the most frequent first.
  private static func mostFrequent(_ names: [String]) -> [String] {
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
