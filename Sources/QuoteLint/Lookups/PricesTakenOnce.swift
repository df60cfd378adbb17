import QuoteLanguage
import QuoteSyntax

/// Prices of a table that fall with a quantity from its first row to its last, $5 up to ten, $4 up
/// to fifty and $3 from there on, where nothing multiplies them by it: they look like prices for
/// each, and a line takes them once.
///
/// A quantity that is priced anywhere else is left alone: then the table may well have what small
/// orders pay.
struct PricesTakenOnce {
  private let model: PriceModel
  private let names: SameValues
  private let settled: Set<TableID>
  private var found: [Candidate] = []
  /// Names that the line at hand was looked at behind: each may be used many times over.
  private var seenLets: Set<LetID> = []

  /// What a line takes once.
  private struct Candidate {
    var line: String
    var table: TableID
    var column: Int
    var key: PriceExpression
    var field: Field
    /// How the line's formula calls the price.
    var written: String
    var lower: Row
    var upper: Row
  }

  private struct Field: Hashable {
    var list: ListID
    var field: Int
  }

  /// A row for the quantities of one stretch.
  private struct Row {
    var row: Int
    var from: Int64
    var to: Int64
    var price: Ratio
  }

  private static let most = 20
  /// What multiplies a price by more may be what it is a price for each of.
  private static let largestFactor: Ratio = 3
  /// Names of what is no quantity that anybody buys more of, and of how long it still is.
  private static let notBought: Set<String> = [
    "age", "old", "year", "years", "month", "months", "notice", "lead", "ahead", "before",
    "advance", "since", "past", "previous", "earlier", "prior", "rank", "level", "priority",
    "class", "score", "rating", "floor",
  ]

  /// `tables` may fall, or were told of already.
  static func warnings(of model: PriceModel, besides tables: Set<TableID>) -> [Diagnostic] {
    var prices = PricesTakenOnce(model: model, names: SameValues(of: model), settled: tables)
    for line in model.allLines
    where !model.mayFall(line) && line.steps == nil && !model.isChosen(line) {
      guard case .amount(let amount) = line.effect else { continue }
      prices.seenLets = []
      prices.gather(amount, of: line)
    }
    if prices.found.isEmpty { return [] }
    let priced = prices.fieldsPricedElsewhere
    let told = prices.found.filter { !priced.contains($0.field) }
    return told.prefix(most).map(prices.told)
  }

  private init(model: PriceModel, names: SameValues, settled: Set<TableID>) {
    self.model = model
    self.names = names
    self.settled = settled
  }

  // MARK: - What lines take

  private mutating func gather(_ value: PriceExpression, of line: ModelLine) {
    if case .reference(.letValue(let id)) = value.operation, !seenLets.insert(id).inserted {
      return
    }
    let resolved = names.resolved(value)
    switch resolved.operation {
    case .lookup(let table, let column, let keys):
      check(table, column, keys, of: line, written: text(value))
    case .apply(.arithmetic(.add), let parts), .extreme(_, let parts):
      for part in parts { gather(part, of: line) }
    case .apply(.arithmetic(.multiply), let sides):
      for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])]
      where factor.type.isPlainNumber && factor.range.upper <= Self.largestFactor {
        gather(price, of: line)
      }
    case .apply(.round, let parts), .apply(.converted, let parts): gather(parts[0], of: line)
    case .conditional(_, let then, let otherwise):
      gather(then, of: line)
      if let otherwise { gather(otherwise, of: line) }
    case .defaulting(let given, _): gather(given, of: line)
    case .constant, .reference, .apply, .and, .or, .isGiven, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .isFound, .graduated, .texts:
      break
    }
  }

  private mutating func check(
    _ index: TableID, _ column: Int, _ keys: [PriceExpression], of line: ModelLine,
    written: String
  ) {
    let table = model.tables[index]
    guard table.hit == .unique || table.hit == .first, !table.mayFall, !settled.contains(index),
      !found.contains(where: { $0.table == index && $0.column == column }),
      table.rows.count <= BoundsOfQuantity.mostRows
    else { return }
    for (position, key) in keys.enumerated() {
      guard let field = field(of: key, line), let step = KeyDomain.step(of: key),
        let (lower, upper) = fall(in: table, column, position, by: key, step: step)
      else { continue }
      found.append(
        Candidate(
          line: line.name, table: index, column: column, key: key, field: field, written: written,
          lower: lower, upper: upper))
      return
    }
  }

  /// The input that a key is, where it may be something of which more is bought: not money, how
  /// long something lasts, nor what stands outside of the elements that a line goes through.
  private func field(of key: PriceExpression, _ line: ModelLine) -> Field? {
    guard key.type.isQuantity, key.type != .quantity(.money), key.type != .quantity(.duration),
      !key.type.isPlainNumber || key.type.isCount || key.quantum == 1,
      case .reference(.field(let list, let field)) = names.resolved(key).operation,
      list == line.grain.list
    else { return nil }
    let name = model.schema.lists[list].fields[field].name
    let words = name.lowercased().split(separator: "_").map(String.init)
    let isOfTime = ["h", "min", "s", "day"].contains(UnitOfName.said(by: name) ?? "")
    guard Self.notBought.isDisjoint(with: words), !isOfTime || words.count == 1 else { return nil }
    return Field(list: list, field: field)
  }

  /// The first two rows of prices that fall from nothing on, if those of all other keys do.
  private func fall(
    in table: ModelTable, _ column: Int, _ position: Int, by key: PriceExpression, step: Ratio
  ) -> (lower: Row, upper: Row)? {
    var groups: [[KeySet]: [Row]] = [:]
    for (row, cells) in table.rows.enumerated() {
      guard let value = cells.values[column], value.type == .quantity(.money),
        case .constant(.quantity(let price)) = value.operation, price > 0
      else { return nil }
      var others = cells.keys
      let cell = others.remove(at: position)
      guard let (from, to) = stretch(cell, step, after: groups[others]?.last) else { return nil }
      groups[others, default: []].append(Row(row: row, from: from, to: to, price: price))
    }
    let rising = groups.values.map { $0.sorted { $0.from < $1.from } }
      .sorted { $0[0].row < $1[0].row }
    guard let first = rising.first,
      rising.allSatisfy({ isFalling($0, from: key.range.lower, of: key.units.size, step) })
    else { return nil }
    return (first[0], first[1])
  }

  /// The steps of a cell, as far as the row before it leaves them: `-` below `<= 999` is all from
  /// 1000 on.
  private func stretch(_ cell: KeySet, _ step: Ratio, after last: Row?) -> (Int64, Int64)? {
    switch cell.body {
    case .ranges(let ranges):
      guard ranges.count == 1, let (from, to) = KeyDomain.steps(ranges[0], step) else { return nil }
      let left = last.map { $0.to < to ? max(from, $0.to) : from } ?? from
      return (left, to)
    case .everything: return last.map { ($0.to, Int64.max) }
    case .words, .textRanges, .indices, .areas: return nil
    }
  }

  /// Whether every row costs less than the one before it. Quantities are counted from nothing on,
  /// and years and codes from somewhere; single values are codes, but for a first one.
  private func isFalling(
    _ rows: [Row], from least: Ratio, of unit: Ratio, _ step: Ratio
  ) -> Bool {
    let first = max(Ratio(rows[0].from) * step, least)
    return rows.count > 1 && first >= 0 && first <= max(unit, step)
      && rows.dropFirst().allSatisfy { $0.to - 1 > $0.from }
      && zip(rows, rows.dropFirst()).allSatisfy { $0.to == $1.from && $0.price > $1.price }
  }

  // MARK: - What else is priced

  /// Inputs of which something is computed, or which find rows of other tables.
  private var fieldsPricedElsewhere: Set<Field> {
    var priced: Set<Field> = []
    let tables = Set(found.map(\.table))
    func walk(_ value: PriceExpression) {
      switch value.operation {
      case .reference(.field(let list, let field)): priced.insert(Field(list: list, field: field))
      case .reference(.letValue(let id)):
        if isField(names.lets[id].value) { walk(names.resolved(value)) }
      // What is compared, asked about or printed costs nothing by itself.
      case .apply(.compare, _), .apply(.within, _), .isGiven, .texts: break
      case .lookup(let table, _, let keys):
        for key in keys where !tables.contains(table) || !isField(key) { walk(key) }
      case .constant, .reference, .apply, .and, .or, .defaulting, .conditional, .extreme,
        .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .graduated:
        value.parts.forEach(walk)
      }
    }
    for named in model.lets where !isField(named.value) { walk(named.value) }
    for table in model.tables {
      for row in table.rows { row.values.forEach { $0.map(walk) } }
    }
    for line in model.allLines { [line.when, line.formula].compactMap(\.self).forEach(walk) }
    return priced
  }

  private func isField(_ value: PriceExpression) -> Bool {
    if case .reference(.field) = names.resolved(value).operation { true } else { false }
  }

  // MARK: - Telling

  private func told(_ candidate: Candidate) -> Diagnostic {
    let (table, key) = (model.tables[candidate.table], candidate.key)
    let step = KeyDomain.step(of: key) ?? 1
    func example(_ row: Row, _ steps: Int64) -> (quantity: String, amount: String) {
      (
        ExampleText.value(Ratio(steps) * step, of: key),
        CurrencySign.amount(row.price, model.currency)
      )
    }
    let (lower, upper) = (candidate.lower, candidate.upper)
    let unit = ExampleText.value(key.units.size, of: key).split(separator: " ").dropFirst().first
    return .priceTakenOnce(
      candidate.line, candidate.written, times: text(key), each: unit.map(String.init),
      from: example(lower, lower.to - 1), at: table.rows[lower.row].span,
      to: example(upper, upper.from), at: table.rows[upper.row].span)
  }

  private func text(_ value: PriceExpression) -> String {
    model.sources.text(at: value.span).trimmedOfSpaces
  }
}
