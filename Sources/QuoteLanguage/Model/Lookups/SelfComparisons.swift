/// Comparisons of a value with itself, and choices between one value and the same.
struct SelfComparisons {
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let names = SameValues(of: model)
    var filters: [SourceSpan] = []
    var found: [Diagnostic] = []
    var seen: Set<SourceSpan> = []
    func text(_ value: PriceExpression) -> String {
      model.sources.text(at: value.span).trimmedOfSpaces
    }
    func note(_ value: PriceExpression, _ a: PriceExpression, _ b: PriceExpression, what: Kind) {
      guard found.count < most, !isFigure(a, names), names.areSame(a, b),
        seen.insert(value.span).inserted
      else { return }
      found.append(.selfComparison(value.span, text(a), what))
    }
    model.visitExpressions { value in
      switch value.operation {
      case .apply(.compare(let comparison), let sides) where sides[0].span != sides[1].span:
        let holds: Bool
        switch comparison {
        case .equal, .lessOrEqual, .greaterOrEqual: holds = true
        case .notEqual, .less, .greater: holds = false
        }
        note(value, sides[0], sides[1], what: .comparison(holds: holds, isFilter: false))
      case .extreme(_, let values) where values.count > 1:
        note(value, values[0], values[1], what: .choice)
      case .aggregate(_, _, _, let condition?): filters.append(condition.span)
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional,
        .extreme, .aggregate, .sumBefore, .split,
        .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
        break
      }
    }
    return found.map { warning in
      let isFilter = filters.contains { filter in
        let place = warning.primary.span
        return filter.file == place.file && filter.lower <= place.lower
          && place.upper <= filter.upper
      }
      return isFilter ? warning.amongElements : warning
    }
  }

  /// A figure held against another is a switch.
  private static func isFigure(_ value: PriceExpression, _ names: SameValues) -> Bool {
    if case .constant = names.resolved(value).operation { return true }
    return false
  }

  enum Kind {
    case comparison(holds: Bool, isFilter: Bool)
    case choice
  }
}
