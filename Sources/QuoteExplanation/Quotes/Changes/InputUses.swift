import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Which inputs each formula is made from, through names, lists and prices.
final class InputUses {
  /// A field of a list of the schema.
  struct Input: Hashable {
    var list: ListID
    var field: Int
  }

  private struct Found {
    var inputs: Set<Input> = []
    /// Whether what the waterfall comes to is part of it.
    var prices = false
    /// Whether what is carried from element to element is part of it: that may be made from
    /// anything, and is not looked into.
    var carries = false

    mutating func add(_ other: Found) {
      inputs.formUnion(other.inputs)
      prices = prices || other.prices
      carries = carries || other.carries
    }
  }

  private let model: PriceModel
  private var known: [ObjectIdentifier: Found] = [:]
  /// What any line or the condition of one is made from.
  private lazy var ofPrices: Found = {
    var all = Found()
    for line in model.allLines {
      for formula in line.formulas { all.add(found(in: formula)) }
    }
    return all
  }()

  init(_ model: PriceModel) { self.model = model }

  func isMade(_ expression: PriceExpression, from input: Input) -> Bool {
    let found = found(in: expression)
    return found.carries || found.inputs.contains(input)
      || found.prices && arePricesMade(from: input)
  }

  /// Whether some line or the condition of one may be made from an input.
  func arePricesMade(from input: Input) -> Bool {
    ofPrices.carries || ofPrices.inputs.contains(input)
  }

  private func found(in expression: PriceExpression) -> Found {
    let identity = ObjectIdentifier(expression)
    if let found = known[identity] { return found }
    var found = Found()
    if case .reference(let reference) = expression.operation { found = self.found(in: reference) }
    for part in model.parts(of: expression) {
      found.add(self.found(in: part.expression))
      // How many elements an aggregate has may be decided by inputs that no element's value has.
      if part.role == .element, case .elements(let list) = part.scope {
        found.add(elements(of: list))
      }
    }
    known[identity] = found
    return found
  }

  /// What a name for something outside of all formulas is made from.
  private func found(in reference: PriceExpression.Reference) -> Found {
    var found = Found()
    switch reference {
    case .field(let list, let field):
      found.inputs.insert(Input(list: list, field: field))
      for extra in model.lists[list].extras {
        for formula in extra.computed where formula.field == field {
          found.add(self.found(in: formula.value))
        }
      }
    case .element(let list): found.add(elements(of: list))
    case .lineAmount, .lineSum, .subtotal, .running, .total: found.prices = true
    case .carried: found.carries = true
    case .letValue, .lineReasons: break
    }
    return found
  }

  /// What decides which elements a list has.
  private func elements(of list: ListID) -> Found {
    var found = Found()
    let rules = model.lists[list]
    if let own = rules.memberOf { found.add(elements(of: own)) }
    if let groups = rules.groups { found.add(elements(of: groups.list)) }
    if let parent = rules.parent, model.lists[parent].groups != nil {
      found.add(elements(of: parent))
    }
    let deciding = [rules.keep, rules.made?.lower, rules.made?.upper].compactMap { $0 }
    for expression in deciding + (rules.groups?.keys ?? []) {
      found.add(self.found(in: expression))
    }
    for extra in rules.extras {
      if let condition = extra.condition { found.add(self.found(in: condition)) }
    }
    return found
  }
}
