import QuoteLanguage
import QuoteSyntax

/// A least above the most, in one formula: `min(max(price, $20), $12)` is $12 whatever the price.
/// What the ranges of inputs alone keep from a bound may well come to it another day.
enum FixedExtremes {
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let names = SameValues(of: model)
    var found: [Diagnostic] = []
    func figure(among parts: [PriceExpression]) -> Ratio? {
      parts.lazy.compactMap { names.resolved($0).figure }.first
    }
    model.visitExpressions { value in
      guard case .extreme(let isLeast, let parts) = value.operation,
        value.type == .quantity(.money), parts.count == 2,
        let idle = parts.first(where: { names.resolved($0).figure == nil }),
        value.span.encloses(idle.span),
        case .extreme(let isInnerLeast, let inner) = names.resolved(idle).operation,
        isInnerLeast != isLeast, let outer = figure(among: parts), let bound = figure(among: inner),
        !outer.isZero, isLeast ? bound >= outer : bound <= outer
      else { return }
      let amount = CurrencySign.amount(outer, model.currency)
      found.append(
        .alwaysTheBound(
          model.sources.text(at: idle.span).trimmedOfSpaces, amount, isLeast: isLeast,
          at: value.span))
    }
    return Array(found.prefix(most))
  }
}
