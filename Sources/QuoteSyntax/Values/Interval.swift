/// A closed range of exact numbers, either end possibly unbounded.
package struct Interval: Hashable, Sendable {
  package var lower: Ratio
  package var upper: Ratio

  package init(_ lower: Ratio, _ upper: Ratio) {
    self.lower = lower
    self.upper = upper
  }

  package static let unbounded = Interval(-.infinity, .infinity)

  package init(point: Ratio) { self.init(point, point) }

  package var isFinite: Bool { lower.isFinite && upper.isFinite }

  package var isPoint: Bool { lower == upper }

  package func contains(_ value: Ratio) -> Bool { lower <= value && value <= upper }

  /// The smallest interval that covers both.
  package func joined(to other: Interval) -> Interval {
    Interval(min(lower, other.lower), max(upper, other.upper))
  }

  /// The interval with both ends moved inside the other.
  package func clamped(to other: Interval) -> Interval {
    func inside(_ end: Ratio) -> Ratio { min(max(end, other.lower), other.upper) }
    return Interval(inside(lower), inside(upper))
  }

  package static prefix func - (a: Interval) -> Interval { Interval(-a.upper, -a.lower) }

  /// The range of the distances of its numbers from zero.
  package var magnitude: Interval {
    if !lower.isNegative { return self }
    return upper.isNegative ? -self : Interval(0, max(lower.magnitude, upper.magnitude))
  }

  package static func + (a: Interval, b: Interval) -> Interval {
    Interval(a.lower + b.lower, a.upper + b.upper)
  }

  package static func - (a: Interval, b: Interval) -> Interval { a + -b }

  package static func * (a: Interval, b: Interval) -> Interval {
    let corners = [a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper]
    return Interval(corners.min()!, corners.max()!)
  }

  /// The range of the lesser, or the greater, of two numbers, one from each interval.
  package static func extreme(least: Bool, _ a: Interval, _ b: Interval) -> Interval {
    least
      ? Interval(min(a.lower, b.lower), min(a.upper, b.upper))
      : Interval(max(a.lower, b.lower), max(a.upper, b.upper))
  }

  /// The quotients with every divisor but zero; unbounded if zero is inside.
  package static func / (a: Interval, b: Interval) -> Interval {
    if b.lower.isNegative && !b.upper.isNegative || b.contains(.zero) { return .unbounded }
    let corners = [a.lower / b.lower, a.lower / b.upper, a.upper / b.lower, a.upper / b.upper]
    return Interval(corners.min()!, corners.max()!)
  }
}

extension Interval: CustomStringConvertible {
  package var description: String { isPoint ? "\(lower)" : "\(lower)..\(upper)" }
}
