import QuoteSyntax

/// What a column gives back, after the hit policy: its range, its quantum, how
/// fine it is, whether it may be not given.
extension TableColumn {
  package init(
    of table: ModelTable, _ column: Int, _ read: (name: String, cells: ValueColumnReader.Cells),
    checker: FormulaChecker
  ) {
    let values = read.cells.values.compactMap { $0 }
    let hasBlank = values.count < read.cells.values.count || values.contains(where: \.isOptional)
    let isOptional: Bool
    switch table.hit {
    case .sum, .product:
      isOptional = read.cells.type.isQuantity && values.contains(where: \.isOptional)
    case .unique, .first, .graduated: isOptional = hasBlank || !table.findings.isTotal
    case .max, .min:
      let ranks = table.rows.map { $0.values.first ?? nil }
      isOptional =
        hasBlank || !table.findings.isTotal
        || ranks.contains { $0?.isOptional ?? true }
    }
    var range = Interval.unbounded
    var quantum: Ratio = 0
    if case .quantity = read.cells.type {
      (range, quantum) = TableColumn.measure(table, values)
      let cells = read.cells.values.map { $0?.range }
      if table.hit == .sum,
        let rows = RowsTogether(table, areas: checker.rules.areas)?.sums(of: cells)
      {
        range = Interval(max(range.lower, rows.lower), min(range.upper, rows.upper))
      }
    } else if let first = values.first {
      range = values.reduce(first.range) { $0.joined(to: $1.range) }
    }
    self.init(
      name: read.name, type: read.cells.type, units: read.cells.units,
      grain: TableColumn.finest(values, checker), isOptional: isOptional, range: range,
      quantum: checker.rules.arithmetic.isBinary ? 0 : quantum)
  }

  private static func finest(_ values: [PriceExpression], _ checker: FormulaChecker) -> Grain {
    func depth(_ grain: Grain) -> Int {
      var depth = 0
      var list = grain.list
      while checker.rules.lists.indices.contains(list),
        let parent = checker.rules.lists[list].parent
      {
        depth += 1
        list = parent
      }
      return depth
    }
    return values.reduce(.booking) { finest, value in
      value.grain == finest || depth(value.grain) <= depth(finest) ? finest : value.grain
    }
  }

  private static func measure(_ table: ModelTable, _ values: [PriceExpression]) -> (Interval, Ratio)
  {
    let zero = Interval(point: 0)
    let one = Interval(point: 1)
    switch table.hit {
    case .unique, .first, .max, .min:
      guard let first = values.first else { return (zero, 1) }
      return (
        values.reduce(first.range) { $0.joined(to: $1.range) }, commonQuantum(values)
      )
    case .sum:
      return (values.reduce(zero) { $0 + $1.range.joined(to: zero) }, commonQuantum(values))
    case .product:
      var range = one
      var quantum: Ratio = 1
      for value in values {
        range = range * value.range.joined(to: one)
        quantum = quantum * Ratio.commonQuantum(1, value.quantum)
      }
      return (range, quantum)
    case .graduated:
      return table.keys.last.map { graduated(table, by: $0.value) } ?? (.unbounded, 0)
    }
  }

  private static func commonQuantum(_ values: [PriceExpression]) -> Ratio {
    var quantum: Ratio = 0
    for value in values where value.quantum != quantum {
      quantum = Ratio.commonQuantum(quantum, value.quantum)
    }
    return quantum.isZero ? 1 : quantum
  }

  /// What a graduated table makes of a measure, which is the header's or that of a call: its range
  /// and its quantum. Brackets of one combination of the other keys add up; of several that cannot
  /// hold together, one counts.
  static func graduated(
    _ table: ModelTable, by measure: PriceExpression
  ) -> (range: Interval, quantum: Ratio) {
    var groups: [[KeySet]: Interval] = [:]
    var quantum: Ratio = 0
    let zero = Interval(point: 0)
    for row in table.rows {
      guard let cell = row.values.first ?? nil, let bracket = Bracket(row, of: measure) else {
        continue
      }
      var part = cell.range
      var step = cell.quantum
      if !bracket.isOnce {
        part = part * Interval(0, bracket.inside(measure.range).upper)
        let bounds = bracket.to.isFinite ? [bracket.from, bracket.to] : [bracket.from]
        step = step * bounds.reduce(measure.quantum, Ratio.commonQuantum)
      }
      quantum = Ratio.commonQuantum(quantum, step)
      groups[Array(row.keys.dropLast()), default: zero] =
        groups[Array(row.keys.dropLast()), default: zero] + part.joined(to: zero)
    }
    let all = Array(groups)
    let areApart =
      all.count <= 64
      && all.indices.allSatisfy { i in
        all[(i + 1)...].allSatisfy { isApart(all[i].key, $0.key) }
      }
    let range = all.reduce(zero) { areApart ? $0.joined(to: $1.value) : $0 + $1.value }
    return (range, quantum.isZero ? 1 : quantum)
  }

  /// Money per unit, money each, or a share: what multiplies the part inside.
  package static func isPerUnit(_ cell: ValueType, _ measure: ValueType) -> Bool {
    guard case .quantity(let cell) = cell, case .quantity(let measure) = measure else {
      return false
    }
    return cell.denominator != nil || cell.numerator == nil && measure.numerator == .money
  }

  /// Whether two combinations surely have no booking in common: in some column
  /// each names other words.
  private static func isApart(_ a: [KeySet], _ b: [KeySet]) -> Bool {
    zip(a, b).contains { pair in
      if pair.0.matchesNotGiven && pair.1.matchesNotGiven { return false }
      if case .words(let x, false) = pair.0.body, case .words(let y, false) = pair.1.body {
        return x.isDisjoint(with: y)
      }
      if case .indices(let x) = pair.0.body, case .indices(let y) = pair.1.body {
        return x.isDisjoint(with: y)
      }
      return false
    }
  }
}
