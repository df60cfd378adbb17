import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Where each entry of the waterfall stands, and where formulas read each input.
struct WaterfallOrder {
  struct Entry {
    var line: ModelLine
    /// The entry right above in the same place.
    var previous: Int?
    /// The group it stands in.
    var group: Int?
    /// Whether it sees what is carried above the whole group.
    var isAlternative: Bool
  }

  private(set) var entries: [Int: Entry] = [:]
  let last: Int?
  /// A formula that is nothing but this input.
  private(set) var fields: [InputUses.Input: PriceExpression] = [:]

  init(_ model: PriceModel) {
    last = model.waterfall.last?.id
    add(model.waterfall, in: nil, isAlternative: false)
    model.visitExpressions { expression in
      if case .reference(.field(let list, let field)) = expression.operation {
        fields[InputUses.Input(list: list, field: field)] = expression
      }
    }
  }

  private mutating func add(_ lines: [ModelLine], in group: Int?, isAlternative: Bool) {
    var previous: Int?
    for line in lines {
      entries[line.id] = Entry(
        line: line, previous: previous, group: group, isAlternative: isAlternative)
      previous = line.id
      if case .members(let members, let take) = line.effect {
        add(members, in: line.id, isAlternative: take != nil)
      }
    }
  }
}
