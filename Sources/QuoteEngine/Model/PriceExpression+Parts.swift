extension PriceExpression {
  /// The expressions directly inside, in the order written.
  public var parts: [PriceExpression] {
    switch operation {
    case .constant, .reference: []
    case .and(let a, let b), .or(let a, let b), .defaulting(let a, let b): [a, b]
    case .isGiven(let a): [a]
    case .conditional(let condition, let then, let otherwise):
      [condition, then] + (otherwise.map { [$0] } ?? [])
    case .apply(_, let all), .extreme(_, let all), .texts(let all): all
    case .aggregate(_, let a, _, let condition): [a] + (condition.map { [$0] } ?? [])
    case .sumBefore(let a, let key): [a] + (key.map { [$0] } ?? [])
    case .split(let amount, let weight): [amount, weight]
    case .lookup(_, _, let keys), .isFound(_, let keys), .graduated(_, let keys): keys
    }
  }

  /// Whether the value depends on what the waterfall comes to.
  public func usesPrices(in model: PriceModel) -> Bool {
    if case .reference(let reference) = operation {
      switch reference {
      case .lineAmount, .lineSum, .subtotal, .running, .total: return true
      case .letValue(let index): return model.lets[index].value.usesPrices(in: model)
      case .field, .element, .lineReasons: return false
      }
    }
    return parts.contains { $0.usesPrices(in: model) }
  }
}
