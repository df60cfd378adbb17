package import QuoteSyntax

/// Keys of one table that hang together, and those that skip numbers.
extension KeyConditions {
  /// Points at which no booking is.
  package var impossible: KeyRegion { contradictory.union(betweenNumbers) }

  /// Where a key lies between the numbers that it may be.
  private var betweenNumbers: KeyRegion {
    keys.indices.reduce(KeyRegion.nothing) { region, column in
      guard !isBinary, keys[column].type.isQuantity else { return region }
      let ranges = names.ranges(of: keys[column])
      guard ranges.count > 1 else { return region }
      let others = KeySet(.ranges(KeySet.complement(of: ranges)), matchesNotGiven: false)
      return region.union(KeyRegion(columns: [column], in: others))
    }
  }

  /// Where a key that is a condition over the others does not hold as it would have to, as
  /// `amount >= $50` with an `amount` of $10.
  private var contradictory: KeyRegion {
    keys.indices.reduce(KeyRegion.nothing) { region, column in
      let condition = names.resolved(keys[column])
      guard condition.type == .flag else { return region }
      func box(_ set: KeySet) -> KeyRegion { KeyRegion(columns: [column], in: set) }
      let yes = KeySet(.indices([1]), matchesNotGiven: false)
      let no = KeySet(.indices([0]), matchesNotGiven: false)
      let never = self.region(where: condition, is: .notYes).intersection(box(yes))
      let always = self.region(where: condition, is: .notNo).intersection(box(no))
      var both = never.union(always)
      if condition.isOptional {
        let known = self.region(where: condition, is: .yes)
          .union(self.region(where: condition, is: .no))
        both = both.union(known.intersection(box(.notGiven)))
      }
      return region.union(both.withoutEmptyBoxes)
    }
  }
}

extension KeyRegion {
  /// Without boxes that have no key in one of their columns.
  fileprivate var withoutEmptyBoxes: KeyRegion {
    KeyRegion(
      boxes: boxes.filter { box in
        box.values.allSatisfy { set in
          switch set.body {
          case .indices(let indices): !indices.isEmpty || set.matchesNotGiven
          case .ranges(let ranges): !ranges.isEmpty || set.matchesNotGiven
          case .words(let words, let negated): !words.isEmpty || negated || set.matchesNotGiven
          case .everything, .textRanges, .areas: true
          }
        }
      })
  }
}

extension SameValues {
  /// The same key, with the step that it has if a figure counts as one step of itself: `kg * 1.1`
  /// of whole kilograms goes by 1.1 kg.
  package func inFullSteps(_ key: PriceExpression) -> PriceExpression {
    guard key.type.isQuantity, !isBinary, let step = fullStep(of: key), step > key.quantum,
      !key.quantum.isZero
    else { return key }
    return PriceExpression(
      key.operation, type: key.type, units: key.units, grain: key.grain,
      isOptional: key.isOptional, range: key.range, quantum: step, span: key.span, over: key.over)
  }

  private func fullStep(of value: PriceExpression) -> Ratio? {
    guard let name = name(of: value) else { return ownFullStep(of: resolved(value)) }
    if let step = known.steps[name] { return step }
    let step = ownFullStep(of: resolved(value))
    known.steps[name] = .some(step)
    return step
  }

  private func ownFullStep(of value: PriceExpression) -> Ratio? {
    switch value.operation {
    case .constant(.quantity(let figure)): return figure.magnitude
    case .apply(.negate, let parts): return fullStep(of: parts[0])
    case .apply(.arithmetic(let act), let sides) where act != .divide:
      guard sides.allSatisfy(\.type.isQuantity), let a = fullStep(of: sides[0]),
        let b = fullStep(of: sides[1])
      else { return nil }
      return act == .multiply ? a * b : Ratio.commonQuantum(a, b)
    case _: return value.quantum.isZero || !value.type.isQuantity ? nil : value.quantum
    }
  }

  /// Whether it is computed, and not what somebody gives.
  func isMade(_ key: PriceExpression) -> Bool {
    switch resolved(key).operation {
    case .apply, .conditional, .extreme, .and, .or: true
    case _: false
    }
  }

  /// Whether it is computed from one input alone.
  func isMadeOfOne(_ key: PriceExpression) -> Bool { isMade(key) && inputs(of: key).count == 1 }

  /// The first input that a value is computed from.
  func firstInput(of value: PriceExpression) -> PriceExpression? {
    let value = resolved(value)
    if case .reference = value.operation { return value }
    for part in value.parts { if let found = firstInput(of: part) { return found } }
    return nil
  }

  /// A value that a key may have between two that look like neighbours.
  package func between(_ low: Ratio, _ high: Ratio, of key: PriceExpression) -> Ratio? {
    guard let middle = inFullSteps(key).between(low, high) else { return nil }
    guard let made = numbersMade(of: key) else { return middle }
    return made.first { low < $0 && $0 < high }
  }

  /// Whether a formula never comes to some of the steps that a key has.
  package func skipsSteps(_ key: PriceExpression) -> Bool {
    if inFullSteps(key) !== key { return true }
    guard let made = numbersMade(of: key), let first = made.first, let last = made.last,
      let step = KeyDomain.step(of: key)
    else { return false }
    return Ratio(Int64(made.count - 1)) * step < last - first
  }

  private func numbersMade(of key: PriceExpression) -> [Ratio]? {
    KeyConditions(names: self, keys: [key], domains: [key], isBinary: isBinary)
      .numbersMade(of: key)
  }

  /// Whether two values are computed from one input.
  package func haveOneInput(_ a: PriceExpression, _ b: PriceExpression) -> Bool {
    !inputs(of: a).isDisjoint(with: inputs(of: b))
  }

  /// Where the numbers lie that a value may be: those of each branch of an `if`, of a value and
  /// its `default`, the words of a `one of` as numbers.
  package func ranges(of value: PriceExpression) -> [KeyRange] {
    guard let name = name(of: value) else { return ownRanges(of: resolved(value)) }
    if let ranges = known.ranges[name] { return ranges }
    let ranges = ownRanges(of: resolved(value))
    known.ranges[name] = ranges
    return ranges
  }

  private func ownRanges(of value: PriceExpression) -> [KeyRange] {
    func union(_ parts: [PriceExpression]) -> [KeyRange] {
      let all = KeySet.ascending(parts.flatMap { ranges(of: $0) })
      return all.count <= Self.mostRanges ? all : [KeyRange(value.range)]
    }
    switch value.operation {
    case .constant(.notGiven): return []
    case .conditional(_, let then, let otherwise):
      return union([then] + (otherwise.map { [$0] } ?? []))
    case .defaulting(let first, let second):
      return union(first.isOptional ? [first, second] : [first])
    case .extreme(let least, let values):
      // The least of some is one of them, and none is above the lowest of their tops.
      let ends = values.map(\.range)
      let lower = ends.map(\.lower).max() ?? -.infinity
      let upper = ends.map(\.upper).min() ?? .infinity
      let within = KeyRange(least ? Interval(-.infinity, upper) : Interval(lower, .infinity))
      let all = KeySet(.ranges(union(values)), matchesNotGiven: false)
        .intersection(KeySet(.ranges([within]), matchesNotGiven: false))
      guard case .ranges(let ranges)? = all?.body else { return [KeyRange(value.range)] }
      return ranges
    case .apply(.text(.parseInteger), let parts):
      guard case .choice(let words) = resolved(parts[0]).type else {
        return [KeyRange(value.range)]
      }
      let numbers = Set(words.compactMap { Int64($0) }).sorted()
      guard numbers.count <= Self.mostRanges else { return [KeyRange(value.range)] }
      return numbers.map { KeyRange(Interval(point: Ratio($0))) }
    case .aggregate(let kind, let part, _, _) where kind.isOneOfThem: return ranges(of: part)
    case .apply(.arithmetic(let act), let sides) where !isBinary:
      return moved(act, sides, within: value.range) ?? [KeyRange(value.range)]
    case .lookup(let table, let column, _):
      return cells(of: table, column, in: value) ?? [KeyRange(value.range)]
    case .constant, .reference, .apply, .and, .or, .isGiven, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .isFound, .graduated, .texts:
      return [KeyRange(value.range)]
    }
  }

  /// `zone + 1` and `zone * 2`, of numbers of which only some come.
  private func moved(
    _ act: PriceExpression.ArithmeticOperator, _ sides: [PriceExpression], within reach: Interval
  ) -> [KeyRange]? {
    guard sides.allSatisfy(\.type.isQuantity), let figure = resolved(sides[1]).figure,
      case let ranges = ranges(of: sides[0]), ranges.count > 1
    else { return nil }
    func move(_ end: Ratio) -> Ratio? {
      switch act {
      case .add: end + figure
      case .subtract: end - figure
      case .multiply: figure > 0 ? end * figure : nil
      case .divide: figure > 0 ? end / figure : nil
      }
    }
    let all = ranges.compactMap { range -> KeyRange? in
      guard range.interval.isFinite, let low = move(range.interval.lower),
        let high = move(range.interval.upper), reach.contains(low), reach.contains(high)
      else { return nil }
      return KeyRange(
        Interval(low, high), lowerIsIncluded: range.lowerIsIncluded,
        upperIsIncluded: range.upperIsIncluded)
    }
    return all.count == ranges.count ? all : nil
  }

  private static let mostRanges = 64
  private static let mostCells = 1000

  /// Where the numbers of a column lie of which a look-up gives one: zones 2 and 8, and none
  /// between them. Those that are a step apart are one range.
  private func cells(
    of table: TableID, _ column: Int, in value: PriceExpression
  ) -> [KeyRange]? {
    guard tables.indices.contains(table), case let rows = tables[table].rows,
      rows.count <= Self.mostCells
    else { return nil }
    switch tables[table].hit {
    case .unique, .first, .max, .min: break
    case .sum, .product, .graduated: return nil
    }
    let cells = rows.compactMap { $0.values[column] }.flatMap { ranges(of: $0) }
    guard let step = KeyDomain.step(of: value), cells.count <= Self.mostCells else { return nil }
    let joined = KeySet.ascending(cells).reduce(into: [KeyRange]()) { joined, range in
      if let last = joined.last, last.upperIsIncluded, range.lowerIsIncluded,
        range.interval.lower - last.interval.upper == step
      {
        let whole = Interval(last.interval.lower, range.interval.upper)
        joined[joined.count - 1] = KeyRange(
          whole, lowerIsIncluded: last.lowerIsIncluded, upperIsIncluded: range.upperIsIncluded)
      } else {
        joined.append(range)
      }
    }
    return joined.count <= Self.mostRanges ? joined : nil
  }

  package func inputs(of value: PriceExpression) -> Set<PriceExpression.Reference> {
    var found: Set<PriceExpression.Reference> = []
    var seen: Set<ObjectIdentifier> = []
    func walk(_ value: PriceExpression) {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return }
      if case .reference(let reference) = value.operation {
        switch reference {
        case .field, .element: found.insert(reference)
        case .letValue(let index): walk(lets[index].value)
        case .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons: break
        }
      }
      value.parts.forEach(walk)
    }
    walk(value)
    return found
  }
}

extension PriceExpression.Aggregate {
  /// Whether it is one of what it gathers.
  fileprivate var isOneOfThem: Bool {
    switch self {
    case .min, .max, .first, .last: true
    case .sum, .any, .all, .count, .join: false
    }
  }
}
