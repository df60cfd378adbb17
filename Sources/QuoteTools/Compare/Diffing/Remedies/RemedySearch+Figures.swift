import QuoteEngine
import QuoteLanguage

/// Figures that would be right: read off from what another one changes.
extension RemedySearch {
  /// Figures under which all of some bookings come to theirs, as far as pricing with another
  /// one tells; and others of figures that move what departs by another measure than their own.
  func figures(
    _ found: [RemedyPlaces.Place], _ trial: Trial
  ) -> (solved: [RulesEdit], others: [RulesEdit]) {
    let some = trial.isPart ? trial.own : Array(trial.own.prefix(Self.solved))
    guard let base = rules.pricer(trial.edits) else { return ([], []) }
    let before = bench.outcomes(base, of: some, values: [trial.departing])
    var edits: [RulesEdit] = []
    var odd: [RemedyFigure] = []
    var tried = 0
    let few = trial.isOfTotal ? Self.mostFiguresOfTotal : Self.mostFigures
    let most = trial.isPart ? Self.mostFiguresOfParts : few
    search: for place in found {
      guard isSolvable(place) else { continue }
      let text = Array(pricer.sources.text(at: place.span).utf8)
      for figure in RemedyFigure.all(in: place, text) {
        guard tried < most, edits.isEmpty || edits.count < (trial.isPart ? 16 : 6) else {
          break search
        }
        tried += 1
        let (solved, isMoving) = solve(figure, trial, some, before)
        edits += solved
        // What steps may look like a straight line.
        let isRight = solved.contains { edit in
          trial.isPart || sides(edit, trial, some)?.allSatisfy { $0 == 0 } == true
        }
        if !isRight, isMoving, odd.count < Self.mostOdd { odd.append(figure) }
      }
    }
    return (edits, odd.flatMap { stepwise($0, trial, some) })
  }

  /// Whether what is made of the figures of a place grows in step with them: keys of brackets do,
  /// for what lies beyond them is priced by the bracket.
  private func isSolvable(_ place: RemedyPlaces.Place) -> Bool {
    guard case .key(let table, _, _) = place.kind else { return true }
    return pricer.model.tables[table].hit == .graduated
  }

  /// The edit that makes a figure another one.
  private func edit(_ figure: RemedyFigure, _ text: String) -> RulesEdit {
    if case .key = figure.place.kind { return bounds.edit(figure, text) }
    return figure.edit(text, in: pricer.sources)
  }

  /// Another size of a figure, to see what it makes: twice it, of a bracket's bound one by a tenth.
  private static func probed(_ figure: RemedyFigure) -> Ratio {
    if figure.value.isZero { return .one }
    guard case .key = figure.place.kind else { return figure.value * 2 }
    let tenth = figure.value * Ratio(11, 10)
    return figure.digits == 0 ? Ratio((tenth + .one).floor ?? 1) : tenth
  }

  /// Edits to the figures that are right, and whether another figure moves what departs at all.
  private func solve(
    _ figure: RemedyFigure, _ trial: Trial, _ some: [Int], _ before: [RemedyBench.Outcome]
  ) -> (edits: [RulesEdit], isMoving: Bool) {
    if !trial.isPart, let edit = said(figure, trial, before) { return ([edit], true) }
    let isBound = figure.place.kind.isKey
    let other = Self.probed(figure)
    let probe = edit(figure, Self.written(other, digits: figure.digits))
    guard let pricer = rules.pricer(trial.edits + [probe]) else { return ([], true) }
    let after = bench.outcomes(pricer, of: some, values: [trial.departing])
    var right: [(figure: Ratio, slack: Ratio)] = []
    var moved = 0
    for (a, b) in zip(before, after) {
      guard let ours = a.ours[trial.departing], let theirs = a.theirs[trial.departing],
        let then = b.ours[trial.departing], then != ours
      else { continue }
      moved += 1
      let slope = (then - ours) / (other - figure.value)
      let one = figure.value + (theirs - ours) / slope
      // Both of ours, and theirs, may have been rounded.
      let way = ((one - figure.value) / (other - figure.value)).magnitude
      let slack = (minorUnit / slope).magnitude * (Ratio.one + way)
      guard one.isFinite, slack.isFinite else { continue }
      right.append((one, slack))
    }
    let isMoving = moved * 5 >= some.count
    // Between both bounds, a bracket's price does not grow in step.
    if trial.isPart || isBound {
      let texts = CommonFigure.ranges(right).flatMap { range in
        Self.simplest(from: range.low, to: range.high, digits: figure.digits).prefix(1)
      }
      return (
        texts.filter { $0 != figure.text }.map { edit(figure, $0) }, isMoving && !isBound
      )
    }
    guard right.count == some.count else { return ([], isMoving) }
    return (agreed(figure, right), isMoving)
  }

  /// The figures on which all bookings agree.
  private func agreed(
    _ figure: RemedyFigure, _ right: [(figure: Ratio, slack: Ratio)]
  ) -> [RulesEdit] {
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
}
