import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What an input is where a booking does not say.
extension RemedyTurns {
  private static let mostDefaults = 12

  /// Inputs with a default that formulas and tables ask for.
  private static func fields(
    behind places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    _ model: PriceModel
  ) -> [FieldSchema] {
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
    return fields.map { model.schema.lists[$0.list].fields[$0.field] }
  }

  /// Other defaults of them.
  static func defaults(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    _ model: PriceModel
  ) -> [RulesEdit] {
    let edits = fields(behind: places, formula, model).map { others(for: $0, model.sources) }
    return Array(alternating(edits).prefix(mostDefaults))
  }

  /// Defaults that are numbers, as figures that may be any other.
  static func defaultFigures(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    _ model: PriceModel
  ) -> [RemedyFigure] {
    let some = fields(behind: places, formula, model).flatMap { field -> [RemedyFigure] in
      guard let written = written(field, model.sources) else { return [] }
      switch field.defaultValue {
      case .integer?, .double?: break
      case .flag?, .choice?, .text?, .point?, nil: return []
      }
      let place = RemedyPlaces.Place(
        kind: .formula, path: "", span: written.span, input: field.name,
        step: field.isStepped ? field.step : nil)
      return Array(RemedyFigure.all(in: place, model.sources).prefix(1))
    }
    return Array(some.prefix(mostDefaultFigures))
  }

  private static let mostDefaultFigures = 2

  /// A default as it is written, and where.
  private static func written(
    _ field: FieldSchema, _ sources: Sources
  ) -> (text: String, span: SourceSpan)? {
    let text = sources.text(at: field.span)
    guard let found = text.matches(of: kept(/default +([^,#\n]+)/)).last else { return nil }
    let own = String(found.output.1).trimmedOfSpaces
    let start = field.span.lower
      + Int32(text.utf8.distance(from: text.startIndex, to: found.output.1.startIndex))
    return (
      own, SourceSpan(file: field.span.file, lower: start, upper: start + Int32(own.utf8.count))
    )
  }

  private static func others(for field: FieldSchema, _ sources: Sources) -> [RulesEdit] {
    guard let (own, span) = written(field, sources) else { return [] }
    let others: [String]
    switch field.defaultValue {
    case .flag(let isSo)?: others = [isSo ? "no" : "yes"]
    case .choice?: others = field.choices.filter { $0 != own }.prefix(6).map { $0 }
    case .integer?, .double?: others = numbers(beside: own)
    case .text?, .point?, nil: others = []
    }
    return others.map { other in
      RulesEdit(
        changes: [
          RulesEdit.Change(
            file: span.file, lower: Int(span.lower), upper: Int(span.upper), text: other)
        ],
        what: "default \(own) of \(field.name) becomes \(other)", span: field.span)
    }
  }

  /// Nothing and one, and what is beside it, with its unit.
  private static func numbers(beside own: String) -> [String] {
    guard let found = own.firstMatch(of: kept(/[0-9]+(\.[0-9]+)?/)),
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
