import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Which formulas have a look-up in a table behind them, lines that they name aside: who looks
/// for rows of tables enters no others. Found out once for each formula.
final class TableLeads {
  private let model: PriceModel
  @safe @exclusivity(unchecked) private var known = ByIdentity<Bool>()

  init(_ model: PriceModel) { self.model = model }

  func lead(from expression: PriceExpression) -> Bool {
    let identity = ObjectIdentifier(expression)
    if let known = known[identity] { return known }
    // What is defined by itself is refused by the rules; an answer ends the walk all the same.
    known[identity] = false
    let leads = find(in: expression)
    known[identity] = leads
    return leads
  }

  private func find(in expression: PriceExpression) -> Bool {
    if expression.cells != nil { return true }
    if let named = expression.name { return lead(from: model.lets[named].value) }
    return expression.parts.contains { lead(from: $0) }
  }
}
