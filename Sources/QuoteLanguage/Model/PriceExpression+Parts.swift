extension PriceExpression {
  /// The expressions directly inside, in the order written.
  package var parts: [PriceExpression] {
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
    case .neighbour(let a, let key, let condition, _): [a] + [key, condition].compactMap(\.self)
    case .steps(let start, let each, _): [start, each]
    case .lookup(_, _, let keys), .isFound(_, let keys), .graduated(_, let keys): keys
    }
  }

  /// Where this is asked for under a function that looks at other elements, too; nil: nowhere.
  func useOverElements(of reference: Reference, isOver: Bool = false) -> PriceExpression? {
    if isOver, case .reference(reference) = operation { return self }
    var isOver = isOver
    switch operation {
    case .aggregate, .sumBefore, .split, .neighbour, .steps: isOver = true
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .lookup, .isFound, .graduated, .texts:
      break
    }
    return parts.lazy.compactMap { $0.useOverElements(of: reference, isOver: isOver) }.first
  }

  /// Whether the value depends on what the waterfall comes to.
  package func usesPrices(in model: PriceModel) -> Bool {
    if case .reference(let reference) = operation {
      switch reference {
      case .lineAmount, .lineSum, .subtotal, .running, .total: return true
      case .letValue(let index): return model.lets[index].value.usesPrices(in: model)
      case .field, .element, .carried, .lineReasons: return false
      }
    }
    return parts.contains { $0.usesPrices(in: model) }
  }
}
