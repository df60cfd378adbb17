import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What an amount may be.
struct MoneyReach {
  /// Nil: nobody knows.
  var stretch: Interval?
  /// Surely what was recorded, to the last bit.
  var isRecorded: Bool

  /// Nothing, whatever the input is.
  static let zero = MoneyReach(stretch: Interval(point: 0), isRecorded: true)
  static let unknown = MoneyReach(stretch: nil, isRecorded: false)

  /// Sums of what stays as recorded stay as recorded.
  static func sum(_ parts: [MoneyReach]) -> MoneyReach {
    parts.reduce(zero) { sum, part in
      var stretch: Interval?
      if let a = sum.stretch, let b = part.stretch { stretch = a + b }
      return MoneyReach(stretch: stretch, isRecorded: sum.isRecorded && part.isRecorded)
    }
  }
}

/// What an entry may add, and what may be carried below it.
struct LineReach {
  var amount: MoneyReach
  var below: MoneyReach
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

  func total() -> MoneyReach {
    entries.last.map { below($0, recording.booking) } ?? .zero
  }

  private func read(_ id: Int, _ place: Recording.Place) -> LineReach {
    guard let entry = entries.entries[id] else {
      return LineReach(amount: .unknown, below: .unknown)
    }
    let line = entry.line
    let isRepeated = line.grain.list != line.place.list
    if isRepeated, place.list != line.grain.list {
      let amounts = recording.elements(of: line.grain.list, below: place).map {
        self.line(id, $0).amount
      }
      let sum = MoneyReach.sum(amounts)
      return LineReach(amount: sum, below: .sum([above(id, place), sum]))
    }
    let start = isRepeated && line.steps == nil ? MoneyReach.unknown : above(id, place)
    guard applies(id, place) else { return LineReach(amount: .zero, below: start) }
    switch line.effect {
    case .amount(let formula):
      let amount = amount(formula, of: id, place)
      return LineReach(amount: amount, below: .sum([start, amount]))
    case .becomes(let formula):
      let below = amount(formula, of: id, place)
      return LineReach(amount: difference(below, start), below: below)
    case .members(let members, let take):
      let amount = MoneyReach.sum(members.map { sum(of: $0.id, below: place) })
      if take != nil { return LineReach(amount: amount, below: .sum([start, amount])) }
      let below = members.last.map { self.below($0.id, place) } ?? start
      return LineReach(amount: isRepeated ? below : amount, below: below)
    case .nothing: return LineReach(amount: .zero, below: start)
    }
  }

  func applies(_ id: Int, _ place: Recording.Place) -> Bool {
    recording.applies(id, at: place)
  }

  /// What a formula of an entry comes to.
  func amount(
    _ formula: PriceExpression, of id: Int, _ place: Recording.Place
  ) -> MoneyReach {
    within(id, place) {
      let reach = value(formula, place)
      return MoneyReach(
        stretch: numbers(reach, of: formula), isRecorded: reach == recorded(formula, place))
    }
  }

  private func difference(_ a: MoneyReach, _ b: MoneyReach) -> MoneyReach {
    var stretch: Interval?
    if let x = a.stretch, let y = b.stretch { stretch = binary(x - y) }
    return MoneyReach(stretch: stretch, isRecorded: a.isRecorded && b.isRecorded)
  }

  /// Reads a formula of an entry, whose `subtotal` is what is above that entry.
  func within<Result>(_ id: Int, _ place: Recording.Place, _ body: () -> Result) -> Result {
    let outer = entry
    let list = entries.entries[id]?.line.place.list ?? .booking
    entry = LineVisit(line: id, place: recording.enclosing(list, of: place))
    defer { entry = outer }
    return body()
  }

  // MARK: - What is carried

  func above(_ id: Int, _ place: Recording.Place) -> MoneyReach {
    guard let entry = entries.entries[id] else { return .unknown }
    if entry.line.steps != nil, place.list == entry.line.grain.list {
      return before(entry.line, place)
    }
    if let previous = entry.previous, !entry.isAlternative { return below(previous, place) }
    guard let group = entry.group, let outer = entries.entries[group]?.line else { return .zero }
    return outer.grain.list == outer.place.list ? above(group, place) : .zero
  }

  /// What stands above an element of a line that takes them in order.
  private func before(_ line: ModelLine, _ place: Recording.Place) -> MoneyReach {
    let home = recording.enclosing(line.place.list, of: place)
    let earlier = recording.elements(of: line.grain.list, below: home).prefix {
      $0.index < place.index
    }
    return .sum([above(line.id, home)] + earlier.map { self.line(line.id, $0).amount })
  }

  func below(_ id: Int, _ place: Recording.Place) -> MoneyReach {
    guard let line = entries.entries[id]?.line else { return .unknown }
    return self.line(id, recording.enclosing(line.place.list, of: place)).below
  }

  /// An entry's amounts, added up to a coarser place.
  func sum(of id: Int, below place: Recording.Place) -> MoneyReach {
    guard let line = entries.entries[id]?.line else { return .unknown }
    var sum = MoneyReach.sum(
      recording.elements(of: line.grain.list, below: place).map { self.line(id, $0).amount })
    sum.stretch = sum.stretch.map(binary)
    return sum
  }

  private func binary(_ stretch: Interval) -> Interval {
    model.arithmetic.isBinary ? stretch.widened : stretch
  }
}
