import QuoteLanguage
import QuoteSyntax

/// Flat prices of a table that rise with a quantity but for one of them: $30 up to nine, $20 up to
/// nineteen, $40 from there on. Two are most likely in each other's place.
///
/// Prices that fall from row to row are meant.
struct FallingFlatPrices {
  private let model: PriceModel
  private let names: SameValues
  private var found: [Diagnostic] = []
  private let settled: Set<TableID>
  /// Columns of tables, which are looked up by each line anew.
  private var seen: Set<Column> = []

  private struct Column: Hashable {
    var table: TableID
    var column: Int
  }

  private static let most = 20

  /// `tables` may fall, or were told of already.
  static func warnings(of model: PriceModel, besides tables: Set<TableID>) -> [Diagnostic] {
    var prices = FallingFlatPrices(model: model, names: SameValues(of: model), settled: tables)
    for line in model.allLines where !model.mayFall(line) && !model.isChosen(line) {
      guard case .amount(let amount) = line.effect,
        case .lookup(let table, let column, let keys) = prices.names.resolved(amount).operation
      else { continue }
      prices.check(table, column, keys, of: line.name)
    }
    return Array(prices.found.prefix(most))
  }

  private init(model: PriceModel, names: SameValues, settled: Set<TableID>) {
    self.model = model
    self.names = names
    self.settled = settled
  }

  /// A row for the quantities of one stretch.
  private struct Row {
    var row: Int
    var from: Int64
    var to: Int64
    var price: Ratio
  }

  private mutating func check(
    _ index: TableID, _ column: Int, _ keys: [PriceExpression], of line: String
  ) {
    let table = model.tables[index]
    guard table.hit == .unique || table.hit == .first, !table.mayFall, !settled.contains(index),
      seen.insert(Column(table: index, column: column)).inserted,
      table.rows.count <= BoundsOfQuantity.mostRows
    else { return }
    for (position, key) in keys.enumerated() {
      guard isQuantity(key), let step = KeyDomain.step(of: key) else { continue }
      var groups: [[KeySet]: [Row]] = [:]
      for (row, cells) in table.rows.enumerated() {
        guard case .ranges(let ranges) = cells.keys[position].body, ranges.count == 1,
          let (from, to) = KeyDomain.steps(ranges[0], step),
          case .constant(.quantity(let price))? = cells.values[column]?.operation
        else { continue }
        var others = cells.keys
        others.remove(at: position)
        groups[others, default: []].append(Row(row: row, from: from, to: to, price: price))
      }
      let rising = groups.values.map { $0.sorted { $0.from < $1.from } }
      for rows in rising.sorted(by: { $0[0].row < $1[0].row }) {
        // Quantities are counted from nothing on, and ages, years and codes from somewhere.
        let first = Ratio(rows[0].from) * step
        guard first >= 0, first <= key.units.size, let (lower, upper) = fall(in: rows)
        else { continue }
        found.append(told(lower, upper, of: key, step: step, in: table, line: line))
        return
      }
    }
  }

  /// What bookings bring, and is more or less of something: parts of dates and codes are not, nor
  /// is money, which shops make things cheaper for.
  private func isQuantity(_ key: PriceExpression) -> Bool {
    guard key.type.isQuantity, key.type != .quantity(.money),
      case .reference(.field) = names.resolved(key).operation
    else { return false }
    return true
  }

  /// The only two neighbours of which the upper one costs less, where a later row costs more than
  /// both. Single values are codes, and stand for nothing more than others.
  private func fall(in rows: [Row]) -> (Row, Row)? {
    let pairs = Array(zip(rows, rows.dropFirst()))
    guard rows.count > 2, rows.allSatisfy({ $0.price > 0 && $0.to - $0.from > 1 }),
      pairs.allSatisfy({ $0.to == $1.from })
    else { return nil }
    let falls = pairs.filter { $0.price > $1.price }
    guard falls.count == 1, let (lower, upper) = falls.first,
      rows.contains(where: { $0.from > upper.from && $0.price > lower.price })
    else { return nil }
    return (lower, upper)
  }

  private func told(
    _ lower: Row, _ upper: Row, of key: PriceExpression, step: Ratio, in table: ModelTable,
    line: String
  ) -> Diagnostic {
    func example(_ row: Row, _ steps: Int64) -> (quantity: String, amount: String) {
      (
        ExampleText.value(Ratio(steps) * step, of: key),
        CurrencySign.amount("\(row.price)", model.currency)
      )
    }
    return .flatPriceFalls(
      line, from: example(lower, lower.to - 1), at: table.rows[lower.row].span,
      to: example(upper, upper.from), at: table.rows[upper.row].span,
      quantity: model.sources.text(at: key.span).trimmedOfSpaces)
  }
}
