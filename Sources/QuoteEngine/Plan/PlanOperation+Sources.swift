extension PlanOperation {
  /// The registers it reads, in the order written, those that say where a value is given too.
  public var sources: [Register] {
    var sources: [Register] = []
    forEachSource { sources.append($0) }
    return sources
  }

  /// The same one by one, for those who ask of every instruction.
  func forEachSource(_ body: (Register) -> Void) {
    switch self {
    case .parameter, .field, .fieldGiven, .cameFrom, .element, .open: break
    case .keep(_, let a), .kept(let a, _), .repeated(let a, _), .spread(let a), .renamed(let a),
      .negate(let a), .absolute(let a), .scale(let a, _), .widen(let a), .narrow(let a),
      .toDouble(let a), .scaleDouble(let a, _), .round(let a, _, _, _), .roundPlaces(let a, _, _),
      .wholeOf(let a, _, _), .square(let a), .squareRoot(let a), .not(let a), .within(let a, _, _),
      .inArea(_, let a), .anyOf(let a, _), .allOf(let a, _), .rowIs(let a, _),
      .rowAmong(let a, _), .cell(_, let a), .cellGiven(_, let a), .combine(_, let a, _),
      .textsOfRows(_, let a), .textLength(let a), .joined(let a, _), .choiceText(let a, _),
      .parseDate(let a, _), .parseInteger(let a), .parseNumber(let a):
      body(a)
    case .arithmetic(_, let a, let b), .divide(let a, let b), .roundQuotient(let a, let b, _, _, _),
      .extreme(_, let a, let b), .compare(_, let a, let b), .and(let a, let b), .or(let a, let b),
      .zeroUnless(let a, let b), .accumulate(let a, let b, _), .running(let a, let b, _),
      .split(let a, let b, _, _), .distance(_, let a, let b, _):
      body(a)
      body(b)
    case .select(let a, let b, let c):
      body(a)
      body(b)
      body(c)
    case .sum(let a, _, let b), .leastOf(let a, _, let b), .greatestOf(let a, _, let b),
      .firstOf(let a, _, let b), .lastOf(let a, _, let b),
      .textsUp(let a, _, let b), .textOf(let a, _, let b),
      .dateFunction(_, let a, let b):
      body(a)
      if let b { body(b) }
    case .count(_, let a):
      if let a { body(a) }
    case .make(_, let lower, _, let upper, _, _):
      lower.forEachRegister(body)
      upper.forEachRegister(body)
    case .sumBefore(let a, let key, _):
      a.forEachRegister(body)
      key?.forEachRegister(body)
    case .find(_, let keys), .match(_, let keys), .gatherTexts(let keys):
      for key in keys { key.forEachRegister(body) }
    case .textFunction(_, let a):
      a.forEachRegister(body)
    case .concatenate(let parts):
      for part in parts { body(part) }
    }
  }

  /// What an operation does beyond filling memory of its target's own.
  enum Effect {
    case none
    /// The target stands for cells that are held elsewhere, of its sources among them.
    case lends
    /// As `lends`; it says where elements are, and so is never left out.
    case shapesLists
  }

  var effect: Effect {
    switch self {
    case .open, .keep, .make: .shapesLists
    case .field, .element, .renamed, .kept: .lends
    case .parameter, .fieldGiven, .cameFrom, .repeated, .spread, .arithmetic, .divide, .negate,
      .absolute, .scale, .widen, .narrow, .toDouble, .scaleDouble, .round, .roundQuotient,
      .roundPlaces, .wholeOf, .square, .squareRoot, .extreme, .compare, .and, .or, .not, .select,
      .zeroUnless, .within, .inArea, .sum, .count, .accumulate, .running, .leastOf, .greatestOf,
      .firstOf, .lastOf, .anyOf, .allOf, .sumBefore, .split, .find, .match, .cell, .cellGiven,
      .combine, .rowIs, .rowAmong, .textsOfRows, .textFunction, .textOf, .choiceText,
      .concatenate, .textLength, .joined, .gatherTexts, .textsUp, .dateFunction, .parseDate,
      .parseInteger, .parseNumber, .distance:
      .none
    }
  }
}

extension PlanValue {
  /// The cells, then the flags that say where they are given.
  public var registers: [Register] { [cells] + (given.map { [$0] } ?? []) }

  /// The same one by one.
  func forEachRegister(_ body: (Register) -> Void) {
    body(cells)
    if let given { body(given) }
  }
}
