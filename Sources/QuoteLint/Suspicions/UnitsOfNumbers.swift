import QuoteLanguage
import QuoteSyntax

/// Numbers without a unit that are named for one and come from a column that is named for another:
/// `hours: number, from duration_minutes`.
enum UnitsOfNumbers {
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let found = model.schema.lists.flatMap(\.fields).compactMap { field -> Diagnostic? in
      guard field.unit == nil, field.type == .number || field.type == .count,
        let own = NamedUnit(numberCalled: field.name)
      else { return nil }
      for case .path(let path) in field.sources {
        guard let column = path.lastMember,
          let other = NamedUnit(numberCalled: column), other != own, other.isOfOneKind(as: own)
        else { continue }
        return .unitOfNumber(
          field, from: model.sources.text(at: path.span).trimmedOfSpaces, own, says: other,
          at: path.span)
      }
      return nil
    }
    return Array(found.prefix(most))
  }
}
