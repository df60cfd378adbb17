import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Parts of a formula that somebody rounds on the way, adds up where the greater counts, or counts
/// by lines and not by what they hold.
extension RemedyTurns {
  /// What is computed on the way to a price, in wholes: kilometres and kilograms up or down to
  /// whole ones, a quotient to a whole number.
  static func wholes(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard isMeasured(node), place.span.encloses(node.span) else { return [] }
    return wholes(of: text(node, model), node).map { other in
      edit(
        place, span: node.span, becomes: other, what: "\(text(node, model)) becomes \(other)",
        model: model)
    }
  }

  /// A sum, a quotient or a measure that is no whole number by its type.
  private static func isMeasured(_ node: PriceExpression) -> Bool {
    guard case .quantity(let type) = node.type, type.denominator == nil, !type.isWhole,
      type.numerator != .money
    else { return false }
    switch node.operation {
    case .apply(.arithmetic, _), .reference: return true
    default: return false
    }
  }

  private static func wholes(of text: String, _ node: PriceExpression) -> [String] {
    guard let unit = node.units.numerator?.name else {
      return ["floor", "ceil", "round"].map { "\($0)(\(text))" }
    }
    return ["round_down", "round_up", "round"].map { "\($0)(\(text), 1 \(unit))" }
  }

  /// What is counted in wholes on the way to an amount is counted exactly, and the amount comes to
  /// whole cents: `€2 * ceil(weight / 10 kg)` as `round(€2 * (weight / 10 kg))`.
  static func exactly(
    _ node: PriceExpression, of formula: PriceExpression, _ place: RemedyPlaces.Place,
    _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.path.hasSuffix(".amount"), formula.type == .quantity(.money),
      case .apply(.round, let parts) = node.operation, let inner = parts.first,
      inner.type != .quantity(.money), node.span.encloses(inner.span)
    else { return [] }
    let exact = replaced(node, by: inner, place, model)
    guard let change = exact.changes.first else { return [] }
    var bytes = Array(model.sources.text(at: place.span).utf8)
    let (start, end) = (change.lower - Int(place.span.lower), change.upper - Int(place.span.lower))
    guard 0 <= start, start <= end, end <= bytes.count else { return [] }
    bytes.replaceSubrange(start..<end, with: Array(change.text.utf8))
    let amount = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .joined(separator: " ").trimmedOfSpaces
    guard !amount.hasPrefix("round("), !amount.hasPrefix("-round(") else { return [] }
    return [
      edit(
        place, span: place.span, becomes: "round(\(amount))",
        what: "\(exact.what), and the amount is rounded", model: model)
    ]
  }

  /// What a table is asked by, in wholes.
  static func wholeKeys(_ table: ModelTable, _ model: PriceModel) -> [RulesEdit] {
    table.keys.flatMap { key -> [RulesEdit] in
      let place = RemedyPlaces.Place(kind: .formula, path: "", span: key.value.span)
      guard key.value.span.file >= 0 else { return [] }
      return wholes(key.value, place, model)
    }
  }

  /// The greater of two and the lesser, or both together.
  static func extremes(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard case .extreme(let isLeast, let parts) = node.operation, parts.count == 2,
      place.span.encloses(node.span)
    else { return [] }
    let whole = text(node, model)
    let (own, other) = isLeast ? ("min(", "max(") : ("max(", "min(")
    guard whole.hasPrefix(own), whole.hasSuffix(")") else { return [] }
    var others = [other + whole.dropFirst(own.count)]
    // With a figure, one that is more than nothing, the sum is the least likely.
    let figure = parts.first(where: \.isConstant).map { text($0, model) }
    let sum = "(\(text(parts[0], model)) + \(text(parts[1], model)))"
    if figure == nil {
      others.insert(sum, at: 0)
    } else if !isLeast, figure?.contains(kept(/[1-9]/)) == true, !parts.allSatisfy(\.isConstant) {
      others.append(sum)
    }
    return others.map {
      edit(place, span: node.span, becomes: $0, what: "\(whole) becomes \($0)", model: model)
    }
  }

  /// Elements of a list, and what they belong to.
  static func counts(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard case .aggregate(let kind, let value, let list, _) = node.operation,
      place.span.encloses(node.span)
    else { return [] }
    let (whole, name) = (text(node, model), model.lists[list].name)
    var others: [String] = []
    if kind == .sum, case .reference(.field) = value.operation,
      value.type == .quantity(.count)
    {
      others = [whole.replacing("sum(\(text(value, model))", with: "count(\(name)")]
    } else if kind == .count {
      others = model.schema.lists[list].fields.filter { $0.type == .count }.map {
        whole.replacing("count(\(name)", with: "sum(\($0.name)")
      }
    }
    return others.filter { $0 != whole }.map {
      edit(place, span: node.span, becomes: $0, what: "\(whole) becomes \($0)", model: model)
    }
  }
}
