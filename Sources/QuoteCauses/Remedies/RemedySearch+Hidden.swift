import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Causes that no booking shows but behind edits: lines of lists take no value of theirs, and what
/// is wrong behind them differs all along.
extension RemedySearch {
  /// The edit for what departs in most bookings once others are made; nil where it has a cause of
  /// its own that most of these have, or no edit does it.
  func hiddenFinding(_ all: Gathered) -> (RulesEdit, Finding)? {
    let (edits, explained) = (all.edits, all.explained)
    guard let base = rules.pricer(edits) else { return nil }
    let some = bench.cases.indices.filter {
      bench.cases[$0].isOpen && bench.cases[$0].isDiffering && !bench.cases[$0].isMove
    }
    let before = bench.outcomes(base, of: some)
    var own: [String: [Int]] = [:]
    for (index, outcome) in zip(some, before) {
      guard let left = outcome.remaining, !left.isEmpty,
        let entry = order.first(of: left), !isKnown(entry.name, bench.cases[index], all)
      else { continue }
      own[entry.name, default: []].append(index)
    }
    let groups = own.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    for (departing, indices) in groups.prefix(2) where indices.count >= 3 {
      guard let entry = order.entry(named: departing) else { continue }
      let open = openCauses(departing, explained, amid: Set(indices))
      // What was asked with as many bookings is not asked again.
      let asked = open.all.compactMap { self.question($0)?.own.count }.max() ?? 0
      guard asked * 2 < indices.count else { continue }
      let question = Question(
        cause: departing, departing: departing, entry: entry, own: indices, isBehind: true)
      let found = finding(question, behind: edits) { verified($0, question, behind: edits) }
      guard let (edit, one) = found else { continue }
      var finding = one
      // A small cause may lie in the tenth that is not put right.
      let left = Set(remaining(indices, departing, edits + [edit]))
      let covered = open.covered.filter { cause in
        let own = indices.filter { bench.cases[$0].departures[cause] == departing }
        return own.count { !left.contains($0) } * 10 >= own.count * 9
      }
      if !covered.isEmpty {
        (finding.causes, finding.group) = (covered, nil)
      } else if open.all.contains(departing) || explained.contains(departing) {
        let name = "\(departing), \(edit.what)"
        (finding.causes, finding.group) = ([name], name)
      }
      return (edit, finding)
    }
    return nil
  }

  /// The edit for what another one leaves at its own value: two mistakes of one line, of which few
  /// bookings have the second.
  func second(after first: Finding, behind edits: [RulesEdit]) -> (RulesEdit, Finding)? {
    let own = bench.cases.indices.filter { index in
      bench.cases[index].isOpen
        && bench.cases[index].departures.contains { cause, departing in
          departing == first.departing && first.causes.contains(cause)
        }
    }
    let left = remaining(own, first.departing, edits)
    guard left.count >= 3, let entry = order.entry(named: first.departing) else { return nil }
    let question = Question(
      cause: first.departing, departing: first.departing, entry: entry, own: left, isBehind: true)
    let found = finding(question, behind: edits) { verified($0, question, behind: edits) }
    guard let (edit, one) = found else { return nil }
    var finding = one
    let name = "\(first.departing), \(edit.what)"
    (finding.group, finding.causes) = (name, [name])
    return (edit, finding)
  }

  /// Whether a value is where the booking departs that an edit is right for: what this leaves is
  /// no other cause.
  private func isKnown(_ departing: String, _ one: RemedyCase, _ all: Gathered) -> Bool {
    all.findings.contains { $0.departing == departing }
      && one.departures.contains { $0.value == departing && all.explained.contains($0.key) }
  }

  /// Causes of which no edit was found and for which bookings depart there, the most frequent
  /// first: all, and those of which no booking departs there but some of these.
  private func openCauses(
    _ departing: String, _ explained: Set<String>, amid some: Set<Int>
  ) -> (all: [String], covered: [String]) {
    var counts: [String: (count: Int, others: Int)] = [:]
    for (index, one) in bench.cases.enumerated() {
      for (cause, place) in one.departures where place == departing && !explained.contains(cause) {
        counts[cause, default: (0, 0)].count += 1
        if !some.contains(index) { counts[cause, default: (0, 0)].others += 1 }
      }
    }
    let all = counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    return (all.map(\.key), all.filter { $0.value.others == 0 }.map(\.key))
  }

  private func verified(
    _ edit: RulesEdit, _ question: Question, behind edits: [RulesEdit]
  ) -> Finding? {
    guard let base = rules.pricer(edits), let pricer = rules.pricer(edits + [edit]) else {
      return nil
    }
    let own = Set(question.own)
    let all = Array(bench.cases.indices)
    let before = bench.outcomes(base, of: all)
    let after = bench.outcomes(pricer, of: all)
    var (removes, breaks, judged) = (0, 0, 0)
    for index in all {
      if own.contains(index) {
        removes += isRight(question.departing, before[index], after[index]) ? 1 : 0
      } else if let was = before[index].remaining, !was.contains(question.departing) {
        judged += 1
        breaks += after[index].remaining?.isSubset(of: was) == true ? 0 : 1
      }
    }
    guard removes * 10 >= own.count * 9, Self.isLittle(breaks, of: judged, beside: removes)
    else { return nil }
    return Finding(
      remedy: remedy(edit, removes: removes, of: own.count, breaks: breaks, judged: judged),
      causes: [question.cause], departing: question.departing, edit: edit,
      group: question.cause)
  }
}
