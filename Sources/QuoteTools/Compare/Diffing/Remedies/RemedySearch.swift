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
  }

  let rules: EditedRules
  let pricer: Pricer
  let bench: RemedyBench
  private let order: PriceOrder
  private let places: RemedyPlaces
  private let minorUnit: Ratio

  /// Remedies are looked for of so many causes, and so many of each kind are tried.
  private static let mostCauses = 4
  private static let mostFigures = 18
  private static let mostTurns = 24
  /// This many bookings say which figure would be right, so many tell whether an edit is.
  private static let solved = 10
  private static let tried = 24

  init(_ rules: EditedRules, _ pricer: Pricer, _ bench: RemedyBench) {
    self.rules = rules
    self.pricer = pricer
    self.bench = bench
    order = PriceOrder(of: pricer.plan)
    places = RemedyPlaces(pricer.model)
    minorUnit = pricer.model.minorUnit
  }

  func findings(_ causes: [String]) -> [Finding] {
    var findings: [Finding] = []
    var edits: [RulesEdit] = []
    var explained: Set<String> = []
    // What is behind several causes shows once all of these are put right: it is tried again.
    var tried: [String: Int] = [:]
    for cause in causes.prefix(Self.mostCauses * 2) + causes.prefix(Self.mostCauses)
    where !explained.contains(cause) && findings.count < Self.mostCauses
      && tried[cause] != edits.count
    {
      tried[cause] = edits.count
      guard let (edit, finding) = finding(cause, behind: edits, but: explained) else { continue }
      findings.append(finding)
      explained.formUnion(finding.causes)
      edits.append(edit)
    }
    return findings
  }

  /// `edits` are remedies of others causes: what is priced is what is left behind them.
  private func finding(
    _ cause: String, behind edits: [RulesEdit], but explained: Set<String>
  ) -> (RulesEdit, Finding)? {
    let firsts = bench.cases.indices.filter { bench.cases[$0].cause == cause }
    // A cause that is never the first is looked at behind the others.
    let isBehind = firsts.count < 2
    let own =
      isBehind
      ? bench.cases.indices.filter { bench.cases[$0].departures[cause] != nil } : firsts
    guard own.count >= 2, let departing = own.first.flatMap({ bench.cases[$0].departures[cause] }),
      let entry = order.entry(named: departing)
    else { return nil }
    let some = own.spread(Self.tried)
    let rows = some.map { bench.cases[$0].rules }
    let all = rows.dropFirst().reduce(rows[0]) { $0.intersection($1) }
    let any = rows.reduce(into: Set<String>()) { $0.formUnion($1) }
    let found = places.places(of: entry, rows: any)
    let isOfAll = { (place: RemedyPlaces.Place) -> Bool in
      guard case .cell(let table, let row) = place.kind else { return true }
      return all.contains(RowNames(self.pricer.model).name(of: row, in: table))
    }
    let agreeing = bench.cases.indices.filter { !bench.cases[$0].isDiffering }
    let trial = Trial(
      departing: departing, own: some, agreeing: agreeing.spread(Self.tried), edits: edits)
    var best: (edit: RulesEdit, removes: Int)?
    for edit in candidates(found, isOfAll, trial) {
      guard let removes = self.removes(edit, trial), removes * 10 >= some.count * 9,
        removes > best?.removes ?? 0
      else { continue }
      best = (edit, removes)
      if removes == some.count { break }
    }
    guard let edit = best?.edit else { return nil }
    return verified(edit, cause, departing, behind: isBehind ? edits : [], but: explained)
  }

  /// What is tried, the likeliest first.
  private func candidates(
    _ found: [RemedyPlaces.Place], _ isOfAll: (RemedyPlaces.Place) -> Bool, _ trial: Trial
  ) -> [RulesEdit] {
    let agreeing = bench.cases.filter { !$0.isDiffering }
    let bounds = RemedyBounds(pricer).edits(
      found, departing: trial.departing, differing: trial.own.map { bench.cases[$0] },
      agreeing: agreeing)
    return figures(found.filter(isOfAll), trial) + turns(found, isOfAll, trial)
      + bounds.prefix(Self.mostTurns)
  }

  private struct Trial {
    var departing: String
    /// Cases that are tried.
    var own: [Int]
    /// Cases that are the same, and should stay so.
    var agreeing: [Int]
    var edits: [RulesEdit]
  }

  /// In how many cases the value that departs is theirs under an edit; nil where it makes cases
  /// differ that are the same.
  private func removes(_ edit: RulesEdit, _ trial: Trial) -> Int? {
    guard let pricer = rules.pricer(trial.edits + [edit]) else { return nil }
    let removes = bench.outcomes(pricer, of: trial.own).count { outcome in
      outcome.remaining.map { !$0.contains(trial.departing) } ?? false
    }
    guard removes > 0 else { return nil }
    let breaks = bench.outcomes(pricer, of: trial.agreeing).count { $0.remaining?.isEmpty != true }
    return breaks * 20 <= trial.agreeing.count ? removes : nil
  }

  /// Tries it on everything that was kept, with the edits that it is behind; nil where it makes
  /// more differ than it should.
  private func verified(
    _ edit: RulesEdit, _ cause: String, _ departing: String, behind edits: [RulesEdit],
    but explained: Set<String>
  ) -> (RulesEdit, Finding)? {
    guard let pricer = rules.pricer(edits + [edit]) else { return nil }
    let all = Array(bench.cases.indices)
    let outcomes = bench.outcomes(pricer, of: all)
    var (removes, of, breaks) = (0, 0, 0)
    var byCause: [String: (removed: Int, count: Int)] = [:]
    for (index, outcome) in zip(all, outcomes) {
      let one = bench.cases[index]
      if !one.isDiffering {
        if outcome.remaining?.isEmpty != true { breaks += 1 }
        continue
      }
      let name = !edits.isEmpty && one.departures[cause] != nil ? cause : one.cause
      let place = one.departures[name] ?? one.departing
      let isRemoved = outcome.remaining.map { !$0.contains(place) } ?? false
      byCause[name, default: (0, 0)].count += 1
      if isRemoved { byCause[name, default: (0, 0)].removed += 1 }
    }
    let causes = byCause.filter { name, found in
      name == cause || !explained.contains(name) && found.removed * 10 >= found.count * 9
    }
    for (_, found) in causes {
      removes += found.removed
      of += found.count
    }
    let agreeing = bench.cases.count { !$0.isDiffering }
    guard removes * 2 >= of, breaks * 20 <= agreeing else { return nil }
    let remedy = CauseRemedy(
      edit: edit.what, setting: edit.setting ?? edit.settings.first,
      place: RulePlace(edit.span, in: self.pricer.sources), removes: removes, of: of,
      breaks: breaks)
    return (
      edit, Finding(remedy: remedy, causes: causes.keys.sorted(), departing: departing, edit: edit)
    )
  }

  // MARK: - Figures

  /// Figures under which all of some bookings come to theirs, as far as pricing with another
  /// one tells.
  private func figures(_ found: [RemedyPlaces.Place], _ trial: Trial) -> [RulesEdit] {
    let some = Array(trial.own.prefix(Self.solved))
    guard let base = rules.pricer(trial.edits) else { return [] }
    let before = bench.outcomes(base, of: some, values: [trial.departing])
    var edits: [RulesEdit] = []
    var tried = 0
    for place in found {
      if case .key = place.kind { continue }
      let text = Array(pricer.sources.text(at: place.span).utf8)
      for figure in RemedyFigure.all(in: place, text) {
        guard tried < Self.mostFigures, edits.isEmpty || edits.count < 6 else { return edits }
        tried += 1
        edits += solve(figure, trial, some, before)
      }
    }
    return edits
  }

  private func solve(
    _ figure: RemedyFigure, _ trial: Trial, _ some: [Int], _ before: [RemedyBench.Outcome]
  ) -> [RulesEdit] {
    if let edit = said(figure, trial, before) { return [edit] }
    let other = figure.value.isZero ? Ratio.one : figure.value * 2
    let probe = figure.edit(Self.written(other, digits: figure.digits), in: pricer.sources)
    guard let pricer = rules.pricer(trial.edits + [probe]) else { return [] }
    let after = bench.outcomes(pricer, of: some, values: [trial.departing])
    var right: [(figure: Ratio, slack: Ratio)] = []
    for (a, b) in zip(before, after) {
      guard let ours = a.ours[trial.departing], let theirs = a.theirs[trial.departing],
        let moved = b.ours[trial.departing], moved != ours
      else { return [] }
      let slope = (moved - ours) / (other - figure.value)
      let one = figure.value + (theirs - ours) / slope
      // Both of ours, and theirs, may have been rounded.
      let way = ((one - figure.value) / (other - figure.value)).magnitude
      let slack = (minorUnit / slope).magnitude * (Ratio.one + way)
      guard one.isFinite, slack.isFinite else { return [] }
      right.append((one, slack))
    }
    // To cents, or to more where something behind it is rounded to more.
    for times in [Ratio(1), 10, 100] {
      guard let low = right.map({ $0.figure - $0.slack * times }).max(),
        let high = right.map({ $0.figure + $0.slack * times }).min(), !(high < low)
      else { continue }
      return Self.simplest(from: low, to: high, digits: figure.digits)
        .filter { $0 != figure.text }
        .map { figure.edit($0, in: self.pricer.sources) }
    }
    return []
  }

  /// Where what departs comes to a figure itself, and theirs to one and the same, that is the
  /// other figure: a bound that only some bookings reach.
  private func said(
    _ figure: RemedyFigure, _ trial: Trial, _ before: [RemedyBench.Outcome]
  ) -> RulesEdit? {
    guard let theirs = before.first?.theirs[trial.departing], !theirs.isZero,
      before.allSatisfy({ $0.theirs[trial.departing] == theirs }),
      before.contains(where: { $0.ours[trial.departing]?.magnitude == figure.value })
    else { return nil }
    return figure.edit(
      Self.written(theirs.magnitude, digits: figure.digits), in: pricer.sources)
  }

  /// The numbers of fewest digits between two, the nearest to the middle; at most two.
  static func simplest(from low: Ratio, to high: Ratio, digits: Int) -> [String] {
    let middle = (low + high) / 2
    var found: [String] = []
    var step = Ratio.one
    for count in 0...(digits + 2) {
      if count > 0 { step = step / 10 }
      guard count >= digits, let floor = (middle / step + Ratio(1, 2)).floor else { continue }
      let value = Ratio(floor) * step
      guard !value.isNegative, low <= value, value <= high else { continue }
      let text = written(value, digits: count)
      if !found.contains(where: { Ratio(decimal: $0) == value }) { found.append(text) }
      if found.count == 2 { break }
    }
    return found
  }

  static func written(_ value: Ratio, digits: Int) -> String {
    let text = value.description
    let have = value.decimalDigits ?? 0
    guard have < digits else { return text }
    return text + (have == 0 ? "." : "") + String(repeating: "0", count: digits - have)
  }

  // MARK: - Turns

  /// Cells that say what others of their column do, bounds that are in or out, conditions with
  /// or without the equal, roundings, steps that change places.
  private func turns(
    _ found: [RemedyPlaces.Place], _ isOfAll: (RemedyPlaces.Place) -> Bool, _ trial: Trial
  ) -> [RulesEdit] {
    var edits: [RulesEdit] = []
    for place in found {
      switch place.kind {
      case .formula:
        edits += RemedyTurns.sums(place, pricer.model)
        edits += RemedyTurns.comparisons(place, pricer.sources)
      case .key(let table, _, let column):
        edits += RemedyTurns.bounds(place, pricer.model.tables[table], column, pricer.sources)
      case .cell(let table, let row):
        guard isOfAll(place) else { continue }
        edits += RemedyTurns.others(place, pricer.model.tables[table], row, pricer.sources)
      }
    }
    let names = Set(found.filter { $0.kind == .formula }.map(\.path))
    let roundings = RoundingChanges(of: pricer.model).all.filter { change in
      names.contains { change.setting.hasPrefix($0 + "=") }
    }
    edits += roundings.map {
      RulesEdit(settings: [$0.setting], what: $0.name, span: .nowhere)
    }
    edits += RemedyTurns.swaps(trial.departing, pricer.model)
    edits += RemedyTurns.lines(trial.departing, pricer.model)
    var met: Set<[RulesEdit.Change]> = []
    return Array(
      edits.filter { $0.changes.isEmpty || met.insert($0.changes).inserted }
        .prefix(Self.mostTurns))
  }
}
