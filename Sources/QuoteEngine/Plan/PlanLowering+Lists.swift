import QuoteLanguage
import QuoteSyntax

/// Lists: which elements there are, and what goes up from them.
extension PlanLowering {
  /// Opens every list, parents first: gathered, extended, filtered, or made.
  func openLists() {
    // What decides over a list may ask what others come to that nothing decides over.
    let indices = model.lists.indices.dropFirst().filter { !model.lists[$0].isMade }
    let brought = indices.filter { !isDecided($0) } + indices.filter { isDecided($0) }
    for index in brought + model.makingOrder {
      let list = model.lists[index]
      let parent = list.parent ?? .booking
      (name, span) = (list.name, list.span)
      if let made = list.made {
        make(index, made, parent)
      } else if let groups = list.groups {
        let keys = groups.keys.map { filled(.list(groups.list), lower($0).cells) }
        emit(.lists(.group(list: index, keys: keys)), .flag(at: .list(parent)))
      } else if list.memberOf == nil {
        emit(.lists(.open(list: index)), .flag(at: .list(parent)))
        if hasSent(index) {
          emit(.lists(.keep(list: index, keeps(index))), .flag(at: .sent(index)))
        }
      }
    }
    (name, span) = ("", .nowhere)
  }

  /// Whether formulas say what elements a list has, or one that holds it.
  private func isDecided(_ index: ListID) -> Bool {
    let list = model.lists[index]
    if hasSent(index) || list.isMade || list.extras.contains(where: { !$0.computed.isEmpty }) {
      return true
    }
    return list.parent.map { $0 != .booking && isDecided($0) } ?? false
  }

  /// Whether an element stays: its extra's condition, then the list's `keep`.
  private func keeps(_ index: ListID) -> Register {
    let list = model.lists[index]
    var stays = flag(true)
    for extra in list.extras {
      guard let condition = extra.condition else { continue }
      let holds = at(.sent(index), lower(condition).cells)
      let isExtra = emit(
        .values(.cameFrom(list: index, source: extra.source)), .flag(at: .sent(index))
      )
      .cells
      stays = and(stays, or(not(isExtra), holds))
    }
    if let keep = list.keep {
      sentList = index
      stays = and(stays, at(.sent(index), lower(keep).cells))
      sentList = nil
    }
    return stays
  }

  private func make(_ index: ListID, _ made: MadeElements, _ parent: ListID) {
    let (lower, upper) = (self.lower(made.lower), self.lower(made.upper))
    let grain = PlanGrain.list(parent)
    let tooMany = emit(
      .lists(
        .make(
          list: index, lower: whole(at(grain, lower)), lowerIsIncluded: made.lowerIsIncluded,
          upper: whole(at(grain, upper)), upperIsIncluded: made.upperIsIncluded,
          atMost: model.schema.lists[index].bound)),
      .flag(at: grain)
    ).cells
    addFault(.tooMany(list: index), at: tooMany)
    if let given = and(lower.given, upper.given) {
      addFault(.bounds(list: index), at: at(grain, not(given)))
    }
  }

  /// A bound as whole numbers: counts have quantum 1, dates are days.
  private func whole(_ value: PlanValue) -> PlanValue {
    guard !isPlain(value.cells), !isBinary, plan[value.cells].quantum != 1 else { return value }
    return PlanValue(
      held(rounded(value.cells, to: 1, .down, type: plan[value.cells].type), as: .integer),
      given: value.given)
  }

  /// The flag of a list's elements raised to the booking, any one counting.
  func anyAtBooking(_ flag: Register) -> Register {
    var flag = flag
    while case .list(let list) = plan[flag].grain, let parent = model.lists[list].parent {
      flag = emit(.aggregates(.anyOf(flag, list: list)), .flag(at: .list(parent))).cells
    }
    return plan[flag].grain == .constant ? filled(.booking, flag) : flag
  }

  // MARK: - Up one list

  func aggregate(
    _ kind: PriceExpression.Aggregate, _ a: PriceExpression, list: ListID,
    where condition: PriceExpression?, expression: PriceExpression
  ) -> PlanValue {
    let inner = PlanGrain.list(list)
    let outer = PlanGrain.list(model.lists[list].parent ?? .booking)
    let counted = condition.map { at(inner, lower($0).cells) }
    if kind == .count {
      let shape = PlanRegister(
        storage: .integer, grain: outer, range: expression.range, type: expression.type)
      return PlanValue(emit(.aggregates(.count(list: list, counted: counted)), shape).cells)
    }
    let value = at(inner, held(lower(a), like: expression))
    switch kind {
    case .sum: return sum(value, list, counted: counted, outer: outer, expression: expression)
    case .min, .max:
      return best(
        kind == .min, value, list: list, counted: counted, outer: outer, expression: expression)
    case .first, .last:
      let taking = and(counted, value.given)
      let shape = plan[value.cells].with(grain: outer)
      return emit(
        .aggregates(
          kind == .first
            ? .firstOf(value.cells, list: list, counted: taking)
            : .lastOf(value.cells, list: list, counted: taking)), shape, fallible: true)
    case .any, .all: return flags(kind == .any, value, list: list, counted: counted, outer: outer)
    case .join:
      let taking = and(counted, value.given).map { filled(inner, $0) }
      return PlanValue(
        emit(
          .aggregates(.textsUp(filled(inner, words(value.cells)), list: list, counted: taking)),
          PlanRegister(storage: .texts, grain: outer, type: .texts)
        ).cells)
    case .count: return value
    }
  }

  private func sum(
    _ value: PlanValue, _ list: ListID, counted: Register?, outer: PlanGrain,
    expression: PriceExpression
  ) -> PlanValue {
    let shape =
      plan[value.cells].storage == .double
      ? plan[value.cells].with(grain: outer, range: expression.range)
      : self.shape(expression.range, quantum: plan[value.cells].quantum, expression.type, outer)
    let cells = emit(
      .aggregates(.sum(held(value.cells, as: shape.storage), list: list, counted: counted)), shape
    ).cells
    return PlanValue(cells, given: allGiven(value.given, list, counted: counted, outer: outer))
  }

  /// Whether every counted element is given.
  private func allGiven(
    _ given: Register?, _ list: ListID, counted: Register?, outer: PlanGrain
  ) -> Register? {
    guard let given else { return nil }
    let settled = counted.map { or(given, not($0)) } ?? given
    return emit(.aggregates(.allOf(at(.list(list), settled), list: list)), .flag(at: outer)).cells
  }

  private func best(
    _ least: Bool, _ value: PlanValue, list: ListID, counted: Register?, outer: PlanGrain,
    expression: PriceExpression
  ) -> PlanValue {
    let taking = and(counted, value.given)
    var shape = plan[value.cells].with(grain: outer)
    shape.range = expression.range
    return emit(
      .aggregates(
        least
          ? .leastOf(value.cells, list: list, counted: taking)
          : .greatestOf(value.cells, list: list, counted: taking)), shape, fallible: true)
  }

  /// Kleene's: settled by one that certainly does (does not), else by all being given.
  private func flags(
    _ any: Bool, _ value: PlanValue, list: ListID, counted: Register?, outer: PlanGrain
  ) -> PlanValue {
    let inner = PlanGrain.list(list)
    let mark = counted.map { any ? and(value.cells, $0) : or(value.cells, not($0)) } ?? value.cells
    let spread = at(inner, mark)
    let cells = emit(
      .aggregates(any ? .anyOf(spread, list: list) : .allOf(spread, list: list)), .flag(at: outer)
    ).cells
    guard let given = value.given, let all = allGiven(given, list, counted: counted, outer: outer)
    else {
      return PlanValue(cells)
    }
    if any { return PlanValue(cells, given: or(cells, all)) }
    var certainlyNot = and(given, not(value.cells))
    if let counted { certainlyNot = and(certainlyNot, counted) }
    let one = emit(.aggregates(.anyOf(at(inner, certainlyNot), list: list)), .flag(at: outer)).cells
    return PlanValue(cells, given: or(one, all))
  }

  // MARK: - Order and shares

  func sumBefore(
    _ value: PriceExpression, _ key: PriceExpression?, _ expression: PriceExpression
  ) -> PlanValue {
    let list = expression.along
    let grain = PlanGrain.list(list)
    let x = filled(grain, held(lower(value), like: expression))
    let k = key.map { filled(grain, lower($0)) }
    let shape =
      plan[x.cells].storage == .double
      ? plan[x.cells].with(grain: grain, range: expression.range)
      : self.shape(expression.range, quantum: plan[x.cells].quantum, expression.type, grain)
    let isFallible = x.given != nil || k?.given != nil
    let summed = PlanValue(held(x.cells, as: shape.storage), given: x.given)
    let found = emit(
      .aggregates(.sumBefore(summed, key: k, list: list)), shape, fallible: isFallible)
    return at(.list(expression.grain.list), found)
  }

  func neighbour(
    _ value: PriceExpression, _ key: PriceExpression?, where condition: PriceExpression?,
    isAfter: Bool, expression: PriceExpression
  ) -> PlanValue {
    let list = expression.along
    let grain = PlanGrain.list(list)
    let x = filled(grain, held(lower(value), like: expression))
    let k = key.map { filled(grain, lower($0)) }
    let counted = condition.map { filled(grain, lower($0).cells) }
    let found = emit(
      .aggregates(.neighbour(x, key: k, counted: counted, list: list, isAfter: isAfter)),
      plan[x.cells].with(grain: grain, range: expression.range), fallible: true)
    return at(.list(expression.grain.list), found)
  }

  func split(
    _ amount: PriceExpression, _ weight: PriceExpression, _ expression: PriceExpression
  ) -> PlanValue {
    let list = expression.along
    let grain = PlanGrain.list(list)
    let outer = PlanGrain.list(model.lists[list].parent ?? .booking)
    var whole = filled(outer, lower(amount))
    let parts = filled(grain, lower(weight))
    let units = isBinary ? (1 / model.minorUnit).floor ?? 100 : 1
    // What is finer than a minor unit is left out.
    whole.cells =
      isBinary
      ? held(whole.cells, as: .double)
      : rounded(whole.cells, to: model.minorUnit, .towardsZero, type: expression.type)
    var shape = plan[whole.cells].with(grain: grain, range: expression.range)
    shape.type = expression.type
    let weights = isBinary ? held(parts.cells, as: .double) : parts.cells
    let shares = emit(
      .aggregates(.split(whole.cells, weight: weights, list: list, units: units)), shape,
      fallible: true)
    var given = shares.given
    given = and(given, whole.given.map { at(grain, $0) })
    given = and(
      given, allGiven(parts.given, list, counted: nil, outer: outer).map { at(grain, $0) })
    return at(.list(expression.grain.list), PlanValue(shares.cells, given: given))
  }
}
