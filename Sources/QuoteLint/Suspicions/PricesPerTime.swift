import QuoteLanguage
import QuoteSyntax

/// Prices whose name says that they are for an hour or a kilogram, times a number whose name says
/// that it counts minutes or grams, `price_per_hour * minutes`, and those for a hundred of what is
/// counted one by one, `per_100kg * kg`, `per_dozen * eggs`.
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
        .compactMap { prices.apart($0) ?? prices.forMany($0) ?? prices.forGroups($0) }
        .prefix(most))
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
        let called = name(of: price)?.lowercased(),
        called.mayHaveDigits,
        let per = called.firstMatch(of: kept(/per_?(\d{3,})_?([a-z]+)/)),
        let counted = name(of: number)?.lowercased(), !counted.contains(per.1),
        case let unit = per.2.hasSuffix("s") ? per.2.dropLast() : per.2,
        counted.split(whereSeparator: { !$0.isLetter }).contains(where: {
          $0 == unit || $0 == unit + "s"
        })
      else { continue }
      return .priceOfMany(
        text(price.span), for: String(per.1), text(number.span), divisor: String(per.1),
        at: number.span, price: price.span)
    }
    return nil
  }

  private static let groups: [Substring: Ratio] = [
    "dozen": 12, "hundred": 100, "cwt": 100, "thousand": 1000, "mille": 1000, "million": 1_000_000,
  ]

  /// What holds some, which may be just so many.
  private static let containers: Set<String> = [
    "box", "boxes", "case", "cases", "carton", "cartons", "tray", "trays",
    "pack", "packs", "bundle", "bundles", "batch", "batches", "lot", "lots",
    "bag", "bags", "sack", "sacks", "pallet", "pallets", "units", "blocks", "sets",
  ]

  /// `price_per_1000 * copies`, `per_dozen * eggs`, where nothing divides what is counted.
  private func forGroups(_ product: PriceExpression) -> Diagnostic? {
    guard product.type == .quantity(.money),
      case .apply(.arithmetic(.multiply), let sides) = product.operation
    else { return nil }
    for (price, number) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .quantity(let type) = price.type, type.numerator == .money,
        let said = titles(of: price).lazy.map({ $0.lowercased() }).compactMap({
          !$0.contains("per") ? nil : $0.firstMatch(of: kept(/(?:^|[^a])per_?(\d{3,}|[a-z]+)$/))?.1
        }).first,
        let size = Self.groups[said] ?? Ratio(decimal: String(said)), size > 1,
        let counted = name(of: number)?.lowercased(), !counted.contains(said),
        Self.containers.isDisjoint(with: counted.split { !$0.isLetter }.map(String.init)),
        !Self.counts(groupsOf: size, number, names), !Self.counts(groupsOf: size, price, names)
      else { continue }
      return .priceOfMany(
        text(price.span), for: said.allSatisfy(\.isNumber) ? String(said) : "a \(said)",
        text(number.span), divisor: "\(size)", at: number.span, price: price.span)
    }
    return nil
  }

  /// Whether something is divided by a number in what a value is made of.
  private static func counts(
    groupsOf size: Ratio, _ value: PriceExpression, _ names: SameValues, depth: Int = 8
  ) -> Bool {
    guard depth > 0 else { return true }
    let value = names.resolved(value)
    if let figure = value.figure, figure.magnitude >= size || figure.magnitude * size == 1 {
      return true
    }
    return value.parts.contains { counts(groupsOf: size, $0, names, depth: depth - 1) }
  }

  /// How it is called where it stands, and the column of a table that it comes from.
  private func titles(of value: PriceExpression) -> [String] {
    var all = name(of: value).map { [$0] } ?? []
    if case .lookup(let table, let column, _) = names.resolved(value).operation {
      all.append(model.tables[table].columns[column].name)
    }
    return all
  }

  private func name(of value: PriceExpression) -> String? {
    switch value.operation {
    case .reference(.letValue), .reference(.field), .lookup: text(value.span)
    case _: nil
    }
  }
}
