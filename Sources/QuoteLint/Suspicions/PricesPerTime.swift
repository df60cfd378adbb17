import QuoteLanguage
import QuoteSyntax

/// Prices whose name says that they are for an hour or a kilogram, times a number whose name says
/// that it counts minutes or grams, `price_per_hour * minutes`, and those for a hundred of what is
/// counted one by one, `per_100kg * kg`.
struct PricesPerTime: RulesReader {
  let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let names = SameValues(of: model)
    let prices = PricesPerTime(model: model, names: names)
    // What is multiplied or divided further may be brought to one unit by that.
    var scaled = ScaledFurther(names)
    var products: [PriceExpression] = []
    model.visitExpressions { value in
      guard case .apply(.arithmetic(let act), let sides) = value.operation else { return }
      switch act {
      case .multiply, .divide:
        for side in sides { scaled.insert(side) }
        if act == .multiply { products.append(value) }
      case .add, .subtract: break
      }
    }
    return Array(
      products.filter { !scaled.contains($0) }
        .compactMap { prices.apart($0) ?? prices.forMany($0) }.prefix(most))
  }

  private func apart(_ product: PriceExpression) -> Diagnostic? {
    guard case .apply(.arithmetic(.multiply), let sides) = product.operation else { return nil }
    for (price, number) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard price.type == .quantity(.money), number.type.isPlainNumber,
        let per = name(of: price).flatMap(NamedUnit.init(priceCalled:)),
        case let counted = CountReader(names, text).counted(by: number), let unit = counted.unit,
        unit != per, unit.isOfOneKind(as: per), counted.isWrong(for: per), let block = counted.block
      else { continue }
      return .priceOfOtherTime(
        text(price.span), per: per, model.operand(number), counts: unit, inBlocks: block,
        at: number.span, price: price.span)
    }
    return nil
  }

  /// `per_100kg * kg`, `cost_per_1000_views * views`.
  private func forMany(_ product: PriceExpression) -> Diagnostic? {
    guard product.type == .quantity(.money),
      case .apply(.arithmetic(.multiply), let sides) = product.operation
    else { return nil }
    for (price, number) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .quantity(let type) = price.type, type.numerator == .money,
        let per = name(of: price)?.lowercased().firstMatch(of: kept(/per_?(\d{3,})_?([a-z]+)/)),
        let counted = name(of: number)?.lowercased(), !counted.contains(per.1),
        case let unit = per.2.hasSuffix("s") ? per.2.dropLast() : per.2,
        counted.split(whereSeparator: { !$0.isLetter }).contains(where: {
          $0 == unit || $0 == unit + "s"
        })
      else { continue }
      return .priceOfMany(
        text(price.span), for: String(per.1), text(number.span), at: number.span,
        price: price.span)
    }
    return nil
  }

  private func name(of value: PriceExpression) -> String? {
    switch value.operation {
    case .reference(.letValue), .reference(.field), .lookup: text(value.span)
    case _: nil
    }
  }
}
