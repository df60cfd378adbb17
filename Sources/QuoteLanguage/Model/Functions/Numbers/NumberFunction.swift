package import QuoteSyntax

/// Functions of numbers that give a number of the same kind. Operands are held in one unit and
/// one quantum, and so is the result.
package enum NumberFunction: String, Hashable, Sendable, CaseIterable {
  case absolute
  /// What is left of the first when whole multiples of the second are taken off: `a - b *
  /// floor(a / b)`, with the sign of the second, in every profile. Not given where that is zero.
  case remainder

  /// Why it gives nothing for some numbers that are given, in words; nil: it always has a value.
  package var failure: String? {
    switch self {
    case .absolute: nil
    case .remainder: "a division by zero"
    }
  }

  /// Whether it may give nothing for operands that go so far.
  package func mayFail(of operands: [Interval]) -> Bool {
    switch self {
    case .absolute: false
    case .remainder: operands[1].contains(0)
    }
  }

  /// How far it goes where the operands go so far.
  package func reach(of operands: [Interval]) -> Interval {
    let a = operands[0]
    switch self {
    case .absolute: return a.magnitude
    case .remainder:
      let b = operands[1]
      var reach: [Interval] = []
      if b.upper > 0 { reach.append(Self.remainders(a, Interval(max(b.lower, 0), b.upper))) }
      if b.lower < 0 { reach.append(-Self.remainders(-a, Interval(max(-b.upper, 0), -b.lower))) }
      return reach.dropFirst().reduce(reach.first ?? Interval(point: 0)) { $0.joined(to: $1) }
    }
  }

  /// The remainders by divisors above zero. What is less than any of them is left whole.
  private static func remainders(_ a: Interval, _ divisors: Interval) -> Interval {
    if a.lower.isNegative { return Interval(0, divisors.upper) }
    return a.upper < divisors.lower ? a : Interval(0, min(a.upper, divisors.upper))
  }
}
