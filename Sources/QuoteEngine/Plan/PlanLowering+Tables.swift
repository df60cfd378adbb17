import QuoteLanguage

/// Look-ups. Rows whose cells are figures are found and gathered; rows with
/// formulas are chosen among.
extension PlanLowering {
  func lookup(
    _ table: TableID, _ column: Int, keys: [PriceExpression], expression: PriceExpression
  ) -> PlanValue {
    let found = model.tables[table]
    guard !found.rows.isEmpty else {
      compute(keys)
      return nothing(like: expression, found.hit)
    }
    let (values, grain) = keyValues(keys)
    switch found.hit {
    case .unique, .first: break
    case .sum, .product:
      let rows = rowSet(table, values, at: grain, expression: expression)
      return collected(
        found, table, column: column, rows: rows,
        at: wide(grain, found, column: column, expression: expression), expression: expression)
    case .max, .min:
      guard found.rows.allSatisfy({ $0.values[0].map(isFigure) ?? true }) else {
        let rows = rowSet(table, values, at: grain, expression: expression)
        return bestOfFormulas(
          found, column, rows: rows, at: wide(grain, found, column: column, expression: expression),
          expression: expression)
      }
    case .graduated: return nothing(like: expression, .first)
    }
    let (index, order) = planTable(table, values)
    let row = emit(.tables(.find(table: index, values)), .row(at: grain)).cells
    note(row: row, planTable: index, of: expression)
    // `max` and `min` leave rows without a rank out, which may be the only ones that hold.
    let isAlwaysFound =
      found.findings.isTotal && found.covers(keys) && order.count == found.rows.count
    return cell(
      of: found, table, column, order: order, row: row, isAlwaysFound: isAlwaysFound, at: grain,
      expression: expression)
  }

  func isFound(_ table: TableID, _ keys: [PriceExpression], _ expression: PriceExpression)
    -> PlanValue
  {
    guard !model.tables[table].rows.isEmpty else {
      compute(keys)
      return PlanValue(flag(false))
    }
    let (values, grain) = keyValues(keys)
    let index = planTable(table, values).index
    let row = emit(.tables(.find(table: index, values)), .row(at: grain)).cells
    note(row: row, planTable: index, of: expression)
    return PlanValue(not(emit(.tables(.rowIs(row, row: 0)), .flag(at: grain)).cells))
  }

  /// Keys that find nothing, because there are no rows: an explanation shows them. A plan that
  /// records nothing drops them with all else that nobody reads, so both plans stay in step.
  private func compute(_ keys: [PriceExpression]) { _ = keyValues(keys) }

  private func note(row: Register, planTable: PlanTableID, of expression: PriceExpression) {
    if plan.isRecording { plan.trace.rows[ObjectIdentifier(expression)] = row }
    note(FoundRows(sentList: sentList, rows: row, planTable: planTable), of: expression)
  }

  func foundRows(of expression: PriceExpression) -> FoundRows? {
    foundRows[ObjectIdentifier(expression)]?.last { $0.sentList == sentList }
  }

  /// The value of a table without rows.
  private func nothing(like expression: PriceExpression, _ hit: HitPolicy) -> PlanValue {
    let shape = self.shape(of: expression, grain: .constant)
    if shape.storage == .texts {
      return PlanValue(emit(.texts(.gatherTexts([])), shape).cells)
    }
    let neutral: Ratio? = hit == .sum ? 0 : hit == .product ? 1 : nil
    if let neutral, shape.storage == .integer || shape.storage == .double || shape.storage == .wide
    {
      return PlanValue(number(neutral, type: expression.type, whole: isWhole(expression.type)))
    }
    let slot = figure(.notGiven, storage: shape.storage, quantum: shape.quantum, path: "")
    return PlanValue(emit(.values(.parameter(slot)), shape).cells, given: flag(false))
  }

  /// The grain of the keys, or that of formulas in the cells that decide where it is finer.
  private func wide(
    _ keys: PlanGrain, _ found: ModelTable, column: Int, expression: PriceExpression
  ) -> PlanGrain {
    let own = grain(expression.grain)
    let hasFormulas = found.rows.contains { row in
      [0, column].contains { row.values[$0].map { !isFigure($0) } ?? false }
    }
    return hasFormulas && depth(own) > depth(keys) ? own : keys
  }

  // MARK: - Keys

  private func keyValues(_ keys: [PriceExpression]) -> ([PlanValue], PlanGrain) {
    let values = keys.map(lower)
    let grain = finest(values.flatMap(\.registers))
    return (values.map { filled(grain, $0) }, grain)
  }

  /// The table as these keys look it up, and the order in which its rows are tried.
  private func planTable(
    _ table: TableID, _ values: [PlanValue]
  ) -> (index: PlanTableID, order: [Int]) {
    let keys = values.map { key($0.cells) }
    if let index = plan.tables.firstIndex(where: { $0.model == table && $0.keys == keys }) {
      return (index, plan.tables[index].order)
    }
    let order = order(of: model.tables[table])
    let index = plan.tables.append(
      PlanTable(
        model: table, keys: keys, order: order,
        columns: model.tables[table].columns.map { _ in nil }))
    return (index, order)
  }

  /// As written; for `max` and `min` rows without a cell in the first column are left out, and
  /// the others stand by that cell, ties as written. Where that column holds formulas nobody
  /// knows the order yet.
  private func order(of table: ModelTable) -> [Int] {
    let rows = Array(table.rows.indices)
    guard table.hit == .max || table.hit == .min else { return rows }
    let ranked = rows.filter { table.rows[$0].values[0] != nil }
    guard ranked.allSatisfy({ table.rows[$0].values[0].map(isFigure) ?? true }) else {
      return ranked
    }
    func first(_ row: Int) -> Ratio? {
      guard let value = table.rows[row].values[0], case .constant(let constant) = value.operation
      else { return nil }
      return constant.ratio
    }
    let sorted = ranked.filter { first($0) != nil }.sorted { a, b in
      let (x, y) = (first(a)!, first(b)!)
      if x == y { return a < b }
      return table.hit == .min ? x < y : x > y
    }
    return sorted
  }

  private func rowSet(
    _ table: TableID, _ values: [PlanValue], at grain: PlanGrain, expression: PriceExpression
  ) -> Register {
    let words = max(1, (model.tables[table].rows.count + 63) / 64)
    let shape = PlanRegister(storage: .rowSet(words: words), grain: grain, type: .invalid)
    let index = planTable(table, values).index
    let rows = emit(.tables(.match(table: index, values)), shape).cells
    note(row: rows, planTable: index, of: expression)
    return rows
  }

  /// A cell that is written out. One that names a `-` of its row is a formula, which comes to
  /// nothing.
  private func isFigure(_ expression: PriceExpression) -> Bool {
    guard case .constant(let constant) = expression.operation else { return false }
    return constant != .notGiven
  }

  // MARK: - Cells of one row

  private func cell(
    of found: ModelTable, _ table: TableID, _ column: Int, order: [Int], row: Register,
    isAlwaysFound: Bool, at grain: PlanGrain, expression: PriceExpression
  ) -> PlanValue {
    let cells = order.map { found.rows[$0].values[column] }
    guard cells.allSatisfy({ $0.map(isFigure) ?? true }) else {
      return chosenRow(cells, row, at: grain, expression: expression)
    }
    let shape = cellShape(found.columns[column], grain)
    let index = parameterColumn(table, column, order: order, shape: shape)
    let value = emit(.tables(.cell(column: index, row: row)), shape).cells
    if isAlwaysFound, cells.allSatisfy({ $0 != nil }) { return PlanValue(value) }
    return PlanValue(
      value, given: emit(.tables(.cellGiven(column: index, row: row)), .flag(at: grain)).cells)
  }

  private func cellShape(_ column: TableColumn, _ grain: PlanGrain) -> PlanRegister {
    shape(
      column.type, unit: column.units.size, quantum: column.quantum, range: column.range,
      grain: grain)
  }

  /// The literal cells of a column, in the order the rows are tried.
  private func parameterColumn(
    _ table: TableID, _ column: Int, order: [Int], shape: PlanRegister
  ) -> Int {
    if let index = plan.parameters.columns.firstIndex(where: {
      $0.table == table && $0.column == column && $0.storage == shape.storage
        && $0.quantum == shape.quantum && $0.cells.count == order.count
    }) {
      return index
    }
    let rows = model.tables[table].rows
    plan.parameters.columns.append(
      Parameters.Column(
        table: table, column: column,
        cells: order.map { row in
          guard case .constant(let constant)? = rows[row].values[column]?.operation else {
            return .notGiven
          }
          return figure(constant, as: shape)
        },
        storage: shape.storage, quantum: shape.quantum,
        spans: order.map { rows[$0].values[column]?.span ?? rows[$0].span }))
    return plan.parameters.columns.count - 1
  }

  /// Rows with formulas: each cell computed, the found row's taken.
  private func chosenRow(
    _ cells: [PriceExpression?], _ row: Register, at grain: PlanGrain, expression: PriceExpression
  ) -> PlanValue {
    var value = nothing(like: expression, .first)
    for (index, cell) in cells.enumerated().reversed() {
      let isThis = emit(.tables(.rowIs(row, row: index + 1)), .flag(at: grain)).cells
      let made = cell.map { held(lower($0), like: expression) } ?? nothing(like: expression, .first)
      value = chosen(isThis, textual(made, expression), value)
    }
    return value
  }

  private func textual(_ value: PlanValue, _ expression: PriceExpression) -> PlanValue {
    expression.type == .text ? PlanValue(words(value.cells), given: value.given) : value
  }

  // MARK: - Cells of all rows that hold

  private func collected(
    _ found: ModelTable, _ table: TableID, column: Int, rows: Register, at grain: PlanGrain,
    expression: PriceExpression
  ) -> PlanValue {
    let cells = found.rows.map { $0.values[column] }
    let areFigures = cells.allSatisfy { $0.map(isFigure) ?? true }
    let order = Array(found.rows.indices)
    switch found.columns[column].type {
    case .text, .texts:
      let shape = PlanRegister(
        storage: .texts, grain: areFigures ? plan[rows].grain : grain, type: .texts)
      if areFigures {
        let index = parameterColumn(table, column, order: order, shape: .text(at: shape.grain))
        return PlanValue(emit(.tables(.textsOfRows(column: index, rows: rows)), shape).cells)
      }
      let parts = cells.enumerated().compactMap { index, cell in
        cell.map { among($0, rows, index: index, at: grain, expression: expression).value }
      }
      return PlanValue(emit(.texts(.gatherTexts(parts.map { filled(grain, $0) })), shape).cells)
    case .flag, .choice, .quantity, .date, .time, .instant, .weekday, .point, .invalid: break
    }
    let operation: Arithmetics = found.hit == .product ? .multiply : .add
    if areFigures, operation == .add || isBinary || found.rows.count <= 8 {
      if operation == .multiply, !isBinary {
        return product(cells, rows, at: grain, expression: expression)
      }
      let cellForm = self.shape(
        found.columns[column].type, unit: found.columns[column].units.size,
        quantum: found.columns[column].quantum, range: expression.range, grain: plan[rows].grain)
      let index = parameterColumn(table, column, order: order, shape: cellForm)
      return PlanValue(
        emit(.tables(.combine(column: index, rows: rows, operation)), cellForm).cells)
    }
    if operation == .multiply { return product(cells, rows, at: grain, expression: expression) }
    var total = nothing(like: expression, .sum)
    for (index, cell) in cells.enumerated() {
      guard let cell else { continue }
      let part = among(cell, rows, index: index, at: grain, expression: expression)
      total.cells = sum(
        .add, total.cells, zeroUnless(part.value.given, part.value.cells), range: expression.range,
        type: expression.type)
      total.given = and(total.given, part.isKnown)
    }
    return total
  }

  /// A product row by row: each factor is one where its row does not hold.
  private func product(
    _ cells: [PriceExpression?], _ rows: Register, at grain: PlanGrain, expression: PriceExpression
  ) -> PlanValue {
    var total = PlanValue(number(1, type: expression.type, whole: isWhole(expression.type)))
    for (index, cell) in cells.enumerated() {
      guard let cell else { continue }
      let part = among(cell, rows, index: index, at: grain, expression: expression)
      let one = number(1, type: expression.type, whole: isWhole(expression.type))
      let value = part.value
      let factor = value.given.map { select($0, value.cells, one) } ?? value.cells
      total.cells = self.product(total.cells, factor, expression)
      total.given = and(total.given, part.isKnown)
    }
    return total
  }

  /// A cell of a table that looks at all rows that hold.
  private struct CollectedCell {
    /// Given where the row is among those that hold.
    var value: PlanValue
    /// Whether the cell is given or its row does not hold; where it is neither, nobody knows what
    /// the whole comes to. Nil if it always is one of the two.
    var isKnown: Register?
  }

  private func among(
    _ cell: PriceExpression, _ rows: Register, index: Int, at grain: PlanGrain,
    expression: PriceExpression
  ) -> CollectedCell {
    let isAmong = at(
      grain, emit(.tables(.rowAmong(rows, row: index)), .flag(at: plan[rows].grain)).cells)
    let value = expression.type == .texts ? lower(cell) : held(lower(cell), like: expression)
    let given = value.given.map { at(grain, $0) }
    return CollectedCell(
      value: PlanValue(at(grain, words(value.cells)), given: and(isAmong, given)),
      isKnown: given.map { or($0, not(isAmong)) })
  }

  /// `max` and `min` whose first column holds formulas: the better row so far
  /// is carried from row to row. Where the rank of one that holds is not given, nobody knows
  /// which is the best.
  private func bestOfFormulas(
    _ found: ModelTable, _ column: Int, rows: Register, at grain: PlanGrain,
    expression: PriceExpression
  ) -> PlanValue {
    var best: PlanValue?
    var value = nothing(like: expression, .first)
    var areRanked: Register?
    for (index, position) in order(of: found).enumerated() {
      let row = found.rows[position]
      guard let first = row.values[0] else { continue }
      let ranked = among(first, rows, index: index, at: grain, expression: first)
      let rank = ranked.value
      areRanked = and(areRanked, ranked.isKnown)
      let cell =
        row.values[column].map { textual(held(lower($0), like: expression), expression) }
        ?? nothing(like: expression, .first)
      guard let current = best, let holds = rank.given else {
        best = rank
        value = PlanValue(cell.cells, given: and(rank.given, cell.given))
        continue
      }
      let both = unified([rank.cells, current.cells])
      let comparison: PriceExpression.Comparison = found.hit == .min ? .less : .greater
      let beats = emit(
        .flags(.compare(comparison, at(grain, both[0]), at(grain, both[1]))), .flag(at: grain)
      ).cells
      let wins = and(holds, or(beats, current.given.map(not) ?? flag(false)))
      best = PlanValue(select(wins, both[0], both[1]), given: current.given.map { or($0, holds) })
      value = chosen(wins, cell, value)
    }
    return PlanValue(value.cells, given: and(value.given, areRanked))
  }
}

extension Constant {
  /// By which rows of `max` and `min` are ordered.
  var ratio: Ratio? {
    switch self {
    case .quantity(let value): value
    case .date(let date): Ratio(Int(date.daysSince1970))
    case .time(let time): Ratio(Int(time.secondsSinceMidnight))
    case .instant(let instant): Ratio(instant.microsecondsSince1970)
    case .weekday(let weekday): Ratio(weekday.rawValue)
    case .flag(let flag): flag ? 1 : 0
    case .choice(let index): Ratio(index)
    case .text, .point, .notGiven: nil
    }
  }
}
