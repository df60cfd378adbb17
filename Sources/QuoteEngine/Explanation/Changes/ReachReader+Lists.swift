/// Aggregates, tables, functions.
extension ReachReader {
  func aggregate(
    _ expression: PriceExpression, _ kind: PriceExpression.Aggregate, _ inner: PriceExpression,
    _ list: Int, _ condition: PriceExpression?, _ place: Recording.Place
  ) -> ValueReach {
    let above = recording.enclosing(model.lists[list].parent ?? 0, of: place)
    let elements = recording.elements(of: list, below: above).filter { element in
      condition.map { recording.value(of: $0, at: element).isTrue } ?? true
    }
    if kind == .count { return recorded(expression, place) }
    let reaches = elements.map { value(inner, $0) }
    if reaches.allSatisfy(\.isSame), inner.type != .flag || kind == .first || kind == .last {
      return isSameSum(reaches, inner, elements) ? recorded(expression, place) : .anything
    }
    switch kind {
    case .sum:
      let numbers = reaches.map { self.numbers($0, of: inner) }
      guard numbers.allSatisfy({ $0 != nil }) else { return .anything }
      return made(numbers.compactMap { $0 }.reduce(Stretch(point: 0), +))
    case .min, .max:
      let given = reaches.filter { $0 != .same(.notGiven) }
      let numbers = given.map { self.numbers($0, of: inner) }
      guard numbers.allSatisfy({ $0 != nil }), let first = numbers.first ?? nil else {
        return .anything
      }
      return .numbers(
        numbers.compactMap { $0 }.dropFirst().reduce(first) { best, next in
          kind == .min
            ? Stretch(min(best.lower, next.lower), min(best.upper, next.upper))
            : Stretch(max(best.lower, next.lower), max(best.upper, next.upper))
        })
    case .any, .all:
      let deciding = ValueReach.same(.flag(kind == .any))
      if reaches.contains(deciding) { return deciding }
      guard reaches.allSatisfy(\.isSame) else { return .anything }
      return reaches.contains(.same(.notGiven)) ? .same(.notGiven) : .same(.flag(kind != .any))
    case .first, .last:
      let given = reaches.filter { $0 != .same(.notGiven) }
      if reaches.contains(.anything) { return .anything }
      return (kind == .first ? given.first : given.last) ?? .same(.notGiven)
    case .count, .join: return .anything
    }
  }

  /// Whether every element is as it was recorded.
  private func isSameSum(
    _ reaches: [ValueReach], _ inner: PriceExpression, _ elements: [Recording.Place]
  ) -> Bool {
    zip(reaches, elements).allSatisfy { $0 == recorded(inner, $1) }
  }

  func sumBefore(
    _ expression: PriceExpression, _ inner: PriceExpression, _ key: PriceExpression?,
    _ place: Recording.Place
  ) -> ValueReach {
    let list = expression.grain.list
    let here = recording.enclosing(list, of: place)
    let above = recording.enclosing(model.lists[list].parent ?? 0, of: here)
    if let key, value(key, here) == .same(.notGiven) { return .same(.notGiven) }
    var sum = Stretch(point: 0)
    for element in recording.elements(of: list, below: above) {
      let isEarlier =
        key.map { comes(element, before: here, by: $0) } ?? (element.index < here.index)
      guard let isEarlier else { return .anything }
      guard isEarlier else { continue }
      guard let number = numbers(inner, element) else { return .anything }
      sum = sum + number
    }
    return made(sum)
  }

  /// Whether an element is counted before another; nil: sometimes.
  private func comes(
    _ element: Recording.Place, before here: Recording.Place, by key: PriceExpression
  ) -> Bool? {
    guard element != here else { return false }
    let (theirs, own) = (value(key, element), value(key, here))
    if theirs == .same(.notGiven) { return false }
    if theirs.isSame, theirs == own { return element.index < here.index }
    guard let a = numbers(theirs, of: key), let b = numbers(own, of: key),
      let isLess = a.compares(.less, b)
    else { return nil }
    if isLess { return true }
    return a.compares(.equal, b).map { $0 && element.index < here.index }
  }

  /// The operand that a recorded least or greatest took, the first of equals;
  /// nil if one of them is not given.
  func winner(
    of expression: PriceExpression, _ choices: [PriceExpression], _ place: Recording.Place
  ) -> Int? {
    guard case .extreme(let least, _) = expression.operation else { return nil }
    var best: (index: Int, number: Stretch)?
    for (index, choice) in choices.enumerated() {
      guard let number = numbers(recorded(choice, place), of: choice) else { return nil }
      guard let current = best else {
        best = (index, number)
        continue
      }
      if least ? number.lower < current.number.lower : number.lower > current.number.lower {
        best = (index, number)
      }
    }
    return best?.index
  }

  // MARK: - Tables

  func cell(of expression: PriceExpression, _ column: Int, _ place: Recording.Place) -> ValueReach {
    guard case .lookup(let table, _, _) = expression.operation else { return .anything }
    let taken = recording.rows(of: expression, at: place)
    let cells = taken.compactMap { model.tables[table].rows[$0].values[column] }
    if cells.allSatisfy({ !uses.isMade($0, from: varied.input) }) {
      return recorded(expression, place)
    }
    return taken.count == 1 && cells.count == 1 ? value(cells[0], place) : .anything
  }

  func graduated(
    _ expression: PriceExpression, _ table: Int, _ keys: [PriceExpression],
    _ place: Recording.Place
  ) -> ValueReach {
    guard let last = keys.last, keys.allSatisfy({ value($0, place) != .anything }),
      let measure = numbers(last, place)
    else { return .anything }
    var sum = Stretch(point: 0)
    for row in DecisionWalk.brackets(table, keys, in: recording, at: place, enteredOnly: true) {
      let cells = model.tables[table].rows[row]
      guard let price = cells.values[0], let figure = numbers(price, place),
        let part = BracketPart(cells, price, last)
      else { return .anything }
      sum = sum + (part.isOnce ? figure : figure * part.inside(measure))
    }
    return made(sum)
  }

  // MARK: - Functions

  func function(
    _ function: PriceExpression.Function, _ expression: PriceExpression,
    _ arguments: [PriceExpression], _ place: Recording.Place
  ) -> ValueReach {
    combined(expression, place, arguments) { numbers in
      let a = numbers[0]
      switch function {
      case .absolute: return .numbers(a.magnitude)
      case .square: return made(a * a)
      case .dateOf, .timeOf, .hourOf, .weekdayOf:
        let offset = numbers.count > 1 ? numbers[1] : nil
        return self.clock(function, of: a, offset, arguments[0].type)
      case .weekdayNumber: return .numbers(a)
      case .year: return parts(a) { Ratio($0.year) }
      case .month:
        guard parts(a, { Ratio($0.year) }).isPointed else { return .numbers(Stretch(1, 12)) }
        return parts(a) { Ratio($0.month) }
      case .day:
        let months = parts(a) { Ratio($0.year * 12 + $0.month) }
        return months.isPointed ? parts(a) { Ratio($0.day) } : .numbers(Stretch(1, 31))
      case .years, .months: return self.completed(function, numbers[0], numbers[1])
      case .daysInMonth:
        return parts(a) { Ratio($0.year * 12 + $0.month) }.isPointed
          ? parts(a) { Ratio(CalendarDate.daysInMonth($0.month, of: $0.year)) }
          : .numbers(Stretch(28, 31))
      case .addMonths: return later(expression, a, numbers[1])
      case .squareRoot, .instantOf, .lower, .upper, .trim, .left, .length, .text, .parseDate,
        .parseInteger, .parseNumber, .joined:
        return .anything
      }
    }
  }

  private func date(_ days: Ratio) -> (year: Int, month: Int, day: Int) {
    CalendarDate(daysSince1970: Int32(clamping: days.floor ?? 0)).civil
  }

  private func parts(
    _ days: Stretch, _ part: ((year: Int, month: Int, day: Int)) -> Ratio
  ) -> ValueReach {
    .numbers(Stretch(part(date(days.lower)), part(date(days.upper))))
  }

  /// A later date, or more months, never lead to an earlier one.
  private func later(_ expression: PriceExpression, _ days: Stretch, _ months: Stretch)
    -> ValueReach
  {
    guard CalendarReach.months.contains(months.lower), CalendarReach.months.contains(months.upper)
    else { return .anything }
    func moved(_ day: Ratio, _ count: Ratio) -> Ratio {
      let date = CalendarDate(daysSince1970: Int32(clamping: day.floor ?? 0))
      return Ratio(date.adding(months: Int(count.floor ?? 0)))
    }
    return inCalendar(
      Stretch(moved(days.lower, months.lower), moved(days.upper, months.upper)), expression)
  }

  private func completed(
    _ function: PriceExpression.Function, _ from: Stretch, _ to: Stretch
  ) -> ValueReach {
    func months(_ a: Ratio, _ b: Ratio) -> Ratio {
      let (from, to) = (date(a), date(b))
      var months = (to.year - from.year) * 12 + to.month - from.month
      if to.day < from.day { months -= 1 }
      return Ratio(months)
    }
    // One more either way, for ends of months.
    let number = Stretch(months(from.upper, to.lower) - 1, months(from.lower, to.upper) + 1)
    guard function == .years else { return .numbers(number) }
    return whole((number / Stretch(point: 12))?.rounded(to: 1, .down))
  }

  private func clock(
    _ function: PriceExpression.Function, of a: Stretch, _ offset: Stretch?, _ type: ValueType
  ) -> ValueReach {
    let day = Ratio(Instant.microsecondsPerDay)
    var local = a
    switch type {
    case .date: local = Stretch(a.lower * day, a.upper * day)
    case .time:
      guard function == .hourOf else { return .anything }
      return whole((a / Stretch(point: 3600))?.rounded(to: 1, .down))
    case .instant:
      guard let shifted = shifted(a, offset) else { return .anything }
      local = shifted
    case .flag, .text, .choice, .quantity, .weekday, .point, .texts, .invalid: return .anything
    }
    guard let days = (local / Stretch(point: day))?.rounded(to: 1, .down) else { return .anything }
    switch function {
    case .dateOf: return .numbers(days)
    case .weekdayOf:
      guard days.upper - days.lower < 7 else { return .numbers(Stretch(1, 7)) }
      let (first, last) = (weekday(days.lower), weekday(days.upper))
      return .numbers(first <= last ? Stretch(first, last) : Stretch(1, 7))
    case .timeOf, .hourOf:
      let unit = Ratio(function == .timeOf ? 1_000_000 : 3_600_000_000)
      guard days.isPoint else { return .numbers(Stretch(0, day / unit - 1)) }
      let rest = local - Stretch(point: days.lower * day)
      return whole((rest / Stretch(point: unit))?.rounded(to: 1, .down))
    case .absolute, .square, .weekdayNumber, .year, .month, .day, .years, .months, .addMonths,
      .daysInMonth, .squareRoot, .instantOf, .lower, .upper, .trim, .left, .length, .text,
      .parseDate, .parseInteger, .parseNumber, .joined:
      return .anything
    }
  }

  /// What counts on calendars and clocks is whole in every profile.
  private func whole(_ stretch: Stretch?) -> ValueReach {
    stretch.map { .numbers($0) } ?? .anything
  }

  private func weekday(_ days: Ratio) -> Ratio {
    // 1970-01-01 was a Thursday.
    Ratio(CalendarDate.floorModulo(Int(days.floor ?? 0) + 3, 7) + 1)
  }

  /// Moments on the local clock; nil where it is changed in between.
  private func shifted(_ a: Stretch, _ offset: Stretch?) -> Stretch? {
    let minute = Stretch(point: 60_000_000)
    if let offset {
      guard offset.isPoint, CalendarReach.offsets.contains(offset.lower) else { return nil }
      return a + offset * minute
    }
    guard let low = a.lower.floor, let high = a.upper.ceiling else { return nil }
    let period = zone.period(at: Int64(clamping: low))
    guard period.contains(Int64(clamping: high)) else { return nil }
    return a + Stretch(point: Ratio(period.offsetSeconds) * 1_000_000)
  }
}

extension ValueReach {
  fileprivate var isPointed: Bool {
    if case .numbers(let stretch) = self { return stretch.isPoint }
    return false
  }
}
