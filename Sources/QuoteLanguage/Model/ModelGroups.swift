package import QuoteSyntax

/// Groups of the elements of a list that have the same key, in the order in which their first
/// elements stand.
package struct ModelGroups: Sendable {
  /// The list whose elements are grouped.
  package var list: ListID
  /// The same elements in their groups: a list below this one, which nobody can name.
  package var members: ListID
  /// The parts of the key, of the grain of `list` and always given.
  package var keys: [PriceExpression] = []
  /// Lets that are the parts of the key in a group, by position.
  package var names: [LetID] = []
}

/// Which list holds which. A list is inside its parent; where its elements are in groups, it is
/// inside each list of groups, too; members are inside their groups and inside the list of which
/// they are the elements.
extension ByList<ModelList> {
  /// The lists of groups of a list's elements.
  package func groupings(of list: ListID) -> [ListID] {
    indices.filter { self[$0].groups?.list == list }
  }

  /// Whether a list is the other or lies below it, so that its elements know the other's values.
  package func holds(_ coarse: ListID, _ fine: ListID) -> Bool {
    if coarse == fine { return true }
    guard indices.contains(fine) else { return false }
    if let parent = self[fine].parent, holds(coarse, parent) { return true }
    if let list = self[fine].memberOf, holds(coarse, list) { return true }
    return groupings(of: fine).contains { holds(coarse, $0) }
  }

  /// Whether a list is the other or lies below it by parents alone, so that its elements stand
  /// one after the other for each of the other's.
  package func nests(_ outer: ListID, _ inner: ListID) -> Bool {
    var list: ListID? = inner
    while let current = list {
      if current == outer { return true }
      list = indices.contains(current) ? self[current].parent : nil
    }
    return false
  }

  /// How many lists lie around it: more than around any list that holds it.
  package func depth(_ list: ListID) -> Int {
    let around = [self[list].parent, self[list].memberOf].compactMap(\.self)
    return (around + groupings(of: list)).map { depth($0) + 1 }.max() ?? 0
  }

  /// The list to which one step leads on the way from an element to the one of another list that
  /// belongs to it: its parent, an element as a member of a group, or a member as an element.
  package func step(from list: ListID, to other: ListID) -> ListID? {
    if self[other].memberOf == list { return other }
    if let parent = self[list].parent, holds(other, parent) { return parent }
    if let own = self[list].memberOf, holds(other, own) || self[other].memberOf == own {
      return own
    }
    let group = groupings(of: list).first { holds(other, $0) }
    return group.flatMap { self[$0].groups?.members }
  }

  /// The coarsest list that both hold.
  package func meeting(_ a: ListID, _ b: ListID) -> ListID? {
    if holds(a, b) { return b }
    if holds(b, a) { return a }
    return indices.filter { holds(a, $0) && holds(b, $0) }.min { depth($0) < depth($1) }
  }
}

extension PriceModel {
  /// The lists that the rules make, in an order in which each needs only those before it and
  /// those that bookings bring.
  package var makingOrder: [ListID] {
    var order: [ListID] = []
    var seen: Set<ListID> = []
    func add(_ list: ListID) {
      guard lists[list].isMade, seen.insert(list).inserted else { return }
      for need in needs(of: list) { add(need) }
      order.append(list)
    }
    for list in lists.indices { add(list) }
    return order
  }

  private func needs(of list: ListID) -> Set<ListID> {
    let own = lists[list]
    var needs = Set([own.parent, own.memberOf, own.groups?.list].compactMap(\.self))
    var seen: Set<LetID> = []
    func walk(_ expression: PriceExpression) {
      needs.insert(expression.grain.list)
      if case .aggregate(_, _, let list, _) = expression.operation { needs.insert(list) }
      if let over = expression.over { needs.insert(over) }
      if case .reference(.letValue(let index)) = expression.operation, seen.insert(index).inserted {
        walk(lets[index].value)
      }
      expression.parts.forEach(walk)
    }
    ([own.made?.lower, own.made?.upper].compactMap(\.self) + (own.groups?.keys ?? []))
      .forEach(walk)
    return needs
  }
}
