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
      if let relation = group.relation {
        // Where other causes meet this one, not all of its bookings depart there first.
        let first = group.relationOf == group.bookings ? "" : " that depart there first"
        sentences.append(relation + first)
      }
      for remedy in group.earlier {
        sentences.append(edit(remedy, group))
        if let setting = remedy.setting { sentences.append("--set \(Self.argument(setting))") }
      }
      if let remedy = group.remedy {
        sentences.append(edit(remedy, group))
        if let rest = rest(beside: group, summary) { sentences.append(rest) }
        if let left = left(under: remedy, group) { sentences.append(left) }
        if let setting = remedy.setting {
          sentences.append("--set \(Self.argument(setting))")
        }
      }
      return sentences.isEmpty ? nil : (group.name, sentences)
    }
  }

  private func edit(_ remedy: CauseRemedy, _ group: DifferenceGroup) -> String {
    let place = remedy.place.map { ", \($0.file):\($0.line)" } ?? ""
    return "\(remedy.edit)\(place): \(worth(remedy, group))"
  }

  /// What an edit leaves of the bookings that depart at the value of its cause.
  private func rest(beside group: DifferenceGroup, _ summary: DifferenceSummary) -> String? {
    let left = summary.unexplained(beside: group.name)
    guard left > 0 else { return nil }
    let departing = summary.departures[group.name] ?? group.name
    return "\(Self.counted(left, "other booking")) that \(left == 1 ? "departs" : "depart") at "
      + "`\(departing)` \(left == 1 ? "is" : "are") not explained by it"
  }

  /// What all edits leave of the bookings of one that it puts right where they depart.
  private func left(under remedy: CauseRemedy, _ group: DifferenceGroup) -> String? {
    guard let together = remedy.together, together < remedy.removes,
      let first = remedy.restPlaces.first
    else { return nil }
    let count = remedy.of - together
    let place = remedy.restPlaces.count == 1 ? "at `\(first)`" : "at `\(first)` and elsewhere"
    return "once all edits are made, \(Self.some(count, remedy, group)) still "
      + "\(Self.isOne(count, of: remedy) ? "differs" : "differ"), \(place)"
  }

  /// `with this edit, all 12 bookings agree`.
  private func worth(_ remedy: CauseRemedy, _ group: DifferenceGroup) -> String {
    let some = Self.some(remedy.removes, remedy, group)
    let agree = Self.isOne(remedy.removes, of: remedy) ? "agrees" : "agree"
    var worth = "with this edit, \(some) \(agree)"
    if let alone = remedy.alone, alone < remedy.removes {
      if remedy.together == remedy.removes {
        let alone = alone == 0 ? "none does" : "\(alone) \(alone == 1 ? "does" : "do")"
        worth = "once all edits are made, \(some) \(agree); with this one alone, \(alone)"
      } else {
        let edits = remedy.isRightAlone ? "with this edit" : "once all edits are made"
        worth = "\(edits), `\(remedy.departing)` agrees in \(some)"
      }
    }
    if remedy.judged == 0 { return worth + ", and none was the same there before" }
    return remedy.breaks == 0 ? worth : worth + ", \(remedy.breaks) of the others do not"
  }

  private static func isOne(_ number: Int, of remedy: CauseRemedy) -> Bool {
    number == 1 && remedy.of == 1
  }

  /// `all 12 bookings`, `3 of 12 bookings`; where not all of a cause were tried, this is said.
  private static func some(
    _ number: Int, _ remedy: CauseRemedy, _ group: DifferenceGroup
  ) -> String {
    let tried = remedy.of < group.bookings ? " that were tried (of \(group.bookings))" : ""
    guard number == remedy.of else { return "\(number) of \(remedy.of) bookings\(tried)" }
    let all =
      switch remedy.of {
      case 1: "the one booking"
      case 2: "both bookings"
      default: "all \(remedy.of) bookings"
      }
    return all + tried
  }
}
