import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Aggregates and tables.
extension ReachReader {
  func aggregate(
    _ expression: PriceExpression, _ kind: PriceExpression.Aggregate, inner: PriceExpression,
    at place: Recording.Place
  ) -> ValueReach {
    let elements = elements(of: expression, as: .element, at: place)
    if kind == .count { return recorded(expression, place) }
    let reaches = elements.map { value(inner, $0) }
    if reaches.allSatisfy(\.isSame), inner.type != .flag || kind == .first || kind == .last {
      return isSameSum(reaches, inner, elements) ? recorded(expression, place) : .anything
    }
    switch kind {
    case .sum:
      let numbers = reaches.map { self.numbers($0, of: inner) }
      guard numbers.allSatisfy({ $0 != nil }) else { return .anything }
      return made(numbers.compactMap { $0 }.reduce(Interval(point: 0), +))
    case .min, .max:
      let given = reaches.filter { $0 != .same(.notGiven) }
      let numbers = given.map { self.numbers($0, of: inner) }
      guard numbers.allSatisfy({ $0 != nil }), let first = numbers.first ?? nil else {
        return .anything
      }
      return .numbers(
        numbers.compactMap { $0 }.dropFirst().reduce(first) { best, next in
          Interval.extreme(least: kind == .min, best, next)
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

  /// The elements of which a part that does this is asked.
  private func elements(
    of expression: PriceExpression, as role: PricePart.Role, at place: Recording.Place
  ) -> [Recording.Place] {
    recording.parts(of: expression, at: place, .lookedAt).filter { $0.role == role }.map(\.place)
  }

  /// Whether every element is as it was recorded.
  private func isSameSum(
    _ reaches: [ValueReach], _ inner: PriceExpression, _ elements: [Recording.Place]
  ) -> Bool {
    zip(reaches, elements).allSatisfy { $0 == recorded(inner, $1) }
  }

  func sumBefore(
    _ expression: PriceExpression, _ inner: PriceExpression, key: PriceExpression?,
    at place: Recording.Place
  ) -> ValueReach {
    let here = recording.enclosing(expression.along, of: place)
    if let key, value(key, here) == .same(.notGiven) { return .same(.notGiven) }
    var sum = Interval(point: 0)
    for element in elements(of: expression, as: .earlier, at: place) {
      let isEarlier =
        key.map { comes(element, before: here, by: $0) } ?? (element.index < here.index)
      guard let isEarlier else { return .anything }
      guard isEarlier else { continue }
      guard let number = numbers(inner, element) else { return .anything }
      sum = sum + number
    }
    return made(sum)
  }

  /// The element beside is the same one where all that says which it is stays as recorded.
  func neighbour(_ expression: PriceExpression, _ place: Recording.Place) -> ValueReach {
    let isSame = recording.parts(of: expression, at: place, .lookedAt).allSatisfy { part in
      value(part.expression, part.place) == recorded(part.expression, part.place)
    }
    return isSame ? recorded(expression, place) : .anything
  }

  /// What stands before an element in steps along its list.
  func carried(_ number: Int, _ place: Recording.Place) -> ValueReach {
    for named in model.lets {
      guard case .steps(let start, _, number) = named.value.operation else { continue }
      let list = named.value.grain.list
      let here = recording.enclosing(list, of: place)
      let above = recording.enclosing(model.lists[list].parent ?? .booking, of: here)
      // The first ones first, so that none has to ask for all before it.
      let earlier = recording.elements(of: list, below: above).prefix { $0.index < here.index }
      return earlier.reduce(value(start, above)) { _, element in value(named.value, element) }
    }
    return .anything
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
    var best: (index: Int, number: Interval)?
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
    _ expression: PriceExpression, _ table: TableID, keys: [PriceExpression],
    at place: Recording.Place
  ) -> ValueReach {
    guard isRecorded(expression), let last = keys.last,
      keys.allSatisfy({ value($0, place) != .anything }),
      let measure = numbers(last, place)
    else { return .anything }
    var sum = Interval(point: 0)
    for row in recording.enteredBrackets(of: expression, at: place) {
      let cells = model.tables[table].rows[row]
      guard let price = cells.values[0], let figure = numbers(price, place),
        let bracket = Bracket(cells, of: last)
      else { return .anything }
      sum = sum + (bracket.isOnce ? figure : figure * bracket.inside(measure))
    }
    return made(sum)
  }
}
