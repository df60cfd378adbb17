package import QuoteSyntax

/// Keys that are computed from another key of the table, and so are not what they like beside it:
/// where `n` is 2, `mod(n, 2)` is not 1.
extension KeyConditions {
  /// Where a key is not what another one makes of it: more boxes than `impossible`, asked for only
  /// where something is to be told.
  package var misreckoned: KeyRegion {
    keys.indices.reduce(KeyRegion.nothing) { region, column in
      region.union(ofOtherBranch(column)).union(ofOtherValue(column))
    }.union(apart)
  }

  // MARK: - Words by a condition

  /// Where a key that is one thing or another by a condition over the keys is not the one that it
  /// would have to be.
  private func ofOtherBranch(_ column: Int) -> KeyRegion {
    guard
      case .conditional(let condition, let then, let otherwise?) =
        names.resolved(keys[column]).operation
    else { return .nothing }
    func others(than value: PriceExpression) -> KeyRegion? {
      let figure = names.resolved(value)
      guard case .constant(let constant) = figure.operation,
        let sets = sets(domains[column], .equal, constant: constant, figure: figure)
      else { return nil }
      return KeyRegion(columns: [column], in: KeySet(sets.fails, matchesNotGiven: true))
    }
    let holds = others(than: then).map { region(where: condition, is: .yes).intersection($0) }
    let fails = others(than: otherwise).map { region(where: condition, is: .no).intersection($0) }
    return (holds ?? .nothing).union(fails ?? .nothing)
  }

  // MARK: - Values of a formula

  /// A key with more values is not gone through, nor one of which a formula makes more. There are
  /// 86,400 times of day.
  private static let mostValues: Int128 = 100_000
  private static let mostResults = 128
  private static let mostRuns = 1000
  /// So many parts of formulas are gone through for all values together.
  static let mostSteps: Int128 = 20_000_000

  /// Where a key that a formula makes of another one is not what it makes of it.
  private func ofOtherValue(_ column: Int) -> KeyRegion {
    guard !isBinary else { return .nothing }
    switch names.resolved(keys[column]).operation {
    case .apply, .extreme: break
    case _: return .nothing
    }
    return keys.indices.lazy.filter { $0 != column }.map { self.valuesApart(column, from: $0) }
      .first { !$0.boxes.isEmpty } ?? .nothing
  }

  private func valuesApart(_ column: Int, from source: Int) -> KeyRegion {
    let key = keys[source]
    guard let step = KeyDomain.step(of: key), key.range.isFinite,
      let first = (key.range.lower / step).ceiling, let last = (key.range.upper / step).floor,
      first <= last, last - first < Self.mostValues, let size = names.size(of: keys[column]),
      (last - first) * Int128(size) < Self.mostSteps
    else { return .nothing }
    // Values one after the other of which it makes the same are one range.
    var origins: [Ratio: [ClosedRange<Int128>]] = [:]
    var run: (result: Ratio, first: Int128)?
    var runs = 0
    for count in first...last + 1 {
      let value = Ratio(count) * step
      let result = count > last ? nil : number(keys[column], where: key, is: value)
      if result == nil, count <= last { return .nothing }
      if let run, run.result == result { continue }
      if let run { origins[run.result, default: []].append(run.first...count - 1) }
      run = result.map { ($0, count) }
      runs += 1
      if origins.count > Self.mostResults || runs > Self.mostRuns { return .nothing }
    }
    return KeyRegion(
      boxes: origins.sorted { $0.key < $1.key }.map { result, ranges in
        let values = ranges.map {
          KeyRange(Interval(Ratio($0.lowerBound) * step, Ratio($0.upperBound) * step))
        }
        let others = others(than: result, as: keys[column].type)
        return [
          source: KeySet(.ranges(values), matchesNotGiven: false),
          column: KeySet(others, matchesNotGiven: true),
        ]
      })
  }

  /// What a formula comes to; nil if it hangs on more than one key, or is of another kind.
  func number(
    _ value: PriceExpression, where key: PriceExpression, is size: Ratio
  ) -> Ratio? {
    if names.areSame(value, key) { return size }
    let value = names.resolved(value)
    switch value.operation {
    case .constant(.quantity(let figure)): return figure
    case .constant(.weekday(let day)): return Ratio(day.rawValue)
    case .constant(.date), .constant(.time): return value.range.isFinite ? value.range.lower : nil
    case .apply(let operation, let parts):
      let numbers = parts.compactMap { number($0, where: key, is: size) }
      return numbers.count == parts.count ? applied(operation, parts, numbers) : nil
    case .extreme(let least, let values):
      let numbers = values.compactMap { number($0, where: key, is: size) }
      guard numbers.count == values.count else { return nil }
      return least ? numbers.min() : numbers.max()
    case .conditional(let condition, let then, let otherwise?):
      guard let holds = holds(condition, where: key, is: size) else { return nil }
      return number(holds ? then : otherwise, where: key, is: size)
    case .constant, .reference, .and, .or, .isGiven, .defaulting, .conditional, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }

  /// Whether a condition holds; nil as with numbers.
  package func holds(
    _ condition: PriceExpression, where key: PriceExpression, is size: Ratio
  ) -> Bool? {
    let condition = names.resolved(condition)
    func of(_ part: PriceExpression) -> Bool? { holds(part, where: key, is: size) }
    switch condition.operation {
    case .constant(.flag(let flag)): return flag
    case .apply(.not, let parts): return of(parts[0]).map { !$0 }
    case .and(let a, let b):
      guard let a = of(a), let b = of(b) else { return nil }
      return a && b
    case .or(let a, let b):
      guard let a = of(a), let b = of(b) else { return nil }
      return a || b
    case .apply(.compare(let comparison), let sides):
      guard let a = number(sides[0], where: key, is: size),
        let b = number(sides[1], where: key, is: size)
      else { return nil }
      return comparison.holds(a < b ? -1 : a == b ? 0 : 1)
    case .apply(.within(let set), let parts):
      guard let value = number(parts[0], where: key, is: size) else { return nil }
      switch set.body {
      case .ranges(let ranges): return ranges.contains { $0.holds(value) }
      case .indices(let indices): return value.floor.map { indices.contains(Int($0)) }
      case .everything, .words, .textRanges, .areas: return nil
      }
    case .constant, .reference, .apply, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }

  private func applied(
    _ operation: PriceExpression.Operator, _ parts: [PriceExpression], _ numbers: [Ratio]
  ) -> Ratio? {
    func only(_ reach: Interval?) -> Ratio? {
      reach.flatMap { $0.lower == $0.upper ? $0.lower : nil }
    }
    switch operation {
    case .negate: return -numbers[0]
    case .converted: return numbers[0]
    case .round(let step, let mode): return Interval.rounded(numbers[0], to: step, mode)
    case .number(.absolute): return numbers[0].magnitude
    case .number(.remainder):
      guard numbers[1] > 0 else { return nil }
      return (numbers[0] / numbers[1]).floor.map { numbers[0] - Ratio($0) * numbers[1] }
    case .date(let function):
      // What a clock shows hangs on its zone.
      guard parts.count == 1, !function.isOfClock else { return nil }
      return only(function.reach(of: [Interval(point: numbers[0])]))
    case .arithmetic(let act):
      guard parts.allSatisfy(\.type.isQuantity) else { return nil }
      switch act {
      case .add: return numbers[0] + numbers[1]
      case .subtract: return numbers[0] - numbers[1]
      case .multiply: return numbers[0] * numbers[1]
      case .divide: return numbers[1].isZero ? nil : numbers[0] / numbers[1]
      }
    case .compare, .not, .placed, .within, .contains, .distance, .template, .printed, .text:
      return nil
    }
  }

  private func others(than value: Ratio, as type: ValueType) -> KeySet.Body {
    if type == .weekday, let day = value.floor {
      return .indices(Set(1...7).subtracting([Int(day)]))
    }
    return .ranges(KeySet.complement(of: [KeyRange(Interval(point: value))]))
  }
}

extension KeyRange {
  package func holds(_ value: Ratio) -> Bool {
    interval.contains(value) && (lowerIsIncluded || value != interval.lower)
      && (upperIsIncluded || value != interval.upper)
  }
}
