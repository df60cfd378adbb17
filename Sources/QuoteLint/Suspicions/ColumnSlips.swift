import QuoteLanguage
import QuoteSyntax

/// Tables without rows, columns of prices of which one is below zero or a rate is far from those
/// beside it, rows of which another is
/// taken wherever they match, and columns that are words of an input which nothing looks up.
struct ColumnSlips {
  let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel, _ uses: ModelUses) -> [Diagnostic] {
    let slips = ColumnSlips(model: model)
    var found: [Diagnostic] = []
    for (id, table) in model.tables.withIDs {
      if table.rows.isEmpty {
        // Where a header states the types of its columns, an overlay is to bring the rows.
        let file = model.sources[table.keys.first?.value.span.file ?? -1]?.name ?? ""
        if uses.tables.contains(id), file.hasSuffix(".csv") || file.hasSuffix(".xlsx") {
          found.append(.emptyTable(table))
        }
        continue
      }
      found += table.columns.indices.compactMap {
        slips.oddSign(table, $0) ?? slips.lostPoints(table, $0) ?? slips.oddRate(table, $0)
      }
      if let warning = slips.neverTaken(table) { found.append(warning) }
      if let warning = slips.alwaysTaken(table, uses.columns[id] ?? [:]) { found.append(warning) }
    }
    return Array(found.prefix(most))
  }

  /// `price.city`, where `zone` is `city` or `land` and nothing uses `price.land`.
  private func alwaysTaken(_ table: ModelTable, _ used: [Int: SourceSpan]) -> Diagnostic? {
    guard used.count == 1, let (column, span) = used.first, table.columns.areAlike,
      let input = model.schema.input(choosingIn: table)
    else { return nil }
    let others = table.columns.indices.filter { $0 != column }.map { table.columns[$0].name }
    return .alwaysTaken(table, column, others: others, input: input.name, at: span)
  }

  /// So many rows are held against each other: it takes the square of them.
  private static let mostRows = 200

  /// The first row of a `max` or `min` table that never counts, because a row with a larger or
  /// smaller value matches wherever it does: `>= 20 || $28` beside `>= 10 || $30`.
  private func neverTaken(_ table: ModelTable) -> Diagnostic? {
    guard table.hit == .max || table.hit == .min, table.rows.count <= Self.mostRows else {
      return nil
    }
    func isBeyond(_ a: ModelTableRow, _ b: ModelTableRow) -> Bool {
      zip(a.values, b.values).allSatisfy { a, b in
        guard let a = a?.figure, let b = b?.figure else { return false }
        return table.hit == .max ? a > b : a < b
      }
    }
    for row in table.rows {
      let other = table.rows.first { other in
        isBeyond(other, row) && zip(other.keys, row.keys).allSatisfy { $0.holdsAll(of: $1) }
      }
      if let other { return .neverTaken(table, row, beside: other) }
    }
    return nil
  }

  /// So many prices say what a column holds.
  static let usual = 4

  /// One price below zero, in a column that rises or falls without its minus. Beside a zero, or
  /// where rows are added up, the column may hold what is added to a price or taken off.
  private func oddSign(_ table: ModelTable, _ column: Int) -> Diagnostic? {
    switch table.hit {
    case .unique, .first, .graduated: break
    case .sum, .product, .max, .min: return nil
    }
    let figures = prices(table, column)
    let below = figures.filter { $0.size < 0 }
    guard below.count == 1, let odd = below.first, figures.count > Self.usual,
      !figures.contains(where: { $0.size.isZero }), !model.sources.isFormula(at: odd.value.span)
    else { return nil }
    // Prices that go both ways have no order that one minus breaks.
    let sizes = figures.map(\.size)
    guard isOrdered(sizes.map(\.magnitude)), !isOrdered(sizes) else { return nil }
    let written = model.sources.text(at: odd.value.span).trimmedOfSpaces
    return .oddSign(
      table.columns[column].name, written, write: written.replacing("-", with: ""),
      at: odd.value.span)
  }

  /// The figures of a column of prices; none of another column.
  func prices(
    _ table: ModelTable, _ column: Int
  ) -> [(value: PriceExpression, size: Ratio)] {
    guard case .quantity(let type) = table.columns[column].type, type.numerator == .money else {
      return []
    }
    return table.rows.compactMap { row in
      guard let cell = row.values[column], let size = cell.figure else { return nil }
      return (cell, size)
    }
  }

  /// A rate of a graduated table many times both rates beside it, or as small a part of them: the
  /// next unit seldom costs ten times as much and the one after it a tenth again.
  private func oddRate(_ table: ModelTable, _ column: Int) -> Diagnostic? {
    guard table.hit == .graduated, table.keys.count == 1 else { return nil }
    let figures = prices(table, column)
    guard figures.count == table.rows.count, figures.count > 2 else { return nil }
    let texts = figures.map { model.sources.text(at: $0.value.span).trimmedOfSpaces }
    // A flat price beside rates, and another unit, are told of as such.
    let units = zip(figures, texts).filter { $0.0.size > 0 }.map { _, text in
      text.drop { !$0.isNumber }.drop { $0.isNumber || $0 == "." || $0 == "," }
    }
    guard Set(units).count == 1 else { return nil }
    // Brackets that cost nothing say nothing of the others.
    let paid = figures.indices.filter { figures[$0].size > 0 }
    for (place, index) in paid.enumerated() {
      let beside = [place - 1, place + 1].filter(paid.indices.contains).map { paid[$0] }
      let (own, sizes) = (figures[index].size, beside.map { figures[$0].size })
      guard let least = sizes.min(), let most = sizes.max(),
        !model.sources.isFormula(at: figures[index].value.span)
      else { continue }
      // A first or a last rate may well be another than those next to it, but hardly the first
      // behind a bracket that is free.
      let isFirstPaid = place == 0 && index > 0
      let (isMore, isLess) = beside.count == 2
        ? (own > Self.oddFactor * most, own * Self.oddFactor < least)
        : (isFirstPaid && own > Self.oddFactorAtEnd * most, false)
      guard isMore || isLess else { continue }
      return .oddRate(
        texts[index], isMore: isMore, at: figures[index].value.span,
        beside: beside.map { figures[$0].value.span })
    }
    return nil
  }

  /// A rate so many times its neighbours is hardly meant.
  private static let oddFactor: Ratio = 8
  /// The same of the first rate above nothing, which has one neighbour.
  private static let oddFactorAtEnd: Ratio = 25

  func isOrdered(_ sizes: [Ratio]) -> Bool {
    let steps = zip(sizes, sizes.dropFirst())
    return steps.allSatisfy { $0 <= $1 } || steps.allSatisfy { $0 >= $1 }
  }
}


extension KeySet {
  /// Whether all of another set is in this one, as far as is plain.
  fileprivate func holdsAll(of other: KeySet) -> Bool {
    if other.matchesNotGiven, !matchesNotGiven { return false }
    switch (body, other.body) {
    case (.everything, _): return true
    case (.ranges(let own), .ranges(let ranges)):
      return ranges.allSatisfy { range in own.contains { $0.holdsAll(of: range) } }
    case (.words(let own, negated: false), .words(let words, negated: false)):
      return own.isSuperset(of: words)
    case (.indices(let own), .indices(let indices)): return own.isSuperset(of: indices)
    case _: return body == other.body
    }
  }
}

extension KeyRange {
  fileprivate func holdsAll(of other: KeyRange) -> Bool {
    let (own, range) = (interval, other.interval)
    return
      (own.lower < range.lower
      || own.lower == range.lower && (lowerIsIncluded || !other.lowerIsIncluded))
      && (range.upper < own.upper
        || range.upper == own.upper && (upperIsIncluded || !other.upperIsIncluded))
  }
}
