import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Lines that the other side never has: whatever else is wrong, these are left out.
extension RemedySearch {
  /// The line of ours that the bookings of a cause lack, if no reply has it; nil elsewhere.
  func lineNeverSaid(_ cause: String) -> String? {
    let own = bench.cases.filter { $0.cause == cause && $0.isOpen }
    guard own.count > 1, let line = own.first(where: { !$0.silent.isEmpty })?.silent.first,
      own.count(where: { $0.silent == [line] }) * 10 >= own.count * 9
    else { return nil }
    let all = bench.outcomes(pricer, of: Array(bench.cases.indices), values: [line])
    return all.allSatisfy { $0.theirs[line] == nil } ? line : nil
  }

  /// The edit that leaves the line out. What still differs then has another cause, which is looked
  /// for next; a booking that has no other difference must not get one.
  func silentFinding(
    _ cause: String, line: String, behind edits: [RulesEdit]
  ) -> (RulesEdit, Finding)? {
    guard let edit = RemedyTurns.lines(line, pricer.model).first, !edit.overlaps(edits),
      let base = rules.pricer(edits), let pricer = rules.pricer(edits + [edit])
    else { return nil }
    let all = Array(bench.cases.indices)
    let after = bench.outcomes(pricer, of: all)
    var (removes, of, breaks, judged) = (0, 0, 0, 0)
    for (index, before) in zip(all, bench.outcomes(base, of: all)) {
      guard let was = before.remaining else { continue }
      let isHeld = after[index].remaining?.isSubset(of: was) == true
      if bench.cases[index].cause == cause {
        of += 1
        removes += isHeld ? 1 : 0
      } else if !was.contains(line) {
        judged += 1
        breaks += isHeld ? 0 : 1
      }
    }
    guard of > 1, removes * 10 >= of * 9, Self.isLittle(breaks, of: judged, beside: removes)
    else { return nil }
    var finding = Finding(
      remedy: remedy(edit, removes: removes, of: of, breaks: breaks, judged: judged),
      causes: [cause], departing: line, edit: edit)
    finding.isOfSilence = true
    return (edit, finding)
  }
}
