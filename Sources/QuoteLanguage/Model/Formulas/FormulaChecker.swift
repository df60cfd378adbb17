package import QuoteSyntax

/// Types formulas at one place of the rules: what may be named there, and how
/// fine the place is.
///
/// A formula that is wrong is reported once, and gives an expression of type
/// `invalid`, which mixes with everything and is reported no further.
package struct FormulaChecker {
  let rules: ModelChecker
  var scope = FormulaScope()

  /// The same place, with a table row's earlier columns known by their names.
  func naming(columns: [String: PriceExpression]) -> FormulaChecker {
    var checker = self
    checker.scope.columns.merge(columns) { $1 }
    return checker
  }

  /// The list over which a function of lists goes that is given something of a list: inside of
  /// groups, their members.
  func elements(of list: ListID, at span: SourceSpan, isAlong: Bool = false) -> ListID {
    let found = rules.elements(of: list, in: groupsAround)
    if found == list {
      if !isAlong { checkOtherGroups(list, at: span) }
      rules.asked.uses.append(AskedLists.Use(list: list, span: span, isAlong: isAlong))
    }
    return found
  }

  /// In one group, a sum over other groups of the same elements could be of those that have
  /// elements in it: reported.
  private func checkOtherGroups(_ list: ListID, at span: SourceSpan) {
    guard let other = rules.lists[list].groups?.list, let around = groupsAround, around != list,
      rules.elements(of: other, in: around) != other, !rules.lists.holds(list, around)
    else { return }
    rules.log.report(
      .otherGroups(
        span, groups: rules.lists[around].name, other: rules.lists[list].name,
        list: rules.lists[other].name, in: rules.sources))
  }

  /// The list of groups in one of which a formula stands.
  var groupsAround: ListID? { scope.groups ?? rules.groups(around: scope.place) }

  /// Whether a formula could be typed as a name at all: a header that is a bare
  /// unknown name is a free key.
  func isKnown(_ name: String) -> Bool {
    scope.columns[name] != nil || rules.symbols[name] != nil || rules.lines[name] != nil
      || name == "subtotal" || name == "total"
  }

  package func invalid(at span: SourceSpan) -> PriceExpression {
    PriceExpression(
      .constant(.notGiven), type: .invalid, grain: .booking, isOptional: false,
      range: Interval(point: 0), span: span)
  }
}

/// What a formula may name, by where it stands.
struct FormulaScope {
  /// How fine the reader is; nil for a `let`, which is as fine as what it uses.
  var place: Grain?
  /// The list of groups of which a let asks what it asks of their members.
  var groups: ListID?
  /// The list for each of whose elements a let says that it stands.
  var list: ListID?
  /// Lines with an id below this can be read; `Int.max` in declines and outputs.
  var linesBelow = 0
  /// Inside an aggregate's argument: lines are read at their own grain.
  var readsLinesFinely = false
  /// What has been carried so far, where that can be asked for.
  var running: PriceExpression?
  var knowsTotal = false
  /// In `reasons`, where a bare word was meant as a text.
  var wantsText = false
  /// Formulas that run before lists are complete (`keep`, `extra`): no
  /// aggregates, and lets stand as what they say.
  var isBeforeKeep = false
  /// A table row's earlier columns.
  var columns: [String: PriceExpression] = [:]
}
