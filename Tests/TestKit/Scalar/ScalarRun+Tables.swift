import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ScalarRun {
  /// The rows that hold, upper first.
  func rows(
    of table: ModelTable, for values: [ScalarValue], _ keys: [PriceExpression]
  ) -> [ModelTableRow] {
    table.rows.filter { row in
      zip(zip(row.keys, values), keys).allSatisfy { pair, key in
        pair.1.isGiven ? matches(pair.0, pair.1, key) : pair.0.matchesNotGiven
      }
    }
  }

  /// `key` tells words and, of binary numbers, the unit.
  func matches(_ set: KeySet, _ value: ScalarValue, _ key: PriceExpression) -> Bool {
    let type = key.type
    switch set.body {
    case .everything: return true
    case .ranges(let ranges): return ranges.contains { holds($0, value, unit: key.units.size) }
    case .words(let words, let negated):
      guard let word = word(value, type) else { return false }
      return words.contains(word) != negated
    case .textRanges(let ranges):
      guard let word = word(value, type) else { return false }
      return ranges.contains { holds($0, word) }
    case .indices(let indices):
      switch value {
      case .choice(let index): return indices.contains(index)
      case .flag(let flag): return indices.contains(flag ? 1 : 0)
      case .weekday(let number): return indices.contains(number)
      case .notGiven, .text, .exact, .double, .integer, .date, .time, .instant, .point, .texts:
        return false
      }
    case .areas(let areas, let negated):
      guard case .point(let point) = value else { return false }
      return areas.contains { isInside(point, $0) } != negated
    }
  }

  private func word(_ value: ScalarValue, _ type: ValueType) -> String? {
    if case .text(let text) = value { return inOneForm(text) }
    if case .choice(let index) = value, case .choice(let choices) = type { return choices[index] }
    return nil
  }

  private func holds(_ range: KeyRange, _ value: ScalarValue, unit: Ratio) -> Bool {
    if case .double(let number) = value {
      let lower = (range.interval.lower / unit).nearestDouble
      let upper = (range.interval.upper / unit).nearestDouble
      return (range.lowerIsIncluded ? number >= lower : number > lower)
        && (range.upperIsIncluded ? number <= upper : number < upper)
    }
    guard let number = value.ratio else { return false }
    return (range.lowerIsIncluded ? number >= range.interval.lower : number > range.interval.lower)
      && (range.upperIsIncluded ? number <= range.interval.upper : number < range.interval.upper)
  }

  private func holds(_ range: TextRange, _ word: String) -> Bool {
    let scalars = word.unicodeScalars.map(\.value)
    if let lower = range.lower?.unicodeScalars.map(\.value) {
      if scalars.lexicographicallyPrecedes(lower) { return false }
      if !range.lowerIsIncluded && scalars == lower { return false }
    }
    if let upper = range.upper?.unicodeScalars.map(\.value) {
      if upper.lexicographicallyPrecedes(scalars) { return false }
      if !range.upperIsIncluded && scalars == upper { return false }
    }
    return true
  }

  /// There is no row of `max` and `min` without a rank.
  func isFound(
    _ table: ModelTable, _ values: [ScalarValue], _ keys: [PriceExpression]
  ) -> Bool {
    let isRanked = table.hit == .max || table.hit == .min
    return rows(of: table, for: values, keys).contains { !isRanked || $0.values[0] != nil }
  }

  func look(
    up keys: [PriceExpression], in table: ModelTable, _ column: Int, at node: ScalarNode,
    as expression: PriceExpression
  ) -> ScalarValue {
    let found = rows(of: table, for: keys.map { value($0, at: node) }, keys)
    func cell(_ row: ModelTableRow, _ column: Int) -> ScalarValue {
      guard let cell = row.values[column] else { return .notGiven }
      let value = value(cell, at: node)
      if case .quantity = cell.type { return held(value, cell, as: expression) }
      return value
    }
    switch table.hit {
    case .unique, .first: return found.first.map { cell($0, column) } ?? .notGiven
    case .sum, .product:
      // A literal `-` adds nothing; what a formula adds that is not given nobody knows.
      let cells = found.filter { $0.values[column] != nil }.map { cell($0, column) }
      return collected(cells, table, column)
    case .max, .min:
      let ranked = found.filter { $0.values[0] != nil }
      guard ranked.allSatisfy({ cell($0, 0).isGiven }), var best = ranked.first else {
        return .notGiven
      }
      for row in ranked.dropFirst() {
        let order = compare(cell(row, 0), cell(best, 0))
        if table.hit == .min ? order == -1 : order == 1 { best = row }
      }
      return cell(best, column)
    case .graduated: return .notGiven
    }
  }

  private func collected(_ cells: [ScalarValue], _ table: ModelTable, _ column: Int) -> ScalarValue
  {
    switch table.columns[column].type {
    case .text, .texts: return .texts(cells.flatMap(texts))
    case .flag, .choice, .quantity, .date, .time, .instant, .weekday, .point, .invalid: break
    }
    guard cells.allSatisfy(\.isGiven) else { return .notGiven }
    let isProduct = table.hit == .product
    if !model.arithmetic.isBinary {
      return .exact(
        cells.reduce(isProduct ? .one : .zero) {
          isProduct ? $0 * ($1.ratio ?? .zero) : $0 + ($1.ratio ?? .zero)
        })
    }
    if isWhole(table.columns[column].type) {
      return .integer(
        cells.reduce(isProduct ? 1 : 0) { result, cell in
          guard case .integer(let count) = cell else { return result }
          return isProduct ? result * count : result + count
        })
    }
    return .double(
      cells.reduce(isProduct ? 1 : 0) {
        isProduct ? $0 * ($1.double ?? .nan) : $0 + ($1.double ?? .nan)
      })
  }

  /// Every bracket's part of the measure, priced: per unit, as a share, or flat.
  func graduated(
    _ table: ModelTable, _ keys: [PriceExpression], _ values: [ScalarValue], at node: ScalarNode
  ) -> ScalarValue {
    guard let measure = keys.last, let held = values.last, held.isGiven else { return .notGiven }
    let others = table.rows.filter { row in
      zip(zip(row.keys, values), keys).dropLast().allSatisfy { pair, key in
        pair.1.isGiven ? matches(pair.0, pair.1, key) : pair.0.matchesNotGiven
      }
    }
    guard !others.isEmpty else { return .notGiven }
    let isCount = isWhole(measure.type)
    let unit = model.arithmetic.isBinary && !isCount ? measure.units.size : 1
    let binary = model.arithmetic.isBinary
    var exact = Ratio.zero
    var double = 0.0
    for row in others {
      guard case .ranges(let ranges) = row.keys.last!.body, let range = ranges.first,
        let price = row.values[0]
      else { continue }
      // For a count, [1..3] is the first to the third piece: it begins after piece 0.
      var from = range.interval.lower
      if isCount { from = Ratio(range.lowerIsIncluded ? (from.ceiling ?? 1) - 1 : from.floor ?? 0) }
      from = max(from, .zero)
      var to = range.interval.upper
      if isCount, to.isFinite {
        to = Ratio(range.upperIsIncluded ? to.floor ?? 0 : (to.ceiling ?? 1) - 1)
      }
      let cell = value(price, at: node)
      let perUnit = isPerUnit(price.type, measure.type)
      if binary {
        guard let x = held.double else { return .notGiven }
        let (low, high) = ((from / unit).nearestDouble, (to / unit).nearestDouble)
        guard perUnit ? x > low : isEntered(held, range, unit) else { continue }
        guard let figure = cell.double else { return .notGiven }
        double += perUnit ? figure * ((min(x, high) - low) * crossedUnits(price, measure)) : figure
      } else {
        guard let x = held.ratio else { return .notGiven }
        guard perUnit ? x > from : isEntered(held, range, 1) else { continue }
        guard let figure = cell.ratio else { return .notGiven }
        exact = exact + (perUnit ? figure * (min(x, to) - from) : figure)
      }
    }
    return binary ? .double(double) : .exact(exact)
  }

  /// Whether a measure has reached the lower bound of a bracket as written; none begins, and none
  /// is entered, below zero.
  private func isEntered(_ measure: ScalarValue, _ range: KeyRange, _ unit: Ratio) -> Bool {
    if let sign = measure.double ?? measure.ratio?.nearestDouble, sign < 0 { return false }
    let end = range.interval.upper
    if end < 0 || end.isZero && !range.upperIsIncluded { return false }
    if case .double(let number) = measure {
      let lower = (range.interval.lower / unit).nearestDouble
      return range.lowerIsIncluded ? number >= lower : number > lower
    }
    guard let number = measure.ratio else { return false }
    return range.lowerIsIncluded ? number >= range.interval.lower : number > range.interval.lower
  }

  private func crossedUnits(_ price: PriceExpression, _ measure: PriceExpression) -> Double {
    guard let per = price.units.denominator, let unit = measure.units.numerator,
      per.size != unit.size
    else { return 1 }
    return (unit.size / per.size).nearestDouble
  }

  /// Flat money is charged once; a price per unit, a price each, or a share is
  /// multiplied by the part inside.
  private func isPerUnit(_ price: ValueType, _ measure: ValueType) -> Bool {
    guard case .quantity(let price) = price, case .quantity(let measure) = measure else {
      return false
    }
    if price.denominator != nil { return true }
    return measure.numerator == .money && price.numerator == nil
  }
}
