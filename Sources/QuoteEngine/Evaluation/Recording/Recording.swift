import QuoteBookings
package import QuoteLanguage
package import QuoteSyntax

/// What one booking's registers came to, after its block was priced by a plan
/// that records. Explanations read the values of expressions through it and
/// compute nothing of their own, but for quotients, which no register holds.
package struct Recording {
  package let plan: PricePlan
  package let quotes: QuoteBatch
  /// Row of the block.
  package let row: Int
  package let areas: [AreaGeometry]
  /// A register's cell at a row of its grain within the block.
  package let cell: (Register, Int) -> RecordedValue
  /// What is not to be shown of a booking without a price, where somebody asked.
  private(set) var unknown: UnknownPrices?
  /// What lets came to inside of the groups that are looked at from inside, the innermost first.
  private var inside: [[ObjectIdentifier: PlanValue]] = []
  /// Records every question, for code that will ask them again of another booking.
  package var way: RecordedWay?

  package init(
    plan: PricePlan, quotes: QuoteBatch, row: Int, areas: [AreaGeometry],
    cell: @escaping (Register, Int) -> RecordedValue
  ) {
    self.plan = plan
    self.quotes = quotes
    self.row = row
    self.areas = areas
    self.cell = cell
  }

  /// The same, in which amounts are not given where nobody knows them.
  package var withoutUnknownPrices: Recording {
    var recording = self
    recording.unknown = UnknownPrices(self)
    return recording
  }

  /// The same, as a line sees it: in a group of which one member is taken, no member is zero
  /// for another's sake.
  package func seen(from line: ModelLine) -> Recording {
    var recording = self
    recording.inside = model.groups(around: line.id).reversed().compactMap { plan.trace.inside[$0] }
    return recording
  }

  package var model: PriceModel { plan.model }

  /// An element of a list, or the booking itself.
  package struct Place: Hashable {
    package var list: ListID
    /// Row of that list's grain within the block.
    package var index: Int

    package init(list: ListID, index: Int) {
      self.list = list
      self.index = index
    }
  }

  package var booking: Place { Place(list: .booking, index: row) }

  /// Elements of a list below a place, in order.
  package func elements(of list: ListID, below place: Place) -> [Place] {
    if list == place.list { return [place] }
    way?.lose()
    if model.lists[list].memberOf == place.list { return [enclosing(list, of: place)] }
    if !model.lists.nests(place.list, list) {
      // Below a group are the elements that are its members.
      let group = model.lists.groupings(of: list).first { model.lists.nests(place.list, $0) }
      if let members = group.flatMap({ model.lists[$0].groups?.members }) {
        return elements(of: members, below: place).map { enclosing(list, of: $0) }
      }
    }
    guard let parent = model.lists[list].parent else { return [] }
    return elements(of: parent, below: place).flatMap { above in
      let offsets = quotes.offsets[list]
      return (offsets[above.index]..<offsets[above.index + 1]).map {
        Place(list: list, index: Int($0))
      }
    }
  }

  /// The element itself, or the one that holds it.
  package func enclosing(_ list: ListID, of place: Place) -> Place {
    var place = place
    // The booking of an element is known wherever the element is.
    if place.list != list, let way, list != .booking || !way.isHome(place) { way.lose() }
    while place.list != list, let next = model.lists.step(from: place.list, to: list) {
      if model.lists[next].memberOf == place.list {
        place = Place(list: next, index: Int(quotes.membersOfElements[next][place.index]))
        continue
      }
      if model.lists[place.list].memberOf == next {
        place = Place(list: next, index: Int(quotes.elementsOfMembers[place.list][place.index]))
        continue
      }
      let parent = next
      let offsets = quotes.offsets[place.list]
      var low = 0
      var high = offsets.count - 1
      while high - low > 1 {
        let middle = (low + high) / 2
        if Int(offsets[middle]) <= place.index { low = middle } else { high = middle }
      }
      place = Place(list: parent, index: low)
    }
    return place
  }

  /// Where an expression has its values, seen from a place: there, or where it
  /// is finer at each element below.
  func places(of expression: PriceExpression, at place: Place) -> [Place] {
    var list = expression.grain.list
    while list != place.list {
      guard let parent = model.lists[list].parent else { return [place] }
      list = parent
    }
    return elements(of: expression.grain.list, below: place)
  }

  /// `items[2].parts[0]`, counted within each parent; empty for the booking.
  package func path(of place: Place) -> String {
    guard let parent = model.lists[place.list].parent else { return "" }
    let above = enclosing(parent, of: place)
    let first = Int(quotes.offsets[place.list][above.index])
    let prefix = path(of: above)
    return (prefix.isEmpty ? "" : prefix + ".")
      + "\(model.lists[place.list].name)[\(place.index - first)]"
  }

  /// Whether the plan computes it at all.
  package func isComputed(_ expression: PriceExpression) -> Bool {
    if case .constant = expression.operation { return true }
    return plan.trace.expressions[ObjectIdentifier(expression)] != nil
  }

  /// The value of an expression at a place of its grain or finer.
  package func value(of expression: PriceExpression, at place: Place) -> RecordedValue {
    if case .constant(let constant) = expression.operation { return RecordedValue(constant, model) }
    if isUnknown(expression, at: place) { return .notGiven }
    // A quotient that is a key is shown as it is, and not by its place.
    if case .apply(.placed, let parts) = expression.operation {
      return quotient(parts[0], at: place)
    }
    guard let found = held(expression) else {
      // A name is what it stands for, wherever it was computed.
      if case .reference(.letValue(let index)) = expression.operation {
        return value(of: model.lets[index].value, at: place)
      }
      return quotient(expression, at: place)
    }
    return value(of: found, at: place)
  }

  /// Where the plan holds an expression; nil if it does not.
  private func held(_ expression: PriceExpression) -> PlanValue? {
    let identity = ObjectIdentifier(expression)
    let seen = inside.isEmpty ? nil : inside.lazy.compactMap { $0[identity] }.first
    return seen ?? plan.trace.expressions[identity]
  }

  /// Where the plan holds what an expression stands for; nil if it has no register, or where
  /// some values are not to be shown.
  func planned(_ expression: PriceExpression, at place: Place) -> PlanValue? {
    if case .constant = expression.operation { return nil }
    if unknown != nil {
      way?.lose()
      return nil
    }
    if let found = held(expression) { return found }
    guard case .reference(.letValue(let index)) = expression.operation else { return nil }
    return planned(model.lets[index].value, at: place)
  }

  /// A quotient inside a rounding or a comparison, which price without ever forming it.
  private func quotient(_ expression: PriceExpression, at place: Place) -> RecordedValue {
    guard expression.isOpenQuotient,
      case .apply(.arithmetic(.divide), let sides) = expression.operation,
      case .exact(let above) = value(of: sides[0], at: place),
      case .exact(let below) = value(of: sides[1], at: place), !below.isZero
    else { return .notGiven }
    let quotient = above / below
    return quotient.isFinite ? .exact(quotient) : .notGiven
  }

  package func value(of value: PlanValue, at place: Place) -> RecordedValue {
    way?.lose()
    if let given = value.given, !cell(given, index(of: given, at: place)).isTrue {
      return .notGiven
    }
    return cell(value.cells, index(of: value.cells, at: place))
  }

  /// The row of a register's grain that belongs to a place.
  package func index(of register: Register, at place: Place) -> Int {
    switch plan[register].grain {
    case .constant: 0
    case .list(let list), .sent(let list): enclosing(list, of: place).index
    case .turn: preconditionFailure("what is read of a turn is settled")
    }
  }
}

/// A register's cell, read back.
package enum RecordedValue: Hashable {
  case notGiven
  case flag(Bool)
  case text(String)
  case texts([String])
  case choice(Int)
  /// A number in base units, exact.
  case exact(Ratio)
  /// A number in the expression's own unit.
  case double(Double)
  /// Counts of the binary profiles, days, seconds, microseconds, weekdays.
  case integer(Int64)
  case point(GeographicPoint)

  package init(_ constant: Constant, _ model: PriceModel) {
    switch constant {
    case .quantity(let value): self = .exact(value)
    case .flag(let flag): self = .flag(flag)
    case .text(let text): self = .text(text)
    case .choice(let index): self = .choice(index)
    case .date(let date): self = .integer(Int64(date.daysSince1970))
    case .time(let time): self = .integer(Int64(time.secondsSinceMidnight))
    case .instant(let instant): self = .integer(instant.microsecondsSince1970)
    case .weekday(let weekday): self = .integer(Int64(weekday.rawValue))
    case .point(let point): self = .point(point)
    case .notGiven: self = .notGiven
    }
  }

  package var isTrue: Bool { if case .flag(true) = self { true } else { false } }

  /// Below, at, above zero, as values of one type are ordered; others have no order.
  package func order(to other: RecordedValue) -> Int {
    func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : b < a ? 1 : 0 }
    switch (self, other) {
    case (.exact(let a), .exact(let b)): return order(a, b)
    case (.double(let a), .double(let b)): return order(a, b)
    case (.integer(let a), .integer(let b)): return order(a, b)
    case (.choice(let a), .choice(let b)): return order(a, b)
    case (.flag(let a), .flag(let b)): return order(a ? 1 : 0, b ? 1 : 0)
    case (.text(let a), .text(let b)):
      return a.utf8.lexicographicallyPrecedes(b.utf8)
        ? -1 : b.utf8.lexicographicallyPrecedes(a.utf8) ? 1 : 0
    case (.notGiven, _), (.flag, _), (.text, _), (.texts, _), (.choice, _), (.exact, _),
      (.double, _), (.integer, _), (.point, _):
      return 0
    }
  }
}
