import QuoteLanguage
import QuoteSyntax

/// What one side of a comparison is less the other, where both come down to one value and figures:
/// `price + €1 > price`, `w - w > 0 kg`, `price >= max(price, €0)`.
struct SelfDifference {
  /// What is compared with itself.
  private var value: PriceExpression?
  private var times: Ratio = 0
  private var rest: Ratio = 0
  /// On which sides it is.
  private var sides: Set<Bool> = []
  private let names: SameValues
  private let span: SourceSpan

  /// Nil where anything else decides, or a figure with a name, which may change.
  init?(of comparison: PriceExpression, _ names: SameValues) {
    guard case .apply(.compare, let parts) = comparison.operation, parts[0].type.isQuantity,
      !names.isBinary
    else { return nil }
    self.names = names
    span = comparison.span
    guard add(parts[0], 1, isRight: false), add(parts[1], -1, isRight: true),
      sides.count == 2 || times.isZero
    else { return nil }
  }

  /// What is compared with itself, and whether that always holds where it is given, or never; nil
  /// if it hangs on the value.
  func judge(
    _ comparison: PriceExpression.Comparison
  ) -> (value: PriceExpression, holds: Bool)? {
    guard let value, let possible = KeyDomain.possible(value)?.interval else { return nil }
    let figure = Interval(rest, rest)
    let reach = times.isZero ? figure : possible * Interval(times, times) + figure
    let (isAbove, isBelow) = (reach.lower > 0, reach.upper < 0)
    let (isNotBelow, isNotAbove) = (reach.lower >= 0, reach.upper <= 0)
    let (always, never) =
      switch comparison {
      case .greater: (isAbove, isNotAbove)
      case .greaterOrEqual: (isNotBelow, isBelow)
      case .less: (isBelow, isNotBelow)
      case .lessOrEqual: (isNotAbove, isAbove)
      case .equal: (isNotBelow && isNotAbove, isAbove || isBelow)
      case .notEqual: (isAbove || isBelow, isNotBelow && isNotAbove)
      }
    return always || never ? (value, always) : nil
  }

  /// Adds so many times a part; false if it is neither the value nor a figure.
  private mutating func add(_ part: PriceExpression, _ many: Ratio, isRight: Bool) -> Bool {
    switch part.operation {
    case .apply(.converted, let parts): return add(parts[0], many, isRight: isRight)
    case .apply(.negate, let parts): return add(parts[0], -many, isRight: isRight)
    case .apply(.arithmetic(let act), let parts):
      switch act {
      case .add:
        return add(parts[0], many, isRight: isRight) && add(parts[1], many, isRight: isRight)
      case .subtract:
        return add(parts[0], many, isRight: isRight) && add(parts[1], -many, isRight: isRight)
      case .multiply:
        if let factor = figure(parts[1]) { return add(parts[0], many * factor, isRight: isRight) }
        return figure(parts[0]).map { add(parts[1], many * $0, isRight: isRight) } ?? false
      case .divide:
        guard let divisor = figure(parts[1]), !divisor.isZero else { return false }
        return add(parts[0], many / divisor, isRight: isRight)
      }
    case .extreme(let least, let parts):
      let taken = parts.first { one in
        parts.allSatisfy {
          $0 === one
            || (least ? one.range.upper <= $0.range.lower : one.range.lower >= $0.range.upper)
        }
      }
      return taken.map { add($0, many, isRight: isRight) } ?? false
    case .constant:
      guard let figure = figure(part) else { return false }
      rest = rest + many * figure
      return true
    case .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return addValue(part, many, isRight: isRight)
    }
  }

  private mutating func addValue(
    _ part: PriceExpression, _ many: Ratio, isRight: Bool
  ) -> Bool {
    if case .constant = names.resolved(part).operation { return false }
    guard span.encloses(part.span), value.map({ names.areSame($0, part) }) ?? true else {
      return false
    }
    value = value ?? part
    times = times + many
    sides.insert(isRight)
    return true
  }

  /// A figure that is written in the comparison itself.
  private func figure(_ value: PriceExpression) -> Ratio? {
    if case .apply(.converted, let parts) = value.operation { return figure(parts[0]) }
    guard case .constant(let constant) = value.operation, constant != .notGiven,
      span.encloses(value.span), value.range.isFinite, value.range.lower == value.range.upper
    else { return nil }
    return value.range.lower
  }
}
