package import QuoteSyntax

/// A part of what a value is made of: what it does there, of which elements it is asked, and
/// under which condition. What decided a value is read off these parts, one level at a time.
package struct PricePart {
  package enum Role: Hashable, Sendable {
    /// It goes into the whole, whatever the other parts are.
    case operand
    /// It says which branch is taken.
    case condition
    case branch
    /// What stands before a `default`, and what stands in for it.
    case preferred
    case fallback
    /// One of those of which the least or the greatest is taken.
    case choice
    /// What an aggregate takes of an element, and whether it counts that element.
    case element
    case filter
    /// What `sum_before` adds up of the elements before.
    case earlier
    /// What `previous` and `next` give of the element beside, and which elements they pass over.
    case beside
    case passing
    /// By what elements are put in order.
    case order
    /// What `steps` starts from, and what each element makes of it.
    case start
    case step
    /// What `split` hands out, and in which proportions.
    case whole
    case weight
    case key
    /// The cell of a row that was found, or the price of a bracket that was entered.
    case cell(row: Int)
    /// What a name stands for.
    case named(LetID)
  }

  /// The elements of which it is asked, seen from the place of the whole.
  package enum Scope {
    case here
    /// The element that holds those of a list.
    case parent(of: ListID)
    /// All elements of a list that stand below one parent.
    case elements(of: ListID)
  }

  /// Under which condition it is asked for.
  package enum Asked {
    case always
    case holds(PriceExpression)
    case fails(PriceExpression)
    case isMissing(PriceExpression)
  }

  package let expression: PriceExpression
  package let role: Role
  package let scope: Scope
  package let asked: Asked

  init(
    _ expression: PriceExpression, _ role: Role, of scope: Scope = .here,
    when asked: Asked = .always
  ) {
    self.expression = expression
    self.role = role
    self.scope = scope
    self.asked = asked
  }
}

extension PriceExpression {
  /// The expressions directly inside, in the order written.
  package var parts: [PriceExpression] {
    if case .apply(_, let all) = operation { return all }
    return partsAndRoles.map(\.expression)
  }

  /// The parts, and what each of them does. The value of a name and the cells of tables are not
  /// among them: see `name` and `cells`.
  package var partsAndRoles: [PricePart] {
    func parts(_ all: [PriceExpression], _ role: PricePart.Role) -> [PricePart] {
      all.map { PricePart($0, role) }
    }
    switch operation {
    case .constant, .reference: return []
    case .apply(_, let all), .texts(let all): return parts(all, .operand)
    case .and(let a, let b), .or(let a, let b): return parts([a, b], .operand)
    case .isGiven(let a): return parts([a], .operand)
    case .extreme(_, let all): return parts(all, .choice)
    case .lookup(_, _, let keys), .isFound(_, let keys), .graduated(_, let keys):
      return parts(keys, .key)
    case .conditional(let condition, let then, let otherwise):
      let both = [
        PricePart(condition, .condition), PricePart(then, .branch, when: .holds(condition)),
      ]
      return both + (otherwise.map { [PricePart($0, .branch, when: .fails(condition))] } ?? [])
    case .defaulting(let a, let b):
      return [PricePart(a, .preferred), PricePart(b, .fallback, when: .isMissing(a))]
    case .aggregate(_, let value, let list, let condition):
      let each = PricePart.Scope.elements(of: list)
      guard let condition else { return [PricePart(value, .element, of: each)] }
      return [
        PricePart(value, .element, of: each, when: .holds(condition)),
        PricePart(condition, .filter, of: each),
      ]
    case .sumBefore, .split, .neighbour, .steps: return partsAlongList
    }
  }

  /// The parts of what looks at other elements of its own list.
  private var partsAlongList: [PricePart] {
    let each = PricePart.Scope.elements(of: along)
    func part(_ expression: PriceExpression?, _ role: PricePart.Role) -> [PricePart] {
      expression.map { [PricePart($0, role, of: each)] } ?? []
    }
    switch operation {
    case .sumBefore(let value, let key): return part(value, .earlier) + part(key, .order)
    case .neighbour(let value, let key, let condition, _):
      return part(value, .beside) + part(key, .order) + part(condition, .passing)
    case .split(let amount, let weight):
      return [PricePart(amount, .whole, of: .parent(of: along))] + part(weight, .weight)
    case .steps(let start, let next, _):
      return [PricePart(start, .start, of: .parent(of: along))] + part(next, .step)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .lookup, .isFound, .graduated, .texts:
      return []
    }
  }

  /// The let that the expression names, if it is a name.
  package var name: LetID? {
    if case .reference(.letValue(let index)) = operation { return index }
    return nil
  }

  /// The column of a table from whose cells its value is taken.
  package var cells: (table: TableID, column: Int)? {
    switch operation {
    case .lookup(let table, let column, _): (table, column)
    case .graduated(let table, _): (table, 0)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .texts:
      nil
    }
  }
}

extension PriceModel {
  /// What a value may be made of whatever the booking is, one level down: its parts, what a name
  /// stands for, and all cells of the column that its value is taken from.
  package func parts(of expression: PriceExpression) -> [PricePart] {
    var found = expression.partsAndRoles
    if let name = expression.name { found.append(PricePart(lets[name].value, .named(name))) }
    guard let (table, column) = expression.cells else { return found }
    for (row, cells) in tables[table].rows.enumerated() {
      if let cell = cells.values[column] { found.append(PricePart(cell, .cell(row: row))) }
    }
    return found
  }
}
