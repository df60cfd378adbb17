import QuoteEngine
import QuoteLanguage

/// Which formulas have a look-up in a table behind them, lines that they name aside: who looks
/// for rows of tables enters no others. Found out once for each formula.
final class TableLeads {
  private let model: PriceModel
  @safe @exclusivity(unchecked) private var known = KnownAnswers()

  init(_ model: PriceModel) { self.model = model }

  func lead(from expression: PriceExpression) -> Bool {
    if let known = known[expression] { return known }
    // What is defined by itself is refused by the rules; an answer ends the walk all the same.
    known[expression] = false
    let leads = find(in: expression)
    known[expression] = leads
    return leads
  }

  private func find(in expression: PriceExpression) -> Bool {
    switch expression.operation {
    case .lookup, .graduated: return true
    case .reference(.letValue(let index)): return lead(from: model.lets[index].value)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .texts:
      return expression.parts.contains { lead(from: $0) }
    }
  }
}
