import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Figures that move a value in steps: what is rounded up, what a price is a multiple of.
extension RemedySearch {
  /// The figure under which all come to theirs, where what it makes grows or falls with it: other
  /// sizes are tried until theirs lies between two, and then what lies between these.
  func stepwise(_ figure: RemedyFigure, _ trial: Trial, _ some: [Int]) -> [RulesEdit] {
    guard let sides = sides(nil, trial, some), !sides.contains(0) else { return [] }
    return RemedySteps(search: self, figure: figure, trial: trial, some: some, sides: sides).edits()
  }

  /// Other numbers that inputs may have where a booking does not say.
  func defaults(_ found: [RemedyPlaces.Place], _ trial: Trial) -> [RulesEdit] {
    let figures = RemedyTurns.defaultFigures(found, places.formula, pricer.model)
    guard !figures.isEmpty, trial.departing != RemedyCase.refusal,
      let base = rules.pricer(trial.edits)
    else { return [] }
    let some = trial.isPart ? trial.own : Array(trial.own.prefix(Self.solved))
    let before = bench.outcomes(base, of: some, values: [trial.departing])
    return figures.flatMap { figure in
      solve(figure, trial, some, before: before).edits + stepwise(figure, trial, some)
    }
  }

  /// The likeliest of figures that make no straight line: those that make steps go first.
  func likeliest(_ odd: [RemedyFigure]) -> [RemedyFigure] {
    let stepped = odd.filter { $0.isStepped(in: pricer.sources) }
    let others = odd.filter { !$0.isStepped(in: pricer.sources) }
    return Array((stepped + others).prefix(Self.mostOdd))
  }

  /// The roundest number from one to another one, as near to the first as it can be.
  static func roundest(from first: Ratio, to last: Ratio) -> Ratio {
    let steps: [Ratio] = [1000, 500, 100, 50, 10, 5, 1, Ratio(1, 2), Ratio(1, 10), Ratio(1, 100)]
    for step in steps {
      guard let below = (first / step).floor else { continue }
      let isUp = !(last < first)
      let floor = Ratio(below) * step
      let size = isUp && floor < first ? floor + step : floor
      if min(first, last) <= size, size <= max(first, last), !size.isZero { return size }
    }
    return first
  }

  /// On which side of theirs our value is in each case: 0 where both are the same.
  func sides(_ edit: RulesEdit?, _ trial: Trial, _ some: [Int]) -> [Int]? {
    guard let pricer = rules.pricer(trial.edits + (edit.map { [$0] } ?? [])) else { return nil }
    var sides: [Int] = []
    for outcome in bench.outcomes(pricer, of: some, values: [trial.departing]) {
      guard let ours = outcome.ours[trial.departing], let theirs = outcome.theirs[trial.departing],
        let left = outcome.remaining
      else { return nil }
      let isSame = !left.contains(trial.departing)
      sides.append(isSame ? 0 : ours < theirs ? -1 : 1)
    }
    return sides
  }
}

/// Sizes of one figure, tried on some cases.
private struct RemedySteps {
  let search: RemedySearch
  let figure: RemedyFigure
  let trial: RemedySearch.Trial
  let some: [Int]
  /// On which side of theirs our value is in each of the cases, as the figure is now.
  let sides: [Int]

  /// Where other sizes of the figure leave the value, seen from theirs.
  private enum Reach {
    /// All come to theirs.
    case right
    /// Some are still on the side of ours, and none is beyond theirs; the other way round; both.
    case short, beyond, mixed
    /// The rules do not take it: a default that is on no step of its input.
    case wrong
  }

  private static let mostHalvings = 7

  /// A step of the figure's last digit, or of what it is the default of.
  private var unit: Ratio {
    let digit = (0..<figure.digits).reduce(Ratio.one) { unit, _ in unit / 10 }
    return max(digit, figure.place.step ?? digit)
  }

  func edits() -> [RulesEdit] {
    func size(_ times: Ratio) -> Ratio {
      Ratio((figure.value * times / unit + Ratio(1, 2)).floor ?? 0) * unit
    }
    let up = [figure.value + unit] + [Ratio(5, 4), 2, 4].map(size)
    let down = [figure.value - unit] + [Ratio(4, 5), Ratio(1, 2), Ratio(1, 4)].map(size)
    for sizes in [up, down] {
      var last = figure.value
      var met: Set<Ratio> = [figure.value]
      for next in sizes where !next.isNegative && met.insert(next).inserted {
        switch reach(next) {
        case .right: return [nearest(from: last, to: next)]
        case .short:
          last = next
          continue
        case .wrong: continue
        case .beyond, .mixed:
          if let found = between(last, next) { return [found] }
        }
        break
      }
    }
    return []
  }

  /// The roundest of the sizes that are right, up to the one that was tried: what was only tried is
  /// nothing that anybody wrote.
  private func nearest(from near: Ratio, to right: Ratio) -> RulesEdit {
    var (low, high) = (near, right)
    let unit = unit
    for _ in 0..<Self.mostHalvings where (high - low).magnitude > unit {
      let size = Ratio(((low + high) / 2 / unit).floor ?? 0) * unit
      guard size != low, size != high else { break }
      switch reach(size) {
      case .right: high = size
      case .short: low = size
      case .beyond, .mixed, .wrong: return edit(right)
      }
    }
    return edit(RemedySearch.roundest(from: high, to: right))
  }

  private func between(_ near: Ratio, _ far: Ratio) -> RulesEdit? {
    var (near, far) = (near, far)
    var tried: Set<String> = []
    for _ in 0..<Self.mostHalvings {
      let texts = RemedySearch.simplest(
        from: min(near, far), to: max(near, far), digits: figure.digits)
      guard let text = texts.first(where: { !tried.contains($0) }),
        let size = Ratio(decimal: text), size != near, size != far
      else { return nil }
      tried.insert(text)
      switch reach(size) {
      case .right: return edit(rounder(than: size, from: near, to: far))
      case .short: near = size
      case .beyond: far = size
      case .mixed, .wrong: return nil
      }
    }
    return nil
  }

  /// The roundest of the sizes between two that are not right, if it is.
  private func rounder(than size: Ratio, from near: Ratio, to far: Ratio) -> Ratio {
    let unit = near < far ? unit : -unit
    let other = RemedySearch.roundest(from: near + unit, to: far - unit)
    guard other != size, other != near, other != far, reach(other) == .right else { return size }
    return other
  }

  private func edit(_ size: Ratio) -> RulesEdit {
    figure.edit(
      RemedySearch.written(size, digits: figure.digits), in: search.pricer.sources)
  }

  private func reach(_ size: Ratio) -> Reach {
    let edit = edit(size)
    guard search.rules.pricer(trial.edits + [edit]) != nil else { return .wrong }
    guard let then = search.sides(edit, trial, some) else { return .mixed }
    let isShort = zip(sides, then).contains { $0 == $1 }
    let isBeyond = zip(sides, then).contains { $0 == -$1 }
    if isShort { return isBeyond ? .mixed : .short }
    return isBeyond ? .beyond : .right
  }
}
