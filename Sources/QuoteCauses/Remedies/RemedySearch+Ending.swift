package import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What all edits that were found do together.
extension RemedySearch {
  /// What becomes of all cases under edits, each set of which is priced once.
  struct Outcomes {
    private var known: [[RulesEdit.Written]: [RemedyBench.Outcome]] = [:]

    /// Nil where the edited rules are none.
    mutating func under(
      _ edits: [RulesEdit], of search: RemedySearch
    ) -> [RemedyBench.Outcome]? {
      let written = edits.map(\.written)
      if let found = known[written] { return found }
      guard let pricer = search.rules.pricer(edits) else { return nil }
      let found = search.bench.outcomes(
        pricer, of: Array(search.bench.cases.indices), values: ["total"])
      known[written] = found
      return found
    }
  }

  /// Takes one edit for several where it does, leaves out what is needless, and counts anew.
  func simplify(_ all: inout Gathered) {
    var outcomes = Outcomes()
    let before = all.edits.map(\.written)
    roundAll(&all, &outcomes)
    dropNeedless(&all, &outcomes)
    joinHalves(&all, &outcomes)
    guard all.edits.map(\.written) != before else { return }
    for index in all.findings.indices { recount(index, &all, &outcomes) }
  }

  /// Says of an edit what it does now that others have gone: for the bookings of its causes, and to
  /// those that are the same where it departs.
  private func recount(_ index: Int, _ all: inout Gathered, _ outcomes: inout Outcomes) {
    let finding = all.findings[index]
    var others = all.edits
    others.remove(at: index)
    guard finding.group == nil, let before = outcomes.under(others, of: self),
      let after = outcomes.under(all.edits, of: self)
    else { return }
    var (removes, of, breaks, judged) = (0, 0, 0, 0)
    for (index, one) in bench.cases.enumerated() {
      let places = one.departures.filter { finding.causes.contains($0.key) }.map(\.value)
      if !places.isEmpty {
        // What agrees without the edit is the others' work.
        if before[index].remaining?.isDisjoint(with: places) == true { continue }
        of += 1
        removes += after[index].remaining?.isDisjoint(with: places) == true ? 1 : 0
      } else if let was = before[index].remaining, !was.contains(finding.departing) {
        judged += 1
        breaks += after[index].remaining?.isSubset(of: was) == true ? 0 : 1
      }
    }
    guard of > 0 else { return }
    all.findings[index].remedy = remedy(
      finding.edit, removes: removes, of: of, breaks: breaks, judged: judged)
  }

  /// Leaves out edits without which no more differs: what was found for one value may be a part of
  /// what was found for another one later.
  private func dropNeedless(_ all: inout Gathered, _ outcomes: inout Outcomes) {
    guard all.edits.count > 1, let after = outcomes.under(all.edits, of: self) else { return }
    for index in all.edits.indices.reversed() where all.edits.count > 1 {
      var others = all.edits
      others.remove(at: index)
      guard !all.findings[index].isOfSilence, let without = outcomes.under(others, of: self),
        isNoWorse(without, than: after)
      else { continue }
      let gone = all.findings.remove(at: index)
      all.edits.remove(at: index)
      if gone.group == nil { all.findings[taker(of: gone, all, &outcomes)].join(gone) }
    }
  }

  /// Makes one edit of two where one does nothing by itself, and something with the other: a bound
  /// and the figure that is counted from it.
  private func joinHalves(_ all: inout Gathered, _ outcomes: inout Outcomes) {
    for index in all.edits.indices.reversed() where all.edits.count > 1 {
      let edit = all.edits[index]
      guard !all.findings[index].isOfSilence,
        let (before, after) = change(by: edit, behind: [], &outcomes), isSame(before, after)
      else { continue }
      let needed = all.edits.indices.last { other in
        guard other != index,
          let (before, after) = change(by: edit, behind: [all.edits[other]], &outcomes)
        else { return false }
        // What makes more differ is no half of what is right.
        return !isSame(before, after) && isNoWorse(after, than: before)
      }
      guard let first = needed else { continue }
      all.edits[first].join(edit)
      all.findings[first].join(edit)
      let second = all.findings.remove(at: index)
      all.edits.remove(at: index)
      if second.group == nil {
        all.findings[first < index ? first : first - 1].causes += second.causes
      }
    }
  }

  /// What becomes of all cases without an edit and with it; nil where the rules do not do with it.
  private func change(
    by edit: RulesEdit, behind edits: [RulesEdit], _ outcomes: inout Outcomes
  ) -> (before: [RemedyBench.Outcome], after: [RemedyBench.Outcome])? {
    guard let before = outcomes.under(edits, of: self),
      let after = outcomes.under(edits + [edit], of: self)
    else { return nil }
    return (before, after)
  }

  /// Whether no total changes, and what differs stays as it is.
  private func isSame(_ before: [RemedyBench.Outcome], _ after: [RemedyBench.Outcome]) -> Bool {
    zip(before, after).allSatisfy { $0.remaining == $1.remaining && $0.ours == $1.ours }
  }

  /// Takes another way to round for all of the rules in place of the same one for several formulas,
  /// where no more differs under it.
  private func roundAll(_ all: inout Gathered, _ outcomes: inout Outcomes) {
    guard pricer.model.arithmetic == .exact else { return }
    for mode in RoundingMode.allCases where mode != pricer.model.rounding {
      let some = all.edits.indices.filter { all.edits[$0].mode == mode }
      let whole = rounding(of: mode)
      let others = all.edits.indices.filter { !some.contains($0) }.map { all.edits[$0] }
      guard some.count > 1, let before = outcomes.under(all.edits, of: self),
        let after = outcomes.under(others + [whole], of: self), isNoWorse(after, than: before)
      else { continue }
      var finding = all.findings[some[0]]
      for index in some.dropFirst() { finding.join(all.findings[index]) }
      finding.edit = whole
      for index in some.reversed() {
        all.findings.remove(at: index)
        all.edits.remove(at: index)
      }
      all.findings.append(finding)
      all.edits.append(whole)
      return
    }
  }

  /// Whether nothing differs under some edits that did not under others.
  private func isNoWorse(
    _ outcomes: [RemedyBench.Outcome], than others: [RemedyBench.Outcome]
  ) -> Bool {
    zip(outcomes, others).allSatisfy { now, left in
      now.remaining == left.remaining
        || now.remaining?.isSubset(of: left.remaining ?? []) == true
    }
  }

  /// The finding whose edit is right for the most bookings of one that is left out.
  private func taker(of gone: Finding, _ all: Gathered, _ outcomes: inout Outcomes) -> Int {
    let own = bench.cases.indices.filter { gone.causes.contains(bench.cases[$0].cause) }
    var left = all.edits.map { _ in Int.max }
    for (index, edit) in all.edits.enumerated() {
      guard let found = outcomes.under([edit], of: self) else { continue }
      left[index] = own.count { found[$0].remaining?.contains(gone.departing) ?? true }
    }
    return left.indices.min { left[$0] < left[$1] } ?? 0
  }

  /// What becomes of bookings under edits: each set of edits by itself, of which the first has this
  /// number, and all together.
  package func members(
    _ bench: RemedyBench, _ edits: [[RulesEdit]], departing: [String], first number: Int
  ) -> [CauseMembers.Booking] {
    let all = Array(bench.cases.indices)
    var members = bench.cases.map {
      CauseMembers.Booking(record: $0.record, departures: $0.departures)
    }
    guard !edits.isEmpty, let whole = rules.pricer(edits.flatMap(\.self)) else { return members }
    let before = bench.outcomes(pricer, of: all)
    for (index, after) in bench.outcomes(whole, of: all).enumerated() {
      let places = Set(members[index].departures.values).union(departing)
      members[index].right = places.filter { isRight($0, before[index], after) }
      members[index].rest = after.remaining.map { left in
        left.isEmpty ? nil : order.first(of: left)?.name ?? left.min()
      } ?? bench.cases[index].departing
    }
    for (offset, some) in edits.enumerated() {
      guard let alone = rules.pricer(some) else { continue }
      for (index, after) in bench.outcomes(alone, of: all).enumerated() {
        let places = Set(members[index].departures.values).union(departing)
        members[index].rightAlone[number + offset] = places.filter {
          isRight($0, before[index], after)
        }
        if after.remaining?.isEmpty == true { members[index].alone.insert(number + offset) }
      }
    }
    return members
  }
}
