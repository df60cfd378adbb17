/// Intervals through the steps of the waterfall and of rounding, and what binary arithmetic and
/// whole calendars make of them.
extension Interval {
  /// What lies in both; of intervals known to share a value.
  package func met(with other: Interval) -> Interval {
    Interval(max(lower, other.lower), min(upper, other.upper))
  }

  /// From the first to the last multiple of a step in it; an end that is open is not in it.
  package func multiples(of step: Ratio, isOpen: (lower: Bool, upper: Bool)) -> Interval {
    let (low, high) = (lower / step, upper / step)
    let first = low.ceiling.map { isOpen.lower && low.isWhole ? $0 + 1 : $0 }
    let last = high.floor.map { isOpen.upper && high.isWhole ? $0 - 1 : $0 }
    return Interval(
      first.map { Ratio($0) * step } ?? lower, last.map { Ratio($0) * step } ?? upper)
  }

  /// The interval of the rounded values.
  package func rounded(to step: Ratio, _ mode: RoundingMode) -> Interval {
    func end(_ value: Ratio, up: Bool) -> Ratio {
      let steps = value / step
      let whole: Int128?
      switch mode {
      case .down: whole = steps.floor
      case .up: whole = steps.ceiling
      case .towardsZero: whole = steps.isNegative ? steps.ceiling : steps.floor
      case .awayFromZero: whole = steps.isNegative ? steps.floor : steps.ceiling
      // A tie goes either way, by the mode; the wider of both.
      case .halfUp, .halfEven, .halfDown:
        whole = up ? (steps + Ratio(1, 2)).floor : (steps - Ratio(1, 2)).ceiling
      }
      return whole.map { Ratio($0) * step } ?? value
    }
    return Interval(end(lower, up: false), end(upper, up: true))
  }

  /// A number rounded, ties by the mode; nil where that is not known.
  package static func rounded(_ value: Ratio, to step: Ratio, _ mode: RoundingMode) -> Ratio? {
    let ends = Interval(point: value).rounded(to: step, mode)
    if ends.isPoint { return ends.lower }
    let outer = value.isNegative ? ends.lower : ends.upper
    switch mode {
    case .halfUp: return outer
    case .halfDown: return outer == ends.lower ? ends.upper : ends.lower
    case .halfEven: return (ends.lower / step / 2).isWhole ? ends.lower : ends.upper
    case .up, .down, .towardsZero, .awayFromZero: return nil
    }
  }

  /// The interval of the values' places among the multiples of a step: what is one of them is its
  /// own place, and what lies between two of them has its place in the middle.
  package func placed(among step: Ratio) -> Interval {
    let (below, above) = (rounded(to: step, .down), rounded(to: step, .up))
    return Interval((below.lower + above.lower) / 2, (below.upper + above.upper) / 2)
  }

  /// From the whole number below to the one above: days and microseconds are whole.
  package var outward: Interval {
    guard let low = lower.floor, let high = upper.ceiling else { return self }
    return Interval(Ratio(low), Ratio(high))
  }

  /// A slightly wider interval, with ends that are whole billionths, which covers the errors of
  /// binary arithmetic.
  package var widened: Interval {
    let grid = Ratio(1, 1_000_000_000)
    func slack(_ value: Ratio) -> Ratio {
      let relative = Ratio((value.magnitude / 100_000).ceiling ?? 0)
      return grid * (relative + 1)
    }
    guard let low = ((lower - slack(lower)) / grid).floor,
      let high = ((upper + slack(upper)) / grid).ceiling
    else { return self }
    return Interval(Ratio(low) * grid, Ratio(high) * grid)
  }
}
