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
  }

  private static let mostHalvings = 7

  /// A step of the figure's last digit.
  private var unit: Ratio { (0..<figure.digits).reduce(Ratio.one) { unit, _ in unit / 10 } }

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
      case .beyond, .mixed: return edit(right)
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
      case .right: return edit(size)
      case .short: near = size
      case .beyond: far = size
      case .mixed: return nil
      }
    }
    return nil
  }

  private func edit(_ size: Ratio) -> RulesEdit {
    figure.edit(
      RemedySearch.written(size, digits: figure.digits), in: search.pricer.sources)
  }

  private func reach(_ size: Ratio) -> Reach {
    guard let then = search.sides(edit(size), trial, some) else { return .mixed }
    let isShort = zip(sides, then).contains { $0 == $1 }
    let isBeyond = zip(sides, then).contains { $0 == -$1 }
    if isShort { return isBeyond ? .mixed : .short }
    return isBeyond ? .beyond : .right
  }
}
