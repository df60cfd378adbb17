/// A closed range of exact numbers, either end possibly unbounded.
public struct Interval: Hashable, Sendable {
  public var lower: Ratio
  public var upper: Ratio

  public init(_ lower: Ratio, _ upper: Ratio) {
    self.lower = lower
    self.upper = upper
  }

  public static let unbounded = Interval(-.infinity, .infinity)

  public init(point: Ratio) { self.init(point, point) }

  public var isFinite: Bool { lower.isFinite && upper.isFinite }

  public func contains(_ value: Ratio) -> Bool { lower <= value && value <= upper }

  /// The smallest interval that covers both.
  public func joined(to other: Interval) -> Interval {
    Interval(min(lower, other.lower), max(upper, other.upper))
  }

  /// Both ends moved inside.
  func clamped(to other: Interval) -> Interval {
    func inside(_ end: Ratio) -> Ratio { min(max(end, other.lower), other.upper) }
    return Interval(inside(lower), inside(upper))
  }

  public static prefix func - (a: Interval) -> Interval { Interval(-a.upper, -a.lower) }

  public static func + (a: Interval, b: Interval) -> Interval {
    Interval(a.lower + b.lower, a.upper + b.upper)
  }

  public static func - (a: Interval, b: Interval) -> Interval { a + -b }

  public static func * (a: Interval, b: Interval) -> Interval {
    let corners = [a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper]
    return Interval(corners.min()!, corners.max()!)
  }

  /// What the lesser, or the greater, of a number of each may be.
  static func extreme(least: Bool, _ a: Interval, _ b: Interval) -> Interval {
    least
      ? Interval(min(a.lower, b.lower), min(a.upper, b.upper))
      : Interval(max(a.lower, b.lower), max(a.upper, b.upper))
  }

  /// The quotients with every divisor but zero; unbounded if zero is inside.
  public static func / (a: Interval, b: Interval) -> Interval {
    if b.lower.isNegative && !b.upper.isNegative || b.contains(.zero) { return .unbounded }
    let corners = [a.lower / b.lower, a.lower / b.upper, a.upper / b.lower, a.upper / b.upper]
    return Interval(corners.min()!, corners.max()!)
  }
}

extension Interval: CustomStringConvertible {
  public var description: String { lower == upper ? "\(lower)" : "\(lower)..\(upper)" }
}
