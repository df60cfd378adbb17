import QuoteLanguage
import QuoteSyntax

/// Products of which a factor counts twice: a price of all units, times their
/// number; the sum of prices times the sum of numbers.
struct ProductSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues
  private let lines: [ModelLine]
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = ProductSlips(
      model: model, names: SameValues(of: model), lines: model.allLines)
    var found: [Diagnostic] = []
    let divided = hundredths(of: model)
    var shares: Set<ObjectIdentifier> = []
    model.visitExpressions { value in
      shares.formUnion(slips.shares(in: value).map(ObjectIdentifier.init))
    }
    model.visitExpressions { value in
      guard case .apply(.arithmetic(.multiply), let sides) = value.operation else { return }
      let warning =
        slips.measuredTwice(value, sides) ?? slips.summedApart(value, sides)
        ?? (shares.contains(ObjectIdentifier(value)) ? nil : slips.countedInLine(value, sides))
        ?? slips.wholeOfOtherUnit(sides)
        ?? (divided.contains(ObjectIdentifier(value)) ? nil : slips.percentByName(sides))
      if let warning { found.append(warning) }
    }
    return Array(found.prefix(most))
  }

  /// All products that are divided by a hundred, or have a hundredth among their factors.
  static func hundredths(of model: PriceModel) -> Set<ObjectIdentifier> {
    let slips = ProductSlips(model: model, names: SameValues(of: model), lines: model.allLines)
    var found: Set<ObjectIdentifier> = []
    model.visitExpressions { value in
      found.formUnion(slips.hundredths(in: value).map(ObjectIdentifier.init))
    }
    return found
  }

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

  /// A line's amount for a number of things, times the number.
  private func countedInLine(
    _ value: PriceExpression, _ sides: [PriceExpression]
  ) -> Diagnostic? {
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .reference(.lineAmount(let id)) = price.operation, factor.type.isCount,
        case .reference(.field) = names.resolved(factor).operation,
        case let line = lines[id], case .amount(let amount) = line.effect,
        let counted = products(in: amount.unrounded).factors.first(where: {
          names.areSame($0, factor)
        })
      else { continue }
      return .countedInLine(
        line, text(price.span), by: text(factor.span), at: value.span, counted: counted.span)
    }
    return nil
  }

  /// The products that have a percentage among their factors, which says how much of a price for
  /// each is meant.
  private func shares(in value: PriceExpression) -> [PriceExpression] {
    guard case .apply(.arithmetic(.multiply), _) = value.operation else { return [] }
    let (all, factors) = products(in: value)
    let hasLine = factors.contains { factor in
      if case .reference(.lineAmount) = factor.operation { true } else { false }
    }
    return hasLine && factors.contains(where: model.isPercent) ? all : []
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
        let call = text(rounded.span).wholeMatch(of: kept(/(ceil|floor|round)\(([^(),]+)\)/))
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

  /// The products that are divided by a hundred, or have a hundredth among their factors.
  private func hundredths(in value: PriceExpression) -> [PriceExpression] {
    guard case .apply(.arithmetic(let act), let sides) = value.operation else { return [] }
    switch act {
    case .divide: return names.isFigure(sides[1], 100) ? products(in: sides[0]).all : []
    case .multiply:
      let (all, factors) = products(in: value)
      return factors.contains { names.isFigure($0, Ratio(1, 100)) } ? all : []
    case .add, .subtract: return []
    }
  }

  /// A product and the products among its factors, and what is no product of them.
  private func products(
    in value: PriceExpression
  ) -> (all: [PriceExpression], factors: [PriceExpression]) {
    guard case .apply(.arithmetic(.multiply), let sides) = value.operation else {
      return ([], [value])
    }
    let (left, right) = (products(in: sides[0]), products(in: sides[1]))
    return ([value] + left.all + right.all, left.factors + right.factors)
  }

  /// What is added to the whole or taken off it in a factor: the rate in `1 - rate`.
  private func besideWhole(_ factor: PriceExpression) -> PriceExpression? {
    guard case .apply(.arithmetic(let act), let sides) = names.resolved(factor).operation else {
      return nil
    }
    switch act {
    case .add where names.isFigure(sides[1], 1): return sides[0]
    case .add, .subtract: return names.isFigure(sides[0], 1) ? sides[1] : nil
    case .multiply, .divide: return nil
    }
  }

  /// A number that is called a percentage, as a factor of money or in one.
  private func percentByName(_ sides: [PriceExpression]) -> Diagnostic? {
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard price.type == .quantity(.money), factor.type.isPlainNumber else { continue }
      let factor = besideWhole(factor) ?? factor
      let value = names.resolved(factor)
      switch value.operation {
      case .reference(.field(let list, let field)):
        let name = model.schema.lists[list].fields[field].name
        guard isPercent(name), value.range.upper >= 10, !isWrittenSo(list, field) else { continue }
        return .percentByName(name, nil, at: factor.span)
      case .lookup(let table, let column, _):
        let name = model.tables[table].columns[column].name
        let cells = model.tables[table].rows.compactMap { $0.values[column] }
        guard isPercent(name) else { continue }
        let plain = cells.filter { cell in
          guard case .constant(.quantity(let figure)) = cell.operation else { return false }
          return !figure.isZero && !model.sources.isPercent(at: cell.span)
        }
        let large = plain.filter { $0.range.lower >= 1 }
        guard let cell = large.first else { continue }
        // What is right for these is wrong for cells beside them that have a sign, or may be parts.
        let isAlone = large.count == plain.count && !cells.contains(where: model.isPercent)
        return .percentByName(
          text(factor.span), text(cell.span), at: factor.span,
          among: isAlone ? nil : large.map { Spanned(text($0.span), at: $0.span) })
      case _: continue
      }
    }
    return nil
  }

  /// Whether a name says that it is a percentage.
  static func isPercent(_ name: String) -> Bool {
    name.lowercased().split(separator: "_").last.map { Self.percents.contains(String($0)) } ?? false
  }

  private func isPercent(_ name: String) -> Bool { Self.isPercent(name) }

  /// Whether its percentages come with their sign, which makes hundredths of them.
  private func isWrittenSo(_ list: ListID, _ field: Int) -> Bool {
    model.schema.lists[list].fields[field].notation != nil
  }
}
