import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One booking being priced.
final class ScalarRun {
  struct Place: Hashable {
    var line: Int
    var node: ObjectIdentifier
  }

  struct KeyedList: Hashable {
    var key: ObjectIdentifier
    var list: ListID
    var node: ObjectIdentifier
  }

  let evaluator: ScalarEvaluator
  let booking: ScalarNode
  var model: PriceModel { evaluator.model }
  /// The running value above the entry being evaluated, where it stands.
  var running: [ObjectIdentifier: ScalarValue] = [:] { didSet { keysKnown = [:] } }
  /// By their numbers, what stands before the element at which steps are.
  var carried: [Int: ScalarValue] = [:] { didSet { keysKnown = [:] } }
  /// The keys by which the elements below a node are put in order, as long as nothing changes that
  /// a key may look at: each element asks for those of all others.
  var keysKnown: [KeyedList: [ScalarValue]] = [:]
  var total: ScalarValue = .notGiven
  var instances: [Place: ScalarQuote.Instance] = [:]
  var subtotals: [Place: ScalarValue] = [:]
  /// The first amount that was needed and not given.
  var fault: String?

  /// A booking that is not yet complete has no made elements.
  init(evaluator: ScalarEvaluator, booking: ScalarNode, isComplete: Bool = true) {
    self.evaluator = evaluator
    self.booking = booking
    if isComplete { for list in evaluator.making { makeElements(of: list) } }
  }

  var zero: ScalarValue { model.arithmetic.isBinary ? .double(0) : .exact(0) }

  func quote() -> ScalarQuote {
    total = run(model.waterfall, at: [booking], from: [zero])[0]
    let status = decide()
    var quote = ScalarQuote(status: status, total: total, lines: [:], sums: [:], outputs: [])
    for line in evaluator.lines {
      let nodes = nodes(of: line.grain.list, below: booking)
      quote.lines[line.id] = nodes.map {
        instances[Place(line: line.id, node: ObjectIdentifier($0))]
          ?? .init(applies: false, amount: zero, label: .notGiven, reasons: [])
      }
      quote.sums[line.id] = sum(of: line.id, below: booking)
    }
    if status == .quoted { quote.outputs = model.outputs.map { output($0, at: booking) } }
    return quote
  }

  func nodes(of list: ListID, below node: ScalarNode) -> [ScalarNode] {
    if list == node.list { return [node] }
    if let twin = node.twins.first(where: { $0.list == list }) { return [twin] }
    return node.descendants(of: list, parents: evaluator.parents)
  }

  private func output(_ output: ModelOutput, at node: ScalarNode) -> ScalarQuote.Output {
    switch output.body {
    case .value(let expression): return .value(value(expression, at: node))
    case .records(let list, let fields):
      return .records(
        nodes(of: list, below: node).map { element in
          fields.map { self.output($0, at: element) }
        })
    }
  }

  // MARK: - Declines

  private func decide() -> ScalarQuote.Status {
    for decline in model.declines {
      if let fault, decline.when.usesPrices(in: model) { return .fault(fault) }
      let nodes = nodes(of: decline.grain.list, below: booking)
      guard let node = nodes.first(where: { value(decline.when, at: $0).isTrue }) else { continue }
      if let fault, decline.reason.usesPrices(in: model) { return .fault(fault) }
      guard case .text(let reason) = value(decline.reason, at: node) else { return .declined("") }
      return .declined(reason)
    }
    return fault.map { .fault($0) } ?? .quoted
  }

  // MARK: - The waterfall

  /// The running values below the entries. An entry is done for all elements
  /// before the next one begins, as what stands below may look at them all.
  private func run(_ lines: [ModelLine], at nodes: [ScalarNode], from start: [ScalarValue])
    -> [ScalarValue]
  {
    lines.reduce(start) { run($1, at: nodes, $0) }
  }

  private func run(_ line: ModelLine, at nodes: [ScalarNode], _ above: [ScalarValue])
    -> [ScalarValue]
  {
    carry(above, at: nodes)
    guard line.grain.list != line.place.list else {
      let below = apply(line, at: nodes, above)
      carry(below, at: nodes)
      for node in nodes { describe(line, at: node) }
      return below
    }
    let elements = nodes.map { self.nodes(of: line.grain.list, below: $0) }
    if line.steps != nil {
      let below = zip(elements, above).map { step(line, along: $0, from: $1) }
      carry(below, at: nodes)
      for element in elements.flatMap(\.self) { describe(line, at: element) }
      return below
    }
    let starts = zip(elements, above).flatMap { elements, above in elements.map { _ in above } }
    _ = apply(line, at: elements.flatMap(\.self), starts)
    let below = zip(nodes, above).map { sum(of: line.id, below: $0, from: $1) }
    carry(below, at: nodes)
    for element in elements.flatMap(\.self) { describe(line, at: element) }
    return below
  }

  /// One element after the other, each from where the one before it left what is carried; told
  /// of an element is what stands below it.
  private func step(_ line: ModelLine, along elements: [ScalarNode], from above: ScalarValue)
    -> ScalarValue
  {
    elements.reduce(above) { above, element in
      carry([above], at: [element])
      let below = apply(line, at: [element], [above])
      carry(below, at: [element])
      return below[0]
    }
  }

  private func carry(_ values: [ScalarValue], at nodes: [ScalarNode]) {
    for (node, value) in zip(nodes, values) { running[ObjectIdentifier(node)] = value }
  }

  /// The label and the reasons of a line that applies, which see its own amount
  /// and what is carried below the whole line.
  private func describe(_ line: ModelLine, at node: ScalarNode) {
    let place = Place(line: line.id, node: ObjectIdentifier(node))
    guard instances[place]!.applies else { return }
    instances[place]!.label = line.label.map { value($0, at: node) } ?? .notGiven
    instances[place]!.reasons = reasons(of: line, at: node)
  }

  /// What is carried below the line, and its instances where it stands.
  private func apply(_ line: ModelLine, at nodes: [ScalarNode], _ above: [ScalarValue])
    -> [ScalarValue]
  {
    let applies = nodes.map { node in line.when.map { value($0, at: node).isTrue } ?? true }
    let acting = nodes.indices.filter { applies[$0] }
    var below = above
    var amounts = nodes.map { _ in zero }
    switch line.effect {
    case .amount(let expression):
      for index in acting { amounts[index] = needed(expression, at: nodes[index]) }
      // The zero of a line that does not apply is added, too: it makes -0.0 a 0.0.
      for index in nodes.indices { below[index] = add(above[index], amounts[index]) }
    case .becomes(let expression):
      for index in acting {
        below[index] = needed(expression, at: nodes[index])
        amounts[index] = subtract(below[index], above[index])
      }
    case .members(let members, let take):
      let isRepeated = line.grain.list != line.place.list
      let found = group(
        members, take: take, at: acting.map { nodes[$0] },
        acting.map { isRepeated ? zero : above[$0] })
      for (index, found) in zip(acting, found) {
        below[index] = found.below
        amounts[index] = isRepeated ? found.below : found.amount
      }
    case .nothing: break
    }
    for index in nodes.indices {
      let place = Place(line: line.id, node: ObjectIdentifier(nodes[index]))
      subtotals[place] = below[index]
      instances[place] = .init(
        applies: applies[index], amount: amounts[index], label: .notGiven, reasons: [])
    }
    return below
  }

  private func reasons(of line: ModelLine, at node: ScalarNode) -> [String] {
    line.reasons.flatMap { expression -> [String] in
      switch value(expression, at: node) {
      case .text(let text): [text]
      case .texts(let texts): texts
      case .notGiven, .flag, .choice, .exact, .double, .integer, .date, .time, .instant, .weekday,
        .point:
        []
      }
    }
  }

  private func group(
    _ members: [ModelLine], take: LineDeclaration.Take?, at nodes: [ScalarNode],
    _ above: [ScalarValue]
  ) -> [(amount: ScalarValue, below: ScalarValue)] {
    guard let take else {
      let below = run(members, at: nodes, from: above)
      return zip(nodes, below).map { node, below in
        (members.reduce(zero) { add($0, sum(of: $1.id, below: node)) }, below)
      }
    }
    for member in members { _ = run(member, at: nodes, above) }
    return zip(nodes, above).map { node, above in
      let taking = self.taking(members, take, at: node)
      return (taking, add(above, taking))
    }
  }

  /// What the members that count come to; the others are withdrawn.
  private func taking(
    _ members: [ModelLine], _ take: LineDeclaration.Take, at node: ScalarNode
  ) -> ScalarValue {
    func part(_ line: ModelLine) -> ScalarValue { sum(of: line.id, below: node) }
    let applying = members.filter { line in
      nodes(of: line.grain.list, below: node).contains {
        instances[Place(line: line.id, node: ObjectIdentifier($0))]!.applies
      }
    }
    var taken = members.filter { _ in take == .sum }
    if take != .sum, var best = applying.first {
      for other in applying.dropFirst() {
        let order = compare(part(other), part(best))
        if take == .lowest ? order < 0 : order > 0 { best = other }
      }
      taken = [best]
    }
    for member in members where !taken.contains(where: { $0.id == member.id }) {
      withdraw(member, at: node)
    }
    return taken.reduce(zero) { add($0, part($1)) }
  }

  /// A member that was not taken reads as zero.
  private func withdraw(_ line: ModelLine, at node: ScalarNode) {
    for member in line.selfAndMembers {
      for node in nodes(of: member.grain.list, below: node) {
        instances[Place(line: member.id, node: ObjectIdentifier(node))] = .init(
          applies: false, amount: zero, label: .notGiven, reasons: [])
        if member.kind == .subtotal {
          subtotals[Place(line: member.id, node: ObjectIdentifier(node))] = zero
        }
      }
    }
  }

  private func needed(_ expression: PriceExpression, at node: ScalarNode) -> ScalarValue {
    let amount = value(expression, at: node)
    guard amount.isGiven else {
      if fault == nil { fault = "not-given" }
      return zero
    }
    if case .integer(let count) = amount { return .double(Double(count)) }
    return amount
  }

  /// A line's amounts in list order, from zero; of lists in lists, level by level.
  func sum(
    of line: Int, below node: ScalarNode, from start: ScalarValue? = nil
  ) -> ScalarValue {
    let grain = evaluator.lines[line].grain.list
    if grain == node.list {
      return instances[Place(line: line, node: ObjectIdentifier(node))]?.amount ?? zero
    }
    var next = grain
    while let above = evaluator.parents[next], above != node.list { next = above }
    return nodes(of: next, below: node).reduce(start ?? zero) {
      add($0, sum(of: line, below: $1))
    }
  }

  func add(_ a: ScalarValue, _ b: ScalarValue) -> ScalarValue {
    if case .exact(let x) = a, case .exact(let y) = b { return .exact(x + y) }
    guard let x = a.double, let y = b.double else { return .notGiven }
    return .double(x + y)
  }

  func subtract(_ a: ScalarValue, _ b: ScalarValue) -> ScalarValue {
    if case .exact(let x) = a, case .exact(let y) = b { return .exact(x - y) }
    guard let x = a.double, let y = b.double else { return .notGiven }
    return .double(x - y)
  }

  // MARK: - Made lists

  private func makeElements(of list: ListID) {
    let rules = model.lists[list]
    let parents = nodes(of: rules.parent ?? .booking, below: booking)
    if let groups = rules.groups {
      for node in parents { group(list, groups, below: node) }
    } else if let made = rules.made {
      let numbers = parents.map { self.numbers(of: made, list: list, below: $0) }
      let isMany = numbers.reduce(0) { $0 + $1.count } > ModelList.mostMade
      if isMany { fault = fault ?? "too-many-elements" }
      for (node, numbers) in zip(parents, numbers) {
        node.children[list] = isMany ? [] : elements(numbers, of: made, list: list, below: node)
      }
    }
  }

  /// Elements with equal keys, in a group each; a group stands where its first element does.
  private func group(_ list: ListID, _ groups: ModelGroups, below node: ScalarNode) {
    var found: [(key: [ScalarValue], node: ScalarNode)] = []
    for element in node.children[groups.list] ?? [] {
      let key = groups.keys.map { value($0, at: element) }
      var own = found.first { areAlike($0.key, key) }?.node
      if own == nil {
        let made = ScalarNode(list: list, parent: node)
        found.append((key, made))
        own = made
      }
      let before = own!.children[groups.members] ?? []
      let member = ScalarNode(list: groups.members, parent: own)
      own!.children[groups.members] = before + [member]
      member.twins.append(element)
      element.twins.append(member)
    }
    node.children[list] = found.map(\.node)
  }

  private func areAlike(_ a: [ScalarValue], _ b: [ScalarValue]) -> Bool {
    zip(a, b).allSatisfy { x, y in
      guard case .text(let x) = x, case .text(let y) = y else { return x == y }
      return model.arithmetic.isBinary
        ? x.utf8.elementsEqual(y.utf8) : x.composed.utf8.elementsEqual(y.composed.utf8)
    }
  }

  private func numbers(of made: MadeElements, list: ListID, below node: ScalarNode)
    -> Range<Int128>
  {
    let ends = (value(made.lower, at: node), value(made.upper, at: node))
    if !ends.0.isGiven || !ends.1.isGiven { fault = fault ?? "not-given" }
    guard let lower = ends.0.ratio?.ceiling, let upper = ends.1.ratio?.floor else { return 0..<0 }
    let first = made.lowerIsIncluded ? lower : lower + 1
    let last = made.upperIsIncluded ? upper : upper - 1
    guard first <= last else { return 0..<0 }
    if last - first >= Int128(model.schema.lists[list].bound) {
      fault = fault ?? "too-many-elements"
      return 0..<0
    }
    return first..<last + 1
  }

  private func elements(
    _ numbers: Range<Int128>, of made: MadeElements, list: ListID, below node: ScalarNode
  ) -> [ScalarNode] {
    let isDate = if case .date = value(made.lower, at: node) { true } else { false }
    return numbers.map { number in
      let child = ScalarNode(list: list, parent: node)
      if isDate {
        child.element = .date(Int(number))
      } else {
        child.element = model.arithmetic.isBinary ? .integer(Int64(number)) : .exact(Ratio(number))
      }
      return child
    }
  }
}
