import QuoteLanguage
import QuoteSyntax

/// Time between two dates or two times of day, reckoned by parts of them: what a calendar or a
/// clock shows begins anew, and its difference is below zero there.
extension SuspicionWalk {
  mutating func judge(calendarOf value: PriceExpression) {
    noteMadeGood(by: value)
    guard case .apply(let act, let sides) = value.operation else { return }
    switch act {
    case .arithmetic(.subtract) where !madeGood.contains(value.span):
      judge(partsOfDates: value, sides[0], sides[1])
      judge(overMidnight: value, sides[0], sides[1])
    case .round(step: 1, let mode) where mode != .down && mode != .towardsZero:
      judge(begun: value, names.resolved(sides[0]).withoutConversion)
    case _: break
    }
  }

  private func text(_ value: PriceExpression) -> String {
    model.sources.text(at: value.span).trimmedOfSpaces
  }

  // MARK: - What makes a difference good

  /// A sum that has other parts of the dates too, adds a whole turn or asks for something is a
  /// reckoning of its own; so is a remainder, and what counts as nothing below zero.
  private mutating func noteMadeGood(by value: PriceExpression) {
    switch value.operation {
    case .apply(.number(.remainder), let parts), .apply(.date, let parts):
      parts.forEach { makeGood($0) }
    case .conditional(let condition, let then, let otherwise?):
      if case .apply(.compare, let sides) = condition.operation,
        sides.contains(where: names.isZero)
      {
        sides.forEach { makeGood($0) }
      }
      // One year less before the birthday.
      if hasPart(then), hasPart(otherwise) {
        makeGood(then)
        makeGood(otherwise)
      }
    case .extreme(least: false, let parts) where parts.contains(where: names.isZero):
      for part in parts where !isOfYears(part) { makeGood(part) }
    case .apply(.arithmetic(let act), _) where act == .add || act == .subtract:
      if hasOwnReckoning(value) { makeGood(value) }
    case _: break
    }
  }

  /// Whether a part of a date is among what a sum is made of.
  private func hasPart(_ sum: PriceExpression) -> Bool {
    var isFound = false
    names.visit(sum) { value in
      isFound = isFound || part(value) != nil
      guard !isFound, case .apply(.arithmetic, _) = names.resolved(value).operation else {
        return false
      }
      return true
    }
    return isFound
  }

  /// Whether it is a difference of years, which is one too much above zero as well.
  private func isOfYears(_ value: PriceExpression) -> Bool {
    guard case .apply(.arithmetic(.subtract), let sides) = names.resolved(value).operation else {
      return false
    }
    return part(sides[0])?.function == .year
  }

  private mutating func makeGood(_ value: PriceExpression) {
    names.visit(value) { value in
      let value = names.resolved(value)
      guard case .apply(.arithmetic, _) = value.operation else { return false }
      return madeGood.insert(value.span).inserted
    }
  }

  private func hasOwnReckoning(_ sum: PriceExpression) -> Bool {
    var parts: Set<DateFunction> = []
    var isOwn = false
    names.visit(sum) { value in
      let value = names.resolved(value)
      switch value.operation {
      case .apply(.date(let function), _): parts.insert(function)
      case .apply(.printed, _), .conditional, .extreme: isOwn = true
      case .constant(.quantity(let figure)):
        let turns: [Ratio] = value.type.isPlainNumber ? [12, 24] : [86_400]
        isOwn = isOwn || turns.contains(figure) && value.type != .quantity(.money)
      case .apply: return true
      case _: break
      }
      return false
    }
    return isOwn || parts.count > 1
  }

  // MARK: - Parts of dates

  /// A part of a date or a moment, `year(born)`. A year or a month with a name of its own is meant
  /// as it is; the day of a month is one of no other month, whatever its name.
  private func part(_ value: PriceExpression) -> (function: DateFunction, of: PriceExpression)? {
    let value = value.withoutConversion
    let isNamed = if case .reference = value.operation { true } else { false }
    guard case .apply(.date(let function), let parts) = names.resolved(value).operation,
      let date = parts.first
    else { return nil }
    switch function {
    case .day, .hourOf, .hourOfTime: break
    case .year, .month: if isNamed { return nil }
    case _: return nil
    }
    if case .constant = names.resolved(date).operation { return nil }
    return (function, date)
  }

  /// `year(visit) - year(born)`, `day(ends) - day(starts)`.
  private mutating func judge(
    partsOfDates value: PriceExpression, _ later: PriceExpression, _ earlier: PriceExpression
  ) {
    guard let last = part(later), let first = part(earlier), last.function == first.function,
      !names.areSame(last.of, first.of), last.function != .year || !isOfCalendar(value)
    else { return }
    let isInOrder = first.of.compared(.less, with: last.of, for: value.grain).holdsSurely
    var shown: PriceExpression
    if last.function == .year {
      let years = PriceExpression(
        .apply(.date(.years), [first.of, last.of]), type: .quantity(.count), grain: value.grain,
        isOptional: first.of.isOptional || last.of.isOptional,
        range: DateFunction.years.reach(of: [first.of.range, last.of.range]) ?? .unbounded,
        quantum: value.quantum, span: value.span)
      shown = value.compared(.notEqual, with: years, for: value.grain).holdsSurely
    } else {
      shown = value.compared(.less, with: value.zero, for: value.grain).holdsSurely
    }
    if last.function != .hourOfTime {
      guard let both = PriceExpression.all([isInOrder, shown], in: model) else { return }
      shown = both
    }
    note(
      shown,
      .partsOfDates(
        text(value), last.function, from: text(first.of), to: text(last.of), at: value.span),
      model.inputs(of: value))
  }

  /// Whether years of the calendar are meant, as the name says that they have.
  private func isOfCalendar(_ value: PriceExpression) -> Bool {
    model.lets.contains { declared in
      let (outer, inner) = (declared.value.span, value.span)
      guard outer.file == inner.file, outer.lower <= inner.lower, inner.upper <= outer.upper else {
        return false
      }
      let words = declared.name.lowercased().split(separator: "_").map(String.init)
      return !Self.calendarWords.isDisjoint(with: words) || declared.name.hasPrefix("new_year")
    }
  }

  private static let calendarWords: Set<String> = [
    "calendar", "model", "season", "vintage", "cohort", "class", "fiscal", "tax",
  ]

  // MARK: - Over midnight

  /// `instant(day, ends) - instant(day, starts)`, of which the end may lie in the next day.
  private mutating func judge(
    overMidnight value: PriceExpression, _ later: PriceExpression, _ earlier: PriceExpression
  ) {
    guard case .apply(.date(.instantOf), let last) = names.resolved(later).operation,
      case .apply(.date(.instantOf), let first) = names.resolved(earlier).operation,
      names.areSame(last[0], first[0]), !names.areSame(last[1], first[1])
    else { return }
    // What is held against a fixed time is after it, or it is not.
    for time in [last[1], first[1]] {
      if case .constant = names.resolved(time).operation { return }
    }
    note(
      last[1].compared(.less, with: first[1], for: value.grain).holdsSurely,
      .overMidnight(
        text(value), day: text(last[0]), from: text(first[1]), to: text(last[1]), at: value.span),
      model.inputs(of: value))
  }

  // MARK: - Days from a later to an earlier one

  /// `each: d in [first..last]` of two days that a booking gives: the list is empty, and costs
  /// nothing, where they are the other way round. A day that is computed may well lie behind, and
  /// what is counted from the day after one, `(due..returned]`, is only due where there are some.
  mutating func judge(daysOf list: ModelList) {
    guard let made = list.made, made.lower.type == .date, made.lowerIsIncluded,
      isGivenDay(made.lower),
      isGivenDay(made.upper), made.upper.range.lower < made.lower.range.upper
    else { return }
    note(
      made.upper.compared(.less, with: made.lower, for: made.upper.grain).holdsSurely,
      .daysTurned(
        list.name, from: text(made.lower), to: text(made.upper),
        bracket: made.upperIsIncluded ? "]" : ")",
        at: SourceSpan(
          file: made.lower.span.file, lower: made.lower.span.lower, upper: made.upper.span.upper)),
      model.inputs(of: made.lower) + model.inputs(of: made.upper))
  }

  private func isGivenDay(_ value: PriceExpression) -> Bool {
    var day = names.resolved(value)
    if case .apply(.date(.dateOf), let moments) = day.operation { day = names.resolved(moments[0]) }
    if case .reference(.field) = day.operation { return true }
    return false
  }

  // MARK: - Months that have begun

  /// `ceil(months(a, b))`, of what is whole already.
  private mutating func judge(begun value: PriceExpression, _ inner: PriceExpression) {
    guard case .apply(.date(let function), let dates) = inner.operation,
      function == .months || function == .years
    else { return }
    let (first, last) = (dates[0], dates[1])
    func day(_ date: PriceExpression) -> PriceExpression {
      PriceExpression(
        .apply(.date(.day), [date]), type: .quantity(.count), grain: date.grain,
        isOptional: date.isOptional, range: Interval(1, 31), quantum: inner.quantum,
        span: date.span)
    }
    let probes = [
      first.compared(.less, with: last, for: value.grain).holdsSurely,
      day(first).compared(.notEqual, with: day(last), for: value.grain).holdsSurely,
    ]
    guard let shown = PriceExpression.all(probes, in: model) else { return }
    note(
      shown,
      .begunLeftOut(
        text(value), text(inner), isYears: function == .years, from: text(first), to: text(last),
        at: value.span),
      model.inputs(of: value))
  }
}
