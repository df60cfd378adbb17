import QuoteSyntax

/// Numbers of `exact` fit 127 bits, whatever the booking; otherwise the rules
/// are rejected. The binary profiles have no such bound.
extension FormulaChecker {
  private static let limit = Ratio(Int128(1) << 126)

  func checked(_ value: PriceExpression) -> PriceExpression {
    guard !rules.arithmetic.isBinary, value.type.isQuantity, !value.quantum.isZero else {
      return value
    }
    guard Self.fits(value.range, value.quantum) else {
      rules.log.report(.mayOverflow(value, in: rules))
      return invalid(at: value.span)
    }
    return value
  }

  private static func fits(_ range: Interval, _ quantum: Ratio) -> Bool {
    let largest = max(range.lower.magnitude, range.upper.magnitude)
    return quantum.isFinite && largest.isFinite && largest / quantum <= limit
  }

  /// Whether both sides can be brought to one quantum. For a quotient, the other side is multiplied
  /// by its divisor.
  func fitsComparison(_ a: PriceExpression, _ b: PriceExpression) -> Bool {
    guard !rules.arithmetic.isBinary, a.type.isQuantity, b.type.isQuantity else { return true }
    let (x, y) = (sides(a), sides(b))
    let left = (x.above.range * y.below.range, x.above.quantum * y.below.quantum)
    let right = (y.above.range * x.below.range, y.above.quantum * x.below.quantum)
    let quantum = Ratio.commonQuantum(left.1, right.1)
    for (side, value) in [(left, a), (right, b)] where !quantum.isZero {
      guard Self.fits(side.0, quantum) else {
        rules.log.report(.mayOverflow(value, in: rules))
        return false
      }
    }
    return true
  }

  /// Whether the division by which a value is rounded fits.
  func fitsRounding(_ value: PriceExpression, step: Ratio) -> Bool {
    guard !rules.arithmetic.isBinary else { return true }
    let isFine = fitsQuietly(value, step: step)
    if !isFine { rules.log.report(.mayOverflow(value, in: rules)) }
    return isFine
  }

  func fitsQuietly(_ value: PriceExpression, step: Ratio) -> Bool {
    let (above, below) = sides(value)
    guard !above.quantum.isZero, !below.quantum.isZero else { return true }
    // Doubled, as finding the nearest does.
    let quantum = Ratio.commonQuantum(above.quantum, below.quantum * step) / 2
    return Self.fits(above.range, quantum)
      && Self.fits(below.range * Interval(point: step), quantum)
      && Self.fits(value.range, step)
  }

  private typealias Side = (range: Interval, quantum: Ratio)

  private func sides(_ value: PriceExpression) -> (above: Side, below: Side) {
    guard value.isOpenQuotient, case .apply(_, let sides) = value.operation else {
      return ((value.range, value.quantum), (Interval(point: 1), 1))
    }
    return ((sides[0].range, sides[0].quantum), (sides[1].range, sides[1].quantum))
  }
}
