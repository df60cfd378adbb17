import QuoteLanguage
import QuoteSyntax

/// Values that are multiplied or divided further on their way into a price: through names, sums,
/// choices and aggregates. What is wrong in one of them may be put right by that.
struct ScaledFurther {
  private let names: SameValues
  private var seen: Set<ObjectIdentifier> = []

  init(_ names: SameValues) { self.names = names }

  func contains(_ value: PriceExpression) -> Bool { seen.contains(ObjectIdentifier(value)) }

  /// Adds a value and what it is made of, each once, whatever names it has.
  mutating func insert(_ value: PriceExpression) {
    let value = names.resolved(names.resolved(value).unrounded)
    guard seen.insert(ObjectIdentifier(value)).inserted else { return }
    switch value.operation {
    case .apply(.arithmetic, let sides): for side in sides { insert(side) }
    case .extreme(_, let values): for one in values { insert(one) }
    case .aggregate(_, let one, _, _): insert(one)
    case .defaulting(let one, let instead):
      insert(one)
      insert(instead)
    case .conditional(_, let then, let otherwise):
      insert(then)
      if let otherwise { insert(otherwise) }
    case .constant, .reference, .apply, .and, .or, .isGiven, .sumBefore, .split, .neighbour, .steps,
      .lookup, .isFound, .graduated, .texts:
      break
    }
  }
}
