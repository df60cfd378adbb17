import QuoteLanguage
import QuoteSyntax

/// Rates that lost their percent sign, have it twice, or are rounded away.
struct RateSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = RateSlips(model: model, names: SameValues(of: model))
    var found = slips.takenOff + slips.sharesOfTotal
    var cells: Set<SourceSpan> = []
    model.visitExpressions { value in
      guard let warning = slips.warning(of: value), cells.insert(warning.primary.span).inserted
      else { return }
      found.append(warning)
    }
    return Array(found.prefix(most))
  }

  private func isPercent(_ value: PriceExpression) -> Bool {
    model.sources.isPercent(at: value.span)
  }

  // MARK: - Figures without their sign

  /// The figures above 1 that a rate has, none a percentage: one, or those of a column all of
  /// whose cells are whole or none.
  private func figures(of rate: PriceExpression) -> [PlainFigures.Figure] {
    let found = PlainFigures(of: names.rate(rate), in: model)
    guard !found.isColumn || found.figures.count > 1,
      found.figures.allSatisfy({ $0.value > 1 })
    else { return [] }
    return found.figures
  }

  private func isOne(_ value: PriceExpression) -> Bool {
    guard case .constant(.quantity(let figure)) = value.operation else { return false }
    return figure == 1 && value.type.isPlainNumber
  }

  /// Money times `1 + vat`, or what is left of it without a rate, `gross / (1 + vat)`.
  private func ofMoney(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.arithmetic(let act), let sides) = value.operation,
      value.type == .quantity(.money)
    else { return nil }
    switch act {
    case .multiply:
      return sides.lazy.compactMap(onePlus).first ?? sides.lazy.compactMap(onePlusRate).first
    case .divide: return onePlusRate(sides[1])
    case .add, .subtract: return nil
    }
  }

  /// The same under a name, or as what divides: it may be a number of people there, unless it is
  /// called a rate.
  private func onePlusRate(_ value: PriceExpression) -> Diagnostic? {
    let sum = names.resolved(value)
    guard case .apply(.arithmetic, let sides) = sum.operation,
      sides.contains(where: { NamesOfRates.isIn(text($0.span)) })
    else { return nil }
    return onePlus(sum)
  }

  /// `1 + vat`, where vat is 20: so many times may be counted, but hardly by a name or a table.
  private func onePlus(_ value: PriceExpression) -> Diagnostic? {
    guard value.type.isPlainNumber else { return nil }
    switch value.operation {
    case .apply(.arithmetic(let act), let sides) where act == .add || act == .subtract:
      let turned = act == .add ? [(sides[1], sides[0])] : []
      for (one, rate) in [(sides[0], sides[1])] + turned where isOne(one) {
        let all = figures(of: rate)
        guard let found = all.first(where: { $0.value >= Self.manyTimes }) else { continue }
        let figure = text(found.span)
        return .rateAboveOne(
          "`\(text(value.span))` is \(figure) times the whole beside the whole itself", figure,
          at: found.span,
          others: all.filter { $0.span != found.span }.map { Spanned(text($0.span), at: $0.span) })
      }
      return nil
    case .constant(.quantity):
      guard
        let match = text(value.span).wholeMatch(of: kept(/\(?\s*1\s*\+\s*(\d+(?:\.\d+)?)\s*\)?/)),
        case let figure = String(match.1), (Ratio(decimal: figure) ?? 0) >= Self.manyTimes
      else { return nil }
      return .rateAboveOne(
        "`\(match.0)` is \(figure) times the whole beside the whole itself", figure,
        at: value.span)
    case _: return nil
    }
  }

  /// From here on, a figure beside 1 is a percentage without its sign.
  private static let manyTimes = Ratio(5)

  // MARK: - Rates taken off

  /// `-round(subtotal * 10)`: many times what there is.
  private var takenOff: [Diagnostic] {
    model.allLines.compactMap { line in
      guard let rate = rateTakenOff(by: line) else { return nil }
      let figure = text(rate.span)
      return .rateAboveOne(
        "`\(line.name)` takes off \(figure) times what it is computed from", figure,
        at: rate.span, others: rate.others)
    }
  }

  /// Whether a line takes off many times what it is computed from.
  static func takesManyTimes(_ line: ModelLine, of model: PriceModel) -> Bool {
    RateSlips(model: model, names: SameValues(of: model)).rateTakenOff(by: line) != nil
  }

  private func rateTakenOff(by line: ModelLine) -> Rate? {
    guard case .amount(let amount) = line.effect,
      case .apply(.negate, let parts) = amount.unrounded.operation
    else { return nil }
    for value in alternatives(parts[0]) {
      if let rate = rate(ofQuoteIn: value, atLeast: Self.manyTimes, ofLines: true) { return rate }
    }
    return nil
  }

  /// A figure, and the others of the column in which it stands.
  private typealias Rate = (value: Ratio, span: SourceSpan, others: [Spanned<String>])

  /// What a value may be, without roundings: each branch, and each of those of which the least is
  /// taken.
  private func alternatives(_ value: PriceExpression) -> [PriceExpression] {
    let value = value.unrounded
    switch value.operation {
    case .conditional(_, let then, let otherwise):
      return alternatives(then) + (otherwise.map(alternatives) ?? [])
    case .extreme(least: true, let choices): return choices.flatMap(alternatives)
    case _: return [value]
    }
  }

  /// What is multiplied with something in the quote, a line's amount too where that is asked for:
  /// a figure of so much or more, up to 100.
  private func rate(
    ofQuoteIn value: PriceExpression, atLeast least: Ratio, ofLines: Bool = false
  ) -> Rate? {
    guard case .apply(.arithmetic(.multiply), let sides) = value.operation else { return nil }
    for (price, rate) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .reference(let reference) = price.operation else { continue }
      let isQuote =
        switch reference {
        case .running, .subtotal, .total: true
        case .lineAmount, .lineSum: ofLines
        case .field, .element, .letValue, .carried, .lineReasons: false
        }
      guard isQuote else { continue }
      let all = figures(of: rate)
      if let found = all.first(where: { $0.value >= least && $0.value <= 100 }) {
        let others = all.filter { $0.span != found.span }
        return (found.value, found.span, others.map { Spanned(text($0.span), at: $0.span) })
      }
    }
    return nil
  }

  /// Outputs that are as many times the total as percentages mostly are: 5, 10, 30.
  private var sharesOfTotal: [Diagnostic] {
    model.outputs.compactMap { output in
      guard case .value(let value) = output.body,
        let rate = rate(ofQuoteIn: value.unrounded, atLeast: Self.manyTimes),
        rate.value < 100,
        (rate.value / Self.manyTimes).isWhole || NamesOfRates.isIn(output.name)
      else { return nil }
      let figure = text(rate.span)
      return .rateAboveOne(
        "`\(output.name)` is \(figure) times what it is computed from", figure, at: rate.span)
    }
  }

  // MARK: - Anywhere

  private func warning(of value: PriceExpression) -> Diagnostic? {
    ofMoney(value) ?? divided(value) ?? roundedAway(value) ?? dividedByShare(value)
  }

  /// `subtotal * vat_rate / 100`, where the rate is written `20%`. Beside another number, each
  /// hundred of that may be meant.
  private func divided(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.arithmetic(.divide), let sides) = value.operation,
      case .constant(.quantity(100)) = sides[1].operation, sides[1].type.isPlainNumber,
      !isPercent(sides[1]), let (factor, rate) = percentage(among: sides[0])
    else { return nil }
    return .percentDivided(
      text(factor.span), model.writtenPercentage(at: rate), at: value.span)
  }

  /// The factor of a product that is a percentage, and where it is written.
  private func percentage(
    among value: PriceExpression
  ) -> (factor: PriceExpression, written: SourceSpan)? {
    if case .apply(.arithmetic(.multiply), let sides) = value.operation {
      for (factor, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard let found = percentage(among: factor) else { continue }
        return other.type.isPlainNumber ? nil : found
      }
      return nil
    }
    return model.percentage(in: value, names).map { (value, $0) }
  }

  /// `total / 19%`, more than five times the total.
  private func dividedByShare(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.arithmetic(.divide), let sides) = value.operation,
      sides[0].type == .quantity(.money),
      case let rate = names.resolved(sides[1]),
      case .constant(.quantity(let size)) = rate.operation, isPercent(rate),
      size > 0, size < Ratio(1, 2)
    else { return nil }
    // A name may have the place of its figure, which stands elsewhere.
    let inPlace = sides[1].span
    let isNamed =
      inPlace.file != value.span.file || inPlace.lower < value.span.lower
      || inPlace.upper > value.span.upper || rate.span != inPlace
    let parts = text(value.span).split(separator: "/")
    guard let last = parts.last else { return nil }
    let share = String(last.prefix { $0 != ")" }).trimmedOfSpaces
    // A figure in place may be written without its sign; a name stands for it elsewhere too.
    return .dividedByShare(
      model.operand(sides[0]), share, size, plain: isNamed ? nil : "\(size)", at: value.span)
  }

  /// `round(vat_rate)`, which is a whole number of a part of one, and what is never as much as half
  /// of what it is rounded to.
  private func roundedAway(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.round(let step, let mode), let parts) = value.operation,
      value.type.isPlainNumber, mode != .up, step == 1, parts[0].range.lower >= 0,
      parts[0].range.upper > 0, parts[0].range.upper < 1
    else { return nil }
    guard model.percentage(in: parts[0], names) != nil else {
      guard parts[0].range.upper < Ratio(1, 2) else { return nil }
      return .roundedToNothing(
        text(value.span), text(parts[0].span),
        most: ExampleText.value(parts[0].range.upper, of: parts[0]), at: value.span)
    }
    return .roundedAway(text(value.span), text(parts[0].span), at: value.span)
  }
}
