import QuoteLanguage
import QuoteSyntax

/// Which of some values is taken, the least or the greatest: `min(a, b)`, and `if a < b then a
/// else b`.
extension SameValues {
  func chosen(in value: PriceExpression) -> (isLeast: Bool, parts: [PriceExpression])? {
    switch value.operation {
    case .extreme(let isLeast, let parts): return (isLeast, parts)
    case .conditional(let condition, let then, let otherwise?):
      guard case .apply(.compare(let comparison), let sides) = condition.operation else {
        return nil
      }
      // What the waterfall comes to is the same inside one formula.
      func isSame(_ a: PriceExpression, _ b: PriceExpression) -> Bool {
        isOneReference(a, b) || areSame(a, b)
      }
      let isFirst = isSame(sides[0], then) && isSame(sides[1], otherwise)
      guard isFirst || isSame(sides[1], then) && isSame(sides[0], otherwise) else { return nil }
      switch comparison {
      case .less, .lessOrEqual: return (isFirst, [then, otherwise])
      case .greater, .greaterOrEqual: return (!isFirst, [then, otherwise])
      case .equal, .notEqual: return nil
      }
    case _: return nil
    }
  }

  /// The same with the other end of them taken, as it is written.
  func turned(
    _ value: PriceExpression, isLeast: Bool, _ parts: [PriceExpression],
    _ text: (SourceSpan) -> String
  ) -> String {
    let (name, other) = isLeast ? ("min(", "max(") : ("max(", "min(")
    return value.isExtreme
      ? text(value.span).replacing(name, with: other, maxReplacements: 1)
      : "\(other)\(text(parts[0].span)), \(text(parts[1].span)))"
  }
}

extension PriceExpression {
  /// Whether it is a `min` or a `max` of several values.
  var isExtreme: Bool {
    if case .extreme = operation { true } else { false }
  }
}
