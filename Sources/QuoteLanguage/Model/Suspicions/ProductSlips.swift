/// Products of which a factor counts twice: a price of all units, times their
/// number; the sum of prices times the sum of numbers.
struct ProductSlips {
  private let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = ProductSlips(model: model, names: SameValues(of: model))
    var found: [Diagnostic] = []
    var divided: Set<ObjectIdentifier> = []
    model.visitExpressions { value in
      if let product = slips.hundredth(value) { divided.insert(ObjectIdentifier(product)) }
    }
    model.visitExpressions { value in
      guard case .apply(.arithmetic(.multiply), let sides) = value.operation else { return }
      let warning =
        slips.measuredTwice(value, sides) ?? slips.summedApart(value, sides)
        ?? slips.wholeOfOtherUnit(sides)
        ?? (divided.contains(ObjectIdentifier(value)) ? nil : slips.percentByName(sides))
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

  // MARK: - Whole numbers of another unit

  /// A price for one hour, times the whole minutes of something.
  private func wholeOfOtherUnit(_ sides: [PriceExpression]) -> Diagnostic? {
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .quantity(let type) = price.type, type.numerator == .money,
        let per = names.resolved(price).units.denominator,
        case .apply(.round, let parts) = names.resolved(factor).operation,
        case let rounded = names.resolved(factor), let unit = rounded.units.numerator,
        unit.name != per.name,
        let call = text(rounded.span).wholeMatch(of: /(ceil|floor|round)\(([^(),]+)\)/)
      else { continue }
      let value = String(call.2).trimmedOfSpaces
      guard parts[0].type == rounded.type else { continue }
      return .wholeOfOtherUnit(
        String(call.0), value, of: unit.name, per: per.name, at: factor.span, price: price.span)
    }
    return nil
  }

  // MARK: - Percent by name

  private static let percents: Set<String> = [
    "pct", "percent", "percentage", "prozent", "pourcent", "procent",
  ]

  /// What is divided by a hundred.
  private func hundredth(_ value: PriceExpression) -> PriceExpression? {
    guard case .apply(.arithmetic(.divide), let sides) = value.operation,
      case .constant(.quantity(let by)) = names.resolved(sides[1]).operation, by == 100
    else { return nil }
    return sides[0]
  }

  /// A number that is called a percentage, as a factor of money.
  private func percentByName(_ sides: [PriceExpression]) -> Diagnostic? {
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard price.type == .quantity(.money), factor.type.isPlainNumber else { continue }
      let value = names.resolved(factor)
      switch value.operation {
      case .reference(.field(let list, let field)):
        let name = model.schema.lists[list].fields[field].name
        guard isPercent(name), value.range.upper >= 10, !isWrittenSo(list, field) else { continue }
        return .percentByName(name, nil, at: factor.span)
      case .lookup(let table, let column, _):
        let name = model.tables[table].columns[column].name
        let cells = model.tables[table].rows.compactMap { $0.values[column] }
        guard isPercent(name),
          let cell = cells.first(where: { cell in
            guard case .constant(.quantity(let figure)) = cell.operation else { return false }
            return figure >= 1 && !model.sources.isPercent(at: cell.span)
          })
        else { continue }
        return .percentByName(text(factor.span), text(cell.span), at: factor.span)
      case _: continue
      }
    }
    return nil
  }

  private func isPercent(_ name: String) -> Bool {
    name.lowercased().split(separator: "_").last.map { Self.percents.contains(String($0)) } ?? false
  }

  /// Whether its percentages come with their sign, which makes hundredths of them.
  private func isWrittenSo(_ list: ListID, _ field: Int) -> Bool {
    model.schema.lists[list].fields[field].notation != nil
  }
}
