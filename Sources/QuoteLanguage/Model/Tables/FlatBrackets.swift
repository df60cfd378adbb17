import QuoteSyntax

/// Brackets of a graduated table that cost a flat amount although one before them has a price
/// per unit: most likely a unit was lost.
///
/// A flat amount for the first brackets is common, and so is one of nothing anywhere. What is
/// meant is written as a formula, `= $40`.
struct FlatBrackets {
  let table: ModelTable
  let declaration: TableDeclaration

  /// One for each run of brackets with such a one.
  var warnings: [Diagnostic] {
    guard table.hit == .graduated else { return [] }
    var runs: [[KeySet]: [Int]] = [:]
    for (row, keys) in table.rows.map(\.keys).enumerated() {
      runs[Array(keys.dropLast()), default: []].append(row)
    }
    return runs.values.compactMap(warning).sorted { $0.primary.span.lower < $1.primary.span.lower }
  }

  private func warning(_ rows: [Int]) -> Diagnostic? {
    let rising = rows.sorted { start($0) < start($1) }
    guard let rate = rising.first(where: isRate) else { return added(rising) }
    let flat = rising.filter { start($0) > start(rate) && isFlat($0) }
    guard let first = flat.first else { return nil }
    return .flatBracket(cell(first), after: cell(rate), more: flat.dropFirst().map { cell($0) })
  }

  /// Flat prices alone, which rise: each was most likely to be the price of its bracket.
  private func added(_ rising: [Int]) -> Diagnostic? {
    guard table.rowsForOne == 1, declaration.values.count == 1, rising.allSatisfy(isFlat),
      rising.count > 1
    else { return nil }
    let prices = rising.compactMap { row -> Ratio? in
      guard case .constant(.quantity(let price))? = table.rows[row].values[0]?.operation else {
        return nil
      }
      return price
    }
    let pairs = Array(zip(prices, prices.dropFirst()))
    guard prices.count == rising.count else { return nil }
    if pairs.allSatisfy({ $0 > $1 }) {
      // A price for each unit falls from bracket to bracket; what is added up hardly does.
      // One that is far above the others is what the first bracket costs as a whole.
      let isBase = prices[0] > prices[1] * 4
      return .addedBrackets(table, rising.map(cell), unit: unit, isBase: isBase)
    }
    return pairs.allSatisfy({ $0 < $1 }) ? .addedBrackets(table, rising.map(cell)) : nil
  }

  /// How a price for one unit of the measure is written.
  private var unit: String {
    guard let name = table.keys.last?.value.units.numerator?.name else { return " each" }
    return "/\(name)"
  }

  private func start(_ row: Int) -> Ratio {
    guard case .ranges(let ranges)? = table.rows[row].keys.last?.body else { return 0 }
    return ranges.first?.interval.lower ?? 0
  }

  private func cell(_ row: Int) -> Spanned<String> { declaration.rows[row].values[0].raw }

  private func isRate(_ row: Int) -> Bool {
    guard let value = table.rows[row].values[0] else { return false }
    return value.type != .quantity(.money)
  }

  private func isFlat(_ row: Int) -> Bool {
    guard case .written = declaration.rows[row].values[0].content,
      let value = table.rows[row].values[0], value.type == .quantity(.money),
      case .constant(.quantity(let amount)) = value.operation
    else { return false }
    return !amount.isZero
  }
}
