import QuoteLanguage
import QuoteSyntax

/// Inputs without `in`, whose plain numbers are read in the unit of the type, where the rules hold
/// them against figures in another unit and never in that one: `length: distance`, read in km, and
/// `[3 m..8 m)`.
struct UnitLeftOut: RulesReader {
  let model: PriceModel
  private let names: SameValues

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    UnitLeftOut(model: model, names: SameValues(of: model)).warnings
  }

  private var warnings: [Diagnostic] {
    let written = self.written
    return model.schema.lists.withIDs.flatMap { list, schema in
      schema.fields.enumerated().compactMap { index, field -> Diagnostic? in
        guard let unit = field.unit, [.distance, .weight, .duration].contains(field.type),
          !text(field.span).contains(" in "), UnitOfName.said(by: field.name) == nil,
          field.sources.allSatisfy({ Self.unit(of: $0) == nil }),
          let units = written[.field(list: list, field: index)],
          !self.units(in: field.span, of: unit.dimension).contains(unit.name),
          !units.contains(unit.name), let other = units.sorted().first
        else { return nil }
        return .unitLeftOut(
          field.name, "\(field.type)", reads: unit.name, others: units.sorted(), write: other,
          at: field.span)
      }
    }
  }

  /// What the name of a column or member says is told of by itself.
  private static func unit(of source: FieldSource) -> String? {
    guard case .path(let path) = source else { return nil }
    return path.lastMember.flatMap(UnitOfName.said)
  }

  private func units(in span: SourceSpan, of dimension: Dimension) -> [String] {
    text(span).split { !$0.isLetter }.map(String.init).filter {
      MeasureUnit.named($0)?.dimension == dimension
    }
  }

  /// Units of the figures that each input is held against.
  private var written: [PriceExpression.Reference: Set<String>] {
    var written: [PriceExpression.Reference: Set<String>] = [:]
    func note(_ value: PriceExpression, _ spans: [SourceSpan]) {
      guard case .reference(let reference) = names.resolved(value).operation,
        case .field(let list, let field) = reference,
        let dimension = model.schema.lists[list].fields[field].unit?.dimension
      else { return }
      for span in spans {
        written[reference, default: []].formUnion(units(in: span, of: dimension))
      }
    }
    for table in model.tables {
      for (column, key) in table.keys.enumerated() {
        note(key.value, table.rows.map { $0.keySpans[column] })
      }
    }
    model.visitExpressions { value in
      switch value.operation {
      case .apply(.compare, let sides):
        note(sides[0], [sides[1].span])
        note(sides[1], [sides[0].span])
      case .apply(.within, let parts): note(parts[0], [value.span])
      case .apply(.arithmetic, let sides):
        // A price for each, or a figure that is added.
        note(sides[0], [sides[1].span])
        note(sides[1], [sides[0].span])
      case _: break
      }
    }
    return written.filter { !$0.value.isEmpty }
  }
}
