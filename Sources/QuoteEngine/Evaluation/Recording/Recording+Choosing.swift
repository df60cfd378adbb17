package import QuoteLanguage
package import QuoteSyntax

/// What rules chose for a booking: the lines that apply, the elements that were counted, the
/// rows that were taken.
extension Recording {
  /// Whether a line applies. A condition that depends on an unknown amount does not hold.
  package func applies(_ line: Int, at place: Place) -> Bool {
    let entry = UnknownPrices.Entry(line: line, place: place)
    if let known = unknown?.standing[entry] { return known }
    guard let register = plan.trace.lines[line]?.applies else { return true }
    return isTrue(register, at: place)
  }

  /// What a member of a group of which one counts came to, whichever that was; `place` is the
  /// group's. Nil for other lines.
  package func bid(by line: Int, at place: Place) -> RecordedValue? {
    plan.trace.lines[line]?.bid.map { cell($0, index(of: $0, at: place)) }
  }

  /// The elements below a place that an aggregate counted: those for which its condition
  /// holds, without those that it leaves out because they are not given.
  package func counted(_ aggregate: PriceExpression, at place: Place) -> [Place] {
    guard case .aggregate(let kind, let inner, let list, let condition) = aggregate.operation else {
      return []
    }
    let leavesOut: Bool
    switch kind {
    case .min, .max, .first, .last, .count, .join: leavesOut = true
    case .sum, .any, .all: leavesOut = false
    }
    return elements(of: list, below: enclosing(model.lists[list].parent ?? .booking, of: place))
      .filter {
        if let condition, !value(of: condition, at: $0).isTrue { return false }
        return !leavesOut || value(of: inner, at: $0) != .notGiven
      }
  }

  /// The elements whose values `sum_before` adds up for a place, in the order of its key.
  package func before(_ expression: PriceExpression, at place: Place) -> [Place] {
    let list = expression.along
    guard case .sumBefore(_, let key) = expression.operation,
      let parent = model.lists[list].parent
    else { return [] }
    let own = enclosing(list, of: place)
    let all = inOrder(elements(of: list, below: enclosing(parent, of: own)), by: key)
    return all.contains(own) ? Array(all.prefix { $0 != own }) : []
  }

  /// The element whose value `previous` or `next` gives at a place; nil if there is none.
  package func neighbour(_ expression: PriceExpression, at place: Place) -> Place? {
    let list = expression.along
    guard case .neighbour(_, let key, let condition, let isAfter) = expression.operation,
      let parent = model.lists[list].parent
    else { return nil }
    let own = enclosing(list, of: place)
    var all = inOrder(elements(of: list, below: enclosing(parent, of: own)), by: key)
    if isAfter { all.reverse() }
    guard let position = all.firstIndex(of: own) else { return nil }
    return all.prefix(position).last { element in
      condition.map { value(of: $0, at: element).isTrue } ?? true
    }
  }

  /// Elements whose key is given, by the key and then as they stand; without a key, all of them.
  private func inOrder(_ all: [Place], by key: PriceExpression?) -> [Place] {
    guard let key else { return all }
    return all.map { (place: $0, key: value(of: key, at: $0)) }.filter { $0.key != .notGiven }
      .sorted {
        let order = $0.key.order(to: $1.key)
        return order < 0 || order == 0 && $0.place.index < $1.place.index
      }.map(\.place)
  }

  /// Rows of the model's table (from 0) that a look-up took.
  package func rows(of expression: PriceExpression, at place: Place) -> [Int] {
    let table: TableID
    switch expression.operation {
    case .lookup(let found, _, _), .isFound(let found, _): table = found
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .graduated, .texts:
      return []
    }
    guard let register = plan.trace.rows[ObjectIdentifier(expression)],
      let planned = plan.tables.first(where: { $0.model == table })
    else { return [] }
    return found(register, at: place).map { planned.order[$0] }
  }

  /// Brackets of a graduated table that hold for its other keys, in the order of the table.
  package func heldBrackets(of expression: PriceExpression, at place: Place) -> [BracketTrace] {
    (plan.trace.brackets[ObjectIdentifier(expression)] ?? []).filter { bracket in
      bracket.holds.map { holds(PlanValue($0), at: place) } ?? true
    }
  }

  /// The rows of the brackets that the measure enters.
  package func enteredBrackets(of expression: PriceExpression, at place: Place) -> [Int] {
    guard case .graduated(_, let keys) = expression.operation, let measure = keys.last,
      !isMissing(measure, at: place)
    else { return [] }
    return heldBrackets(of: expression, at: place).filter { bracket in
      if let reached = bracket.reached { return isTrue(reached, at: place) }
      return bracket.inside.map { !isZero(PlanValue($0), at: place) } ?? false
    }.map(\.row)
  }

  // MARK: - What nobody knows

  /// Whether the amount of a line is unknown.
  package func isAmountUnknown(of line: Int, at place: Place) -> Bool {
    unknown?.amounts.contains(UnknownPrices.Entry(line: line, place: place)) ?? false
  }

  /// Why the elements of a list are unknown; nil if they are known.
  package func whyUnknown(list: ListID) -> String? { unknown?.lists[list] }

  package func isTrue(_ flag: Register, at place: Place) -> Bool {
    holds(PlanValue(flag), at: place)
  }

  /// A flag of the booking.
  package func isTrue(_ flag: Register) -> Bool { isTrue(flag, at: booking) }

  /// Whether the running amount after a line is unknown.
  package func isUnknown(below line: Int, at place: Place) -> Bool {
    unknown?.carried.contains(UnknownPrices.Entry(line: line, place: place)) ?? false
  }

  package func isUnknown(_ expression: PriceExpression, at place: Place) -> Bool {
    guard let unknown, !unknown.expressions.isEmpty else { return false }
    let home = enclosing(expression.grain.list, of: place)
    return unknown.expressions.contains(
      UnknownPrices.Visit(expression: ObjectIdentifier(expression), place: home))
  }
}

extension RecordedValue {
  package var isZero: Bool {
    switch self {
    case .exact(let value): value.isZero
    case .double(let value): value == 0
    case .integer(let value): value == 0
    case .notGiven: true
    case .flag, .text, .texts, .choice, .point: false
    }
  }
}
