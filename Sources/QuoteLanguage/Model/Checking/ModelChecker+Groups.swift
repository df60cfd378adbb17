import QuoteSyntax

/// Groups of a list's elements by a key that the data brings.
extension ModelChecker {
  /// The declarations of groups, with their lists.
  private var groupDeclarations: [(list: ListID, let: Int, GroupsDeclaration)] {
    tree.lets.indices.compactMap { index in
      guard case .groups(let groups) = tree.lets[index].body,
        case .list(let list)? = symbols[tree.lets[index].name.value], lists[list].groups != nil
      else { return nil }
      return (list, index, groups)
    }
  }

  /// Finds the list that each declaration groups; one that cannot be grouped is reported, and has
  /// no groups.
  func joinGroups() {
    for (list, _, groups) in groupDeclarations {
      guard case .list(let grouped)? = symbols[groups.list.value] else {
        log.report(.unknownList(groups.list, among: listNames))
        lists[list].groups = nil
        continue
      }
      used.insert(groups.list.value)
      lists[list].groups?.list = grouped
    }
    // Groups whose name something else has already, which was reported, group nothing.
    for list in lists.indices where lists[list].groups?.list == ListID(-1) {
      lists[list].groups = nil
    }
    for (list, index, _) in groupDeclarations where isInCircle(list) {
      let name = tree.lets[index].name
      log.report(.circle([name, name], at: name.span))
      lists[list].groups = nil
    }
    for (list, _, _) in groupDeclarations {
      guard let groups = lists[list].groups else { continue }
      lists[groups.members].memberOf = groups.list
    }
    placeGroups()
  }

  /// Whether groups are, in the end, groups of themselves.
  private func isInCircle(_ list: ListID) -> Bool {
    var at = list
    for _ in lists.indices {
      guard let next = lists[at].groups?.list else { return false }
      if next == list { return true }
      at = next
    }
    return true
  }

  /// Groups stand where the list stands whose elements they hold, and are as many at most.
  func placeGroups() {
    for _ in lists.indices {
      for list in lists.indices {
        guard let groups = lists[list].groups else { continue }
        let (parent, bound) = (lists[groups.list].parent, schema.lists[groups.list].bound)
        (lists[list].parent, schema.lists[list].parent) = (parent, parent)
        (schema.lists[list].bound, schema.lists[groups.members].bound) = (bound, bound)
      }
    }
  }

  func typeGroups() {
    for (list, _, _) in groupDeclarations { completeGroups(list) }
  }

  /// Types the key of groups when something first asks for them.
  func completeGroups(_ list: ListID) {
    guard lists[list].groups != nil,
      let (_, index, declared) = groupDeclarations.first(where: { $0.list == list })
    else { return }
    if let start = typingGroups.firstIndex(of: list) {
      let names = (typingGroups[start...] + [list]).map { circling in
        Spanned(lists[circling].name, at: lists[circling].span)
      }
      log.report(.circle(names, at: tree.lets[index].name.span))
      return
    }
    guard !typedGroups.contains(list) else { return }
    typingGroups.append(list)
    defer { typingGroups.removeLast() }
    typedGroups.insert(list)
    let own = lists[list].groups!
    if lists[own.list].groups != nil { completeGroups(own.list) }
    let keys = declared.keys.compactMap { key(of: $0, grouping: own.list) }
    guard keys.count == declared.keys.count else { return }
    lists[list].groups?.keys = keys
    for (name, key) in zip(declared.names, keys) {
      let id = lets.append(
        ModelLet(name: name.value, value: first(key, in: list), span: name.span))
      lists[list].groups?.names.append(id)
    }
  }

  /// A part of a key; nil (reported) where elements cannot be grouped by it.
  private func key(of formula: Formula, grouping list: ListID) -> PriceExpression? {
    let checker = FormulaChecker(rules: self)
    let value = checker.closed(checker.expression(of: formula))
    guard value.type != .invalid else { return nil }
    switch value.type {
    case .point, .texts, .invalid:
      log.report(.wrongType(value, wants: "one text, date, number or word", in: sources))
      return nil
    case .flag, .text, .quantity, .choice, .date, .time, .instant, .weekday: break
    }
    if value.isOptional {
      log.report(.groupKeyNotGiven(value, of: lists[list].name, in: sources))
      return nil
    }
    let placed = at(Grain(list: list), value)
    guard placed.type != .invalid else { return nil }
    guard value.grain.list == list else {
      log.report(.groupKeyAlike(value, of: lists[list].name, in: sources))
      return nil
    }
    return value
  }

  /// What all members of a group have alike: that of the first one.
  private func first(_ key: PriceExpression, in list: ListID) -> PriceExpression {
    PriceExpression(
      .aggregate(.first, key, list: lists[list].groups!.members, where: nil), type: key.type,
      units: key.units, grain: Grain(list: list), isOptional: false, range: key.range,
      quantum: key.quantum, span: key.span)
  }

  /// A formula for each element of a list; over groups it asks of their members.
  func placed(_ placed: PlacedDeclaration) -> PriceExpression {
    var checker = FormulaChecker(rules: self)
    guard case .list(let list)? = symbols[placed.list.value] else {
      log.report(.unknownList(placed.list, among: listNames))
      return checker.invalid(at: placed.list.span)
    }
    used.insert(placed.list.value)
    completeGroups(list)
    checker.scope.list = list
    checker.scope.groups = lists[list].groups == nil ? nil : list
    let formula = placed.value
    let value = at(Grain(list: list), checker.closed(checker.expression(of: formula)))
    guard value.type != .invalid, value.grain.list != list else { return value }
    return PriceExpression(
      value.operation, type: value.type, units: value.units, grain: Grain(list: list),
      isOptional: value.isOptional, range: value.range, quantum: value.quantum, span: value.span)
  }

  /// A formula is typed; one that names what belongs to one group and asks of all that is grouped
  /// could mean either.
  func typingFormula(
    of name: Spanned<String>, _ type: () -> PriceExpression
  ) -> PriceExpression {
    asking {
      let value = type()
      guard value.type != .invalid, asksOfAll(beside: [value], in: name) else { return value }
      return FormulaChecker(rules: self).invalid(at: value.span)
    }
  }

  /// Types a value by itself: what it asks of lists is nothing to the formula that names it.
  func asking(_ type: () -> PriceExpression) -> PriceExpression {
    let outer = asked
    asked = AskedLists()
    defer { asked = outer }
    return type()
  }

  /// What stands inside a function over a list is typed: only what it asks itself stands beside
  /// the elements there.
  func askingInside(_ type: () -> PriceExpression) -> PriceExpression {
    var inner = AskedLists()
    let value = asking {
      defer { inner = asked }
      return type()
    }
    asked.uses += inner.uses
    asked.groups.formUnion(inner.groups)
    return value
  }

  /// Whether what was asked of whole lists stands beside what belongs to one of their groups;
  /// reported then.
  func asksOfAll(beside values: [PriceExpression], in name: Spanned<String>) -> Bool {
    values.contains { asksOfAll(beside: $0.grain, in: name) }
  }

  func asksOfAll(beside grain: Grain, in name: Spanned<String>) -> Bool {
    guard let (groups, list, span) = whole(beside: grain) else { return false }
    log.report(
      .groupsOrAll(
        span, groups: lists[groups].name, list: lists[list].name, named: name, in: sources))
    return true
  }

  /// The groups of which one could be meant where a whole list is asked for, the list, and where.
  private func whole(beside grain: Grain) -> (groups: ListID, list: ListID, span: SourceSpan)? {
    let own = groups(around: grain)
    let named = asked.groups.sorted().filter { lists.holds($0, grain.list) }
    for groups in [own].compactMap(\.self) + named {
      let found = asked.uses.first { use in
        elements(of: use.list, in: groups) != use.list && (groups == own || !use.isAlong)
      }
      if let found { return (groups, found.list, found.span) }
    }
    return nil
  }

  /// The lists that rules can name.
  var listNames: [String] { lists.dropFirst().filter { $0.memberOf == nil }.map(\.name) }

  /// The list whose elements a list's are where they are asked for in a group: the members that
  /// the group has of it.
  func elements(of list: ListID, in groups: ListID?) -> ListID {
    var around = groups
    while let at = around, let own = lists[at].groups {
      if own.list == list { return own.members }
      around = own.list
    }
    return list
  }

  /// The list of groups that holds a place, if one does.
  func groups(around place: Grain?) -> ListID? {
    var list = place?.list
    while let at = list {
      if lists[at].groups != nil { return at }
      list = lists[at].parent
    }
    return nil
  }
}

/// What a formula asks of lists as a whole, and of which groups it names values.
struct AskedLists {
  struct Use {
    var list: ListID
    var span: SourceSpan
    /// Whether it looks along the list, element by element.
    var isAlong: Bool
  }
  var uses: [Use] = []
  var groups: Set<ListID> = []
}
