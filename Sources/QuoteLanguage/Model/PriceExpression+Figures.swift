package import QuoteSyntax

extension PriceExpression {
  /// A figure written in place, with its sign.
  package var figure: Ratio? {
    switch operation {
    case .constant(.quantity(let size)): size
    case .apply(.negate, let parts): parts[0].figure.map { -$0 }
    case .apply(.converted, let parts): parts[0].figure
    case _: nil
    }
  }

  /// A value between two figures that look like neighbours, 5 and 6 or 7.99 and 8; nil where they
  /// do not, or where no value lies between. A time is neighbours by the minute.
  package func between(_ low: Ratio, _ high: Ratio) -> Ratio? {
    let quantum = type.isCount || type == .date ? max(quantum, 1) : quantum
    guard low < high, range.contains(low), high - low > quantum else { return nil }
    let size: Ratio = type == .time ? 60 : type.isQuantity ? units.size : 1
    let (from, to) = (low / size, high / size)
    // Years and postcodes are whole, though they are declared as numbers.
    if type == .quantity(.number), from >= 1000, from.isWhole, to.isWhole { return nil }
    let steps: [Ratio] = type == .time ? [1] : [1, Ratio(1, 10), Ratio(1, 100), Ratio(1, 1000)]
    guard let step = steps.first(where: { $0 == to - from }), (from / step).isWhole else {
      return nil
    }
    let middle = (low + high) / 2
    guard quantum > 0 else { return middle }
    guard let count = (middle / quantum).floor else { return nil }
    return Ratio(count) * quantum
  }
}
