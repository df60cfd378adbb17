import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is strict: what the operands' numbers make of it.
extension ReachReader {
  func applied(
    _ operation: PriceExpression.Operator, _ parts: [PriceExpression],
    expression: PriceExpression, at place: Recording.Place
  ) -> ValueReach {
    if case .not = operation { return opposite(value(parts[0], place), expression, place) }
    return combined(expression, place, parts: parts) { numbers in
      made(by: operation, numbers, parts, expression: expression, at: place)
    }
  }

  private func made(
    by operation: PriceExpression.Operator, _ numbers: [Interval], _ parts: [PriceExpression],
    expression: PriceExpression, at place: Recording.Place
  ) -> ValueReach {
    switch operation {
    case .arithmetic(let operation):
      if isByNothing(operation, numbers[1], expression: expression, at: place) {
        return .same(.notGiven)
      }
      let x = numbers[0] * Self.unit(of: parts[0].type)
      let y = numbers[1] * Self.unit(of: parts[1].type)
      let result = arithmetic(operation, x, y) / Self.unit(of: expression.type)
      return expression.type.isQuantity ? made(result) : inCalendar(result.outward, expression)
    case .negate: return .numbers(-numbers[0])
    case .compare(let comparison): return .flag(numbers[0].compares(comparison, numbers[1]))
    case .round(let step, let mode): return made(numbers[0].rounded(to: step, mode))
    case .placed(let step): return made(numbers[0].placed(among: step))
    case .converted: return made(numbers[0])
    case .within(let set): return .flag(Self.matches(set, numbers[0]))
    case .number(let function):
      guard !function.mayFail(of: numbers) else { return .anything }
      return .numbers(function.reach(of: numbers))
    case .date(let function): return dates(function, numbers, expression)
    case .not, .contains, .distance, .template, .printed, .text: return .anything
    }
  }

  /// Whether it divides by zero whatever the other operand is, and comes to nothing.
  private func isByNothing(
    _ operation: PriceExpression.ArithmeticOperator, _ divisor: Interval,
    expression: PriceExpression, at place: Recording.Place
  ) -> Bool {
    operation == .divide && divisor == Interval(point: 0) && isRecorded(expression)
      && recorded(expression, place) == .same(.notGiven)
  }

  /// A date or an instant that was moved, which is not given outside the calendar.
  func inCalendar(_ stretch: Interval, _ expression: PriceExpression) -> ValueReach {
    let calendar = expression.type == .date ? CalendarReach.days : CalendarReach.moments
    guard case .numbers(let stretch) = made(stretch) else { return .anything }
    if stretch.upper < calendar.lower || stretch.lower > calendar.upper { return .same(.notGiven) }
    return calendar.contains(stretch.lower) && calendar.contains(stretch.upper)
      ? .numbers(stretch) : .anything
  }

  /// What one of a number is in seconds, where it counts time; else one.
  private static func unit(of type: ValueType) -> Interval {
    switch type {
    case .date: Interval(point: 86_400)
    case .instant: Interval(point: Ratio(1, 1_000_000))
    case .flag, .text, .choice, .quantity, .time, .weekday, .point, .texts, .invalid:
      Interval(point: 1)
    }
  }

  private func arithmetic(
    _ operation: PriceExpression.ArithmeticOperator, _ a: Interval, _ b: Interval
  ) -> Interval {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    }
  }

  // MARK: - Flags

  private func opposite(
    _ reach: ValueReach, _ expression: PriceExpression, _ place: Recording.Place
  ) -> ValueReach {
    switch reach {
    case .same(.flag(let flag)): .same(.flag(!flag))
    case .same: reach
    case .numbers, .anything: .anything
    }
  }

  // MARK: - Dates

  private func dates(
    _ function: DateFunction, _ numbers: [Interval], _ expression: PriceExpression
  ) -> ValueReach {
    var operands = numbers
    if function.isOfClock {
      guard let local = shifted(numbers[0], numbers.count > 1 ? numbers[1] : nil) else {
        return .anything
      }
      operands[0] = local
    }
    // What counts on calendars and clocks is whole in every profile.
    guard let reach = function.reach(of: operands) else { return .anything }
    return function.leavesCalendar ? inCalendar(reach, expression) : .numbers(reach)
  }

  /// Moments on the local clock; nil if it is changed in between.
  private func shifted(_ a: Interval, _ offset: Interval?) -> Interval? {
    let minute = Interval(point: 60_000_000)
    if let offset {
      guard offset.isPoint, CalendarReach.offsets.contains(offset.lower) else { return nil }
      return a + offset * minute
    }
    guard let low = a.lower.floor, let high = a.upper.ceiling else { return nil }
    let period = zone.period(at: Int64(clamping: low))
    guard period.contains(Int64(clamping: high)) else { return nil }
    return a + Interval(point: Ratio(period.offsetSeconds) * 1_000_000)
  }
}
