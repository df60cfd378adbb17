import QuoteSyntax

/// Money times a hundred and a percentage, `subtotal * (100 + vat)`, that nothing divides by a
/// hundred.
struct HundredFactors: RulesReader {
  let model: PriceModel
  private let names: SameValues
  /// Products that are divided by a hundred somewhere.
  private let hundredths: Set<ObjectIdentifier>

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let factors = HundredFactors(
      model: model, names: SameValues(of: model), hundredths: ProductSlips.hundredths(of: model))
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      guard let (factor, size) = factors.factor(in: value) else { return }
      found.append(
        .hundredFactor(factors.text(factor.span).withoutBrackets, "\(size)", at: factor.span))
    }
    return found
  }

  private func factor(in value: PriceExpression) -> (factor: PriceExpression, size: Ratio)? {
    guard value.type == .quantity(.money), !hundredths.contains(ObjectIdentifier(value)),
      case .apply(.arithmetic(.multiply), let sides) = value.operation
    else { return nil }
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard factor.type.isPlainNumber, let (size, rate) = besideHundred(factor),
        rate.map(NamesOfRates.isIn) ?? false || isInQuote(price)
      else { continue }
      return (factor, size)
    }
    return nil
  }

  /// What comes to a hundred and a figure that is less, and the name of the figure if it has one.
  /// A sum with a name of its own may count something.
  private func besideHundred(_ factor: PriceExpression) -> (size: Ratio, rate: String?)? {
    if case .constant(.quantity(let size)) = factor.operation, size > 0, size < 200,
      let sum = text(factor.span).wholeMatch(of: /\(?\s*100\s*([-+])\s*(\d+(?:\.\d+)?)\s*\)?/),
      let rate = Ratio(decimal: String(sum.2)), size == (sum.1 == "+" ? 100 + rate : 100 - rate)
    {
      return (size, nil)
    }
    guard case .apply(.arithmetic(let act), let sides) = factor.operation,
      act == .add || act == .subtract, let whole = sides[0].figure, whole == 100,
      case .constant(.quantity(let rate)) = names.resolved(sides[1]).operation, rate > 0,
      rate < 100, !model.isPercent(names.resolved(sides[1]))
    else { return nil }
    return (act == .add ? 100 + rate : 100 - rate, text(sides[1].span))
  }

  private func isInQuote(_ price: PriceExpression) -> Bool {
    guard case .reference(let reference) = price.operation else { return false }
    switch reference {
    case .running, .subtotal, .total, .lineAmount, .lineSum: return true
    case .field, .element, .letValue, .carried, .lineReasons: return false
    }
  }
}
