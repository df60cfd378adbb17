import QuoteLanguage
import QuoteSyntax

/// Rounding: exact to a multiple of a step by one integer division, binary as
/// the profile's language does it.
extension PlanLowering {
  func round(
    _ a: PriceExpression, _ step: Ratio, mode: RoundingMode, expression: PriceExpression
  ) -> PlanValue {
    if isBinary { return binaryRound(lower(a), step, mode: mode, expression: expression) }
    if a.isOpenQuotient, case .apply(_, let sides) = a.operation {
      return roundQuotient(
        lower(sides[0]), lower(sides[1]), step: step, mode: mode, range: expression.range,
        type: expression.type)
    }
    let value = lower(a)
    let cells = rounded(value.cells, to: step, mode, type: expression.type)
    return PlanValue(cells, given: value.given)
  }

  func rounded(_ a: Register, to step: Ratio, _ mode: RoundingMode, type: ValueType) -> Register {
    let from = plan[a]
    let ratio = from.quantum / step
    let range = Interval(from.range.lower - step, from.range.upper + step)
    let target = shape(range, quantum: step, type, from.grain)
    if ratio.denominator == 1 {
      return renamed(
        scaled(a, to: step, as: target.storage), quantum: step, range: from.range, type: type)
    }
    let (multiplier, divisor) = (ratio.numerator, ratio.denominator)
    let inner = storage(from.range, quantum: from.quantum / Ratio(2 * multiplier))
    let wide = inner == .wide || from.storage == .wide || divisor.magnitude >= 1 << 61
    let source = wide ? held(a, as: .wide) : a
    let result = target.with(storage: wide ? .wide : .integer)
    let cells = emit(
      .numbers(.round(source, multiplier: multiplier, divisor: divisor, mode)), result
    ).cells
    return target.storage == .integer ? held(cells, as: .integer) : cells
  }

  /// The middle of what a quotient is rounded down and up to.
  func placed(
    _ quotient: PriceExpression, among step: Ratio, _ expression: PriceExpression
  ) -> PlanValue {
    guard case .apply(_, let sides) = quotient.operation else { return lower(quotient) }
    let (above, below) = (lower(sides[0]), lower(sides[1]))
    let ends = [RoundingMode.down, .up].map { mode in
      let range = quotient.range.rounded(to: step, mode)
      return roundQuotient(
        above, below, step: step, mode: mode, range: range, type: expression.type)
    }
    let sum = sum(
      .add, ends[0].cells, ends[1].cells, range: expression.range + expression.range,
      unit: expression.units.size, type: expression.type)
    let half = renamed(sum, quantum: step / 2, range: expression.range, type: expression.type)
    return PlanValue(half, given: ends[0].given)
  }

  private func roundQuotient(
    _ x: PlanValue, _ y: PlanValue, step: Ratio, mode: RoundingMode, range: Interval,
    type: ValueType
  ) -> PlanValue {
    let (a, b) = (plan[x.cells], plan[y.cells])
    let ratio = a.quantum / (b.quantum * step)
    let above = storage(a.range, quantum: a.quantum / Ratio(4 * ratio.numerator))
    let below = storage(b.range, quantum: b.quantum / Ratio(4 * ratio.denominator))
    let target = shape(range, quantum: step, type, finest([x.cells, y.cells]))
    let isWide = [above, below, a.storage, b.storage, target.storage].contains(.wide)
    let inner: PlanStorage = isWide ? .wide : .integer
    let cells = emit(
      .numbers(
        .roundQuotient(
          at(target.grain, held(x.cells, as: inner)), at(target.grain, held(y.cells, as: inner)),
          multiplier: ratio.numerator, divisor: ratio.denominator, mode)),
      target.with(storage: inner)
    ).cells
    let given = and(self.given([x, y]), isNotZero(y.cells))
    return PlanValue(held(cells, as: target.storage), given: given)
  }

  /// Rounds as the binary profiles do. Counts stay what they are; whole results beyond 2⁵³ are not
  /// given. A half goes where the profile's language has it, whatever the mode.
  private func binaryRound(
    _ value: PlanValue, _ step: Ratio, mode: RoundingMode, expression: PriceExpression
  ) -> PlanValue {
    if plan[value.cells].storage != .double, isWhole(expression.type), step <= 1 { return value }
    let double = held(value.cells, as: .double)
    let shape = plan[double]
    if isWhole(expression.type) {
      var target = shape.with(storage: .integer)
      target.type = expression.type
      target.range = expression.range
      let (source, direction) = wholeRounding(double, mode)
      let result = emit(.numbers(.wholeOf(source, direction, most: 0x1p53)), target, fallible: true)
      return PlanValue(result.cells, given: and(value.given, result.given))
    }
    let places = (step / shape.quantum).decimalDigits ?? 0
    let rounding: BinaryRounding
    switch mode {
    case .up: rounding = .up
    case .down: rounding = .down
    case .towardsZero: rounding = .towardsZero
    case .awayFromZero: rounding = .awayFromZero
    case .halfUp, .halfDown, .halfEven:
      rounding = model.arithmetic == .python ? .python : .javascript
    }
    let rounded = shape.with(grain: shape.grain, range: expression.range)
    let cells = emit(.numbers(.roundPlaces(double, places: places, rounding)), rounded).cells
    return PlanValue(cells, given: value.given)
  }

  /// `Math.round` is a step of its own; what it leaves has no halves.
  private func wholeRounding(
    _ double: Register, _ mode: RoundingMode
  ) -> (Register, RoundingMode) {
    switch mode {
    case .up, .down, .towardsZero, .awayFromZero: return (double, mode)
    case .halfUp, .halfDown, .halfEven: break
    }
    guard model.arithmetic == .javascript else { return (double, .halfEven) }
    return (
      emit(.numbers(.roundPlaces(double, places: 0, .javascript)), plan[double]).cells, .halfEven
    )
  }
}
