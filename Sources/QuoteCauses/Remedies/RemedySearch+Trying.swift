import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Trying edits on some bookings, the likeliest first.
extension RemedySearch {
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

  /// At least so many are tried whenever an edit for all bookings of a question is looked for.
  private static let leastTries = 48

  /// So many are compiled before the first of them is tried, and fewer of the likeliest.
  private static let compiledAhead = 8

  /// What an edit is worth that was tried on everything that was kept.
  enum Verdict {
    case no
    /// The value that departs is theirs, and other values differ still.
    case fits
    case explainsAll
  }

  /// The edit that makes the value theirs in most of the cases; nil where none does in enough.
  /// `holds` says whether one holds on everything that was kept. Where one leaves other values that
  /// differ, a few more are tried: one mistake may be behind all of them.
  func best(
    _ question: Question, _ trial: Trial,
    _ holds: (RulesEdit) -> Verdict = { _ in .explainsAll }
  ) -> RulesEdit? {
    let before = rules.pricer(trial.edits).map {
      bench.outcomes($0, of: trial.own, values: [trial.departing])
    }
    if Self.isOtherwiseWritten(trial.departing, before ?? []) { return nil }
    let isNothing = Self.isNothing(trial.departing, before ?? [])
    let rows = firedRows(trial)
    let any = rows.reduce(into: Set<String>()) { $0.formUnion($1) }
    let silent = Array(Set(trial.own.flatMap { bench.cases[$0].silent })).sorted()
    let said = trial.isOfTotal ? saidLines(trial) : []
    // Where both have the same lines, no edit of one makes the totals the same.
    if !said.isEmpty, said.isSuperset(of: lineNames) { return nil }
    var found = places.places(
      of: question.entry, rows: any,
      lines: silent + (trial.isOfTotal ? linesByEvidence(trial) : []), but: said)
    if let condition = question.condition {
      found.append(RemedyPlaces.Place(kind: .formula, path: "", span: condition))
    }
    let wanted = trial.isPart ? 2 : (rows.count * 9 + 9) / 10
    let names = RowNames(pricer.model)
    let isOfAll = { (place: RemedyPlaces.Place) -> Bool in
      guard case .cell(let table, let row) = place.kind else { return true }
      let name = names.name(of: row, in: table)
      return rows.count { $0.contains(name) } >= wanted
    }
    // The likeliest edits are tried whatever was spent on other causes.
    let most = max(
      min(
        rules.spent + budget.triesOfQuestion(isPart: trial.isPart),
        budget.tries(isPart: trial.isPart)),
      rules.spent + (trial.isPart ? 0 : Self.leastTries))
    let isCents = areCents(trial.departing, before ?? [])
    let likeliest = candidates(
      trial, at: found, isOfAll: isOfAll, silent: silent, before: before ?? [],
      isNothing: isNothing, isCents: isCents)
    var met: Set<RulesEdit.Written> = []
    if let edit = best(of: likeliest, trial, most: most, but: &met, holds) { return edit }
    guard trial.isOfTotal, !trial.isPart else { return nil }
    return rules.besides(most: Self.mostTurnsOfAll) {
      best(of: [turnsOfAll(found)], trial, most: $0, but: &met, holds)
    }
  }

  /// The best of the edits of some stages, the likeliest first, of which some are tried until so
  /// much is spent, and none that was tried before. The next ones of a stage are compiled
  /// together.
  private func best(
    of stages: some Sequence<[RulesEdit]>, _ trial: Trial, most: Int,
    but met: inout Set<RulesEdit.Written>, _ holds: (RulesEdit) -> Verdict
  ) -> RulesEdit? {
    let count = trial.own.count
    let least = trial.isPart ? max(2, count / 7) : (count * 9 + 9) / 10
    var good: [(edit: RulesEdit, removes: Int)] = []
    var most = most
    var fitting: RulesEdit?
    stages: for stage in stages {
      var asked = met
      let edits = stage.filter {
        !$0.overlaps(trial.edits) && asked.insert($0.written).inserted
      }
      var compiled = 0
      for (index, edit) in edits.enumerated() {
        let spent = rules.spent
        guard spent < most else { break stages }
        if index == compiled {
          let next = edits[index...].prefix(min(Self.compiledAhead, index + 1, most - spent))
          rules.compile(next.map { trial.edits + [$0] })
          compiled += next.count
        }
        met.insert(edit.written)
        let removed = removes(edit, trial, least: least)
        if edit.isFurther { rules.grant(rules.spent - spent) }
        guard let removes = removed else { continue }
        guard removes == count else {
          good.append((edit, removes))
          continue
        }
        switch holds(edit) {
        case .explainsAll: return edit
        case .fits where fitting == nil:
          fitting = edit
          most = min(most, rules.spent + Self.mostTriesBeside)
        case .fits, .no: break
        }
      }
    }
    if fitting != nil { return fitting }
    let ordered = good.enumerated().sorted { a, b in
      (b.element.removes, a.offset) < (a.element.removes, b.offset)
    }
    let likely = ordered.prefix(Self.mostChecked).map(\.element.edit)
    return likely.first { holds($0) != .no }
  }

  /// Lines and rows of tables that made our price of each case, as the rules are and under the
  /// edits: what these put right is made of other rows.
  func firedRows(_ trial: Trial) -> [Set<String>] {
    let own = trial.own.map { bench.cases[$0].rules }
    guard !trial.edits.isEmpty, let edited = rules.pricer(trial.edits) else { return own }
    let recorder = edited.recording()
    let (evaluator, reader) = (recorder.makeEvaluator(), CauseReader(recorder.plan))
    return zip(trial.own, own).map { index, before in
      let one = bench.cases[index]
      let batch = one.batch(by: edited.schema)
      _ = evaluator.price(batch, rows: one.row..<one.row + 1)
      let recording = evaluator.recording(row: 0)
      return reader.lines.all.reduce(into: before) { rows, line in
        rows.formUnion(reader.fired(line, recording))
      }
    }
  }

  /// So many formulas that round elsewhere go with the ways to round.
  private static let mostForms = 8

  /// What is tried, the likeliest first. Each kind is made when those before it did not do.
  private func candidates(
    _ trial: Trial, at found: [RemedyPlaces.Place],
    isOfAll: @escaping (RemedyPlaces.Place) -> Bool, silent: [String],
    before: [RemedyBench.Outcome], isNothing: Bool, isCents: Bool
  ) -> some Sequence<[RulesEdit]> {
    var odd: [RemedyFigure] = []
    let marks = { Array(self.marks(found).prefix(Self.mostMarks)) }
    let solved = { () -> [RulesEdit] in
      guard trial.departing != RemedyCase.refusal else { return [] }
      let (edits, others) = self.figures(found.filter(isOfAll), trial)
      odd = self.likeliest(others)
      return edits
    }
    lazy var moves = self.bounds.edits(
      found, differing: trial.own.map { self.bench.cases[$0] },
      agreeing: self.bench.cases.filter { !$0.isDiffering })
    // Bounds that part those that differ from all others go before everything that is only likely,
    // and before these the same bounds that are in or out.
    let parting = { () -> [RulesEdit] in
      let likely = moves.prefix(Self.mostParting).filter { $0.contrary == 0 }.map(\.edit)
      return self.turnedBounds(found) + self.goneLines(found, insteadOf: likely) + likely
        + (isNothing ? self.thresholds(trial) : [])
    }
    let steps = { found.flatMap { RemedyTurns.steps($0, self.pricer.sources) } }
    let turns = { () -> [RulesEdit] in
      self.turns(found, isOfAll, trial) + moves.prefix(Self.mostBounds).map(\.edit)
    }
    let lines = {
      (silent + [trial.departing] + found.compactMap(\.line)).flatMap {
        RemedyTurns.lines($0, self.pricer.model)
      } + self.againLater(trial)
    }
    let doubled = { self.twiceForSome(trial, before) }
    let telling = { self.telling(found, isOfAll, trial) + self.without(found, trial) }
    // Where a total departs, a whole line is looked at before its figures.
    let roundings = { () -> [RulesEdit] in
      let forms = found.compactMap { place in
        self.places.formula(at: place).map {
          RemedyTurns.rounded($0, all: place, self.pricer.model)
        }
      }
      return Array(self.roundings(found).prefix(Self.mostRoundingsOfCents))
        + Array(RemedyTurns.alternating(forms).prefix(Self.mostForms))
    }
    let wholes = {
      self.limited(found, trial, before) + self.wholeLines(found, silent, trial)
    }
    let kinds = trial.isPart
      // What is right for a part of them is told by no word that all have.
      ? [marks, solved, telling, parting, steps, turns, lines]
      : isCents ? [wholes, roundings, marks, telling, parting, solved, doubled, steps, turns, lines]
      : isNothing || trial.isOfTotal
      ? [wholes, lines, marks, telling, parting, solved, steps, turns]
      : [wholes, marks, telling, parting, solved, doubled, steps, turns, lines]
    let some = trial.isPart ? trial.own : Array(trial.own.prefix(Self.solved))
    let stepped = kinds.count
    return (0...stepped + Self.mostOdd).lazy.map { stage -> [RulesEdit] in
      if stage < stepped { return kinds[stage]() }
      let number = stage - stepped
      if number == Self.mostOdd { return self.defaults(found, trial) }
      return odd.indices.contains(number) ? self.stepwise(odd[number], trial, some) : []
    }
  }

  /// Lines that are left out instead of conditions with bounds that nothing reaches.
  private func goneLines(
    _ found: [RemedyPlaces.Place], insteadOf moves: [RulesEdit]
  ) -> [RulesEdit] {
    let conditions = found.filter { place in
      place.path.hasSuffix(".when") && moves.contains { place.span.encloses($0.span) }
    }
    return conditions.compactMap(\.line).flatMap { RemedyTurns.lines($0, pricer.model).prefix(1) }
  }

  /// Whether both say the same number in all cases, in other words: `"7.50"` and 7.5. No edit of
  /// the rules makes them the same.
  private static func isOtherwiseWritten(
    _ departing: String, _ before: [RemedyBench.Outcome]
  ) -> Bool {
    !before.isEmpty && !departing.contains(".") && before.allSatisfy { one in
      one.remaining?.contains(departing) == true && one.ours[departing] != nil
        && one.ours[departing] == one.theirs[departing]
    }
  }

  /// Whether all cases differ by what rounding may make.
  private func areCents(_ departing: String, _ before: [RemedyBench.Outcome]) -> Bool {
    !before.isEmpty
      && before.allSatisfy { one in
        guard let ours = one.ours[departing], let theirs = one.theirs[departing] else {
          return false
        }
        return (ours - theirs).magnitude <= minorUnit * Self.unitsOfRounding
      }
  }

  private static let unitsOfRounding = Ratio(3)

  /// Whether theirs is nothing in all cases.
  private static func isNothing(_ departing: String, _ before: [RemedyBench.Outcome]) -> Bool {
    !before.isEmpty
      && before.allSatisfy { $0.theirs[departing]?.isZero ?? ($0.remaining != nil) }
  }

  /// In how many cases the value that departs is theirs under an edit; nil where these are fewer
  /// than `least`, or where it makes others differ.
  private func removes(_ edit: RulesEdit, _ trial: Trial, least: Int) -> Int? {
    guard let pricer = rules.pricer(trial.edits + [edit]) else { return nil }
    let judge = bench.judge(by: pricer)
    func removed(_ some: ArraySlice<Int>) -> Int {
      bench.outcomes(judge, of: Array(some)).count { outcome in
        outcome.remaining.map { !$0.contains(trial.departing) } ?? false
      }
    }
    // Most edits do nothing, which so many tell as well as all of them.
    let few = trial.own.count - least + 1
    let first = removed(trial.own.prefix(few))
    guard first > 0 else { return nil }
    let removes = first + removed(trial.own.dropFirst(few))
    guard removes >= least else { return nil }
    let after = bench.outcomes(judge, of: trial.steady.map(\.index))
    let breaks = zip(trial.steady, after).count { before, outcome in
      !(outcome.remaining?.isSubset(of: before.differing) ?? false)
    }
    return breaks * 20 <= trial.steady.count && !holdsWithItself(pricer) ? removes : nil
  }

  /// Whether edited rules hold something against itself that is not so in ours: nobody writes
  /// that.
  private func holdsWithItself(_ edited: Pricer) -> Bool {
    edited.model.heldAgainstThemselves > heldAgainstThemselves
  }
}
