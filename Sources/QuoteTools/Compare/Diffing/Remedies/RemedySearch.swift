import QuoteEngine
import QuoteLanguage

/// Finds edits of our rules under which what differs is the same: by trying, on bookings that
/// were kept.
///
/// A figure is not guessed: the rules are priced with another one, what that changes says which
/// figure would be right in each booking, and where all bookings agree on one it is tried.
struct RemedySearch {
  /// What was found for a cause, and the causes that it explains.
  struct Finding {
    var remedy: CauseRemedy
    var causes: [String]
    /// The value that departs.
    var departing: String
    var edit: RulesEdit
    /// The name of a row of its own, where the bookings are told apart by the edits alone.
    var group: String?

    /// Bookings that differ under the edit and should not.
    var misses: Int { remedy.breaks + remedy.of - remedy.removes }

    func isBetter(than other: Finding) -> Bool {
      (misses, remedy.breaks) < (other.misses, other.remedy.breaks)
    }
  }

  let rules: EditedRules
  let pricer: Pricer
  let bench: RemedyBench
  let order: PriceOrder
  let places: RemedyPlaces
  let bounds: RemedyBounds
  let words: RemedyWords
  let minorUnit: Ratio

  /// Remedies are looked for of so many causes, and so many of each kind are tried.
  private static let mostCauses = 5
  static let mostFigures = 18
  static let mostFiguresOfParts = 40
  /// Figures that are tried in other sizes, because what they make is no straight line.
  static let mostOdd = 4
  /// Several edits together are looked for of so many causes.
  private static let mostJointCauses = 2
  /// One edit for several causes is looked for so often.
  private static let mostUnions = 3
  /// So many that are right for most of the cases tried are held against all.
  private static let mostChecked = 3
  /// So many causes are looked for that only show behind edits.
  private static let mostHidden = 2
  static let mostFiguresOfTotal = 60
  private static let mostBounds = 32
  /// This many bookings say which figure would be right, so many tell whether an edit is.
  static let solved = 10
  private static let tried = 24
  /// The kept bookings are priced so often, and so often for one question: where no edit explains
  /// anything, trying ends. Edits that are right for a part of the bookings are tried last, and
  /// have tries of their own.
  private static let mostTries = 900
  private static let mostTriesOfParts = 1_300
  private static let mostTriesOfQuestion = 360

  init(_ rules: EditedRules, _ pricer: Pricer, _ bench: RemedyBench) {
    self.rules = rules
    self.pricer = pricer
    self.bench = bench
    order = PriceOrder(of: pricer.plan)
    places = RemedyPlaces(pricer.model)
    bounds = RemedyBounds(pricer)
    words = RemedyWords(pricer)
    minorUnit = pricer.model.minorUnit
  }

  /// `related` are causes under which theirs is the same of ours: one edit explains all of them, or
  /// none does. `kin` are causes that are only met behind another one, made of the same figures.
  func findings(
    _ causes: [String], related: [[String]] = [], kin: [String: String] = [:]
  ) -> [Finding] {
    var findings: [Finding] = []
    var edits: [RulesEdit] = []
    var explained: Set<String> = []
    for several in unions(causes, related).prefix(Self.mostUnions)
    where !several.allSatisfy({ explained.contains($0) }) && findings.count < Self.mostCauses {
      guard let (edit, finding) = finding(several[0], with: several, behind: edits, but: explained)
      else { continue }
      findings.append(finding)
      explained.formUnion(finding.causes)
      edits.append(edit)
    }
    let single = causes.filter { cause in
      !related.contains { $0.contains(cause) } || explained.contains(cause)
    }
    // What is behind several causes shows once all of these are put right: it is tried again.
    var tried: [String: Int] = [:]
    for cause in single.prefix(Self.mostCauses * 2) + single.prefix(Self.mostCauses)
    where !explained.contains(cause) && findings.count < Self.mostCauses
      && tried[cause] != edits.count && kin[cause].map({ explained.contains($0) }) ?? true
    {
      tried[cause] = edits.count
      if !edits.isEmpty, isExplained(cause, by: edits) {
        explained.insert(cause)
        continue
      }
      guard let (edit, finding) = finding(cause, behind: edits, but: explained) else { continue }
      findings.append(finding)
      explained.formUnion(finding.causes)
      edits.append(edit)
    }
    for _ in 0..<Self.mostHidden where !edits.isEmpty && findings.count < Self.mostCauses {
      guard let (edit, finding) = hiddenFinding(behind: edits, but: explained) else {
        break
      }
      findings.append(finding)
      explained.formUnion(finding.causes)
      edits.append(edit)
    }
    for cause in causes where !explained.contains(cause) && findings.count < Self.mostCauses {
      guard let (edit, finding) = roundingFinding(cause, behind: edits, but: explained) else {
        continue
      }
      findings.append(finding)
      explained.formUnion(finding.causes)
      edits.append(edit)
    }
    for cause in causes where !explained.contains(cause) && findings.count < Self.mostCauses {
      guard let (edit, finding) = declineFinding(cause, but: explained) else { continue }
      findings.append(finding)
      explained.formUnion(finding.causes)
      edits.append(edit)
    }
    // What no edit does alone several may do together.
    let open = single.filter {
      !explained.contains($0) && (edits.isEmpty || !isExplained($0, by: edits))
    }
    for cause in open.prefix(Self.mostJointCauses)
    where !explained.contains(cause) && findings.count < Self.mostCauses {
      for (edit, finding) in joint(cause, behind: edits, but: explained) ?? [] {
        findings.append(finding)
        explained.formUnion(finding.causes)
        edits.append(edit)
      }
    }
    return findings
  }

  /// Whether several edits that were found for other causes explain one together: bookings in which
  /// these meet.
  private func isExplained(_ cause: String, by edits: [RulesEdit]) -> Bool {
    guard let question = question(cause), let pricer = rules.pricer(edits) else { return false }
    let right = bench.outcomes(pricer, of: question.own).count { outcome in
      outcome.remaining.map { !$0.contains(question.departing) } ?? false
    }
    return right * 10 >= question.own.count * 9
  }

  /// Causes that one edit may explain: those that are related, and those that depart at one value.
  private func unions(_ causes: [String], _ related: [[String]]) -> [[String]] {
    var byValue: [(departing: String, causes: [String])] = []
    for cause in causes.prefix(Self.mostCauses * 2) {
      guard let departing = question(cause)?.departing else { continue }
      if let known = byValue.firstIndex(where: { $0.departing == departing }) {
        byValue[known].causes.append(cause)
      } else {
        byValue.append((departing, [cause]))
      }
    }
    let all = related + byValue.map(\.causes).filter { !related.contains($0) }
    return all.filter { $0.count > 1 }
  }

  /// What an edit is looked for.
  struct Question {
    var cause: String
    /// The value that departs.
    var departing: String
    var entry: PriceOrder.Entry
    /// Cases that have the cause.
    var own: [Int]
    /// Whether it is behind other causes in all of them.
    var isBehind: Bool
    /// Where the condition of a decline is written, of one that a side declines.
    var condition: SourceSpan?
  }

  func question(_ cause: String) -> Question? {
    let firsts = bench.cases.indices.filter {
      bench.cases[$0].cause == cause && bench.cases[$0].isOpen
    }
    // A cause that is never the first is looked at behind the others.
    let isBehind = firsts.count < 2
    let own =
      isBehind
      ? bench.cases.indices.filter { bench.cases[$0].departures[cause] != nil } : firsts
    guard own.count >= 2, let departing = own.first.flatMap({ bench.cases[$0].departures[cause] }),
      let entry = order.entry(named: departing)
    else { return nil }
    return Question(
      cause: cause, departing: departing, entry: entry, own: own, isBehind: isBehind)
  }

  /// `edits` are remedies of others causes: what is priced is what is left behind them.
  /// `with` are causes that have one and the same reason.
  private func finding(
    _ cause: String, with others: [String] = [], behind edits: [RulesEdit],
    but explained: Set<String>
  ) -> (RulesEdit, Finding)? {
    guard var question = question(cause) else { return nil }
    if !others.isEmpty {
      question.own = bench.cases.indices.filter {
        others.contains(bench.cases[$0].cause) && bench.cases[$0].isOpen
      }
    }
    let departing = question.departing
    let isBehind = question.isBehind
    return finding(question, behind: edits) { edit in
      // What only shows once other edits are made is tried with them.
      let alone = isBehind
        ? nil : verified([edit], cause, departing, behind: [], but: explained)
      return alone ?? verified([edit], cause, departing, behind: edits, but: explained)
    }
  }

  /// The edit under which the fewest bookings differ that should not. `verified` holds one against
  /// everything that was kept; nil where it is not to be believed.
  func finding(
    _ question: Question, behind edits: [RulesEdit], _ verified: (RulesEdit) -> Finding?
  ) -> (RulesEdit, Finding)? {
    var trial = trial(question, own: question.own, edits: edits, isPart: false)
    var found: Finding?
    func look() {
      _ = best(question, trial) { edit in
        guard let one = verified(edit) else { return false }
        // Another one may break none, and leave none.
        if found.map({ one.isBetter(than: $0) }) ?? true { found = one }
        return one.misses == 0
      }
    }
    look()
    // What the best one leaves says more of the right one than what it does not.
    if let first = found, first.remedy.removes < first.remedy.of {
      let left = remaining(question.own, question.departing, edits + [first.edit])
      let mine = Set(left)
      let others = question.own.filter { !mine.contains($0) }
      if !left.isEmpty, !others.isEmpty {
        let few = left.spread(Self.solved / 2)
        trial.own = few + others.spread(Self.tried - few.count)
        look()
      }
    }
    return found.map { ($0.edit, $0) }
  }

  struct Trial {
    var departing: String
    /// Cases that are tried.
    var own: [Int]
    /// Cases in which this value is theirs, and should stay so, with what differs in each.
    var steady: [(index: Int, differing: Set<String>)]
    var edits: [RulesEdit]
    /// Whether an edit may be right for some of them only.
    var isPart: Bool

    /// Whether it is known that totals differ, and nothing of what they are made of.
    var isOfTotal: Bool { departing == "total" }
  }

  func trial(
    _ question: Question, own: [Int], edits: [RulesEdit], isPart: Bool
  ) -> Trial {
    let mine = Set(own)
    let others = bench.cases.indices.filter { !mine.contains($0) }
    let agreeing = others.filter { !bench.cases[$0].isDiffering }.spread(Self.tried)
    let differing = others.filter { bench.cases[$0].isDiffering }.spread(Self.tried / 2)
    let some = agreeing + differing
    var steady: [(index: Int, differing: Set<String>)] = []
    if let pricer = rules.pricer(edits) {
      for (index, outcome) in zip(some, bench.outcomes(pricer, of: some)) {
        guard let left = outcome.remaining, !left.contains(question.departing) else { continue }
        steady.append((index, left))
      }
    }
    return Trial(
      departing: question.departing, own: own.spread(Self.tried), steady: steady, edits: edits,
      isPart: isPart)
  }

  /// The edit that makes the value theirs in most of the cases; nil where none does in enough.
  /// `holds` says whether one holds on everything that was kept.
  func best(
    _ question: Question, _ trial: Trial, _ holds: (RulesEdit) -> Bool = { _ in true }
  ) -> RulesEdit? {
    let before = rules.pricer(trial.edits).map {
      bench.outcomes($0, of: trial.own, values: [trial.departing])
    }
    if Self.isOtherwiseWritten(trial.departing, before ?? []) { return nil }
    let isNothing = Self.isNothing(trial.departing, before ?? [])
    let rows = trial.own.map { bench.cases[$0].rules }
    let any = rows.reduce(into: Set<String>()) { $0.formUnion($1) }
    let silent = Array(Set(trial.own.flatMap { bench.cases[$0].silent })).sorted()
    let said = trial.isOfTotal ? saidLines(trial) : []
    // Where both have the same lines, no edit of one makes the totals the same.
    if !said.isEmpty, said.count == lineNames.count { return nil }
    var found = places.places(
      of: question.entry, rows: any,
      lines: silent + (trial.isOfTotal ? linesByEvidence(trial) : []), but: said)
    if let condition = question.condition {
      found.append(RemedyPlaces.Place(kind: .formula, path: "", span: condition))
    }
    let wanted = trial.isPart ? 2 : rows.count
    let names = RowNames(pricer.model)
    let isOfAll = { (place: RemedyPlaces.Place) -> Bool in
      guard case .cell(let table, let row) = place.kind else { return true }
      let name = names.name(of: row, in: table)
      return rows.count { $0.contains(name) } >= wanted
    }
    let count = trial.own.count
    let least = trial.isPart ? max(2, count / 7) : (count * 9 + 9) / 10
    var good: [(edit: RulesEdit, removes: Int)] = []
    let most = min(bench.tried + Self.mostTriesOfQuestion, Self.tries(trial))
    for edit in candidates(found, isOfAll, silent, trial, isNothing: isNothing)
    where !edit.overlaps(trial.edits) {
      guard bench.tried < most else { break }
      guard let removes = removes(edit, trial), removes >= least else { continue }
      if removes == count, holds(edit) { return edit }
      if removes < count { good.append((edit, removes)) }
    }
    let ordered = good.enumerated().sorted { a, b in
      (b.element.removes, a.offset) < (a.element.removes, b.offset)
    }
    return ordered.prefix(Self.mostChecked).map(\.element.edit).first(where: holds)
  }

  static func tries(_ trial: Trial) -> Int { trial.isPart ? mostTriesOfParts : mostTries }

  /// What is tried, the likeliest first. Each kind is made when those before it did not do.
  private func candidates(
    _ found: [RemedyPlaces.Place], _ isOfAll: @escaping (RemedyPlaces.Place) -> Bool,
    _ silent: [String], _ trial: Trial, isNothing: Bool
  ) -> some Sequence<RulesEdit> {
    var odd: [RemedyFigure] = []
    let marks = { Array(self.marks(found).prefix(Self.mostMarks)) }
    let solved = { () -> [RulesEdit] in
      guard trial.departing != RemedyCase.refusal else { return [] }
      let (edits, others) = self.figures(found.filter(isOfAll), trial)
      odd = others
      return edits
    }
    let turns = { () -> [RulesEdit] in
      let moves = self.bounds.edits(
        found, differing: trial.own.map { self.bench.cases[$0] },
        agreeing: self.bench.cases.filter { !$0.isDiffering })
      return self.turns(found, isOfAll, trial) + moves.prefix(Self.mostBounds)
    }
    let lines = {
      (silent + [trial.departing]).flatMap { RemedyTurns.lines($0, self.pricer.model) }
    }
    let kinds = isNothing ? [lines, marks, solved, turns] : [marks, solved, turns, lines]
    let some = trial.isPart ? trial.own : Array(trial.own.prefix(Self.solved))
    let stepped = kinds.count
    return (0..<stepped + Self.mostOdd).lazy.flatMap { stage -> [RulesEdit] in
      if stage < stepped { return kinds[stage]() }
      let number = stage - stepped
      return odd.indices.contains(number) ? self.stepwise(odd[number], trial, some) : []
    }
  }

  /// Whether both say the same number in all cases, in other words: `"7.50"` and 7.5. No edit of
  /// the rules makes them the same.
  private static func isOtherwiseWritten(
    _ departing: String, _ before: [RemedyBench.Outcome]
  ) -> Bool {
    !before.isEmpty && before.allSatisfy { one in
      one.remaining?.contains(departing) == true && one.ours[departing] != nil
        && one.ours[departing] == one.theirs[departing]
    }
  }

  /// Whether theirs is nothing in all cases.
  private static func isNothing(_ departing: String, _ before: [RemedyBench.Outcome]) -> Bool {
    !before.isEmpty
      && before.allSatisfy { $0.theirs[departing]?.isZero ?? ($0.remaining != nil) }
  }

  /// In how many cases the value that departs is theirs under an edit; nil where it makes others
  /// differ.
  private func removes(_ edit: RulesEdit, _ trial: Trial) -> Int? {
    guard let pricer = rules.pricer(trial.edits + [edit]) else { return nil }
    let removes = bench.outcomes(pricer, of: trial.own).count { outcome in
      outcome.remaining.map { !$0.contains(trial.departing) } ?? false
    }
    guard removes > 0 else { return nil }
    let after = bench.outcomes(pricer, of: trial.steady.map(\.index))
    let breaks = zip(trial.steady, after).count { before, outcome in
      !(outcome.remaining?.isSubset(of: before.differing) ?? false)
    }
    return breaks * 20 <= trial.steady.count ? removes : nil
  }
}
