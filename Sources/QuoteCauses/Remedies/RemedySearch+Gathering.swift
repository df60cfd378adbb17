import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Causes one after the other, each behind what was found before.
extension RemedySearch {
  /// What was found so far, with its edits in the same order, and the causes that need no more.
  struct Gathered {
    var findings: [Finding] = []
    var edits: [RulesEdit] = []
    var explained: Set<String> = []
    /// How many edits there were when a cause was looked at last.
    var tried: [String: Int] = [:]

    var isOpen: Bool { findings.count < RemedySearch.mostCauses }

    func isOpen(_ cause: String) -> Bool { isOpen && !explained.contains(cause) }
  }

  func take(_ found: (RulesEdit, Finding)?, into all: inout Gathered) {
    if let (edit, finding) = found { take(edit, finding, into: &all) }
  }

  func take(_ edit: RulesEdit, _ found: Finding, into all: inout Gathered) {
    // What rounding explains and what lies behind other causes may be one and the same.
    if let known = all.edits.firstIndex(where: { $0.written == edit.written }) {
      all.findings[known].join(found)
      all.explained.formUnion(found.causes)
      return
    }
    var finding = found
    // What was found for few bookings may be a part of what this one puts right for more, alone or
    // with those that were found for others.
    for index in all.findings.indices.reversed() where !all.findings[index].isOfSilence {
      var others = all.edits
      others[index] = edit
      let needed = all.findings[index].causes
      guard needed.allSatisfy({ isExplained($0, by: [edit]) })
        || needed.allSatisfy({ isExplained($0, by: others) })
      else { continue }
      let causes = all.findings.remove(at: index).causes
      finding.causes += causes.filter { !finding.causes.contains($0) }
      all.explained.subtract(causes)
      all.edits.remove(at: index)
    }
    // What is wrong beside it in bookings whose cause has an edit has a row of its own.
    let open = finding.causes.filter { !all.explained.contains($0) }
    if !open.isEmpty {
      finding.causes = open
    } else if finding.group == nil {
      let name = "\(finding.departing), \(edit.what)"
      (finding.causes, finding.group) = ([name], name)
    }
    all.findings.append(finding)
    all.explained.formUnion(finding.causes)
    all.edits.append(edit)
    rules.grant(budget.triesOfQuestion)
  }

  /// What is behind several causes shows once all of these are put right: it is tried again.
  func lookAtSingle(_ single: [String], _ kin: [String: String], _ all: inout Gathered) {
    var looks = 0
    for cause in single + single.prefix(Self.mostCauses)
    where all.isOpen(cause) && all.tried[cause] != all.edits.count
      && kin[cause].map({ all.explained.contains($0) }) ?? true
    {
      looks += 1
      guard looks <= Self.mostLooks else { break }
      all.tried[cause] = all.edits.count
      if !all.edits.isEmpty, isExplained(cause, by: all.edits) {
        all.explained.insert(cause)
        continue
      }
      take(finding(cause, behind: all.edits, but: all.explained), into: &all)
    }
  }

  /// Two edits of one line or one table may be what one edit does that suits the bookings of both:
  /// a condition that does not hold takes the line from some of them and gives it to others.
  func lookAtSteps(_ all: inout Gathered) {
    let known = all.findings.indices.filter {
      all.findings[$0].group == nil && Self.step(of: all.edits[$0]) != nil
    }
    for second in known.reversed() {
      for first in known where first < second {
        guard Self.step(of: all.edits[first]) == Self.step(of: all.edits[second]),
          let found = findingOfAll([first, second], and: [], all)
        else { continue }
        return replace([first, second], by: found, &all)
      }
    }
  }

  /// What explains a part of the bookings that depart at one value, and leaves the others, may be a
  /// part of what is right for all: a line that is left out of some, and is in others, has the
  /// opposite condition.
  func lookAtRest(_ causes: [String], _ all: inout Gathered) {
    var looks = 0
    for index in all.findings.indices.reversed() {
      let first = all.findings[index]
      guard first.group == nil, !first.isOfSilence else { continue }
      let open = causes.first { cause in
        !all.explained.contains(cause) && !isMove(cause)
          && question(cause).map { !$0.isBehind && $0.departing == first.departing } ?? false
      }
      guard let open, looks < Self.mostRests else { continue }
      looks += 1
      guard let found = findingOfAll([index], and: [open], all) else { continue }
      replace([index], by: found, &all)
    }
  }

  /// A line that is left out where ours has it, and is theirs alone elsewhere, has the opposite
  /// condition.
  func lookAtConditions(_ causes: [String], _ all: inout Gathered) {
    for index in all.findings.indices.reversed() where all.findings[index].group == nil {
      let first = all.findings[index]
      guard let name = first.edit.leftOut,
        let line = pricer.model.allLines.first(where: { $0.name == name }), let when = line.when,
        let open = causes.first(where: { cause in
          !all.explained.contains(cause) && question(cause)?.departing == name
        }), let asked = question(open), let base = rules.pricer(all.edits)
      else { continue }
      let own = bench.cases.indices.filter { first.causes.contains(bench.cases[$0].cause) }
      let agreeing = bench.cases.indices.filter { !bench.cases[$0].isDiffering }
      let before = bench.outcomes(base, of: own)
      var others = all.edits
      others.remove(at: index)
      let place = RemedyPlaces.Place(kind: .formula, path: "quote.\(name).when", span: when.span)
      let words = words.edits(
        [place], places.formula, differing: asked.own.map { bench.cases[$0] },
        agreeing: agreeing.map { bench.cases[$0] }
      ).map(\.edit)
      for edit in RemedyTurns.conditions(place, pricer.model) + words
      where !edit.overlaps(others) {
        guard let pricer = rules.pricer(others + [edit]) else { continue }
        let kept = zip(before, bench.outcomes(pricer, of: own)).count { was, now in
          now.remaining?.isSubset(of: was.remaining ?? []) ?? false
        }
        let right = bench.outcomes(pricer, of: asked.own).count {
          $0.remaining?.contains(name) == false
        }
        let breaks = bench.outcomes(pricer, of: agreeing).count { $0.remaining?.isEmpty == false }
        guard kept * 10 >= own.count * 9, right * 10 >= asked.own.count * 9,
          Self.isLittle(breaks, of: agreeing.count, beside: first.remedy.removes + right)
        else { continue }
        let whole = remedy(
          edit, removes: first.remedy.removes + right, of: first.remedy.of + asked.own.count,
          breaks: breaks, judged: agreeing.count)
        let found = Finding(
          remedy: whole, causes: first.causes + [open], departing: name, edit: edit)
        replace([index], by: (edit, found), &all)
        break
      }
    }
  }

  /// An edit that was judged when few bookings were the same may break others that the edits behind
  /// it put right: another one is sought that does not.
  func lookAgain(_ all: inout Gathered) {
    for index in all.findings.indices where all.findings.count > 1 {
      let first = all.findings[index]
      var others = all.edits
      others.remove(at: index)
      guard first.group == nil, !first.isOfSilence, let cause = first.causes.first,
        let question = question(cause),
        case let broken = broken(by: first.edit, behind: others), broken >= Self.leastBroken
      else { continue }
      let explained = all.explained.subtracting(first.causes)
      let found = finding(question, behind: others) { edit in
        let one = verified([edit], cause, question.departing, behind: others, but: explained)
        return one?.remedy.breaks == 0 ? one : nil
      }
      guard let (edit, one) = found, self.broken(by: edit, behind: others) < broken else {
        continue
      }
      all.findings[index] = one
      all.findings[index].causes = first.causes
      all.edits[index] = edit
      all.explained.formUnion(one.causes)
    }
  }

  private static let leastBroken = 2

  /// How many bookings are the same under some edits and not under one more.
  private func broken(by edit: RulesEdit, behind edits: [RulesEdit]) -> Int {
    guard let base = rules.pricer(edits), let pricer = rules.pricer(edits + [edit]) else {
      return 0
    }
    let all = Array(bench.cases.indices)
    return zip(bench.outcomes(base, of: all), bench.outcomes(pricer, of: all)).count { was, now in
      was.remaining?.isEmpty == true && now.remaining?.isEmpty != true
    }
  }

  func replace(
    _ indices: [Int], by found: (edit: RulesEdit, finding: Finding), _ all: inout Gathered
  ) {
    for index in indices.sorted(by: >) {
      all.explained.subtract(all.findings.remove(at: index).causes)
      all.edits.remove(at: index)
    }
    take(found.edit, found.finding, into: &all)
  }

  /// `quote.several` of a setting, `let.price`; nil where it is not known.
  private static func step(of edit: RulesEdit) -> Substring? {
    guard let setting = edit.setting ?? edit.settings.first,
      let found = setting.prefixMatch(of: kept(/(quote|let)\.\w+/))
    else { return nil }
    return found.output.0
  }

  /// An edit that explains all causes of some findings, and the rest beside them; nil where none
  /// does.
  private func findingOfAll(
    _ indices: [Int], and rest: [String], _ all: Gathered
  ) -> (edit: RulesEdit, finding: Finding)? {
    let causes = (indices.flatMap { all.findings[$0].causes } + rest).filter { cause in
      bench.cases.contains { $0.cause == cause || $0.departures[cause] != nil }
    }
    var others = all.edits
    for index in indices.sorted(by: >) { others.remove(at: index) }
    let explained = all.explained.subtracting(causes)
    let removes = indices.reduce(0) { $0 + all.findings[$1].remedy.removes }
    var questions = causes.compactMap { question($0) }.filter { !$0.isBehind }
    if !rest.isEmpty, var whole = questions.first {
      whole.own = bench.cases.indices.filter { index in
        let one = bench.cases[index]
        return causes.contains(one.cause) && one.isOpen && one.departing == whole.departing
      }
      questions = [whole]
    }
    for question in questions.reversed() {
      func held(_ edit: RulesEdit) -> Finding? {
        [[], others].lazy.compactMap { edits in
          verified(
            [edit], question.cause, question.departing, behind: edits, but: explained, with: causes)
        }.first { $0.remedy.removes >= removes }
      }
      // Twice each figure is what counts twice.
      for edit in twice(question) where !edit.overlaps(others) {
        if let found = held(edit) { return (edit, found) }
      }
      if let found = finding(question, behind: others, held) { return found }
    }
    return nil
  }

  /// What only shows behind edits, and what is looked for in other ways than by its value.
  func lookBehind(_ causes: [String], _ all: inout Gathered) {
    for _ in 0..<Self.mostHidden where !all.edits.isEmpty && all.isOpen {
      guard let found = hiddenFinding(all) else { break }
      take(found, into: &all)
    }
    lookAgain(&all)
    for first in all.findings where all.isOpen {
      take(second(after: first, behind: all.edits), into: &all)
    }
    for cause in causes where all.isOpen(cause) {
      take(roundingFinding(cause, behind: all.edits, but: all.explained), into: &all)
    }
    for cause in causes where all.isOpen(cause) {
      take(declineFinding(cause, but: all.explained), into: &all)
    }
  }
}
