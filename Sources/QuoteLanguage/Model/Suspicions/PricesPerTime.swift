import QuoteSyntax

/// Prices whose name says that they are for an hour, times a number whose name says that it counts
/// minutes, `price_per_hour * minutes`, and those for a hundred of what is counted one by one,
/// `per_100kg * kg`.
struct PricesPerTime: RulesReader {
  let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let prices = PricesPerTime(model: model)
    let names = SameValues(of: model)
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
        let per = name(of: price).flatMap(UnitOfTime.init(priceCalled:)),
        let counted = name(of: number).flatMap(UnitOfTime.init(numberCalled:)), per != counted
      else { continue }
      return .priceOfOtherTime(
        text(price.span), per: per, text(number.span), counts: counted, at: number.span,
        price: price.span)
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

/// A unit of time that a name says. A night is as long as a day.
enum UnitOfTime: String, CaseIterable {
  case minute, hour, day, week, month, year

  /// `hourly_rate`, `price_per_hour`, `rent.per_month`.
  init?(priceCalled name: String) {
    let words = Self.words(of: name)
    let all = Self.allCases.filter { unit in
      zip(words, words.dropFirst()).contains { $0 == "per" && Self.named($1) == unit }
        || words.contains { Self.adverbs[$0] == unit }
    }
    guard all.count == 1 else { return nil }
    self = all[0]
  }

  /// `minutes`, `hours_worked`: so many of them.
  init?(numberCalled name: String) {
    let words = UnitOfName.withoutParticiple(Self.words(of: name))
    guard let last = words.last, last.hasSuffix("s"), !words.contains("per"),
      let unit = Self.named(String(last.dropLast()))
    else { return nil }
    self = unit
  }

  /// How many of a unit make this one, where that is the same for all.
  func count(of unit: UnitOfTime) -> Int? {
    switch (self, unit) {
    case (.hour, .minute): 60
    case (.week, .day): 7
    case (.year, .month): 12
    case _: nil
    }
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter }.map(String.init)
  }

  private static func named(_ word: String) -> UnitOfTime? {
    word == "night" ? .day : UnitOfTime(rawValue: word)
  }

  private static let adverbs: [String: UnitOfTime] = [
    "hourly": .hour, "daily": .day, "nightly": .day, "weekly": .week, "monthly": .month,
    "yearly": .year, "annual": .year,
  ]
}
