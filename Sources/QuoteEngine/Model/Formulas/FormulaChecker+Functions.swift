extension FormulaChecker {
  /// Every function: how it is called, for messages, and with how many arguments.
  static let forms: [String: (text: String, arguments: ClosedRange<Int>)] = [
    "sum": ("sum(x)", 1...1), "any": ("any(condition)", 1...1), "all": ("all(condition)", 1...1),
    "first": ("first(x)", 1...1), "last": ("last(x)", 1...1), "count": ("count(list)", 1...1),
    "join": ("join(text, separator)", 1...2), "min": ("min(a, b)", 1...Int.max),
    "max": ("max(a, b)", 1...Int.max), "sum_before": ("sum_before(x, by k)", 1...1),
    "split": ("split(amount, by weight)", 1...1), "round": ("round(x, step)", 1...3),
    "round_up": ("round_up(x, step)", 1...2), "round_down": ("round_down(x, step)", 1...2),
    "floor": ("floor(x)", 1...1), "ceil": ("ceil(x)", 1...1), "trunc": ("trunc(x)", 1...1),
    "abs": ("abs(x)", 1...1), "geodesic": ("geodesic(a, b)", 2...3),
    "haversine": ("haversine(a, b)", 2...3), "lower": ("lower(text)", 1...1),
    "upper": ("upper(text)", 1...1), "trim": ("trim(text)", 1...1),
    "left": ("left(text, 10)", 2...2), "length": ("length(text)", 1...1),
    "text": ("text(x, pattern)", 1...3), "date": ("date(instant)", 1...2),
    "time": ("time(instant)", 1...2), "weekday": ("weekday(date)", 1...2),
    "weekday_number": ("weekday_number(date)", 1...2), "hour": ("hour(instant)", 1...2),
    "instant": ("instant(date, time)", 2...2), "years": ("years(a, b)", 2...2),
    "months": ("months(a, b)", 2...2), "year": ("year(date)", 1...1),
    "add_months": ("add_months(date, months)", 2...2),
    "days_in_month": ("days_in_month(date)", 1...1),
    "month": ("month(date)", 1...1), "day": ("day(date)", 1...1),
    "integer": ("integer(text)", 1...1), "number": ("number(text)", 1...1),
    "point": ("point(25.77, -80.19)", 2...2),
  ]

  func function(_ call: FormulaCall) -> PriceExpression {
    guard let form = Self.forms[call.name.value]?.text else {
      rules.log.report(
        .unknownFunction(
          call.name, among: Self.forms.keys.sorted() + rules.tableNames,
          help: helpInstead(of: call)))
      return invalid(at: call.span)
    }
    guard call.condition == nil, call.key == nil, let first = call.arguments.first else {
      return wrongArguments(call, form)
    }
    let value = closed(expression(of: first))
    guard value.type != .invalid else { return invalid(at: call.span) }
    switch call.name.value {
    case "lower", "upper", "trim", "length", "left", "integer", "number":
      return textual(call, value, form)
    case "abs":
      guard value.type.isQuantity else { return mismatch(value, "a number", call) }
      let top = max(value.range.lower.magnitude, value.range.upper.magnitude)
      return made(
        .function(.absolute, [value]), value.type, [value], call.span, units: value.units,
        range: Interval(0, top), quantum: value.quantum)
    case "text": return printed(call, value, form)
    case "year": return part(.year, of: value, call)
    case "month": return part(.month, of: value, call)
    case "day": return part(.day, of: value, call)
    case "days_in_month": return part(.daysInMonth, of: value, call)
    case "years", "months": return between(call, value, form)
    case "add_months": return later(call, value)
    case "instant": return moment(call, value, form)
    default: return dated(call, value, form)
    }
  }

  func mismatch(_ value: PriceExpression, _ wants: String, _ call: FormulaCall)
    -> PriceExpression
  {
    let isDay = wants == "a date" && value.type == .instant
    let text = rules.sources.text(at: value.span).trimmedOfSpaces
    rules.log.report(
      .wrongType(
        value, wants: wants, in: rules.sources,
        help: isDay ? ["its date, on the clock of `timezone`, is `date(\(text))`"] : []))
    return invalid(at: call.span)
  }

  func count(
    _ operation: PriceExpression.Operation, _ parts: [PriceExpression], _ call: FormulaCall,
    _ range: Interval, optional: Bool? = nil
  ) -> PriceExpression {
    made(
      operation, .quantity(.count), parts, call.span, range: range, quantum: 1, optional: optional)
  }

  // MARK: - Texts

  private func textual(_ call: FormulaCall, _ value: PriceExpression, _ form: String)
    -> PriceExpression
  {
    guard value.type == .text || value.type.isChoice else { return mismatch(value, "a text", call) }
    if call.name.value == "left" {
      guard call.arguments.count == 2,
        case .constant(.quantity(let size))? = rules.figure(expression(of: call.arguments[1]))?
          .operation,
        size.isWhole, let length = Int(exactly: size.numerator), length >= 0
      else { return wrongArguments(call, form) }
      return made(.function(.left(length), [value]), .text, [value], call.span)
    }
    guard call.arguments.count == 1 else { return wrongArguments(call, form) }
    switch call.name.value {
    case "lower": return made(.function(.lower, [value]), .text, [value], call.span)
    case "upper": return made(.function(.upper, [value]), .text, [value], call.span)
    case "trim": return made(.function(.trim, [value]), .text, [value], call.span)
    case "length": return count(.function(.length, [value]), [value], call, Interval(0, 1_000_000))
    case "integer":
      let limit = Ratio(powerOfTen: rules.arithmetic.isBinary ? 18 : 15)
      var range = Interval(-limit, limit)
      if case .function(.text(let pattern?), let parts) = value.operation,
        [.date, .time, .instant].contains(parts[0].type), let numbers = DatePattern(pattern).numbers
      {
        range = numbers
      }
      return count(
        .function(.parseInteger, [value]), [value], call, range, optional: true)
    default:
      let limit = Ratio(powerOfTen: 9)
      return made(
        .function(.parseNumber, [value]), .quantity(.number), [value], call.span,
        range: rules.arithmetic.isBinary ? .unbounded : Interval(-limit, limit),
        quantum: rules.arithmetic.isBinary ? 0 : Ratio(powerOfTen: -6), optional: true)
    }
  }

  // MARK: - Dates

  private func dated(_ call: FormulaCall, _ value: PriceExpression, _ form: String)
    -> PriceExpression
  {
    let name = call.name.value
    if name == "date", value.type == .text {
      guard call.arguments.count == 2, let pattern = plainText(call.arguments[1]) else {
        return wrongArguments(call, "date(text, \"yyyy-MM-dd\")")
      }
      let (fields, place) = (DatePattern.Field.allCases, call.arguments[1].span)
      guard fits(pattern, fields, "a date", reading: true, at: place) else {
        return invalid(at: call.span)
      }
      return made(
        .function(.parseDate(pattern: pattern), [value]), .date, [value], call.span,
        range: CalendarReach.days, optional: true)
    }
    var parts = [value]
    if call.arguments.count > 1 { parts.append(closed(expression(of: call.arguments[1]))) }
    guard parts.allSatisfy({ $0.type != .invalid }) else { return invalid(at: call.span) }
    if value.type != .instant, parts.count > 1 { return wrongArguments(call, form) }
    switch (name, value.type) {
    case ("weekday", .date): return made(.function(.weekdayOf, parts), .weekday, parts, call.span)
    case ("weekday_number", .date), ("weekday_number", .weekday):
      return count(.function(.weekdayNumber, parts), parts, call, Interval(1, 7))
    case ("hour", .time):
      return count(.function(.hourOf, parts), parts, call, Self.hours(of: value.range))
    case (_, .instant): break
    default:
      return mismatch(
        value,
        name == "date" || name == "time" || name == "hour" ? "an instant" : "a date or an instant",
        call)
    }
    if parts.count == 1, !rules.hasTimezone {
      rules.log.report(.needsTimezone(call.span))
      return invalid(at: call.span)
    }
    if parts.count > 1, parts[1].type != .quantity(.count) {
      return mismatch(parts[1], "a count of minutes", call)
    }
    let optional = areClocks(parts.dropFirst()) ? nil : true
    func part(_ function: PriceExpression.Function, _ type: ValueType, _ range: Interval)
      -> PriceExpression
    {
      made(
        .function(function, parts), type, parts, call.span, range: range,
        quantum: type.isQuantity ? 1 : 0, optional: optional)
    }
    switch name {
    case "date":
      let days =
        parts.count > 1
        ? CalendarReach.daysOfClock(value.range, minutes: parts[1].range)
        : CalendarReach.daysOfClock(value.range, in: rules.zone)
      return part(.dateOf, .date, days)
    case "time": return part(.timeOf, .time, Interval(0, 86399))
    case "hour": return part(.hourOf, .quantity(.count), Interval(0, 23))
    case "weekday": return part(.weekdayOf, .weekday, .unbounded)
    default: return part(.weekdayNumber, .quantity(.count), Interval(1, 7))
    }
  }

  private func moment(_ call: FormulaCall, _ value: PriceExpression, _ form: String)
    -> PriceExpression
  {
    guard call.arguments.count == 2 else { return wrongArguments(call, form) }
    let time = expression(of: call.arguments[1])
    guard value.type == .date else { return mismatch(value, "a date", call) }
    guard time.type == .time else {
      return time.type == .invalid ? invalid(at: call.span) : mismatch(time, "a time of day", call)
    }
    guard rules.hasTimezone else {
      rules.log.report(.needsTimezone(call.span))
      return invalid(at: call.span)
    }
    return made(
      .function(.instantOf, [value, time]), .instant, [value, time], call.span,
      range: CalendarReach.moments(value.range, time.range, in: rules.zone))
  }
}

extension ValueType {
  var isChoice: Bool {
    if case .choice = self { return true }
    return false
  }
}
