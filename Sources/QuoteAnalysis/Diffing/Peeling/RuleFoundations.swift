import QuoteCauses
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Figures and tables that values are made of: two that share one may be wrong for one reason.
struct RuleFoundations {
  private let model: PriceModel
  private let order: PriceOrder
  private var known: [String: Set<Foundation>] = [:]

  private enum Foundation: Hashable {
    case named(LetID)
    case table(TableID)
  }

  init(_ model: PriceModel, _ order: PriceOrder) {
    self.model = model
    self.order = order
  }

  /// Whether two values are made of the same figures; what a line takes from lines above it does
  /// not count, for these are put right before.
  mutating func areShared(_ one: String, _ other: String) -> Bool {
    !foundations(of: one).isDisjoint(with: foundations(of: other))
  }

  private mutating func foundations(of name: String) -> Set<Foundation> {
    if let known = known[name] { return known }
    var found: Set<Foundation> = []
    switch order.entry(named: name)?.body {
    case .line(let line): add(line, to: &found)
    case .formula(let formula): add(formula, to: &found)
    case .records, nil: break
    }
    known[name] = found
    return found
  }

  private func add(_ line: ModelLine, to found: inout Set<Foundation>) {
    if let when = line.when { add(when, to: &found) }
    switch line.effect {
    case .amount(let value), .becomes(let value): add(value, to: &found)
    case .members(let members, _): for member in members { add(member, to: &found) }
    case .nothing: break
    }
  }

  private func add(_ value: PriceExpression, to found: inout Set<Foundation>) {
    if let named = value.name {
      guard found.insert(.named(named)).inserted else { return }
      return add(model.lets[named].value, to: &found)
    }
    if let cells = value.cells { found.insert(.table(cells.table)) }
    for part in value.parts { add(part, to: &found) }
  }
}
