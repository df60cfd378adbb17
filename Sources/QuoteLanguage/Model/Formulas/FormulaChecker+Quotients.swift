/// Quotients by a divisor of which there are few: all of them are multiples of one fraction, and
/// so are exact wherever they stand.
extension FormulaChecker {
  /// More divisors hardly have a common multiple that is small enough.
  private static let mostDivisors: Int128 = 64
  private static let mostParts: Int128 = 1_000_000_000

  /// The quotient as a number with a quantum; nil if the divisors are too many, or their
  /// least common multiple is too large.
  ///
  /// It is a rounding to a step of which the quotient is a multiple, and so changes nothing.
  func exactly(_ quotient: PriceExpression) -> PriceExpression? {
    guard !rules.arithmetic.isBinary,
      case .apply(.arithmetic(.divide), let sides) = quotient.operation,
      case (let above, let below) = (sides[0], sides[1]),
      !above.quantum.isZero, !below.quantum.isZero, below.range.isFinite,
      let parts = commonMultiple(of: below)
    else { return nil }
    let quantum = above.quantum / (below.quantum * Ratio(parts))
    guard fitsQuietly(quotient, step: quantum) else { return nil }
    return made(
      .apply(.round(step: quantum, .halfUp), [quotient]), quotient.type, parts: [quotient],
      at: quotient.span,
      units: quotient.units, range: quotient.range, quantum: quantum)
  }

  /// The least common multiple of how many steps each divisor is.
  private func commonMultiple(of divisor: PriceExpression) -> Int128? {
    let (low, high) = (
      divisor.range.lower / divisor.quantum, divisor.range.upper / divisor.quantum
    )
    guard let first = low.ceiling, let last = high.floor, first <= last,
      last - first < Self.mostDivisors
    else { return nil }
    var multiple: Int128 = 1
    for steps in first...last where steps != 0 {
      var (a, b) = (multiple, steps.magnitude == 0 ? 1 : Int128(steps.magnitude))
      let size = b
      while b != 0 { (a, b) = (b, a % b) }
      multiple = multiple / a * size
      if multiple > Self.mostParts { return nil }
    }
    return multiple
  }
}
