import QuoteLanguage

/// What nobody knows of a booking without a price: amounts that are not given, and all that
/// was carried on from them. The registers hold something there that is not to be shown.
struct UnknownPrices {
  struct Entry: Hashable {
    var line: Int
    var place: Recording.Place
  }

  struct Visit: Hashable {
    var expression: ObjectIdentifier
    var place: Recording.Place
  }

  /// Lines that apply and whose amount is not known.
  fileprivate(set) var amounts: Set<Entry> = []
  /// Entries below which nobody knows what is carried.
  fileprivate(set) var carried: Set<Entry> = []
  /// Whether a line is there, where it is not as the registers say.
  fileprivate(set) var standing: [Entry: Bool] = [:]
  fileprivate(set) var expressions: Set<Visit> = []
  /// Lists of which nobody knows the elements, and all below them: why, in words.
  let lists: [ListID: String]

  init(_ recording: Recording) {
    var reader = UnknownPriceReader(recording: recording)
    reader.read()
    self = reader.found
  }

  fileprivate init(unreadListsOf recording: Recording) {
    var lists: [ListID: String] = [:]
    for fault in recording.plan.faults {
      switch fault.cause {
      case .amount: continue
      case .bounds(let list), .tooMany(let list):
        guard recording.isTrue(fault.holds) else { continue }
        lists[list] = lists[list] ?? FaultMessage(recording: recording, fault: fault).text
      }
    }
    for (index, list) in recording.model.lists.withIDs {
      let above = [list.parent, list.groups?.list].compactMap(\.self)
      if let why = above.lazy.compactMap({ lists[$0] }).first { lists[index] = why }
    }
    self.lists = lists
  }
}

/// Goes down the waterfall as it was priced.
private struct UnknownPriceReader {
  let recording: Recording
  var found: UnknownPrices

  private typealias Entry = UnknownPrices.Entry
  private var model: PriceModel { recording.model }

  init(recording: Recording) {
    self.recording = recording
    found = UnknownPrices(unreadListsOf: recording)
  }

  mutating func read() {
    var below = Above(place: recording.booking, isUnknown: false, applies: true)
    below.isUnknown = waterfall(model.waterfall, below)
    for decline in model.declines { _ = readsAny(of: [decline.when, decline.reason], below) }
    for output in model.outputs { read(output, below) }
  }

  /// What is asked of a total that nobody knows stands in no line.
  private mutating func read(_ output: ModelOutput, _ below: Above) {
    switch output.body {
    case .value(let value): _ = readsAny(of: [value], below)
    case .records(_, let fields): for field in fields { read(field, below) }
    }
  }

  private func amount(of line: Int, at place: Recording.Place) -> Bool {
    found.amounts.contains(Entry(line: line, place: place))
  }

  // MARK: - The waterfall

  /// Where a waterfall stands, and what is carried into it.
  private struct Above {
    var place: Recording.Place
    var isUnknown: Bool
    /// Whether what it stands in applies; nil if nobody knows.
    var applies: Bool?
  }

  /// Whether nobody knows what is carried in the end.
  private mutating func waterfall(_ lines: [ModelLine], _ above: Above) -> Bool {
    var above = above
    for line in lines { above.isUnknown = entry(line, above) }
    return above.isUnknown
  }

  /// Whether nobody knows what is carried below it.
  private mutating func entry(_ line: ModelLine, _ above: Above) -> Bool {
    let isRepeated = line.grain.list != line.place.list
    let places = recording.elements(of: line.grain.list, below: above.place)
    var below = above.isUnknown || found.lists[line.grain.list] != nil
    for place in places {
      var inner = above
      inner.place = place
      inner.applies = applies(line, inner)
      let after = instance(line, inner, isRepeated)
      below = isRepeated ? below || amount(of: line.id, at: place) : after
    }
    if below { found.carried.insert(Entry(line: line.id, place: above.place)) }
    return below
  }

  /// Nil if its condition, or that of what it stands in, asks for what nobody knows.
  private mutating func applies(_ line: ModelLine, _ above: Above) -> Bool? {
    guard above.applies == true, let when = line.when else { return above.applies }
    return isUnknown(when, above) ? nil : recording.value(of: when, at: above.place).isTrue
  }

  private mutating func instance(
    _ line: ModelLine, _ above: Above, _ isRepeated: Bool
  ) -> Bool {
    for told in [line.label].compactMap({ $0 }) + line.reasons { _ = isUnknown(told, above) }
    let entry = Entry(line: line.id, place: above.place)
    guard above.applies == true else {
      if case .members(let members, _) = line.effect { _ = waterfall(members, above) }
      guard above.applies == nil else { return above.isUnknown }
      found.standing[entry] = false
      found.amounts.insert(entry)
      return true
    }
    var below = above.isUnknown
    var amount = false
    switch line.effect {
    case .nothing: break
    case .amount(let formula):
      amount = isUnknown(formula, above)
      below = below || amount
    case .becomes(let formula):
      below = isUnknown(formula, above)
      amount = below || above.isUnknown
    case .members(let members, let take):
      var inner = above
      inner.isUnknown = !isRepeated && above.isUnknown
      let after: Bool
      if take == nil { after = waterfall(members, inner) } else { after = one(of: members, inner) }
      amount = isRepeated ? after : members.contains { isAnyUnknown($0, below: above.place) }
      below = isRepeated ? below : after
    }
    if amount { found.amounts.insert(entry) }
    return below
  }

  /// Members of which one counts: with one that is not known nobody knows which.
  private mutating func one(of members: [ModelLine], _ above: Above) -> Bool {
    for member in members { _ = entry(member, above) }
    guard members.contains(where: { isAnyUnknown($0, below: above.place) }) else {
      return above.isUnknown
    }
    for member in members {
      for place in recording.elements(of: member.grain.list, below: above.place) {
        let entry = Entry(line: member.id, place: place)
        let holds = member.when.map { recording.value(of: $0, at: place).isTrue } ?? true
        found.standing[entry] = found.standing[entry] ?? holds
        if found.standing[entry] == true { found.amounts.insert(entry) }
      }
    }
    return true
  }

  private func isAnyUnknown(_ line: ModelLine, below place: Recording.Place) -> Bool {
    found.lists[line.grain.list] != nil
      || recording.elements(of: line.grain.list, below: place).contains {
        amount(of: line.id, at: $0)
      }
  }

  // MARK: - Expressions

  /// Whether a value is not given, or was made from an amount that nobody knows.
  private mutating func isUnknown(_ expression: PriceExpression, _ above: Above) -> Bool {
    recording.isComputed(expression)
      && (reads(expression, above) || recording.value(of: expression, at: above.place) == .notGiven)
  }

  /// Whether an amount that nobody knows is in it; what was not taken does not count.
  private mutating func reads(_ expression: PriceExpression, _ above: Above) -> Bool {
    let isFound = readsAny(expression, above)
    if isFound {
      let home = recording.enclosing(expression.grain.list, of: above.place)
      found.expressions.insert(
        UnknownPrices.Visit(expression: ObjectIdentifier(expression), place: home))
    }
    return isFound
  }

  private mutating func readsAny(_ expression: PriceExpression, _ above: Above) -> Bool {
    if case .reference(let reference) = expression.operation {
      return reads(reference, expression, above)
    }
    var isFound = false
    for part in recording.parts(of: expression, at: above.place, .lookedAt) {
      if reads(part.expression, at: part.place, above) { isFound = true }
    }
    switch expression.operation {
    case .graduated(let table, _):
      // It is not given where the price of any bracket is not.
      return readsAny(of: model.tables[table].rows.compactMap { $0.values[0] }, above) || isFound
    case .aggregate(_, _, let list, _): return isFound || found.lists[list] != nil
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .texts:
      return isFound
    }
  }

  /// All of them are looked at: each that reads one is marked.
  private mutating func readsAny(of parts: [PriceExpression], _ above: Above) -> Bool {
    var isFound = false
    for part in parts {
      for place in recording.places(of: part, at: above.place) {
        if reads(part, at: place, above) { isFound = true }
      }
    }
    return isFound
  }

  private mutating func reads(
    _ part: PriceExpression, at place: Recording.Place, _ above: Above
  ) -> Bool {
    var inner = above
    inner.place = place
    return reads(part, inner)
  }

  private mutating func reads(
    _ reference: PriceExpression.Reference, _ expression: PriceExpression, _ above: Above
  ) -> Bool {
    switch reference {
    case .field, .element, .lineReasons: return false
    case .carried: return false
    case .running, .total: return above.isUnknown
    case .lineAmount(let id):
      let own = model.allLines[id].grain.list
      return amount(of: id, at: recording.enclosing(own, of: above.place))
    case .lineSum(let id):
      let home = recording.enclosing(expression.grain.list, of: above.place)
      return isAnyUnknown(model.allLines[id], below: home)
    case .subtotal(let id):
      let home = recording.enclosing(model.allLines[id].place.list, of: above.place)
      return found.carried.contains(Entry(line: id, place: home))
    case .letValue(let index):
      let named = model.lets[index].value
      return reads(named, at: recording.enclosing(named.grain.list, of: above.place), above)
    }
  }
}
