import QuoteLanguage
import QuoteSyntax

/// Comparisons of a value with itself, and choices between one value and the same.
struct SelfComparisons {
  private static let most = 20

  private let model: PriceModel
  private let names: SameValues
  /// `written` is what is held against itself.
  private var found: [(warning: Diagnostic, members: ListID?, written: String)] = []
  private var seen: Set<SourceSpan> = []
  private var filters: [(span: SourceSpan, list: ListID)] = []
  /// Where values are held against ranges, each end of which is a comparison.
  private var ranges: Set<SourceSpan> = []

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var comparisons = SelfComparisons(model)
    model.visitExpressions { comparisons.visit($0) }
    return comparisons.found.compactMap { found in
      let place = found.warning.primary.span
      let around = comparisons.filters.filter { filter in
        filter.span.file == place.file && filter.span.lower <= place.lower
          && place.upper <= filter.span.upper
      }
      guard let members = found.members else {
        if comparisons.ranges.contains(place) { return found.warning.atEndOfRange }
        return around.last.map {
          found.warning.amongElements(of: model.lists[$0.list].name, by: found.written)
        } ?? found.warning
      }
      // Among the members of a group the condition is only written twice.
      return around.contains { $0.list == members } ? nil : found.warning
    }
  }

  private mutating func visit(_ value: PriceExpression) {
    switch value.operation {
    case .apply(.compare(let comparison), let sides) where sides[0].span != sides[1].span:
      let holds: Bool
      switch comparison {
      case .equal, .lessOrEqual, .greaterOrEqual: holds = true
      case .notEqual, .less, .greater: holds = false
      }
      note(value, sides[0], sides[1], what: .comparison(holds: holds))
      noteGroup(value, sides, holds: holds)
      noteDifference(value, comparison)
    case .extreme(_, let values) where values.count > 1:
      note(value, values[0], values[1], what: .choice)
    case .aggregate(_, _, let list, let condition?): filters.append((condition.span, list))
    case .and(let a, _) where a.span == value.span, .or(let a, _) where a.span == value.span:
      ranges.insert(value.span)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional,
      .extreme, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      break
    }
  }

  private mutating func note(
    _ value: PriceExpression, _ a: PriceExpression, _ b: PriceExpression, what: Kind
  ) {
    guard found.count < Self.most, !Self.isFigure(a, names), names.areSame(a, b),
      seen.insert(value.span).inserted
    else { return }
    let text = model.sources.text(at: a.span).trimmedOfSpaces
    found.append((.selfComparison(value.span, text, what, isOptional: a.isOptional), nil, text))
  }

  /// A value held against itself and figures, where its range tells what comes of it.
  private mutating func noteDifference(
    _ value: PriceExpression, _ comparison: PriceExpression.Comparison
  ) {
    guard found.count < Self.most, !seen.contains(value.span),
      let (itself, holds) = SelfDifference(of: value, names)?.judge(comparison),
      seen.insert(value.span).inserted
    else { return }
    let text = model.sources.text(at: itself.span).trimmedOfSpaces
    let what = Kind.comparison(holds: holds)
    found.append(
      (.selfComparison(value.span, text, what, isOptional: itself.isOptional), nil, text))
  }

  /// What an element has, held against the same of the group in which it is: `key = name`, where
  /// groups are made by `key`, and `name` is what it is in one.
  private mutating func noteGroup(
    _ value: PriceExpression, _ sides: [PriceExpression], holds: Bool
  ) {
    guard found.count < Self.most, let members = membersWhoseGroup(isIn: sides),
      let groups = model.lists[members].parent, let list = model.lists[members].memberOf,
      seen.insert(value.span).inserted
    else { return }
    let text = model.sources.text(at: value.span).trimmedOfSpaces
    found.append(
      (
        .ownGroup(
          value.span, text, holds: holds, list: model.lists[list].name,
          groups: model.lists[groups].name), members, text
      ))
  }

  /// The members of groups of which both sides come down to the same.
  private func membersWhoseGroup(isIn sides: [PriceExpression]) -> ListID? {
    var members: ListID?
    let areSame = names.areSame(
      sides[0], sides[1],
      or: { a, b in
        guard let list = groupWhoseKey(isBoth: a, b) ?? groupWhoseKey(isBoth: b, a) else {
          return false
        }
        members = list
        return true
      })
    return areSame ? members : nil
  }

  /// The members of groups of which one is a part of the key, and the other the same of an
  /// element.
  private func groupWhoseKey(isBoth name: PriceExpression, _ own: PriceExpression) -> ListID? {
    guard case .aggregate(.first, let key, let members, nil) = names.resolved(name).operation,
      let list = model.lists[members].memberOf, own.grain.list == list,
      let groups = model.lists[members].parent, let keys = model.lists[groups].groups?.keys,
      keys.contains(where: { names.areSame($0, key) }), names.areSame(key, own)
    else { return nil }
    return members
  }

  /// A figure held against another is a switch.
  private static func isFigure(_ value: PriceExpression, _ names: SameValues) -> Bool {
    if case .constant = names.resolved(value).operation { return true }
    return false
  }

  enum Kind {
    case comparison(holds: Bool)
    case choice
  }
}
