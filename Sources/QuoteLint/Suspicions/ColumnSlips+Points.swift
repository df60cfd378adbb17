import QuoteLanguage
import QuoteSyntax

/// Prices that lost the point before their cents, one or two of a column.
extension ColumnSlips {
  /// `€790` among prices that all have their cents, as `€7.90` has.
  func lostPoints(_ table: ModelTable, _ column: Int) -> Diagnostic? {
    let figures = prices(table, column)
    let sizes = figures.map(\.size)
    guard figures.count >= Self.usual, let least = sizes.min(), let largest = sizes.max(),
      largest > least * 10
    else { return nil }
    let written = figures.map { model.sources.text(at: $0.value.span).trimmedOfSpaces }
    let odd = written.indices.filter { written[$0].firstMatch(of: kept(/[.,]\d\d(?!\d)/)) == nil }
    guard !odd.isEmpty, odd.count <= Self.mostLost, odd.count * 2 < figures.count else {
      return nil
    }
    let meant = sizes.indices.map { odd.contains($0) ? sizes[$0] / 100 : sizes[$0] }
    guard figures.count > Self.usual || figures.count == Self.usual && isOrdered(meant),
      let most = sizes.indices.filter({ !odd.contains($0) }).map({ sizes[$0] }).max(),
      odd.allSatisfy({ sizes[$0] > most * 10 && fits($0, in: meant) })
    else { return nil }
    let lost = odd.compactMap { lostPoint(written[$0], figures[$0]) }
    return lost.count == odd.count ? .lostPoints(table.columns[column].name, lost) : nil
  }

  /// So many of a column may have lost their point, beside others that have it.
  private static let mostLost = 2

  /// Whether a price lies between its neighbours, which are near each other. What is last or first
  /// of its column may well be much more than the rest, unless with a point it goes on as all the
  /// others rise or fall.
  private func fits(_ index: Int, in prices: [Ratio]) -> Bool {
    let isEnd = index == 0 || index + 1 == prices.count
    if isEnd, !isOrdered(prices) || Set(prices).count < prices.count { return false }
    let neighbours = [index - 1, index + 1].filter(prices.indices.contains).map { prices[$0] }
    let all = isEnd ? neighbours + [prices[index]] : neighbours
    guard let least = all.min(), let greatest = all.max(), least > 0, greatest <= least * 2 else {
      return false
    }
    return isEnd || least <= prices[index] && prices[index] <= greatest
  }

  /// A price without its point, and how it is written with one.
  private func lostPoint(
    _ written: String, _ figure: (value: PriceExpression, size: Ratio)
  ) -> LostPoint? {
    let digits = written.filter(\.isNumber)
    guard figure.size.isWhole, figure.size >= 100, "\(figure.size)" == digits,
      !model.sources.isFormula(at: figure.value.span)
    else { return nil }
    return LostPoint(
      written: written,
      right: written.replacing(digits, with: "\(digits.dropLast(2)).\(digits.suffix(2))"),
      asItIs: written.replacing(digits, with: "\(digits).00"), span: figure.value.span)
  }
}

/// A price that has lost the point before its last two digits.
struct LostPoint {
  let written: String
  let right: String
  /// The same price with a point and two zeros.
  let asItIs: String
  let span: SourceSpan
}
