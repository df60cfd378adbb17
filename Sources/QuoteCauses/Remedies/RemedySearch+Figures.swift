import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Figures that would be right: read off from what another one changes.
extension RemedySearch {
  /// Figures under which all of some bookings come to theirs, as far as pricing with another
  /// one tells; and figures that move what departs by another measure than their own.
  func figures(
    _ found: [RemedyPlaces.Place], _ trial: Trial
  ) -> (solved: [RulesEdit], odd: [RemedyFigure]) {
    let some = trial.isPart ? trial.own : Array(trial.own.prefix(Self.solved))
    guard let base = rules.pricer(trial.edits) else { return ([], []) }
    let before = bench.outcomes(base, of: some, values: [trial.departing])
    // Those under which some bookings come to theirs indeed go before those that only should.
    var right: [RulesEdit] = []
    var edits: [RulesEdit] = []
    var parts: [(edits: [RulesEdit], count: Int)] = []
    var limits: [RulesEdit] = []
    var odd: [RemedyFigure] = []
    var tried = 0
    let few = trial.isOfTotal ? Self.mostFiguresOfTotal : Self.mostFigures
    let most = trial.isPart ? Self.mostFiguresOfParts : few
    // A table has many cells, each of which may be right for a part.
    let ordered =
      trial.isPart
      ? found.filter { $0.kind == .formula } + found.filter { $0.kind != .formula } : found
    search: for place in ordered {
      guard isSolvable(place) else { continue }
      for figure in RemedyFigure.allAndTwins(in: place, pricer.sources) {
        guard tried < most, right.count < Self.mostRight else { break search }
        guard rules.spent < budget.tries(isPart: trial.isPart) else { break search }
        tried += 1
        let (plain, isMoving, count) = solve(figure, trial, some, before: before)
        let solved = nothing(insteadOf: figure, plain) + plain
        let fitting =
          trial.isPart
          ? [] : solved.filter { sides($0, trial, some)?.allSatisfy { $0 == 0 } == true }
        right += fitting
        if trial.isPart {
          parts.append((solved, count))
        } else if figure.limit(in: pricer.sources) != nil {
          limits += solved
        } else {
          edits += solved
        }
        // What steps may look like a straight line.
        let isRight = !fitting.isEmpty || trial.isPart && !solved.isEmpty
        if !isRight, isMoving { odd.append(figure) }
      }
    }
    // Those that most bookings tell of go first.
    let likely = parts.enumerated().sorted { a, b in
      (b.element.count, a.offset) < (a.element.count, b.offset)
    }
    edits += likely.flatMap(\.element.edits).prefix(Self.mostOfParts)
    return (factors(found, insteadOf: right) + right + edits + limits, odd)
  }

  /// Factors that somebody has left out where a share would have to be the whole: nobody writes
  /// 100%.
  private func factors(
    _ found: [RemedyPlaces.Place], insteadOf right: [RulesEdit]
  ) -> [RulesEdit] {
    guard right.contains(where: { $0.what.hasSuffix(" becomes 100%") }) else { return [] }
    let parts = found.compactMap { place in
      places.formula(at: place).map { RemedyTurns.parts(place, $0, pricer.model) }
    }
    return Array(RemedyTurns.alternating(parts).prefix(Self.mostMarks))
  }

  private static let mostRight = 4
  private static let mostOfParts = 16

  /// What somebody has left out where a figure would have to be nothing: nobody writes 0%.
  private func nothing(insteadOf figure: RemedyFigure, _ solved: [RulesEdit]) -> [RulesEdit] {
    let isNothing = solved.contains { edit in
      edit.changes.first.flatMap { Ratio(decimal: $0.text) }?.isZero == true
    }
    guard isNothing else { return [] }
    switch figure.place.kind {
    case .cell(let table, let row):
      return RemedyTurns.gone(pricer.model.tables[table], row, pricer.sources)
    case .formula:
      guard let line = figure.place.line, figure.place.path.hasSuffix(".amount") else { return [] }
      return Array(RemedyTurns.lines(line, pricer.model).prefix(1))
    case .key: return []
    }
  }

  /// Whether what is made of the figures of a place grows in step with them: keys of brackets do,
  /// for what lies beyond them is priced by the bracket.
  private func isSolvable(_ place: RemedyPlaces.Place) -> Bool {
    guard case .key(let table, _, _) = place.kind else { return true }
    return pricer.model.tables[table].hit == .graduated
  }

  /// Whether what is held against a key is counted.
  private func isWhole(_ place: RemedyPlaces.Place) -> Bool {
    guard case .key(let table, _, let column) = place.kind,
      pricer.model.tables[table].keys.indices.contains(column),
      case .quantity(let type) = pricer.model.tables[table].keys[column].value.type
    else { return false }
    return type.isWhole
  }

  /// The edit that makes a figure another one; nil of what is no bound of a key.
  private func edit(_ figure: RemedyFigure, _ text: String) -> RulesEdit? {
    edits(figure, text).first
  }

  /// A bound moves in all rows that share it, or in its own alone.
  private func edits(_ figure: RemedyFigure, _ text: String) -> [RulesEdit] {
    if case .key = figure.place.kind { return bounds.edits(figure, text) }
    return [figure.edit(text, in: pricer.sources)]
  }

  /// Other sizes of a figure, to see what they make: twice it, of a bracket's bound one by a tenth.
  /// What a limit bounds is bounded by a tighter one as well, and by a looser one maybe no more:
  /// half of a `min` goes first. The looser one tells of those that lie behind the tighter one. If
  /// something is free, twice as much of it may leave nothing: one more goes first.
  private static func probes(
    _ figure: RemedyFigure, _ limit: RemedyTurns.Limit?, isThreshold: Bool, isFree: Bool
  ) -> [Ratio] {
    if figure.value.isZero { return [.one] }
    if case .key = figure.place.kind {
      let tenth = figure.value * Ratio(11, 10)
      return [figure.digits == 0 ? Ratio((tenth + .one).floor ?? 1) : tenth]
    }
    guard limit != nil || isThreshold else {
      return isFree ? [figure.value + .one, figure.value * 2] : [figure.value * 2]
    }
    let half = figure.digits == 0 ? Ratio((figure.value / 2).floor ?? 0) : figure.value / 2
    let isMost = limit?.isMost ?? true
    return isMost ? [half, figure.value * 2] : [figure.value * 2, half]
  }

  /// Edits to the figures that are right, whether another figure moves what departs at all, and how
  /// many bookings tell of the likeliest where it may be right for a part of them.
  func solve(
    _ figure: RemedyFigure, _ trial: Trial, _ some: [Int], before: [RemedyBench.Outcome]
  ) -> (edits: [RulesEdit], isMoving: Bool, count: Int) {
    if !trial.isPart, let edit = said(figure, trial, before) { return ([edit], true, some.count) }
    let isBound = figure.place.kind.isKey
    let limit = figure.limit(in: pricer.sources)
    var right: [(figure: Ratio, slack: Ratio)?] = Array(repeating: nil, count: some.count)
    var isMoving = true
    let isThreshold = isThreshold(figure)
    let probes = Self.probes(
      figure, limit, isThreshold: isThreshold, isFree: figure.isTakenOff(in: pricer.sources))
    for other in probes where right.contains(where: { $0 == nil }) {
      guard let probe = edit(figure, Self.written(other, digits: figure.digits)),
        let pricer = rules.pricer(trial.edits + [probe])
      else { continue }
      let after = bench.outcomes(pricer, of: some, values: [trial.departing])
      for index in right.indices where right[index] == nil {
        right[index] = implied(
          figure, by: other, before: before[index], after: after[index], at: trial.departing)
      }
      isMoving = right.count { $0 != nil } * 5 >= some.count
    }
    let known = right.compactMap(\.self)
    // Between both bounds, a bracket's price does not grow in step.
    if trial.isPart || isBound {
      let ranges = CommonFigure.ranges(known)
      let texts = ranges.flatMap { range in
        (isBound ? Self.roundBounds(figure, range.low, range.high, slacks: known.map(\.slack)) : [])
          + Self.simplest(from: range.low, to: range.high, digits: figure.digits).prefix(1)
      }.filter { !isWhole(figure.place) || Ratio(decimal: $0)?.isWhole == true }
      return (
        texts.filter { $0 != figure.text }.flatMap { edits(figure, $0) }, isMoving && !isBound,
        ranges.first?.count ?? 0
      )
    }
    let agreed = known.count * 5 >= some.count * 4 ? agreed(figure, known) : []
    let isLimit = limit != nil || isThreshold
    return (isLimit ? limits(figure, known) + agreed : agreed, isMoving, known.count)
  }

  /// Whether a figure has a name that values are held against: what lies beyond it may be reckoned
  /// from it as well.
  private func isThreshold(_ figure: RemedyFigure) -> Bool {
    let path = figure.place.path
    return path.hasPrefix("let.") && bounds.names.contains(String(path.dropFirst("let.".count)))
  }

  /// Which figure a booking says would be right, by what another one makes of it, and how far it
  /// may be off; nil where the other one makes the same.
  func implied(
    _ figure: RemedyFigure, by other: Ratio, before: RemedyBench.Outcome,
    after: RemedyBench.Outcome, at departing: String
  ) -> (figure: Ratio, slack: Ratio)? {
    guard let ours = before.ours[departing]?.tidied, let theirs = before.theirs[departing]?.tidied,
      let then = after.ours[departing]?.tidied, then != ours
    else { return nil }
    let slope = (then - ours) / (other - figure.value)
    let one = figure.value + (theirs - ours) / slope
    // Both of ours, and theirs, may have been rounded.
    let way = ((one - figure.value) / (other - figure.value)).magnitude
    let slack = (minorUnit / slope).magnitude * (Ratio.one + way)
    return one.isFinite && slack.isFinite ? (one, slack) : nil
  }

  /// Other figures of a limit. Bookings that theirs does not bound say what they come to without
  /// it, which lies between both limits: the other one is the most of all that they say, or the
  /// least, or where most agree.
  private func limits(
    _ figure: RemedyFigure, _ right: [(figure: Ratio, slack: Ratio)]
  ) -> [RulesEdit] {
    let ordered = right.sorted { $0.figure < $1.figure }
    var ranges = CommonFigure.ranges(right)
    for one in [ordered.first, ordered.last].compactMap(\.self) {
      ranges.append((one.figure - one.slack, one.figure + one.slack, 1))
    }
    var edits: [RulesEdit] = []
    for range in ranges {
      // People write round figures, of which the middle of a range says nothing.
      let texts =
        Self.simplest(from: range.low, to: range.high, digits: figure.digits)
        + Self.round(figure, range.low, range.high)
      for text in texts where Ratio(decimal: text) != figure.value {
        let edit = figure.edit(text, in: pricer.sources)
        if !edits.contains(where: { $0.written == edit.written }) { edits.append(edit) }
      }
    }
    return edits
  }

  /// Round numbers for a bound on which many agree: what several elements make is rounded several
  /// times, so it may lie a little beyond what all say.
  private static func roundBounds(
    _ figure: RemedyFigure, _ low: Ratio, _ high: Ratio, slacks: [Ratio]
  ) -> [String] {
    let slack = slacks.max() ?? .zero
    let (wide, near) = (
      round(figure, low - slack, high + slack), round(figure, low, high)
    )
    return wide == near ? near : wide + near
  }

  /// The roundest number between two, if it is one that may stand for a figure.
  private static func round(_ figure: RemedyFigure, _ low: Ratio, _ high: Ratio) -> [String] {
    let round = roundest(from: low, to: high)
    guard low <= round, !round.isNegative, (round.decimalDigits ?? .max) <= figure.digits else {
      return []
    }
    return [written(round, digits: figure.digits)]
  }

  /// The figures on which all bookings agree, or nearly all.
  private func agreed(
    _ figure: RemedyFigure, _ right: [(figure: Ratio, slack: Ratio)]
  ) -> [RulesEdit] {
    let whole = agreedByAll(figure, right)
    if !whole.isEmpty || right.count < Self.solved / 2 { return whole }
    // Where another mistake meets this one, some say otherwise.
    return CommonFigure.ranges(right, least: (right.count * 4 + 4) / 5).prefix(1).flatMap { range in
      Self.simplest(from: range.low, to: range.high, digits: figure.digits)
        .filter { $0 != figure.text }
        .map { figure.edit($0, in: self.pricer.sources) }
    }
  }

  private func agreedByAll(
    _ figure: RemedyFigure, _ right: [(figure: Ratio, slack: Ratio)]
  ) -> [RulesEdit] {
    texts(figure, right).map { figure.edit($0, in: self.pricer.sources) }
  }

  /// What a figure may be by all bookings: to cents, or to more where something behind it is
  /// rounded to more, or several times. One as long as ours goes before a longer one.
  func texts(_ figure: RemedyFigure, _ right: [(figure: Ratio, slack: Ratio)]) -> [String] {
    var longer: [String] = []
    for times in [Ratio(1), 10, 100, 500] {
      guard let low = right.map({ $0.figure - $0.slack * times }).max(),
        let high = right.map({ $0.figure + $0.slack * times }).min(), !(high < low)
      else { continue }
      let texts = Self.simplest(from: low, to: high, digits: figure.digits)
        .filter { $0 != figure.text && !longer.contains($0) }
      let isAsLong = texts.contains {
        (Ratio(decimal: $0)?.decimalDigits ?? .max) <= figure.digits
      }
      if isAsLong { return longer.isEmpty ? texts : texts.prefix(1) + longer }
      if longer.isEmpty { longer = texts }
      if times > 1, !longer.isEmpty { break }
    }
    return longer
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
}
