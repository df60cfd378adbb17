import QuoteSyntax

/// Names under `let` that look along a whole list, asked for where its elements are in groups.
extension FormulaChecker {
  /// Warns where the formula itself, written here, would look along the elements of one group. A
  /// name that says for which list it is has been meant so.
  func warnOfWhole(
    _ index: Int, _ value: PriceExpression, _ name: String, at span: SourceSpan
  ) {
    guard let groups = groupsAround, let list = rules.lists[groups].groups?.list,
      value.grain.list == list
    else { return }
    let warning: Diagnostic
    switch rules.tree.lets[index].body {
    case .formula(let formula):
      var seen: Set<LetID> = []
      guard looksAlong(value, list, &seen) else { return }
      warning = .alongAll(
        name, of: formula, list: rules.lists[list].name, groups: rules.lists[groups].name,
        at: span, in: rules.sources)
    case .steps:
      warning = .carriedAlongAll(
        name, list: rules.lists[list].name, groups: rules.lists[groups].name, at: span)
    case .table, .area, .made, .groups, .function, .placed: return
    }
    // A formula may ask several times.
    let isSaid = rules.log.all.contains {
      $0.id == warning.id && $0.headline == warning.headline
    }
    if !isSaid { rules.log.report(warning) }
  }

  /// Each name is looked at once, however many others ask for it.
  private func looksAlong(
    _ value: PriceExpression, _ list: ListID, _ seen: inout Set<LetID>
  ) -> Bool {
    switch value.operation {
    case .sumBefore, .split, .neighbour:
      if value.grain.list == list { return true }
    case .reference(.letValue(let id)):
      guard seen.insert(id).inserted, case .formula = body(of: id),
        rules.lets[id].value.grain.list == list
      else { return false }
      return looksAlong(rules.lets[id].value, list, &seen)
    case .reference, .constant, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .steps, .lookup, .isFound, .graduated, .texts:
      break
    }
    for part in value.parts where looksAlong(part, list, &seen) { return true }
    return false
  }

  private func body(of id: LetID) -> LetDeclaration.Body? {
    rules.tree.lets.first { $0.name.value == rules.lets[id].name }?.body
  }
}
