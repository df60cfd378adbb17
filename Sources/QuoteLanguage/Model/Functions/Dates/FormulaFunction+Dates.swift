import QuoteSyntax

extension FormulaFunction {
  /// Dates, times, instants and their parts.
  static let dates: [FormulaFunction] = [
    part("year(date)", .year), part("month(date)", .month), part("day(date)", .day),
    part("days_in_month(date)", .daysInMonth),
    between("years(a, b)", .years), between("months(a, b)", .months),
    FormulaFunction(
      "add_months(date, months)",
      FunctionShape(.date(.addMonths), [.date, .months]) { parts, _ in
        let reach = CalendarReach(monthsAfter: parts[0].range, parts[1].range)
        return FunctionResult(
          type: .date, range: reach.given,
          isOptional: reach.mayLeave || parts.contains(where: \.isOptional))
      }),
    FormulaFunction("instant(date, time)", 2...3) { checker, call, function in
      checker.instant(call, function, instantOfClock)
    },
    FormulaFunction("date(instant)", 1...2) { checker, call, function in
      checker.date(call, function, dateOfInstant)
    },
    FormulaFunction(
      "time(instant)",
      clock(.timeOf) { _, _ in FunctionResult(type: .time, range: Interval(0, 86399)) }),
    FormulaFunction(
      "weekday(date)", wants: "a date or an instant",
      FunctionShape(.date(.weekdayOfDate), [.date]) { _, _ in FunctionResult(type: .weekday) },
      clock(.weekdayOfInstant) { _, _ in FunctionResult(type: .weekday) }),
    FormulaFunction(
      "weekday_number(date)", wants: "a date or an instant",
      FunctionShape(.date(.weekdayOfDate), [.date]) { _, _ in .count(Interval(1, 7)) },
      FunctionShape(.date(.weekdayNumber), [.weekday]) { _, _ in .count(Interval(1, 7)) },
      clock(.weekdayOfInstant) { _, _ in .count(Interval(1, 7)) }),
    FormulaFunction(
      "hour(instant)", wants: "an instant",
      FunctionShape(.date(.hourOfTime), [.time]) { parts, _ in
        .count(DateFunction.hourOfTime.reach(of: parts.map(\.range)) ?? Interval(0, 23))
      },
      clock(.hourOf) { _, _ in .count(Interval(0, 23)) }),
  ]

  private static func part(_ form: String, _ part: DateFunction) -> FormulaFunction {
    FormulaFunction(form, counted(part, [.date]))
  }

  private static func between(_ form: String, _ function: DateFunction) -> FormulaFunction {
    FormulaFunction(form, counted(function, [.date, .date]))
  }

  private static func counted(
    _ function: DateFunction, _ operands: [FunctionOperand]
  ) -> FunctionShape {
    FunctionShape(.date(function), operands) { parts, _ in
      .count(function.reach(of: parts.map(\.range)) ?? .unbounded)
    }
  }

  private static let instantOfClock = FunctionShape(
    .date(.instantOf), [.date, .time], readsClock: true
  ) { parts, rules in
    FunctionResult(
      type: .instant,
      range: CalendarReach.moments(parts[0].range, parts[1].range, in: rules.zone))
  }

  private static let dateOfInstant = clock(.dateOf) { parts, rules in
    FunctionResult(
      type: .date,
      range: parts.count > 1
        ? CalendarReach.daysOfClock(parts[0].range, minutes: parts[1].range)
        : CalendarReach.daysOfClock(parts[0].range, in: rules.zone))
  }

  /// What a clock shows; not given where minutes are those of none.
  private static func clock(
    _ function: DateFunction, result: @escaping FunctionShape.Result
  ) -> FunctionShape {
    FunctionShape(.date(function), [.instant, .minutes], readsClock: true) { parts, rules in
      var found = result(parts, rules)
      if !CalendarReach.areClocks(parts.dropFirst().map(\.range)) { found.isOptional = true }
      return found
    }
  }
}
