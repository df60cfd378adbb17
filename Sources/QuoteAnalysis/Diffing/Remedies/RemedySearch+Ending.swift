import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What all edits that were found do together.
extension RemedySearch {
  /// Leaves out edits without which no more differs: what was found for one value may be a part of
  /// what was found for another one later.
  func dropNeedless(_ all: inout Gathered) {
    guard all.edits.count > 1, let whole = rules.pricer(all.edits) else { return }
    let cases = Array(bench.cases.indices)
    let after = bench.outcomes(whole, of: cases)
    for index in all.edits.indices.reversed() where all.edits.count > 1 {
      var others = all.edits
      others.remove(at: index)
      guard !all.findings[index].isOfSilence, let pricer = rules.pricer(others),
        isNoWorse(bench.outcomes(pricer, of: cases), than: after)
      else { continue }
      let gone = all.findings.remove(at: index)
      all.edits.remove(at: index)
      if gone.group == nil { all.findings[taker(of: gone, all)].join(gone) }
    }
  }

  /// Makes one edit of two where one does nothing by itself, and something with the other: a bound
  /// and the figure that is counted from it.
  func joinHalves(_ all: inout Gathered) {
    for index in all.edits.indices.reversed() where all.edits.count > 1 {
      let edit = all.edits[index]
      guard !all.findings[index].isOfSilence, isIdle(edit, behind: []) == true,
        let first = all.edits.indices.last(where: { other in
          other != index && isIdle(edit, behind: [all.edits[other]]) == false
        })
      else { continue }
      all.edits[first].join(edit)
      all.findings[first].join(edit)
      let second = all.findings.remove(at: index)
      all.edits.remove(at: index)
      if second.group == nil {
        all.findings[first < index ? first : first - 1].causes += second.causes
      }
    }
  }

  /// Whether an edit changes no total and leaves what differs as it is; nil where the rules do not
  /// do with it.
  private func isIdle(_ edit: RulesEdit, behind edits: [RulesEdit]) -> Bool? {
    guard let base = rules.pricer(edits), let pricer = rules.pricer(edits + [edit]) else {
      return nil
    }
    let cases = Array(bench.cases.indices)
    let before = bench.outcomes(base, of: cases, values: ["total"])
    return zip(before, bench.outcomes(pricer, of: cases, values: ["total"])).allSatisfy {
      $0.remaining == $1.remaining && $0.ours == $1.ours
    }
  }

  /// Takes another way to round for all of the rules in place of the same one for several formulas,
  /// where no more differs under it.
  func roundAll(_ all: inout Gathered) {
    guard pricer.model.arithmetic == .exact, let base = rules.pricer(all.edits) else { return }
    let cases = Array(bench.cases.indices)
    for mode in RoundingMode.allCases where mode != pricer.model.rounding {
      let some = all.edits.indices.filter {
        all.edits[$0].what.hasSuffix(" rounded \(mode.rawValue)")
      }
      let whole = rounding(of: mode)
      let others = all.edits.indices.filter { !some.contains($0) }.map { all.edits[$0] }
      guard some.count > 1, let pricer = rules.pricer(others + [whole]),
        isNoWorse(bench.outcomes(pricer, of: cases), than: bench.outcomes(base, of: cases))
      else { continue }
      var finding = all.findings[some[0]]
      for index in some.dropFirst() { finding.join(all.findings[index]) }
      finding.edit = whole
      finding.remedy = remedy(
        whole, removes: finding.remedy.removes, of: finding.remedy.of,
        breaks: finding.remedy.breaks, judged: finding.remedy.judged)
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
  private func taker(of gone: Finding, _ all: Gathered) -> Int {
    let own = bench.cases.indices.filter { gone.causes.contains(bench.cases[$0].cause) }
    let left = all.edits.map { remaining(own, gone.departing, [$0]).count }
    return left.indices.min { left[$0] < left[$1] } ?? 0
  }

  /// Says of each edit in how many bookings of its causes something still differs under all edits:
  /// of those bookings for whose causes all edits were found.
  func withRest(_ findings: [Finding]) -> [Finding] {
    guard let pricer = rules.pricer(findings.map(\.edit)) else { return findings }
    let explained = Set(findings.flatMap(\.causes))
    let own = bench.cases.indices.filter { index in
      let one = bench.cases[index]
      return one.isOpen && one.isDiffering
        && one.departures.keys.allSatisfy { explained.contains($0) }
    }
    var found = findings
    var places = findings.map { _ in [String: Int]() }
    for (index, outcome) in zip(own, bench.outcomes(pricer, of: own)) {
      let cause = bench.cases[index].cause
      guard let number = found.firstIndex(where: { $0.causes.contains(cause) }) else { continue }
      found[number].remedy.rest.of += 1
      guard let left = outcome.remaining, let first = order.first(of: left) else { continue }
      found[number].remedy.rest.count += 1
      places[number][first.name, default: 0] += 1
    }
    for (number, counts) in places.enumerated() {
      let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      found[number].remedy.rest.places = ordered.map(\.key)
    }
    return found
  }
}
