import QuoteLanguage
import QuoteSyntax

/// Measures converted by hand, which have their units with them, and columns in which one figure
/// is for another unit than the rest.
struct UnitSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = UnitSlips(model: model, names: SameValues(of: model))
    var found: [Diagnostic] = []
    var told: Set<SourceSpan> = []
    func report(_ warning: Diagnostic?) {
      guard let warning, told.insert(warning.primary.span).inserted else { return }
      found.append(warning)
    }
    for table in model.tables {
      for key in table.keys { report(slips.converted(key.value)) }
      for column in table.columns.indices { report(slips.mixed(table, column)) }
    }
    model.visitExpressions { value in
      switch value.operation {
      case .lookup(_, _, let keys), .graduated(_, let keys), .isFound(_, let keys):
        for key in keys { report(slips.converted(key)) }
      case .apply(.arithmetic(.multiply), let sides): report(slips.convertedForPrice(sides))
      case .apply(.compare, let sides):
        for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
          if case .constant = slips.names.resolved(other).operation {
            report(slips.converted(one))
          }
        }
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional,
        .extreme, .aggregate, .sumBefore, .split, .neighbour, .steps, .texts:
        break
      }
    }
    return Array(found.prefix(most))
  }

  // MARK: - Converted by hand

  /// By how many smaller units a larger one is written.
  private static let factors: [Dimension: Set<Ratio>] = [
    .weight: [1000, 1_000_000], .distance: [1000, 1_000_000],
    .duration: [60, 1440, 3600, 86400],
  ]

  /// `load / 1000`, where the figures that it is held against have their unit.
  private func converted(_ value: PriceExpression) -> Diagnostic? {
    guard case .quantity(let type) = value.type, type.denominator == nil,
      let dimension = type.numerator, let factors = Self.factors[dimension],
      case .apply(.arithmetic(let act), let sides) = value.operation,
      act == .multiply || act == .divide, sides[0].type == value.type,
      case .constant(.quantity(let size)) = sides[1].operation, sides[1].type.isPlainNumber,
      factors.contains(size) || factors.contains(1 / size), !isScaled(sides[0])
    else { return nil }
    return .convertedAgain(text(value.span), text(sides[0].span), at: value.span)
  }

  /// What was taken so many times already may be brought back.
  private func isScaled(_ value: PriceExpression) -> Bool {
    guard case .apply(.arithmetic(let act), let sides) = value.operation,
      act == .multiply || act == .divide
    else { return false }
    return sides.contains { $0.type.isPlainNumber && $0.figure != nil }
  }

  /// The same, times a price for each unit of it.
  private func convertedForPrice(_ sides: [PriceExpression]) -> Diagnostic? {
    for (price, measure) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .quantity(let type) = price.type, case .quantity(let measured) = measure.type,
        type.numerator == .money, let per = type.denominator, per == measured.numerator
      else { continue }
      return converted(measure)
    }
    return nil
  }

  // MARK: - Units in a column

  private struct Figure {
    var value: PriceExpression
    var size: Ratio
    var unit: MeasureUnit
    /// Whether it is for each of its unit; measures themselves may well go over into larger ones.
    var isRate: Bool
  }

  /// One figure in pounds among those in kilograms, or one whose unit makes another size of it.
  private func mixed(_ table: ModelTable, _ column: Int) -> Diagnostic? {
    let figures = table.rows.compactMap { $0.values[column].flatMap(figure) }
    var counts: [String: Int] = [:]
    for figure in figures { counts[figure.unit.name, default: 0] += 1 }
    guard counts.count > 1, let most = counts.max(by: { $0.value < $1.value }),
      most.value * 2 > figures.count
    else { return nil }
    let usual = figures.filter { $0.unit.name == most.key }
    guard let first = usual.first, let least = usual.map(\.size.magnitude).min(),
      let greatest = usual.map(\.size.magnitude).max()
    else { return nil }
    let odd = figures.first { figure in
      figure.unit.name != most.key
        && (figure.unit.isMetric != first.unit.isMetric
          || figure.isRate
            && (figure.size.magnitude > greatest * 20 || figure.size.magnitude * 20 < least))
    }
    guard let odd, !model.sources.isFormula(at: odd.value.span) else { return nil }
    let written = text(odd.value.span)
    return .mixedUnits(
      in: table.columns[column].name, written, for: odd.unit.name, among: most.key,
      write: written.hasSuffix(odd.unit.name)
        ? written.dropLast(odd.unit.name.count) + most.key : nil,
      at: odd.value.span, beside: first.value.span)
  }

  private func figure(_ cell: PriceExpression) -> Figure? {
    var value = cell
    if case .apply(.converted, let parts) = value.operation { value = parts[0] }
    guard case .constant(.quantity(let size)) = value.operation, !size.isZero,
      let unit = value.units.denominator ?? value.units.numerator, unit.dimension != .money
    else { return nil }
    if case .declared = unit.dimension { return nil }
    return Figure(value: value, size: size, unit: unit, isRate: value.units.denominator != nil)
  }
}

extension MeasureUnit {
  /// Whether it is one of the metric system; units of time are in both.
  fileprivate var isMetric: Bool { name != "mi" && name != "lb" }
}
