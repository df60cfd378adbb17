import QuoteEngine
import QuoteLanguage

/// Edits that are tried because people make such mistakes, whatever the figures say.
extension RemedySearch {
  private static let mostTurns = 112
  private static let mostTurnsOfTotal = 180
  static let mostMarks = 24
  private static let mostRoundings = 3

  /// Cells that say what others of their column do, bounds of tables that are in or out, conditions
  /// turned round, roundings, steps that change places.
  func turns(
    _ found: [RemedyPlaces.Place], _ isOfAll: (RemedyPlaces.Place) -> Bool, _ trial: Trial
  ) -> [RulesEdit] {
    var kinds = Array(repeating: [RulesEdit](), count: 15)
    kinds[0] = RemedyTurns.clocks(found, pricer.model)
    // Those that were not tried among the marks.
    kinds[1] = Array(marks(found).dropFirst(Self.mostMarks))
    kinds[10] = RemedyTurns.inputs(found, pricer.model)
    kinds[11] = words.edits(
      found, places.formula, differing: trial.own.map { bench.cases[$0] },
      agreeing: trial.steady.map { bench.cases[$0.index] })
    kinds[12] = RemedyTurns.tables(found, pricer.model)
    kinds[14] = RemedyTurns.defaults(found, places.formula, pricer.model)
    for place in found {
      kinds[9] += RemedyTurns.alternatives(place, pricer.sources)
      switch place.kind {
      case .formula:
        kinds[3] += RemedyTurns.conditions(place, pricer.model)
        kinds[4] += RemedyTurns.lineSums(place, trial.departing, pricer.model)
        kinds[4] += RemedyTurns.bases(place, trial.departing, pricer.model)
        kinds[7] += RemedyTurns.sums(place, pricer.model)
        if let formula = places.formula(at: place) {
          kinds[13] += RemedyTurns.parts(place, formula, pricer.model)
        }
      case .key(let table, _, let column):
        kinds[2] += RemedyTurns.bounds(place, pricer.model.tables[table], column, pricer.sources)
      case .cell(let table, let row):
        // Each column may be some bookings' own.
        kinds[5] += RemedyTurns.rows(pricer.model.tables[table], row, pricer.sources)
        guard isOfAll(place) else { continue }
        kinds[6] += RemedyTurns.others(place, pricer.model.tables[table], row, pricer.sources)
      }
    }
    let names = Set(found.filter { $0.kind == .formula }.map(\.path))
    let roundings = RoundingChanges(of: pricer.model).all.filter { change in
      names.contains { change.setting.hasPrefix($0 + "=") }
    }
    kinds[7] += roundings.map { edit($0, found) }
    kinds[8] = RemedyTurns.swaps(trial.departing, pricer.model)
    // Some of each kind, for not all are tried, and none twice: the cells of a row say the same.
    let edits = RemedyTurns.alternating(kinds.map(Self.distinct))
    let most = trial.isOfTotal ? Self.mostTurnsOfTotal : Self.mostTurns
    return Array(Self.distinct(edits).prefix(most))
  }

  private static func distinct(_ edits: [RulesEdit]) -> [RulesEdit] {
    var met: Set<[RulesEdit.Change]> = []
    return edits.filter { $0.changes.isEmpty || met.insert($0.changes).inserted }
  }

  /// Signs of comparisons and ends of ranges in formulas, and limits that are taken out: these are
  /// tried before figures, for where a bound is in or out another figure does nearly the same.
  func marks(_ found: [RemedyPlaces.Place]) -> [RulesEdit] {
    // What is read the other way round explains several lines at once.
    RemedyTurns.flags(found, places.formula, pricer.model) + found.flatMap { place -> [RulesEdit] in
      switch place.kind {
      case .formula:
        RemedyTurns.comparisons(place, pricer.sources) + RemedyTurns.ranges(place, pricer.sources)
          + RemedyTurns.limits(place, pricer.model)
      case .cell: RemedyTurns.limits(place, pricer.model)
      case .key: []
      }
    }
  }

  private func edit(
    _ change: RoundingChanges.Change, _ places: [RemedyPlaces.Place]
  ) -> RulesEdit {
    let place = places.first { change.setting.hasPrefix($0.path + "=") && !$0.path.isEmpty }
    return RulesEdit(
      settings: [change.setting], what: change.name, span: place?.span ?? .nowhere)
  }

  /// The way to round that makes bookings theirs which differ by cents, as an edit.
  func roundingFinding(
    _ cause: String, behind edits: [RulesEdit], but explained: Set<String>
  ) -> (RulesEdit, Finding)? {
    let own = bench.cases.filter { $0.cause == cause && !$0.roundings.isEmpty }
    guard let first = own.first, let entry = order.entry(named: first.departing) else { return nil }
    let found = places.places(of: entry, rows: [])
    var counts: [String: Int] = [:]
    for name in own.flatMap(\.roundings) { counts[name, default: 0] += 1 }
    let likely = RoundingChanges(of: pricer.model).all.enumerated().filter {
      counts[$0.element.name] != nil
    }.sorted { a, b in
      (counts[b.element.name] ?? 0, a.offset) < (counts[a.element.name] ?? 0, b.offset)
    }
    for (_, change) in likely.prefix(Self.mostRoundings) {
      let edit = edit(change, found)
      guard
        let finding = verified([edit], cause, first.departing, behind: [], but: explained)
          ?? verified([edit], cause, first.departing, behind: edits, but: explained)
      else { continue }
      return (edit, finding)
    }
    return nil
  }

  var lineNames: [String] { pricer.model.allLines.filter { $0.kind == .line }.map(\.name) }

  /// Lines that the other side states in all cases of which the total departs: both have them
  /// alike.
  func saidLines(_ trial: Trial) -> Set<String> {
    let outcomes = bench.outcomes(pricer, of: trial.own, values: lineNames)
    return Set(lineNames.filter { name in outcomes.allSatisfy { $0.theirs[name] != nil } })
  }

  /// Lines of a price of which the total alone is known: first those that are something where it
  /// differs and nothing where it does not, or the other way round.
  func linesByEvidence(_ trial: Trial) -> [String] {
    let recorder = pricer.recording()
    let evaluator = recorder.makeEvaluator()
    let reader = CauseReader(recorder.plan)
    let lines = recorder.model.allLines.filter { $0.kind == .line }
    func shares(_ some: [Int]) -> [Double] {
      var counts = lines.map { _ in 0.0 }
      for index in some {
        let one = bench.cases[index]
        _ = evaluator.price(one.batch, rows: one.row..<one.row + 1)
        let recording = evaluator.recording(row: 0)
        for (position, line) in lines.enumerated()
        where !reader.places(of: line, recording).isEmpty {
          counts[position] += 1
        }
      }
      return counts.map { $0 / Double(max(1, some.count)) }
    }
    let agreeing = trial.steady.map(\.index).filter { !bench.cases[$0].isDiffering }
    let evidence = zip(shares(trial.own), shares(agreeing)).map { abs($0 - $1) }
    return zip(lines, evidence).enumerated().sorted { a, b in
      (b.element.1, a.offset) < (a.element.1, b.offset)
    }.map(\.element.0.name)
  }
}
