package import QuoteLanguage
import QuoteSyntax

/// A part of a recorded value: what it is, what it does there, and of which element.
package struct RecordedPart {
  package let role: PricePart.Role
  package let expression: PriceExpression
  package let place: Recording.Place

  package var isCell: Bool { if case .cell = role { true } else { false } }
}

/// The one way in which all who ask what decided a value go from it to what it is made of.
extension Recording {
  package enum Extent {
    /// What made the value: the elements that count, those before, the one beside.
    case taken
    /// All elements at which the rules looked to find those.
    case lookedAt
  }

  /// The parts of a value, one level down and in the order in which they are asked: of two
  /// branches the one taken, then the cells of the rows that were found, of a name what it
  /// stands for. Values of lines are named and not gone into.
  package func parts(
    of expression: PriceExpression, at place: Place, _ extent: Extent = .taken
  ) -> [RecordedPart] {
    var found: [RecordedPart] = []
    func add(_ part: PricePart, _ place: Place) {
      guard isAsked(part, at: place) else { return }
      found.append(RecordedPart(role: part.role, expression: part.expression, place: place))
    }
    var ofElements: [(part: PricePart, places: [Place])] = []
    for part in expression.partsAndRoles {
      switch part.scope {
      case .here: add(part, place)
      case .parent(let list): add(part, parent(of: list, around: place))
      case .elements(let list):
        ofElements.append((part, elements(for: part, of: list, expression, place, extent)))
      }
    }
    if let first = ofElements.first, ofElements.allSatisfy({ $0.places == first.places }) {
      // Element by element; what says whether one counts comes first.
      let inOrder = ofElements.filter(\.part.isAlways) + ofElements.filter { !$0.part.isAlways }
      for element in first.places { for (part, _) in inOrder { add(part, element) } }
    } else {
      for (part, places) in ofElements { for element in places { add(part, element) } }
    }
    if let name = expression.name {
      let value = model.lets[name].value
      let home = enclosing(value.grain.list, of: place)
      found.append(RecordedPart(role: .named(name), expression: value, place: home))
    }
    return found + cells(of: expression, at: place)
  }

  /// Whether what a part hangs on came out so that it is asked for.
  private func isAsked(_ part: PricePart, at place: Place) -> Bool {
    switch part.asked {
    case .always: true
    case .holds(let condition): holds(condition, at: place)
    case .fails(let condition): !holds(condition, at: place)
    case .isMissing(let first): isMissing(first, at: place)
    }
  }

  private func parent(of list: ListID, around place: Place) -> Place {
    enclosing(model.lists[list].parent ?? .booking, of: place)
  }

  /// The elements at which a part is asked, in their order.
  private func elements(
    for part: PricePart, of list: ListID, _ whole: PriceExpression, _ place: Place, _ extent: Extent
  ) -> [Place] {
    var all: [Place] { elements(of: list, below: parent(of: list, around: place)) }
    guard extent == .taken else { return all }
    let own = enclosing(list, of: place)
    switch part.role {
    case .element, .filter: return counted(whole, at: place)
    case .earlier: return before(whole, at: place)
    case .beside: return neighbour(whole, at: place).map { [$0] } ?? []
    case .order, .passing: return [own]
    case .step: return Array(all.prefix { $0 != own }) + [own]
    case .weight: return all
    case .operand, .condition, .branch, .preferred, .fallback, .choice, .start, .whole, .key,
      .cell, .named:
      preconditionFailure("a \(part.role) is not asked of elements")
    }
  }

  /// The cells that gave a value: of the rows that a look-up took, of the brackets entered.
  private func cells(of expression: PriceExpression, at place: Place) -> [RecordedPart] {
    guard let (table, column) = expression.cells else { return [] }
    let rows = rows(of: expression, at: place) + enteredBrackets(of: expression, at: place)
    return rows.compactMap { row in
      model.tables[table].rows[row].values[column].map {
        RecordedPart(role: .cell(row: row), expression: $0, place: place)
      }
    }
  }
}

extension PricePart {
  fileprivate var isAlways: Bool { if case .always = asked { true } else { false } }
}
