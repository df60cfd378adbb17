import QuoteEngine
import QuoteLanguage

/// All numbers from one to another, both included: quantities in base units,
/// dates in days, times in seconds, instants in microseconds, weekdays from 1.
struct Stretch: Hashable {
  var lower: Ratio
  var upper: Ratio

  init(_ lower: Ratio, _ upper: Ratio) {
    self.lower = lower
    self.upper = upper
  }

  init(point: Ratio) { self.init(point, point) }

  var isPoint: Bool { lower == upper }
  var isFinite: Bool { lower.isFinite && upper.isFinite }

  static func + (a: Stretch, b: Stretch) -> Stretch {
    Stretch(a.lower + b.lower, a.upper + b.upper)
  }

  static func - (a: Stretch, b: Stretch) -> Stretch {
    Stretch(a.lower - b.upper, a.upper - b.lower)
  }

  static prefix func - (a: Stretch) -> Stretch { Stretch(-a.upper, -a.lower) }

  static func * (a: Stretch, b: Stretch) -> Stretch {
    let ends = [a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper]
    return Stretch(ends.min() ?? 0, ends.max() ?? 0)
  }

  /// Nil where the divisor may be zero.
  static func / (a: Stretch, b: Stretch) -> Stretch? {
    guard b.lower > 0 || b.upper < 0 else { return nil }
    return a * Stretch(1 / b.upper, 1 / b.lower)
  }

  var magnitude: Stretch {
    if lower >= 0 { return self }
    if upper <= 0 { return -self }
    return Stretch(0, max(-lower, upper))
  }

  /// Every multiple of a step that a number inside may be rounded to; at a tie both.
  func rounded(to step: Ratio, _ mode: RoundingMode) -> Stretch? {
    guard let low = (lower / step).floor, let high = (upper / step).ceiling,
      let lowUp = (lower / step).ceiling, let highDown = (upper / step).floor,
      let lowNear = ((lower / step) - Ratio(1, 2)).ceiling,
      let highNear = ((upper / step) + Ratio(1, 2)).floor
    else { return nil }
    func steps(_ a: Int128, _ b: Int128) -> Stretch { Stretch(Ratio(a) * step, Ratio(b) * step) }
    switch mode {
    case .up: return steps(lowUp, high)
    case .down: return steps(low, highDown)
    case .towardsZero: return steps(lower < 0 ? lowUp : low, upper < 0 ? high : highDown)
    case .awayFromZero: return steps(lower < 0 ? low : lowUp, upper < 0 ? highDown : high)
    case .halfUp, .halfDown, .halfEven: return steps(lowNear, highNear)
    }
  }

  /// From the whole number below to the one above: days and microseconds are whole.
  var outward: Stretch {
    guard let low = lower.floor, let high = upper.ceiling else { return self }
    return Stretch(Ratio(low), Ratio(high))
  }

  /// A little wider, on a grid of billionths: what binary arithmetic may do to a number.
  var widened: Stretch {
    let grid = Ratio(1, 1_000_000_000)
    func slack(_ value: Ratio) -> Ratio {
      let relative = Ratio((value.magnitude / 100_000).ceiling ?? 0)
      return grid * (relative + 1)
    }
    guard let low = ((lower - slack(lower)) / grid).floor,
      let high = ((upper + slack(upper)) / grid).ceiling
    else { return self }
    return Stretch(Ratio(low) * grid, Ratio(high) * grid)
  }

  /// Whether every number inside compares so with every one of another; nil:
  /// some do and some do not.
  func compares(_ comparison: PriceExpression.Comparison, _ other: Stretch) -> Bool? {
    func decided(_ surely: Bool, _ never: Bool) -> Bool? { surely ? true : never ? false : nil }
    let isApart = upper < other.lower || lower > other.upper
    let isEqual = isPoint && other.isPoint && lower == other.lower
    switch comparison {
    case .equal: return decided(isEqual, isApart)
    case .notEqual: return decided(isApart, isEqual)
    case .less: return decided(upper < other.lower, lower >= other.upper)
    case .lessOrEqual: return decided(upper <= other.lower, lower > other.upper)
    case .greater: return decided(lower > other.upper, upper <= other.lower)
    case .greaterOrEqual: return decided(lower >= other.upper, upper < other.lower)
    }
  }

  /// Whether all, or none, of the numbers lie in a range; nil: some do.
  func isInside(_ range: KeyRange) -> Bool? {
    let low = compares(range.lowerIsIncluded ? .greaterOrEqual : .greater,
      Stretch(point: range.interval.lower))
    let high = compares(range.upperIsIncluded ? .lessOrEqual : .less,
      Stretch(point: range.interval.upper))
    if low == false || high == false { return false }
    return low == true && high == true ? true : nil
  }
}

/// What a value may be while one input goes through a stretch.
enum ValueReach: Hashable {
  /// What it was recorded as.
  case same(RecordedValue)
  /// A number among these, surely given.
  case numbers(Stretch)
  /// Nobody knows.
  case anything

  var isSame: Bool {
    if case .same = self { return true }
    return false
  }

  static func flag(_ flag: Bool?) -> ValueReach { flag.map { .same(.flag($0)) } ?? .anything }
}
