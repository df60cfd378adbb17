import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Whether edits hold on all bookings that were kept.
extension RemedySearch {
  /// Tries edits on everything that was kept, with those that they are behind; nil where they make
  /// more differ than they should. `others` are causes that it has to explain, each nearly whole.
  func verified(
    _ mends: [RulesEdit], _ cause: String, _ departing: String, behind edits: [RulesEdit],
    but explained: Set<String>, with others: [String] = []
  ) -> Finding? {
    guard let edit = mends.first, let base = rules.pricer(edits),
      let pricer = rules.pricer(edits + mends)
    else { return nil }
    let all = Array(bench.cases.indices)
    let before = bench.outcomes(base, of: all)
    let after = bench.outcomes(pricer, of: all)
    var (removes, of, breaks, judged, rest) = (0, 0, 0, 0, 0)
    var byCause: [String: (removed: Int, count: Int, open: Int)] = [:]
    var behind: [String: (removed: Int, count: Int)] = [:]
    for index in all {
      let one = bench.cases[index]
      // What differs at the value already tells nothing of whether it should.
      if let was = before[index].remaining, !was.contains(departing) {
        judged += 1
        breaks += after[index].remaining?.isSubset(of: was) == true ? 0 : 1
      }
      guard one.isDiffering else { continue }
      let name = !edits.isEmpty && one.departures[cause] != nil ? cause : one.cause
      let place = one.departures[name] ?? one.departing
      // What the edits before it put right tells nothing of this one.
      let isOpen = before[index].remaining?.contains(place) ?? true
      guard edits.isEmpty || isOpen else { continue }
      let isRemoved = isRight(place, before[index], after[index])
        && (!one.isMove || after[index].remaining?.isEmpty == true)
      byCause[name, default: (0, 0, 0)].count += 1
      if isRemoved { byCause[name, default: (0, 0, 0)].removed += 1 }
      if after[index].remaining?.isEmpty != true { byCause[name, default: (0, 0, 0)].open += 1 }
      for (other, place) in one.departures where other != name {
        behind[other, default: (0, 0)].count += 1
        if after[index].remaining.map({ !$0.contains(place) }) ?? false {
          behind[other, default: (0, 0)].removed += 1
        }
      }
    }
    let causes = byCause.filter { name, found in
      name == cause && others.isEmpty
        || !explained.contains(name) && found.removed * 10 >= found.count * 9
    }
    for (_, found) in causes {
      removes += found.removed
      of += found.count
      rest += found.open
    }
    // Those that are never the first of a booking go with it as well.
    let hidden = behind.filter { name, found in
      byCause[name] == nil && !explained.contains(name) && found.removed * 10 >= found.count * 9
    }
    guard removes > 0, removes * 2 >= of, Self.isLittle(breaks, of: judged, beside: removes),
      others.allSatisfy({ causes[$0] != nil || hidden[$0] != nil })
    else { return nil }
    let remedy = remedy(edit, removes: removes, of: of, breaks: breaks, judged: judged)
    return Finding(
      remedy: remedy, causes: (Array(causes.keys) + hidden.keys).sorted(), departing: departing,
      edit: edit, rest: rest)
  }

  /// Whether an edit makes few bookings differ, both of those that it should leave alone and beside
  /// those that it puts right. An edit of a line that few bookings have leaves most of the first
  /// alone, even if it is wrong.
  static func isLittle(_ breaks: Int, of judged: Int, beside removes: Int) -> Bool {
    breaks * 20 <= judged && breaks * 10 <= removes + 5
  }

  /// Whether a value that departs is theirs under an edit, and none above it differs that did not.
  /// Where nothing is left but what agreed before, such as the total, the edit only moves what
  /// differs.
  func isRight(
    _ departing: String, _ before: RemedyBench.Outcome, _ after: RemedyBench.Outcome
  ) -> Bool {
    guard let left = after.remaining, !left.contains(departing) else { return false }
    guard let was = before.remaining else { return true }
    return !order.isAbove(departing, left.subtracting(was))
      && (left.isEmpty || !left.isDisjoint(with: was))
  }

  /// What is said of an edit. One of several settings would not do what all of them do.
  func remedy(
    _ edit: RulesEdit, removes: Int, of count: Int, breaks: Int, judged: Int
  ) -> CauseRemedy {
    let only = edit.settings.count == 1 ? edit.settings.first : nil
    return CauseRemedy(
      edit: edit.what, setting: edit.setting ?? only,
      place: RulePlace(edit.span, in: pricer.sources), removes: removes, of: count, breaks: breaks,
      judged: judged)
  }
}
