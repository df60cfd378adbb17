package import QuoteSyntax

/// The part of a measure that one row of a graduated table prices.
package struct Bracket: Sendable {
  /// Whether the price counts once, as soon as the measure enters, and not for each unit inside.
  package let isOnce: Bool
  /// Where the part inside begins, and where it ends. Where things are counted, `[1..3]` is the
  /// first to the third of them: it begins after none.
  package let from: Ratio
  package let to: Ratio
  /// What the measure must be at least to enter, or more than that.
  package let entrance: (bound: Ratio, isIncluded: Bool)

  /// Nil if the row has no price, or no range of the measure that is not below zero: brackets
  /// begin at zero.
  package init?(_ row: ModelTableRow, of measure: PriceExpression) {
    guard let price = row.values.first ?? nil, case .ranges(let ranges)? = row.keys.last?.body,
      let range = ranges.first, !range.isBelowZero
    else { return nil }
    isOnce = !TableColumn.isPerUnit(price.type, measure.type)
    var (from, to) = (range.interval.lower, range.interval.upper)
    if case .quantity(let quantity) = measure.type, quantity.isWhole {
      from = Ratio(range.lowerIsIncluded ? (from.ceiling ?? 1) - 1 : from.floor ?? 0)
      if to.isFinite { to = Ratio(range.upperIsIncluded ? to.floor ?? 0 : (to.ceiling ?? 1) - 1) }
    }
    self.from = max(from, 0)
    self.to = to
    let (lower, isIncluded) = (range.interval.lower, range.lowerIsIncluded)
    entrance = !isOnce ? (self.from, false) : lower < 0 ? (0, true) : (lower, isIncluded)
  }

  /// Whether all measures of an interval enter, or none; nil: some do.
  package func isEntered(by measure: Interval) -> Bool? {
    measure.compares(
      entrance.isIncluded ? .greaterOrEqual : .greater, Interval(point: entrance.bound))
  }

  /// How much of a measure is inside, never below zero.
  package func inside(_ measure: Interval) -> Interval {
    func part(_ value: Ratio) -> Ratio { max(min(value, to) - from, 0) }
    return Interval(part(measure.lower), part(measure.upper))
  }
}
