import QuoteSyntax

/// A key that only rises, or only falls, as another value does: `ceil(weight)` with `weight`.
struct RisingKey {
  /// The keys that only values inside a range give.
  let keys: (KeyRange) -> KeyRange

  /// Nil for a key that does not hang on the value in such a way, or is the value itself.
  init?(
    _ key: PriceExpression, of value: PriceExpression, names: SameValues, isBinary: Bool
  ) {
    let key = names.resolved(key)
    guard let (inner, last) = Self.lastStep(of: key, names, isBinary: isBinary) else { return nil }
    if names.areSame(inner, value) {
      keys = last
      return
    }
    guard let below = RisingKey(inner, of: value, names: names, isBinary: isBinary) else {
      return nil
    }
    keys = { last(below.keys($0)) }
  }

  /// The same of how much the first of two values is above the second, whatever they are.
  init?(
    _ key: PriceExpression, apart a: PriceExpression, _ b: PriceExpression, names: SameValues,
    isBinary: Bool
  ) {
    let key = names.resolved(key)
    if let (x, y, step) = Self.difference(key, isBinary: isBinary) {
      if names.areSame(x, a), names.areSame(y, b) {
        keys = step
        return
      }
      if names.areSame(x, b), names.areSame(y, a) {
        keys = { step($0.scaled(by: -1)) }
        return
      }
    }
    guard let (inner, last) = Self.lastStep(of: key, names, isBinary: isBinary),
      let below = RisingKey(inner, apart: a, b, names: names, isBinary: isBinary)
    else { return nil }
    keys = { last(below.keys($0)) }
  }

  private typealias Step = (KeyRange) -> KeyRange

  /// A key that is how much the first of two values is above the second, or is below zero only
  /// where that is, and above zero only where that is.
  private static func difference(
    _ key: PriceExpression, isBinary: Bool
  ) -> (PriceExpression, PriceExpression, Step)? {
    switch key.operation {
    case .apply(.arithmetic(.subtract), let sides):
      let (x, y) = (sides[0], sides[1])
      // In binary, values in two units may be the same in one of them only.
      return isBinary && x.units != y.units ? nil : (x, y, { $0 })
    case .apply(.date(.years), let parts), .apply(.date(.months), let parts):
      return (parts[1], parts[0], \.withoutZeroAtItsEnds)
    case _: return nil
    }
  }

  /// What the key is made of, and what becomes of ranges of that.
  private static func lastStep(
    of key: PriceExpression, _ names: SameValues, isBinary: Bool
  ) -> (PriceExpression, Step)? {
    switch key.operation {
    case .apply(.date(.hourOfTime), let parts):
      return (parts[0], { $0.roots(of: 3600, .down).scaled(by: Ratio(1, 3600)) })
    case .apply(.round(let size, let mode), let parts) where !isBinary && !parts[0].isOpenQuotient:
      return (parts[0], { $0.roots(of: size, mode) })
    case .apply(.negate, let parts) where !isBinary: return (parts[0], { $0.scaled(by: -1) })
    case .apply(.arithmetic(let operation), let sides)
    where !isBinary && sides.allSatisfy(\.type.isQuantity):
      return step(operation, sides[0], sides[1], names: names)
    case _: return nil
    }
  }

  /// The step of a value with a constant on one side.
  private static func step(
    _ operation: PriceExpression.ArithmeticOperator, _ a: PriceExpression, _ b: PriceExpression,
    names: SameValues
  ) -> (PriceExpression, Step)? {
    func figure(_ value: PriceExpression) -> Ratio? {
      guard case .constant(.quantity(let size)) = names.resolved(value).operation else {
        return nil
      }
      return size
    }
    switch (operation, figure(a), figure(b)) {
    case (.add, _, let size?): return (a, { $0.moved(by: size) })
    case (.add, let size?, _): return (b, { $0.moved(by: size) })
    case (.subtract, _, let size?): return (a, { $0.moved(by: -size) })
    case (.subtract, let size?, _): return (b, { $0.scaled(by: -1).moved(by: size) })
    case (.multiply, _, let size?) where !size.isZero: return (a, { $0.scaled(by: size) })
    case (.multiply, let size?, _) where !size.isZero: return (b, { $0.scaled(by: size) })
    case (.divide, _, let size?) where !size.isZero: return (a, { $0.scaled(by: 1 / size) })
    case _: return nil
    }
  }
}

extension KeyRange {
  fileprivate func moved(by size: Ratio) -> KeyRange {
    var moved = self
    moved.interval = interval + Interval(point: size)
    return moved
  }

  fileprivate func scaled(by factor: Ratio) -> KeyRange {
    let (lower, upper) = (interval.lower * factor, interval.upper * factor)
    return factor.isNegative
      ? KeyRange(
        Interval(upper, lower), lowerIsIncluded: upperIsIncluded, upperIsIncluded: lowerIsIncluded)
      : KeyRange(
        Interval(lower, upper), lowerIsIncluded: lowerIsIncluded, upperIsIncluded: upperIsIncluded)
  }

  fileprivate var withoutZeroAtItsEnds: KeyRange {
    KeyRange(
      interval, lowerIsIncluded: lowerIsIncluded && !interval.lower.isZero,
      upperIsIncluded: upperIsIncluded && !interval.upper.isZero)
  }

  /// The multiples of a step to which only numbers inside are rounded.
  fileprivate func roots(of step: Ratio, _ mode: RoundingMode) -> KeyRange {
    var roots = self
    switch mode {
    case .down, .up, .towardsZero, .awayFromZero:
      if mode != .down {
        roots.interval.lower = interval.lower + step
        roots.lowerIsIncluded = true
      }
      if mode != .up {
        roots.interval.upper = interval.upper - step
        roots.upperIsIncluded = true
      }
    // A tie may go either way.
    case .halfUp, .halfEven, .halfDown:
      roots.interval = Interval(interval.lower + step / 2, interval.upper - step / 2)
      (roots.lowerIsIncluded, roots.upperIsIncluded) = (false, false)
    }
    return roots
  }
}
