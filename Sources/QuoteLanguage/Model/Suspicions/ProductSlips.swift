/// Products of which a factor counts twice: a price of all units, times their
/// number; the sum of prices times the sum of numbers.
struct ProductSlips {
  private let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = ProductSlips(model: model, names: SameValues(of: model))
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      guard case .apply(.arithmetic(.multiply), let sides) = value.operation else { return }
      let warning = slips.measuredTwice(value, sides) ?? slips.summedApart(value, sides)
      if let warning { found.append(warning) }
    }
    return Array(found.prefix(most))
  }

  private func text(_ span: SourceSpan) -> String { model.sources.text(at: span).trimmedOfSpaces }

  /// The price by brackets of a measure, times the measure.
  private func measuredTwice(
    _ value: PriceExpression, _ sides: [PriceExpression]
  ) -> Diagnostic? {
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .graduated(let table, let keys) = names.resolved(price).operation,
        let measure = keys.last, names.areSame(measure, factor)
      else { continue }
      return .measuredTwice(
        model.tables[table], text(price.span), by: text(factor.span), at: value.span,
        mayFall: isFalling(model.tables[table]))
    }
    return nil
  }

  /// Whether a bracket is cheaper than one before it.
  private func isFalling(_ table: ModelTable) -> Bool {
    let prices = table.rows.compactMap { row -> Ratio? in
      guard case .constant(.quantity(let price))? = row.values.first??.operation else { return nil }
      return price
    }
    return zip(prices, prices.dropFirst()).contains { $1 < $0 }
  }

  /// Two sums over one list, written out beside each other.
  private func summedApart(_ value: PriceExpression, _ sides: [PriceExpression]) -> Diagnostic? {
    guard case .aggregate(.sum, let a, let list, let one) = sides[0].operation,
      case .aggregate(.sum, let b, list, let other) = sides[1].operation, one == nil, other == nil
    else { return nil }
    let place = value.grain.list == .booking ? nil : model.lists[value.grain.list].name
    return .summedApart(
      text(a.span), text(b.span), of: model.lists[list].name, for: place, at: value.span)
  }
}
