import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is known of causes: what theirs is of ours, and edits of the rules.
extension DifferenceWords {
  /// What is known of causes: what theirs is of ours, and the edit that makes it ours.
  func reasons(_ summary: DifferenceSummary) -> [(cause: String, sentences: [String])] {
    summary.causes.ordered.compactMap { group in
      var sentences: [String] = []
      if let relation = group.relation { sentences.append(relation) }
      if let remedy = group.remedy {
        let place = remedy.place.map { ", \($0.file):\($0.line)" } ?? ""
        sentences.append("\(remedy.edit)\(place): \(worth(remedy))")
        if let rest = rest(beside: group, summary) { sentences.append(rest) }
        if let left = left(under: remedy) { sentences.append(left) }
        if let setting = remedy.setting {
          sentences.append("--set \(Self.argument(setting))")
        }
      }
      return sentences.isEmpty ? nil : (group.name, sentences)
    }
  }

  /// What an edit leaves of the bookings that depart at the value of its cause.
  private func rest(beside group: DifferenceGroup, _ summary: DifferenceSummary) -> String? {
    let left = summary.unexplained(beside: group.name)
    guard left > 0 else { return nil }
    let departing = summary.departures[group.name] ?? group.name
    return "\(Self.counted(left, "other booking")) that \(left == 1 ? "departs" : "depart") at "
      + "`\(departing)` \(left == 1 ? "is" : "are") not explained by it"
  }

  /// What all edits leave of the bookings of one, beyond what it is known not to put right.
  private func left(under remedy: CauseRemedy) -> String? {
    let rest = remedy.rest
    guard rest.count > remedy.of - remedy.removes, let first = rest.places.first else { return nil }
    let bookings = rest.count == rest.of
      ? Self.counted(rest.of, "booking") : "\(rest.count) of \(Self.counted(rest.of, "booking"))"
    let place = rest.places.count == 1 ? "at `\(first)`" : "at `\(first)` and elsewhere"
    let differ = rest.count == 1 ? "differs" : "differ"
    return "once all edits are made, \(bookings) tried still \(differ), \(place)"
  }

  /// `with this edit, all 12 bookings tried agree`.
  private func worth(_ remedy: CauseRemedy) -> String {
    let (number, all) = (remedy.removes, remedy.of)
    let bookings = "\(all) booking\(all == 1 ? "" : "s") tried agree\(all == 1 ? "s" : "")"
    let some = number < all ? "\(number) of" : all == 1 ? "the" : "all"
    let agree = "with this edit, \(some) \(bookings)"
    if remedy.judged == 0 { return agree + ", and none was the same there before" }
    return remedy.breaks == 0 ? agree : agree + ", \(remedy.breaks) of the others do not"
  }
}
