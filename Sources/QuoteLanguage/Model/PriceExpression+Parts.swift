import QuoteSyntax

extension PriceExpression {
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

  /// Whether the value depends on an amount of the waterfall.
  package func usesPrices(in model: PriceModel) -> Bool {
    // Names, and keys of tables, may stand in many places.
    var seen: Set<ObjectIdentifier> = []
    func uses(_ value: PriceExpression) -> Bool {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return false }
      if case .reference(let reference) = value.operation {
        switch reference {
        case .lineAmount, .lineSum, .subtotal, .running, .total: return true
        case .letValue(let index): return uses(model.lets[index].value)
        case .field, .element, .carried, .lineReasons: return false
        }
      }
      return value.parts.contains(where: uses)
    }
    return uses(self)
  }
}
