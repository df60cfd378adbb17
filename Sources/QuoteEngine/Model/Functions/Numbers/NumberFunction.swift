/// Functions of numbers that give a number of the same kind. Operands are held in one unit and
/// one quantum, and so is the result.
public enum NumberFunction: String, Hashable, Sendable, CaseIterable {
  case absolute

  /// How far it goes where the operands go so far.
  func reach(of operands: [Interval]) -> Interval {
    let a = operands[0]
    switch self {
    case .absolute:
      if !a.lower.isNegative { return a }
      return a.upper.isNegative ? -a : Interval(0, max(a.lower.magnitude, a.upper.magnitude))
    }
  }
}
