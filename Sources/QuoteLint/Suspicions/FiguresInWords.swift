import QuoteLanguage
import QuoteSyntax

/// Figures that a label or a reason says otherwise than the rule beside it: `label: VAT 19%` where
/// the amount is `price * 7%`, `reason: only up to 30 km` where it declines from 50 km on.
struct FiguresInWords: RulesReader {
  let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let figures = FiguresInWords(model: model)
    let lines = model.allLines.compactMap { line -> Diagnostic? in
      guard let amount = line.formula else { return nil }
      return figures.warning(line.label, beside: amount)
    }
    return Array(
      (lines + model.declines.compactMap { figures.warning($0.reason, beside: $0.when) })
        .prefix(most))
  }

  /// Words that tell of another price than the one that is charged.
  private static let others: Set<String> = [
    "incl", "including", "includes", "included", "excl", "excluding", "plus", "before", "without",
    "instead", "was", "were", "not", "than", "else", "usually", "normally", "less", "pay",
  ]

  private func warning(_ words: PriceExpression?, beside rule: PriceExpression) -> Diagnostic? {
    guard let words, case .constant(.text(let said)) = words.operation,
      others(in: said).isDisjoint(with: Self.others)
    else { return nil }
    let told = Self.figures(in: said)
    let applied = Self.figures(in: text(rule.span))
    guard told.count == 1, let (unit, sizes) = told.first, sizes.count == 1, let size = sizes.first,
      let own = applied[unit], own.count == 1, let figure = own.first, figure != size,
      !Self.mayBeOne(size, figure, unit)
    else { return nil }
    let behind = unit == "%" ? unit : " \(unit)"
    return .figureInWords("\(size)\(behind)", "\(figure)\(behind)", at: words.span, rule: rule.span)
  }

  /// What is left of a whole, and the next measure: `at most 30 kg` is `weight >= 31 kg`.
  private static func mayBeOne(_ said: Ratio, _ applied: Ratio, _ unit: String) -> Bool {
    unit == "%" ? said + applied == 100 : (said - applied).magnitude <= 1
  }

  private func others(in text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter }.map(String.init))
  }

  /// The figures of a text by what stands behind them: a percent sign, or a unit. With a comma it
  /// may be one or another, and is none.
  private static func figures(in text: String) -> [String: Set<Ratio>] {
    var units: [String: Set<Ratio>] = [:]
    guard text.mayHaveDigits else { return units }
    for match in text.matches(of: kept(/\b(\d[\d.,]*) ?(%|km|mi|kg|lb)(?!\w)/)) {
      guard let size = Ratio(decimal: String(match.1)) else { return [:] }
      units[String(match.2), default: []].insert(size)
    }
    return units
  }
}
