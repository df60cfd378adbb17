/// What an entry may add, and what may be carried below it; nil: nobody knows.
struct LineReach {
  var amount: Stretch?
  var below: Stretch?
}

/// The waterfall, the same entries applying as recorded.
extension ReachReader {
  /// An entry at its own place, or for one element where it stands for each.
  func line(_ id: Int, _ place: Recording.Place) -> LineReach {
    let visit = LineVisit(line: id, place: place)
    if let reach = knownLines[visit] { return reach }
    let reach = read(id, place)
    knownLines[visit] = reach
    return reach
  }

  func total() -> Stretch? {
    entries.last.map { below($0, recording.booking) } ?? Stretch(point: 0)
  }

  private func read(_ id: Int, _ place: Recording.Place) -> LineReach {
    guard let entry = entries.entries[id] else { return LineReach() }
    let line = entry.line
    let isRepeated = line.grain.list != line.place.list
    if isRepeated, place.list != line.grain.list {
      let amounts = recording.elements(of: line.grain.list, below: place).map {
        self.line(id, $0).amount
      }
      let sum = Self.sum(amounts)
      return LineReach(amount: sum, below: Self.sum([above(id, place), sum]))
    }
    let start = isRepeated ? nil : above(id, place)
    guard applies(id, place) else { return LineReach(amount: Stretch(point: 0), below: start) }
    switch line.effect {
    case .amount(let formula):
      let amount = amount(formula, of: id, place)
      return LineReach(amount: amount, below: Self.sum([start, amount]))
    case .becomes(let formula):
      let below = amount(formula, of: id, place)
      guard let start, let below else { return LineReach(amount: nil, below: below) }
      return LineReach(amount: binary(below - start), below: below)
    case .members(let members, let take):
      let amount = Self.sum(members.map { sum(of: $0.id, below: place) })
      if take != nil { return LineReach(amount: amount, below: Self.sum([start, amount])) }
      let below = members.last.map { self.below($0.id, place) } ?? start
      return LineReach(amount: isRepeated ? below : amount, below: below)
    case .nothing: return LineReach(amount: Stretch(point: 0), below: start)
    }
  }

  func applies(_ id: Int, _ place: Recording.Place) -> Bool {
    guard let register = recording.plan.trace.lines[id]?.applies else { return true }
    return recording.cell(register, recording.index(of: register, at: place)).isTrue
  }

  private func amount(
    _ formula: PriceExpression, of id: Int, _ place: Recording.Place
  ) -> Stretch? {
    within(id, place) { numbers(formula, place) }
  }

  /// Reads a formula of an entry, whose `subtotal` is what is above that entry.
  func within<Result>(_ id: Int, _ place: Recording.Place, _ body: () -> Result) -> Result {
    let outer = entry
    let list = entries.entries[id]?.line.place.list ?? 0
    entry = LineVisit(line: id, place: recording.enclosing(list, of: place))
    defer { entry = outer }
    return body()
  }

  // MARK: - What is carried

  func above(_ id: Int, _ place: Recording.Place) -> Stretch? {
    guard let entry = entries.entries[id] else { return nil }
    if let previous = entry.previous, !entry.isAlternative { return below(previous, place) }
    guard let group = entry.group, let outer = entries.entries[group]?.line else {
      return Stretch(point: 0)
    }
    return outer.grain.list == outer.place.list ? above(group, place) : Stretch(point: 0)
  }

  func below(_ id: Int, _ place: Recording.Place) -> Stretch? {
    guard let line = entries.entries[id]?.line else { return nil }
    return self.line(id, recording.enclosing(line.place.list, of: place)).below
  }

  /// An entry's amounts, added up to a coarser place.
  func sum(of id: Int, below place: Recording.Place) -> Stretch? {
    guard let line = entries.entries[id]?.line else { return nil }
    return Self.sum(
      recording.elements(of: line.grain.list, below: place).map { self.line(id, $0).amount }
    ).map(binary)
  }

  private func binary(_ stretch: Stretch) -> Stretch {
    model.arithmetic.isBinary ? stretch.widened : stretch
  }

  private static func sum(_ parts: [Stretch?]) -> Stretch? {
    parts.reduce(Stretch(point: 0)) { sum, part in
      guard let sum, let part else { return nil }
      return sum + part
    }
  }
}
