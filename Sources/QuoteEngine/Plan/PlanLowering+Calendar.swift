import QuoteLanguage
import QuoteSyntax

/// Sums, differences and clocks of dates and instants.
extension PlanLowering {
  /// How long it is from one date or instant to another.
  func between(_ x: PlanValue, _ y: PlanValue, _ expression: PriceExpression) -> PlanValue {
    let grain = finest([x.cells, y.cells])
    let shape = PlanRegister(
      storage: .integer, grain: grain, quantum: CalendarReach.step(of: plan[x.cells].type),
      range: expression.range, type: expression.type)
    let cells = emit(
      .numbers(.arithmetic(.subtract, at(grain, x.cells), at(grain, y.cells))), shape
    ).cells
    return PlanValue(
      isBinary ? inUnit(cells, expression.units.size) : cells, given: given([x, y]))
  }

  /// A date or an instant with a duration added or taken away; not given outside the years 1 to
  /// 9999, which is tested where the ranges do not rule it out.
  func moved(
    _ operation: PriceExpression.ArithmeticOperator,
    _ a: (expression: PriceExpression, value: PlanValue),
    _ b: (expression: PriceExpression, value: PlanValue), expression: PriceExpression
  ) -> PlanValue {
    let reach = CalendarReach(operation, a.expression, b.expression, isBinary: isBinary)
    let steps = whole(b.value, of: CalendarReach.step(of: expression.type), isSure: !reach.mayLeave)
    let grain = finest([a.value.cells, steps.cells])
    let shape = PlanRegister(
      storage: isBinary ? .integer : storage(reach.range, quantum: 1), grain: grain,
      range: reach.range, type: expression.type)
    let (x, y) = (held(a.value.cells, as: shape.storage), held(steps.cells, as: shape.storage))
    let cells = emit(
      .numbers(.arithmetic(operation == .subtract ? .subtract : .add, at(grain, x), at(grain, y))),
      shape
    ).cells
    let given = self.given([a.value, steps])
    return inside(reach.calendar, PlanValue(cells, given: given), of: reach.range)
  }

  /// A function of dates: what its second operand counts is not given beyond the function's
  /// limits, nor is a date that leads out of the calendar.
  func dates(
    _ function: DateFunction, _ operands: [PriceExpression], _ expression: PriceExpression
  ) -> PlanValue {
    var values = operands.map(lower)
    if function == .weekdayNumber {
      let cells = renamed(
        values[0].cells, quantum: 1, range: expression.range, type: expression.type)
      return PlanValue(cells, given: values[0].given)
    }
    if values.count > 1, let limit = function.limitOfSecond {
      values[1] = inside(limit, ones(values[1]), of: operands[1].range)
    }
    let given = self.given(values)
    let grain = finest(values.map(\.cells))
    let reach = function.leavesCalendar ? function.reach(of: operands.map(\.range)) : nil
    let shape = PlanRegister(
      storage: .integer, grain: grain, range: reach ?? expression.range, type: expression.type)
    let second = values.count > 1 ? filled(grain, values[1].cells) : nil
    let cells = emit(.dates(function, filled(grain, values[0].cells), second), shape).cells
    let value = PlanValue(cells, given: given)
    return reach.map { inside(CalendarReach.days, value, of: $0) } ?? value
  }

  /// Whole numbers; those beyond an end of what is allowed are zero, and not given. What their
  /// range rules out is not tested.
  private func inside(
    _ allowed: Interval, _ value: PlanValue, of range: Interval
  ) -> PlanValue {
    let shape = plan[value.cells]
    func compare(_ comparison: PriceExpression.Comparison, _ end: Ratio) -> Register {
      let bound = held(number(end, type: shape.type, whole: true), as: shape.storage)
      return emit(.flags(.compare(comparison, value.cells, bound)), .flag(at: shape.grain)).cells
    }
    let isAbove = range.lower < allowed.lower ? compare(.greaterOrEqual, allowed.lower) : nil
    let isBelow = range.upper > allowed.upper ? compare(.lessOrEqual, allowed.upper) : nil
    guard let isInside = and(isAbove, isBelow) else { return value }
    let kept = emit(
      .flags(.zeroUnless(isInside, value.cells)),
      shape.with(grain: shape.grain, range: range.clamped(to: allowed))
    ).cells
    return PlanValue(held(kept, as: .integer), given: and(value.given, isInside))
  }

  /// A duration as whole days or microseconds, what is left over cut off downwards. Doubles that
  /// no sum could take are not given.
  private func whole(_ duration: PlanValue, of step: Ratio, isSure: Bool) -> PlanValue {
    let type = plan[duration.cells].type
    guard plan[duration.cells].storage == .double else {
      return PlanValue(
        rounded(duration.cells, to: step, .down, type: type), given: duration.given)
    }
    let steps = inUnit(duration.cells, step)
    let found = emit(
      .numbers(.wholeOf(steps, .down, most: Self.mostSteps)), plan[steps].with(storage: .integer),
      fallible: true)
    return PlanValue(found.cells, given: and(duration.given, isSure ? nil : found.given))
  }

  /// More than from one end of the calendar to the other, and with a date or an instant added
  /// still of 64 bits.
  private static let mostSteps = 0x1p62

  // MARK: - Clocks

  /// Minutes east of UTC, not given where no clock is so far from it.
  func offset(_ minutes: PlanValue, _ expression: PriceExpression) -> PlanValue {
    inside(CalendarReach.offsets, ones(minutes), of: expression.range)
  }

  /// A count one by one: `round(n, 15)` is held in fifteens.
  private func ones(_ count: PlanValue) -> PlanValue {
    let type = plan[count.cells].type
    return PlanValue(rounded(count.cells, to: 1, .down, type: type), given: count.given)
  }
}
