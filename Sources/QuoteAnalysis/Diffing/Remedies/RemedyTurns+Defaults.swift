import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What an input is where a booking does not say.
extension RemedyTurns {
  private static let mostDefaults = 12

  /// Other defaults of the inputs that formulas and tables ask for.
  static func defaults(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    _ model: PriceModel
  ) -> [RulesEdit] {
    var fields: [(list: ListID, field: Int)] = []
    func visit(_ node: PriceExpression) {
      if case .reference(.field(let list, let field)) = node.operation,
        model.schema.lists[list].fields[field].defaultValue != nil,
        !fields.contains(where: { $0 == (list, field) })
      {
        fields.append((list, field))
      }
      node.parts.forEach(visit)
    }
    for place in places {
      if case .key(let table, _, let column) = place.kind,
        model.tables[table].keys.indices.contains(column)
      {
        visit(model.tables[table].keys[column].value)
      }
      formula(place).map(visit)
    }
    let edits = fields.map { list, field in
      others(for: model.schema.lists[list].fields[field], model.sources)
    }
    return Array(alternating(edits).prefix(mostDefaults))
  }

  private static func others(for field: FieldSchema, _ sources: Sources) -> [RulesEdit] {
    let text = sources.text(at: field.span)
    guard let found = text.matches(of: /default +([^,#\n]+)/).last else { return [] }
    let own = String(found.output.1).trimmedOfSpaces
    let others: [String]
    switch field.defaultValue {
    case .flag(let isSo)?: others = [isSo ? "no" : "yes"]
    case .choice?: others = field.choices.filter { $0 != own }.prefix(6).map { $0 }
    case .integer?, .double?: others = numbers(beside: own)
    case .text?, .point?, nil: others = []
    }
    let start = Int(field.span.lower)
      + text.utf8.distance(from: text.startIndex, to: found.output.1.startIndex)
    return others.map { other in
      RulesEdit(
        changes: [
          RulesEdit.Change(
            file: field.span.file, lower: start, upper: start + own.utf8.count, text: other)
        ],
        what: "default \(own) of \(field.name) becomes \(other)", span: field.span)
    }
  }

  /// Nothing and one, and what is beside it, with its unit.
  private static func numbers(beside own: String) -> [String] {
    guard let found = own.firstMatch(of: /[0-9]+(\.[0-9]+)?/),
      let value = Ratio(decimal: String(found.output.0))
    else { return [] }
    let others = [Ratio(0), 1, value + 1, value - 1, value * 2]
    var texts: [String] = []
    for other in others where other != value && !other.isNegative {
      let text = own.replacing(String(found.output.0), with: other.description)
      if !texts.contains(text) { texts.append(text) }
    }
    return texts
  }
}
