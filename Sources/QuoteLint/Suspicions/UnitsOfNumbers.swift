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
          field, model.sources.text(at: path.span).trimmedOfSpaces, own, other, at: path.span)
      }
      return nil
    }
    return Array(found.prefix(most))
  }
}

extension Diagnostic {
  fileprivate static func unitOfNumber(
    _ field: FieldSchema, _ column: String, _ own: NamedUnit, _ other: NamedUnit,
    at span: SourceSpan
  ) -> Diagnostic {
    let formula = own.count(of: other).map { "\(other)s / \($0)" }
      ?? other.count(of: own).map { "\(other)s * \($0)" }
    return Diagnostic(
      "unit-of-name", severity: .warning,
      "`\(field.name)` is named for \(own)s, and its column `\(column)` for \(other)s",
      at: Label(span, "a number is taken as it comes"),
      help: (formula.map {
        ["name the input `\(other)s`, and write `\(field.name): \($0)` under `let`"]
      } ?? []) + [
        "if the column does give \(own)s, name the input for what it counts, without a unit"
      ])
  }
}
