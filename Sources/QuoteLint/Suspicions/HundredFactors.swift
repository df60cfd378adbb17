import QuoteLanguage
import QuoteSyntax

/// Money times a hundred and a percentage, `subtotal * (100 + vat)`, that nothing divides by a
/// hundred, and a hundred and a share of one, `100 + vat` where vat is 19%.
struct HundredFactors: RulesReader {
  let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let factors = HundredFactors(model: model, names: SameValues(of: model))
    var hundredths = ScaledFurther(factors.names)
    var products: [PriceExpression] = []
    model.visitExpressions { value in
      guard case .apply(.arithmetic(let act), let sides) = value.operation else { return }
      switch act {
      case .divide where factors.names.isFigure(sides[1], 100): hundredths.insert(sides[0])
      case .multiply:
        let isHundredth = sides.map { factors.names.isFigure($0, Ratio(1, 100)) }
        if isHundredth[0] { hundredths.insert(sides[1]) }
        if isHundredth[1] { hundredths.insert(sides[0]) }
        products.append(value)
      case .add, .subtract, .divide: break
      }
    }
    let whole = products.filter { !hundredths.contains($0) }.compactMap { product -> Diagnostic? in
      factors.factor(in: product).map { factor, size in
        let written = factors.text(factor.span).withoutBrackets
        return .hundredFactor(written, "\(size)", at: factor.span)
      }
    }
    return Array((factors.shares + whole).prefix(most))
  }

  /// A hundred beside a share, each where it stands.
  private var shares: [Diagnostic] {
    var found: [Diagnostic] = []
    var told: Set<SourceSpan> = []
    model.visitExpressions { value in
      guard let warning = shareBesideHundred(value), told.insert(warning.primary.span).inserted
      else { return }
      found.append(warning)
    }
    return found
  }

  private func shareBesideHundred(_ value: PriceExpression) -> Diagnostic? {
    guard value.type.isPlainNumber else { return nil }
    let written = text(value.span).withoutBrackets
    // Two figures are one by now.
    if case .constant = value.operation, written.hasPrefix("100"),
      let sum = written.wholeMatch(of: kept(/100\s*([-+])\s*(\d+(?:\.\d+)?%)/))
    {
      return .shareBesideHundred(
        written, String(sum.2), write: "1 \(sum.1) \(sum.2)", at: value.span)
    }
    guard case .apply(.arithmetic(let act), let sides) = value.operation,
      act == .add || act == .subtract
    else { return nil }
    let turned = act == .add ? [(sides[1], sides[0])] : []
    for (whole, rate) in [(sides[0], sides[1])] + turned {
      guard whole.figure == 100, rate.range.upper < 100,
        let share = model.percentage(in: rate, names)
      else { continue }
      return .shareBesideHundred(
        written, model.writtenPercentage(at: share),
        write: written.replacing(kept(/\b100(?:\.0+)?\b/), with: "1", maxReplacements: 1),
        at: value.span)
    }
    return nil
  }

  private func factor(in value: PriceExpression) -> (factor: PriceExpression, size: Ratio)? {
    guard value.type == .quantity(.money),
      case .apply(.arithmetic(.multiply), let sides) = value.operation
    else { return nil }
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard factor.type.isPlainNumber, !isHundredth(price),
        let (size, rate) = besideHundred(factor),
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
      case let written = text(factor.span), written.utf8.contains(UInt8(ascii: "1")),
      let sum = written.wholeMatch(
        of: kept(/\(?\s*100\s*([-+])\s*(\d+(?:\.\d+)?)\s*\)?/)),
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

  /// `subtotal / 100`.
  private func isHundredth(_ price: PriceExpression) -> Bool {
    guard case .apply(.arithmetic(let act), let sides) = names.resolved(price).operation else {
      return false
    }
    switch act {
    case .divide: return names.isFigure(sides[1], 100) || isHundredth(sides[0])
    case .multiply:
      return sides.contains { names.isFigure($0, Ratio(1, 100)) || isHundredth($0) }
    case .add, .subtract: return false
    }
  }

  private func isInQuote(_ price: PriceExpression) -> Bool {
    guard case .reference(let reference) = price.operation else { return false }
    switch reference {
    case .running, .subtotal, .total, .lineAmount, .lineSum: return true
    case .field, .element, .letValue, .carried, .lineReasons: return false
    }
  }
}
