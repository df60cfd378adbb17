import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits that are tried because people make such mistakes, whatever the figures say.
extension RemedySearch {
  private static let mostTurns = 160
  private static let mostTurnsOfTotal = 240
  private static let mostFurther = 48
  static let mostMarks = 24
  /// Where all differ by cents, so many ways to round go before everything else.
  static let mostRoundingsOfCents = 64
  /// So many edits of either sort are tried first that the bookings speak for, by words that a
  /// quarter of them have and no other.
  private static let mostTelling = 12
  private static let leastTelling = 1.25
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
    kinds[11] = wordEdits(found, trial).map(\.edit)
    kinds[12] = RemedyTurns.tables(found, pricer.model)
    kinds[14] = RemedyTurns.defaults(found, places.formula, pricer.model)
    // Some of each formula, as some of each kind.
    let formulas = found.compactMap { place in places.formula(at: place).map { (place, $0) } }
    kinds[13] = RemedyTurns.alternating(
      (formulas + RemedyTurns.headers(of: found, pricer.model)).map {
        RemedyTurns.parts($0, $1, pricer.model)
      })
    for place in found {
      kinds[9] += RemedyTurns.alternatives(place, pricer.sources)
      switch place.kind {
      case .formula:
        kinds[3] += RemedyTurns.conditions(place, pricer.model)
        kinds[4] += RemedyTurns.lineSums(place, trial.departing, pricer.model)
        kinds[4] += RemedyTurns.bases(place, trial.departing, pricer.model)
        kinds[7] += RemedyTurns.sums(place, pricer.model)
      case .key(let table, _, let column):
        kinds[2] += RemedyTurns.bounds(
          place, table: pricer.model.tables[table], column: column, sources: pricer.sources)
      case .cell(let table, let row):
        // Each column may be some bookings' own.
        kinds[5] += RemedyTurns.rows(pricer.model.tables[table], row, pricer.sources)
        guard isOfAll(place) else { continue }
        kinds[6] += RemedyTurns.others(
          place, table: pricer.model.tables[table], row: row, sources: pricer.sources)
      }
    }
    kinds[7] += RemedyTurns.sumsElsewhere(found, pricer.model) + roundings(found)
    kinds[8] = RemedyTurns.swaps(trial.departing, found, pricer.model)
    // Some of each kind, for not all are tried, and none twice: the cells of a row say the same.
    let edits = RemedyTurns.alternating(kinds.map(Self.distinct))
    let most = trial.isOfTotal ? Self.mostTurnsOfTotal : Self.mostTurns
    let own = Array(Self.distinct(edits).prefix(most))
    // What is asked for besides tells bookings apart as a word or a row does that is another one.
    let more = made.of([trial.departing], sort: "more") {
      RemedyTurns.moreConditions($0, pricer.model)
    }.prefix(Self.mostMore)
    return RemedyTurns.alternating([own, further(found, trial)]) + more.map(Self.asFurther)
  }

  private static let mostMore = 16

  /// What any formula may be instead, some of each and of each kind: where only totals are known,
  /// nothing tells which one it is.
  func turnsOfAll(_ found: [RemedyPlaces.Place]) -> [RulesEdit] {
    let model = pricer.model
    let parts = found.compactMap { place in
      places.formula(at: place).map { RemedyTurns.parts(place, $0, model) }
    }
    let formulas = found.filter { $0.kind == .formula }
    let lines = Array(Set(found.compactMap(\.line))).sorted()
    let kinds = [
      parts, formulas.map { RemedyTurns.bases($0, "total", model) },
      formulas.map { RemedyTurns.conditions($0, model) + RemedyTurns.sums($0, model) },
      lines.map { RemedyTurns.moreConditions([$0], model) },
    ]
    return Self.distinct(RemedyTurns.alternating(kinds.map(RemedyTurns.alternating)))
  }

  /// So many of them are tried in one search.
  static let mostTurnsOfAll = 640

  private static func asFurther(_ edit: RulesEdit) -> RulesEdit {
    var edit = edit
    edit.isFurther = true
    return edit
  }

  /// Other names, days, lists and texts: these take nothing from what the others may.
  private func further(_ found: [RemedyPlaces.Place], _ trial: Trial) -> [RulesEdit] {
    let texts = found.flatMap { place -> [RulesEdit] in
      guard case .key(let table, _, let column) = place.kind else { return [] }
      return RemedyTurns.textBounds(
        place, table: pricer.model.tables[table], column: column, sources: pricer.sources)
    }
    let lines = RemedyTurns.lists([trial.departing] + found.compactMap(\.line), pricer.model)
    let kinds = [
      constants(found, trial) + RemedyTurns.names(found, places.formula, pricer.model),
      found.flatMap { RemedyTurns.weekdays($0, pricer.sources) }, texts,
      lines + (trial.isOfTotal ? [] : again(above: trial.departing)),
      made.of([trial.departing] + found.compactMap(\.line), sort: "all") {
        RemedyTurns.ofAll($0, pricer.model)
      },
    ]
    let edits = Self.distinct(RemedyTurns.alternating(kinds.map(Self.distinct)))
    return edits.prefix(Self.mostFurther).map(Self.asFurther)
  }

  /// Bounds of tables that are in or out.
  func turnedBounds(_ found: [RemedyPlaces.Place]) -> [RulesEdit] {
    let edits = found.flatMap { place -> [RulesEdit] in
      guard case .key(let table, _, let column) = place.kind else { return [] }
      return RemedyTurns.bounds(
        place, table: pricer.model.tables[table], column: column, sources: pricer.sources)
    }
    return Array(Self.distinct(edits).prefix(Self.mostTurnedBounds))
  }

  private static let mostTurnedBounds = 12

  /// Formulas that round in another way: first with another mode, then not at all or to other
  /// steps.
  func roundings(_ found: [RemedyPlaces.Place]) -> [RulesEdit] {
    let names = Set(found.filter { $0.kind == .formula }.map(\.path))
    let changes = RoundingChanges(of: pricer.model).all.filter { change in
      names.contains { change.setting.hasPrefix($0 + "=") }
    }
    return (changes.filter { $0.mode != nil } + changes.filter { $0.mode == nil }).map {
      edit($0, found)
    }
  }

  private func wordEdits(
    _ found: [RemedyPlaces.Place], _ trial: Trial
  ) -> [RemedyWords.WordEdit] {
    words.edits(
      found, places.formula, differing: trial.own.map { bench.cases[$0] },
      agreeing: trial.steady.map { bench.cases[$0.index] })
  }

  /// Edits for which the bookings that differ speak: words that no other has, and rows that all of
  /// them have found.
  func telling(
    _ found: [RemedyPlaces.Place], _ isOfAll: (RemedyPlaces.Place) -> Bool, _ trial: Trial
  ) -> [RulesEdit] {
    let words = wordEdits(found, trial).filter { $0.weight >= Self.leastTelling }
      .prefix(Self.mostTelling).map(\.edit)
    let rows = found.filter(isOfAll).flatMap { place -> [RulesEdit] in
      guard case .cell(let table, let row) = place.kind else { return [] }
      return RemedyTurns.gone(pricer.model.tables[table], row, pricer.sources)
        + RemedyTurns.empty(place, pricer.sources)
    }
    return Array(words) + Self.distinct(rows).prefix(Self.mostTelling)
  }

  /// Sums without a line of which theirs is less by what the line is.
  func without(_ found: [RemedyPlaces.Place], _ trial: Trial) -> [RulesEdit] {
    guard trial.departing != RemedyCase.refusal, let base = rules.pricer(trial.edits) else {
      return []
    }
    let lines = lineNames.filter { $0 != trial.departing }
    let outcomes = bench.outcomes(base, of: trial.own, values: lines + [trial.departing])
    let counts = lines.map { line in
      outcomes.count { one in
        guard let ours = one.ours[trial.departing], let theirs = one.theirs[trial.departing],
          let amount = one.ours[line]
        else { return false }
        return !amount.isZero && ours - theirs == amount
      }
    }
    return zip(lines, counts).filter { $1 * 3 >= outcomes.count && $1 > 1 }.flatMap { line, _ in
      found.filter { $0.kind == .formula }.flatMap { place in
        RemedyTurns.bases(place, trial.departing, pricer.model).filter {
          $0.what.hasSuffix("(subtotal - \(line))")
        }
      }
    }
  }

  private static func distinct(_ edits: [RulesEdit]) -> [RulesEdit] {
    var met: Set<[RulesEdit.Change]> = []
    return edits.filter { $0.changes.isEmpty || met.insert($0.changes).inserted }
  }

  /// Signs of comparisons and ends of ranges in formulas, and limits that are taken out: these are
  /// tried before figures, for where a bound is in or out another figure does nearly the same.
  func marks(_ found: [RemedyPlaces.Place]) -> [RulesEdit] {
    // What is read the other way round explains several lines at once.
    let several = RemedyTurns.flags(found, places.formula, pricer.model)
      + RemedyTurns.madeLists(found, places.formula, pricer.model)
    // A condition that somebody forgot goes before another name or figure in it.
    let fewer = found.filter { $0.kind == .formula }.flatMap {
      RemedyTurns.fewerConditions($0, places.formula(at: $0), pricer.model)
    }
    return several + fewer + found.flatMap { place -> [RulesEdit] in
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
    guard let place, place.kind == .formula, place.span.file >= 0 else {
      return RulesEdit(
        settings: [change.setting], what: change.name, span: place?.span ?? .nowhere,
        mode: change.mode)
    }
    // What is not rounding stays as it is written, for other edits may change it.
    let old = Array(pricer.model.sources.text(at: place.span).utf8)
    let new = Array(change.setting.utf8.dropFirst(place.path.utf8.count + 1))
    func isSame(_ a: UInt8, _ b: UInt8) -> Bool {
      a == b || a == UInt8(ascii: "\n") && b == UInt8(ascii: " ")
    }
    let first = zip(old, new).prefix { isSame($0, $1) }.count
    let shorter = min(old.count, new.count) - first
    let last = zip(old.reversed(), new.reversed()).prefix(shorter).prefix { isSame($0, $1) }.count
    let lower = Int(place.span.lower)
    return RulesEdit(
      changes: [
        RulesEdit.Change(
          file: place.span.file, lower: lower + first, upper: lower + old.count - last,
          text: String(decoding: new[first..<new.count - last], as: UTF8.self))
      ],
      setting: change.setting, what: change.name, span: place.span, mode: change.mode)
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
    // That all is rounded in another way is more than one formula alone may say.
    let ofOne = likely.first.flatMap { counts[$0.element.name] } ?? 0
    let whole = roundingOfAll(counts, cause, first.departing, but: explained)
    if let whole, ofOne < own.count { return whole }
    for (_, change) in likely.prefix(Self.mostRoundings) {
      let edit = edit(change, found)
      guard
        let finding = verified([edit], cause, first.departing, behind: [], but: explained)
          ?? verified([edit], cause, first.departing, behind: edits, but: explained)
      else { continue }
      return (edit, finding)
    }
    return whole
  }

  /// Another way to round for all of the rules, which makes all of them theirs.
  private func roundingOfAll(
    _ counts: [String: Int], _ cause: String, _ departing: String, but explained: Set<String>
  ) -> (RulesEdit, Finding)? {
    guard pricer.model.arithmetic == .exact else { return nil }
    let modes = [RoundingMode.halfUp, .halfEven, .towardsZero, .up].filter {
      counts[$0.rawValue] != nil && $0 != pricer.model.rounding
    }
    for mode in modes {
      let edit = rounding(of: mode)
      let found = verified([edit], cause, departing, behind: [], but: explained)
      if let found, found.misses == 0 { return (edit, found) }
    }
    return nil
  }

  /// Another way to round for all of the rules.
  func rounding(of mode: RoundingMode) -> RulesEdit {
    let setting = "rounding=\(mode.rawValue)"
    return RulesEdit(
      setting: setting, settings: [setting],
      what: "rounding \(pricer.model.rounding.rawValue) becomes \(mode.rawValue)", span: .nowhere)
  }

  var lineNames: [String] { pricer.model.allLines.filter { $0.kind == .line }.map(\.name) }

  /// Lines that the other side states in all cases of which the total departs, or that a value says
  /// again which it states: both have them alike.
  func saidLines(_ trial: Trial) -> Set<String> {
    let restating = places.restating
    let edited = rules.pricer(trial.edits) ?? pricer
    let outcomes = bench.outcomes(edited, of: trial.own, values: lineNames + restating.map(\.value))
    func isSaid(_ name: String) -> Bool { outcomes.allSatisfy { $0.theirs[name] != nil } }
    func isAlike(_ name: String) -> Bool {
      isSaid(name) && outcomes.allSatisfy { $0.remaining?.contains(name) == false }
    }
    return Set(lineNames.filter(isSaid) + restating.filter { isAlike($0.value) }.flatMap(\.lines))
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
