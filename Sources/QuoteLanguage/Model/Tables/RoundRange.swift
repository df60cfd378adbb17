import QuoteSyntax

/// What comes round: the months of a year, the hours of a day. Where the values have no turn, a
/// range that goes over its end has two parts, and is not what it is with its ends turned round.
struct RoundRange {
  /// The first and the last value, as they are written.
  let first: String
  let last: String

  init(first: String, last: String) {
    (self.first, self.last) = (first, last)
  }

  /// The range of what a formula counts; nil for what does not come round.
  init?(countedBy value: PriceExpression, in rules: ModelChecker) {
    let counted = rules.told(by: value)
    guard case .apply(.date(let function), _) = counted.operation, counted.type.isQuantity,
      let round = function.round
    else { return nil }
    (first, last) = ("\(round.lowerBound)", "\(round.upperBound)")
  }

  /// The range of texts such as `12-20` and `01-06`, or of those that a pattern prints.
  init?(_ lower: String, _ upper: String, printedBy pattern: DatePattern?) {
    let looks = ["MM-dd", "MM/dd", "HH:mm"].map { DatePattern($0) }
    let known = pattern.map { [$0] } ?? looks
    guard
      let pattern = known.first(where: {
        $0.respelled(lower) == lower && $0.respelled(upper) == upper
      }
      ), let ends = pattern.roundEnds
    else { return nil }
    (first, last) = ends
  }

  /// `[12-20..12-31]` and `[01-01..01-06]`; one value stands alone.
  func parts(of range: RangeSyntax) -> [String] {
    guard let lower = range.lower?.value, let upper = range.upper?.value else { return [] }
    let (opens, closes) = (range.lowerIsIncluded ? "[" : "(", range.upperIsIncluded ? "]" : ")")
    let parts = [
      lower == last ? (range.lowerIsIncluded ? last : nil) : "\(opens)\(lower)..\(last)]",
      upper == first ? (range.upperIsIncluded ? first : nil) : "[\(first)..\(upper)\(closes)",
    ]
    return parts.compactMap { $0 }
  }
}

extension ModelChecker {
  /// A value, or what the name that stands for it says.
  func told(by value: PriceExpression) -> PriceExpression {
    guard case .reference(.letValue(let index)) = value.operation else { return value }
    return told(by: lets[index].value)
  }
}
