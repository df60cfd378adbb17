import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Causes that are one, and rows for causes that edits tell apart.
extension DifferenceSummary {
  /// Causes of one value under which theirs is the same of ours.
  package func relatedCauses(
    _ minorUnit: Ratio
  ) -> [(departing: String, relation: String, causes: [String])] {
    var alike: [(departing: String, relation: String, causes: [String])] = []
    for group in causes.all where group.remedy == nil {
      guard let relation = relations[group.name],
        let core = relation.core(minorUnit: minorUnit, isOneEnough: true)
      else { continue }
      let known = alike.firstIndex { $0.departing == relation.departing && $0.relation == core }
      if let known {
        alike[known].causes.append(group.name)
      } else {
        alike.append((relation.departing, core, [group.name]))
      }
    }
    return alike.filter { one in
      one.causes.count > 1
        && one.causes.contains { relations[$0]?.core(minorUnit: minorUnit) != nil }
    }
  }

  /// Causes of one value under which theirs is the same of ours are one cause.
  mutating func mergeRelated(_ minorUnit: Ratio) {
    for (departing, relation, names) in relatedCauses(minorUnit) {
      let isFree = causes[departing] == nil || names.contains(departing)
      let name = isFree ? departing : names[0]
      members.rename(names, causes.merge(names, as: name))
      let count = names.reduce(0) { $0 + (relations[$1]?.count ?? 0) }
      let isNear = names.contains { relations[$0]?.isNear(minorUnit: minorUnit) ?? false }
      causes.relate(name, "theirs \(isNear ? "≈" : "=") \(relation), in \(count) of \(count)",
        of: count)
    }
  }

  /// Causes of one value that no edit explains, and that only say which rows of tables were found,
  /// are one if all of them are too high or all too low: a mistake of a row alone would be found,
  /// but no edit is looked for of a single booking.
  mutating func mergeUnexplained() {
    var byValue: [(departing: String, names: [String])] = []
    for group in causes.all
    where group.remedy == nil && group.relation == nil && group.bookings > 1 {
      guard let departing = departures[group.name], !departing.isEmpty,
        group.name == departing || group.name.hasPrefix("\(departing) by ")
      else { continue }
      if let known = byValue.firstIndex(where: { $0.departing == departing }) {
        byValue[known].names.append(group.name)
      } else {
        byValue.append((departing, [group.name]))
      }
    }
    for (departing, names) in byValue where names.count > 1 {
      let groups = names.compactMap { causes[$0] }
      guard groups.allSatisfy(\.below.isZero) || groups.allSatisfy(\.above.isZero) else { continue }
      let isFree = causes[departing] == nil || names.contains(departing)
      members.rename(names, causes.merge(names, as: isFree ? departing : names[0]))
    }
  }

  /// How many bookings depart where those of a cause do, and have one of which nothing is known.
  package func unexplained(beside cause: String) -> Int {
    if let count = causes[cause]?.remedy?.others { return count }
    let departing = departures[cause] ?? cause
    return causes.all.reduce(0) { count, group in
      let isOpen = group.name != cause && group.remedy == nil && group.relation == nil
      let isThere = (departures[group.name] ?? group.name) == departing
      return count + (isOpen && isThere ? group.bookings : 0)
    }
  }

  /// A row for bookings that an edit tells apart.
  package mutating func openCause(_ name: String, at place: RulePlace?) {
    causes.open(name, place: place)
  }

  static func isWorse(_ a: BookingDifference, _ b: BookingDifference) -> Bool {
    let (p, q) = (a.ours != a.theirs, b.ours != b.theirs)
    if p != q { return p }
    let (x, y) = (a.amount?.magnitude ?? .zero, b.amount?.magnitude ?? .zero)
    if x != y { return y < x }
    return a.fields.count > b.fields.count
  }

  package mutating func dropEmptyCauses() { causes.dropEmpty() }

  /// Counts a booking that differs by cents of which no rounding is known that removes them.
  mutating func addOpenCents(_ booking: BookingDifference, to name: String) {
    rounding.add(name, booking.amount, example: booking.key)
    let group = DifferenceGroup(name: name, example: booking.key)
    openCents[booking.cause, default: [:]][name, default: group].add(booking.amount)
  }

  /// Cents that an edit explains are explained.
  mutating func settleCents(of causes: [String]) {
    for cause in causes {
      for (name, group) in openCents.removeValue(forKey: cause) ?? [:] {
        let money = KinCauses.Money(above: group.above, below: group.below)
        rounding.move(money, count: group.bookings, from: name)
      }
    }
    rounding.dropEmpty()
  }

  /// Takes in what causes of a booking make alone, instead of what was said of them.
  package mutating func add(_ change: CauseMoneyChange) {
    let alone = Set(change.alone.map(\.cause))
    if change.parts.count > 1 { kin.remove(change.parts) }
    var together = Ratio.zero
    for part in change.parts {
      causes.addMoney(part.amount, times: -1, to: part.cause)
      if !alone.contains(part.cause) { causes.leave(part.cause) }
      together = together + part.amount
    }
    let known = Set(change.parts.map(\.cause))
    for one in change.alone {
      // Where mistakes make up for each other, no booking differs.
      let isDiffering = !change.parts.isEmpty
      if isDiffering {
        causes.open(one.cause, place: one.place)
        causes.exemplify(one.cause, by: change.key)
      } else if causes[one.cause] == nil {
        continue
      }
      let isNew = isDiffering && !known.contains(one.cause)
      causes.addMoney(one.amount, to: one.cause, isNew: isNew)
      together = together - one.amount
    }
    // One that only several edits change together has several causes as well.
    let isMeeting = alone.count > 1 || !together.isZero
    meetings.bookings += (isMeeting ? 1 : 0) - (change.parts.count > 1 ? 1 : 0)
    meetings.addMoney(together)
  }

  /// Causes whose values are made of the same figures are one where one edit explains both, or
  /// none does and the second is never there by itself.
  mutating func foldKin(_ explained: [[String]]) {
    func edit(_ cause: String) -> Int? { explained.firstIndex { $0.contains(cause) } }
    let alone = kin.causes(causes)
    var folded: [String: String] = [:]
    for (name, first, money) in kin.pairs {
      let (one, other) = (edit(name), edit(first))
      guard one != nil ? one == other : other == nil && alone[name] != nil else { continue }
      causes.move(money.second, count: money.count, from: name)
      for amount in [money.first.above, money.first.below] {
        causes.addMoney(amount, times: -1, to: first)
      }
      for amount in [money.both.above, money.both.below] { causes.addMoney(amount, to: first) }
      folded[name] = folded[first] ?? first
    }
    guard !folded.isEmpty else { return }
    members.rename { folded[$0] ?? $0 }
    meetings.bookings -= kin.single(folded)
    causes.dropEmpty()
  }
}
