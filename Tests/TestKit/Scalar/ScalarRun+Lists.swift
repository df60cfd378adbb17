import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ScalarRun {
  func aggregate(
    _ kind: PriceExpression.Aggregate, _ a: PriceExpression, over list: ListID,
    where condition: PriceExpression?, at node: ScalarNode
  ) -> ScalarValue {
    let above = node.enclosing(evaluator.parents[list]!)!
    let elements = (above.children[list] ?? []).filter { element in
      condition.map { value($0, at: element).isTrue } ?? true
    }
    if kind == .count { return whole(elements.count) }
    let values = elements.map { value(a, at: $0) }
    let given = values.filter(\.isGiven)
    switch kind {
    case .sum: return sum(values, whole: isWhole(a.type))
    case .min: return extreme(of: given, least: true)
    case .max: return extreme(of: given, least: false)
    case .first: return given.first ?? .notGiven
    case .last: return given.last ?? .notGiven
    case .any:
      if values.contains(.flag(true)) { return .flag(true) }
      return values.contains(.notGiven) ? .notGiven : .flag(false)
    case .all:
      if values.contains(.flag(false)) { return .flag(false) }
      return values.contains(.notGiven) ? .notGiven : .flag(true)
    case .count: return whole(elements.count)
    case .join: return .texts(given.flatMap(texts))
    }
  }

  func whole(_ count: Int) -> ScalarValue {
    model.arithmetic.isBinary ? .integer(Int64(count)) : .exact(Ratio(count))
  }

  private func sum(_ values: [ScalarValue], whole isWhole: Bool) -> ScalarValue {
    guard values.allSatisfy(\.isGiven) else { return .notGiven }
    guard model.arithmetic.isBinary else {
      return .exact(values.reduce(Ratio.zero) { $0 + ($1.ratio ?? .zero) })
    }
    if isWhole {
      return .integer(
        values.reduce(0) { sum, value in
          if case .integer(let count) = value { return sum + count }
          return sum
        })
    }
    return .double(values.reduce(0.0) { $0 + ($1.double ?? .nan) })
  }

  func sumBefore(
    _ a: PriceExpression, by key: PriceExpression?, along list: ListID, at node: ScalarNode
  ) -> ScalarValue {
    guard let here = node.enclosing(list), let above = here.parent else { return .notGiven }
    let elements = above.children[list] ?? []
    guard let key else {
      return sum(
        elements.prefix(here.index(in: elements)).map { value(a, at: $0) }, whole: isWhole(a.type))
    }
    let own = value(key, at: here)
    guard own.isGiven else { return .notGiven }
    let position = here.index(in: elements)
    let keys = self.keys(key, of: elements, in: list, below: above)
    let earlier = elements.enumerated().filter { index, _ in
      guard keys[index].isGiven else { return false }
      let order = compare(keys[index], own)
      return order == -1 || order == 0 && index < position
    }
    return sum(earlier.map { value(a, at: $0.element) }, whole: isWhole(a.type))
  }

  private func keys(
    _ key: PriceExpression, of elements: [ScalarNode], in list: ListID, below node: ScalarNode
  ) -> [ScalarValue] {
    let place = KeyedList(key: ObjectIdentifier(key), list: list, node: ObjectIdentifier(node))
    if let known = keysKnown[place] { return known }
    let found = elements.map { value(key, at: $0) }
    keysKnown[place] = found
    return found
  }

  /// The nearest element that comes earlier (later) and for which the condition holds.
  func neighbour(
    of here: ScalarNode, by key: PriceExpression?, where condition: PriceExpression?,
    isAfter: Bool
  ) -> ScalarNode? {
    guard let above = here.parent else { return nil }
    let elements = above.children[here.list] ?? []
    let keys = key.map { self.keys($0, of: elements, in: here.list, below: above) }
    func isEarlier(_ a: Int, _ b: Int) -> Bool {
      let order = keys.map { compare($0[a], $0[b]) } ?? 0
      return order == -1 || order == 0 && a < b
    }
    func hasKey(_ index: Int) -> Bool { keys?[index].isGiven ?? true }
    guard let own = elements.firstIndex(where: { $0 === here }), hasKey(own) else { return nil }
    let beside = elements.indices.filter { other in
      other != own && hasKey(other) && (isAfter ? isEarlier(own, other) : isEarlier(other, own))
        && (condition.map { value($0, at: elements[other]).isTrue } ?? true)
    }
    let nearest = isAfter ? beside.min(by: isEarlier) : beside.max(by: isEarlier)
    return nearest.map { elements[$0] }
  }

  /// What is carried along the list, up to and with the element.
  func steps(
    from start: PriceExpression, _ each: PriceExpression, _ number: Int,
    _ expression: PriceExpression, at node: ScalarNode
  ) -> ScalarValue {
    guard let here = node.enclosing(expression.grain.list), let above = here.parent else {
      return .notGiven
    }
    let outer = carried[number]
    defer { carried[number] = outer }
    var value = held(self.value(start, at: above), start, as: expression)
    for element in above.children[here.list] ?? [] {
      carried[number] = value
      value = held(self.value(each, at: element), each, as: expression)
      if element === here { break }
    }
    return value
  }

  func split(
    _ amount: PriceExpression, by weight: PriceExpression, along list: ListID, at node: ScalarNode
  ) -> ScalarValue {
    guard let here = node.enclosing(list), let above = here.parent else {
      return .notGiven
    }
    let elements = above.children[here.list] ?? []
    let weights = elements.map { value(weight, at: $0) }
    guard weights.allSatisfy(\.isGiven) else { return .notGiven }
    let whole = value(amount, at: above)
    let binary = model.arithmetic.isBinary
    func number(_ value: ScalarValue) -> Ratio? {
      if let ratio = value.ratio { return ratio }
      guard let double = value.double else { return nil }
      return Ratio(Int128(exactly: (double * 100).rounded()) ?? 0, 100)
    }
    guard let total = number(whole) else { return .notGiven }
    let shares = weights.map { number($0) ?? .zero }
    let sum = shares.reduce(Ratio.zero, +)
    guard !sum.isZero, shares.allSatisfy({ !$0.isNegative }) else { return .notGiven }
    // What is finer than a cent is left out; below zero all is as above it, with the sign changed.
    let units = Ratio((total.magnitude / model.minorUnit).floor ?? 0)
    let exact = shares.map { units * $0 / sum }
    var parts = exact.map { $0.floor ?? 0 }
    let rest = Int((units.floor ?? 0) - parts.reduce(0, +))
    let order = exact.indices.sorted { a, b in
      let (x, y) = (exact[a] - Ratio(parts[a]), exact[b] - Ratio(parts[b]))
      return x == y ? a < b : x > y
    }
    for index in order.prefix(rest) { parts[index] += 1 }
    let size = Ratio(parts[here.index(in: elements)]) * model.minorUnit
    let part = total.isNegative ? -size : size
    return binary ? .double(part.nearestDouble) : .exact(part)
  }
}

extension ScalarNode {
  /// Position among the elements that were kept.
  func index(in elements: [ScalarNode]) -> Int { elements.firstIndex { $0 === self } ?? 0 }
}
