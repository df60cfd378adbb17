import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Formulas that say another value again: rounded, in other terms, where a condition holds.
extension PriceExpression {
  /// The lines of which it is made, where it is made of nothing else.
  func restatedLines(in model: PriceModel) -> [Int]? {
    switch operation {
    case .reference(.lineAmount(let id)), .reference(.lineSum(let id)),
      .reference(.subtotal(let id)), .reference(.lineReasons(let id)):
      return [id]
    case .apply(.arithmetic(.add), let sides), .apply(.arithmetic(.subtract), let sides):
      guard !sides.contains(where: \.isConstant) else { break }
      guard let left = sides[0].restatedLines(in: model),
        let right = sides[1].restatedLines(in: model)
      else { return nil }
      return left + right
    default: break
    }
    return restated(in: model)?.restatedLines(in: model)
  }

  var isTotal: Bool {
    if case .reference(.total) = operation { return true }
    return false
  }

  /// Whether it is the total, in whatever terms.
  func restatesTotal(in model: PriceModel) -> Bool {
    isTotal || restated(in: model)?.restatesTotal(in: model) ?? false
  }

  var isInput: Bool {
    switch operation {
    case .reference(.field), .reference(.element): true
    default: false
    }
  }

  /// The one value that it says in other terms, one step nearer; nil where it says its own.
  func restated(in model: PriceModel) -> PriceExpression? {
    switch operation {
    case .reference(.letValue(let index)): model.lets[index].value
    case .apply(let operation, let parts): Self.restated(by: operation, parts)
    case .aggregate(.sum, let inner, _, nil): inner
    case .conditional(_, let then, let otherwise):
      Self.only([then] + (otherwise.map { [$0] } ?? []))
    case .defaulting(let a, let b): Self.only([a, b])
    case .extreme(_, let choices): Self.only(choices)
    case .constant, .reference, .and, .or, .isGiven, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .lookup,
      .isFound, .graduated, .texts:
      nil
    }
  }

  private static func restated(
    by operation: Operator, _ parts: [PriceExpression]
  ) -> PriceExpression? {
    switch operation {
    case .negate, .round, .placed, .converted: parts[0]
    case .arithmetic, .template, .printed, .number(.absolute): only(parts)
    case .compare, .not, .within, .contains, .distance, .number, .text, .date: nil
    }
  }

  /// Whether a figure that is not zero is on the way to what it says again.
  func hasOwnFigure(in model: PriceModel) -> Bool {
    let isSum = if case .apply(.arithmetic, _) = operation { true } else { false }
    if parts.contains(where: \.isFactor) { return true }
    if isSum { return parts.contains { $0.hasOwnFigure(in: model) } }
    return restated(in: model)?.hasOwnFigure(in: model) ?? false
  }

  /// The only one of them that the rules do not write as a figure.
  private static func only(_ parts: [PriceExpression]) -> PriceExpression? {
    let others = parts.filter { !$0.isConstant }
    return others.count == 1 ? others[0] : nil
  }

  /// Whether it is a figure, and not zero.
  var isFactor: Bool {
    switch operation {
    case .constant(.quantity(let value)): !value.isZero
    case .apply(.converted, let parts), .apply(.negate, let parts): parts[0].isFactor
    default: false
    }
  }

  var isConstant: Bool {
    switch operation {
    case .constant: true
    case .apply(.converted, let parts), .apply(.negate, let parts): parts[0].isConstant
    default: false
    }
  }
}
