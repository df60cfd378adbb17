package import QuoteSyntax

/// What comparisons say of all numbers of an interval at once.
extension Interval {
  /// Whether every number inside compares so with every one of another; nil:
  /// some do and some do not.
  package func compares(_ comparison: PriceExpression.Comparison, _ other: Interval) -> Bool? {
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
  package func isInside(_ range: KeyRange) -> Bool? {
    let low = compares(
      range.lowerIsIncluded ? .greaterOrEqual : .greater, Interval(point: range.interval.lower))
    let high = compares(
      range.upperIsIncluded ? .lessOrEqual : .less, Interval(point: range.interval.upper))
    if low == false || high == false { return false }
    return low == true && high == true ? true : nil
  }
}
