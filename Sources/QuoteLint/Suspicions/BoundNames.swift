import QuoteLanguage
import QuoteSyntax

/// `min(minimum, price)`, which is never more than what is called the minimum, and
/// `max(cap, price)`, which is never less than the cap; the same as an `if`.
struct BoundNames: RulesReader {
  let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let bounds = BoundNames(model: model)
    let names = SameValues(of: model)
    // What is beyond a limit, `max(cap, used) - cap`, and what lacks to one.
    var beyond: Set<ObjectIdentifier> = []
    var found: [PriceExpression] = []
    model.visitExpressions { value in
      switch value.operation {
      case .apply(.arithmetic(.subtract), let sides), .apply(.arithmetic(.add), let sides):
        for side in sides { beyond.insert(ObjectIdentifier(names.resolved(side))) }
      case .extreme, .conditional: if names.chosen(in: value) != nil { found.append(value) }
      case _: return
      }
    }
    return Array(
      found.filter { !beyond.contains(ObjectIdentifier($0)) }
        .compactMap { bounds.turned($0, names) }.prefix(most))
  }

  private func turned(_ value: PriceExpression, _ names: SameValues) -> Diagnostic? {
    guard value.type == .quantity(.money), let (isLeast, parts) = names.chosen(in: value),
      parts.count == 2
    else { return nil }
    for (bound, price) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      guard case .reference(.letValue) = bound.operation, isFixed(names.resolved(bound)),
        !price.isSubtotal, names.resolved(price).figure == nil,
        Self.says(isLeast ? Self.least : Self.greatest, text(bound.span)),
        !Self.says(isLeast ? Self.greatest : Self.least, text(bound.span)),
        !Self.says(isLeast ? Self.least : Self.greatest, text(price.span))
      else { continue }
      return .boundByName(
        text(bound.span), isLeast: isLeast,
        right: names.turned(value, isLeast: isLeast, parts, text),
        isCall: value.isExtreme, at: value.span)
    }
    return nil
  }

  /// Whether it is a figure, or one of a table's.
  private func isFixed(_ value: PriceExpression) -> Bool {
    guard case .lookup(let table, let column, _) = value.operation else {
      return value.figure.map { $0 > 0 } ?? false
    }
    return model.tables[table].rows.allSatisfy { $0.values[column]?.figure != nil }
  }

  /// What the limit of a price may be called besides.
  private static let prices: Set<String> = [
    "charge", "price", "cost", "amount", "total", "fee", "fees", "rent", "bill",
    "daily", "day", "weekly", "week", "monthly", "month", "yearly", "hourly",
  ]

  private static let least = ["minimum", "min", "mindest", "least", "floor", "untergrenze"]
  private static let greatest = [
    "maximum", "max", "cap", "hoechst", "höchst", "most", "ceiling", "limit", "obergrenze",
  ]

  /// Whether a name begins or ends with such a word. A price per minute is none.
  private static func says(_ bounds: [String], _ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }.map(String.init).filter { $0 != "at" }
    guard !words.contains("per"), let first = words.first, let last = words.last else {
      return false
    }
    let rest = words.filter { word in
      !bounds.contains { $0 == word || $0.count > 5 && word.hasPrefix($0) }
    }
    // The least that is to be paid of a debt is no more than the debt.
    guard rest.allSatisfy(Self.prices.contains) else { return false }
    return bounds.contains { bound in
      // In front of a price, it is the storey of a house.
      bound == "floor" && words.count > 1
        ? last == bound
        : bound == first || bound == last || bound.count > 5 && first.hasPrefix(bound)
    }
  }
}
