import QuoteLanguage
import QuoteSyntax

/// Prices times the quantity by which they are looked up, where more comes to less: nine at $10
/// each are $90, ten at $8 each are $80.
struct FallingAmounts {
  private let model: PriceModel
  private let names: SameValues
  private var found: [Diagnostic] = []
  private var seen: Set<TableID> = []

  private static let most = 20

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var amounts = FallingAmounts(model)
    amounts.seen = model.tablesThatMayFall
    // A flat price beside the one for each goes first: both come out of one row.
    model.visitExpressions { value in
      guard case .apply(.arithmetic(.add), let sides) = value.operation else { return }
      for (flat, rest) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard case .apply(.arithmetic(.multiply), let parts) = rest.unrounded.operation,
          case .lookup(let table, let column, _) = amounts.names.resolved(flat).operation
        else { continue }
        for (price, quantity) in [(parts[0], parts[1]), (parts[1], parts[0])] {
          amounts.check(price, times: quantity, value, flat: (table, column))
        }
      }
    }
    model.visitExpressions { value in
      guard case .apply(.arithmetic(.multiply), let sides) = value.operation else { return }
      amounts.check(sides[0], times: sides[1], value)
      amounts.check(sides[1], times: sides[0], value)
    }
    let others = FallsAtBounds.warnings(of: model, besides: amounts.seen)
    let flat = FallingFlatPrices.warnings(of: model, besides: amounts.seen)
    let once = PricesTakenOnce.warnings(of: model, besides: amounts.seen)
    return Array((amounts.found + others + flat + once).prefix(most))
  }

  /// One row of a table, for quantities from a first to a last one.
  private struct Bracket {
    var row: Int
    var first: Ratio
    var last: Ratio?
    var price: Ratio
    /// What the row adds once, whatever the quantity.
    var flat: Ratio = 0

    func amount(_ size: Ratio) -> Ratio { flat + price * size }
  }

  private mutating func check(
    _ price: PriceExpression, times quantity: PriceExpression, _ amount: PriceExpression,
    flat: (table: TableID, column: Int)? = nil
  ) {
    guard case .lookup(let index, let column, let keys) = names.resolved(price).operation,
      !seen.contains(index), flat.map({ $0.table == index && $0.column != column }) ?? true
    else { return }
    let table = model.tables[index]
    guard table.hit == .unique || table.hit == .first, !table.mayFall,
      let key = keys.indices.first(where: { names.areSame(keys[$0], quantity) }),
      let step = KeyDomain.step(of: quantity)
    else { return }
    if flat != nil { seen.insert(index) }
    // Rows that differ in nothing but the quantity.
    var groups: [[KeySet]: [Bracket]] = [:]
    for (row, cells) in table.rows.enumerated() {
      var others = cells.keys
      others.remove(at: key)
      guard
        let bracket = bracket(
          row, cells, key: key, columns: (column, flat?.column), step: step, quantity: quantity,
          after: table.hit == .first ? groups[others]?.last : nil)
      else {
        continue
      }
      groups[others, default: []].append(bracket)
    }
    let falls = groups.values.flatMap { self.falls(in: $0, step) }
    if falls.isEmpty { return }
    let places = PlacesOfAmount(of: amount, in: model)
    func at(_ size: Ratio, _ row: Int) -> AmountAtQuantity {
      AmountAtQuantity(
        model: model, names: names, table: index, keys: keys, row: row, quantity: quantity,
        size: size)
    }
    let first = falls.sorted { $0.upper.row < $1.upper.row }.first { fall in
      places.falls(from: at(fall.last, fall.lower.row), to: at(fall.upper.first, fall.upper.row))
    }
    guard let fall = first else { return }
    seen.insert(index)
    func told(_ size: Ratio, _ row: Bracket) -> (String, String) {
      (ExampleText.value(size, of: quantity), shown(row.amount(size), of: amount))
    }
    found.append(
      .fallingAmount(
        table, fall.upper.row, after: fall.lower.row, names: table.keys[key].header,
        flat: flatPrice(table.rows[fall.upper.row].values[column]),
        from: told(fall.last, fall.lower), to: told(fall.upper.first, fall.upper)))
  }

  /// A cell that is an amount, and none for one of a unit; nil for any other.
  private func flatPrice(_ cell: PriceExpression?) -> String? {
    guard let cell, cell.type == .quantity(.money) else { return nil }
    return model.sources.text(at: cell.span).trimmedOfSpaces
  }

  /// Nil for a row without one price or for quantities of which there is no first. `before` is a
  /// row that wins where both match: `-` below `<= 9` is for all from 10 on.
  private func bracket(
    _ row: Int, _ cells: ModelTableRow, key: Int, columns: (price: Int, flat: Int?),
    step: Ratio, quantity: PriceExpression, after before: Bracket?
  ) -> Bracket? {
    let range: KeyRange
    switch cells.keys[key].body {
    case .ranges(let ranges) where ranges.count == 1: range = ranges[0]
    case .everything where before != nil: range = KeyRange(.unbounded)
    case .everything, .ranges, .words, .textRanges, .indices, .areas: return nil
    }
    guard let value = cells.values[columns.price],
      case .constant(.quantity(let price)) = value.operation,
      let (from, to) = KeyDomain.steps(range, step)
    else { return nil }
    let isOpen = !range.interval.upper.isFinite
    var first = max(Ratio(from) * step, quantity.range.lower)
    if let last = before?.last, first <= last, isOpen || last < Ratio(to - 1) * step {
      first = last + step
    }
    guard first.isFinite, first >= 0 || range.interval.lower.isFinite else { return nil }
    var bracket = Bracket(
      row: row, first: first, last: isOpen ? nil : Ratio(to - 1) * step, price: price)
    if let column = columns.flat {
      guard case .constant(.quantity(let flat))? = cells.values[column]?.operation else {
        return nil
      }
      bracket.flat = flat
    }
    return bracket
  }

  /// Where a bracket begins lower than the one before it ended.
  private func falls(
    in brackets: [Bracket], _ step: Ratio
  ) -> [(lower: Bracket, last: Ratio, upper: Bracket)] {
    let sorted = brackets.sorted { $0.first < $1.first }
    return zip(sorted, sorted.dropFirst()).compactMap { lower, upper in
      guard let last = lower.last, last + step == upper.first, lower.amount(last) > 0,
        upper.amount(upper.first) < lower.amount(last), upper.amount(upper.first) > 0
      else { return nil }
      return (lower, last, upper)
    }
  }

  private func shown(_ value: Ratio, of amount: PriceExpression) -> String {
    guard amount.type == .quantity(.money) else { return ExampleText.value(value, of: amount) }
    return CurrencySign.amount("\(value)", model.currency)
  }
}
