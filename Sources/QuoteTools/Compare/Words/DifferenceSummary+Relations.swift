import QuoteEngine
import QuoteLanguage

/// Causes that are one, and rows for causes that edits tell apart.
extension DifferenceSummary {
  /// Causes of one value under which theirs is the same of ours.
  func relatedCauses(
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
      causes.merge(names, as: name)
      let count = names.reduce(0) { $0 + (relations[$1]?.count ?? 0) }
      causes.relate(name, "theirs = \(relation), in \(count) of \(count)")
    }
  }

  /// A row for bookings that an edit tells apart.
  mutating func openCause(_ name: String, at place: RulePlace?) { causes.open(name, place: place) }

  mutating func dropEmptyCauses() { causes.dropEmpty() }
}
