import QuoteEngine
import QuoteLanguage

/// Goes through a recorded booking from its lines and declines to whatever
/// they are made from, and takes down every decision on the way, each once.
struct DecisionWalk {
  let recording: Recording
  private(set) var decisions: [Decision] = []
  private var seen: Set<ReachReader.Visit> = []
  private var entry: Int?
  private var paths: [Recording.Place: String] = [:]

  private var model: PriceModel { recording.model }

  init(_ recording: Recording) {
    self.recording = recording
    lists(recording.booking)
    for (index, decline) in model.declines.enumerated() {
      for place in recording.elements(of: decline.grain.list, below: recording.booking) {
        walk(decline.when, place)
        add(.decline(index), .holds(decline.when), .flag(isTrue(decline.when, place)), place)
      }
    }
    lines(model.waterfall, [recording.booking])
  }

  /// Which way each decision went.
  var outcomes: [Decision.Key: Decision.Outcome] {
    Dictionary(decisions.map { ($0.key, $0.outcome) }) { first, _ in first }
  }

  private mutating func add(
    _ site: Decision.Key.Site, _ question: Decision.Question, _ outcome: Decision.Outcome,
    _ place: Recording.Place
  ) {
    let path = paths[place] ?? recording.path(of: place)
    paths[place] = path
    decisions.append(
      Decision(
        key: Decision.Key(site: site, path: path), question: question, outcome: outcome,
        place: place, entry: entry))
  }

  private func isTrue(_ expression: PriceExpression, _ place: Recording.Place) -> Bool {
    recording.value(of: expression, at: place).isTrue
  }

  // MARK: - Lists and lines

  private mutating func lists(_ place: Recording.Place) {
    for (index, list) in model.lists.enumerated() where list.parent == place.list {
      for extra in list.extras {
        if let condition = extra.condition {
          walk(condition, place)
          add(
            .choice(ObjectIdentifier(condition)), .holds(condition),
            .flag(isTrue(condition, place)), place)
        }
      }
      let elements = recording.elements(of: index, below: place)
      if let made = list.made {
        walk(made.lower, place)
        walk(made.upper, place)
        let bounds = [made.lower, made.upper].map { recording.value(of: $0, at: place) }
        add(.elements(list: index), .elements(list: index), .values(bounds), place)
      } else if let groups = list.groups {
        let grouped = recording.elements(of: groups.list, below: place)
        for element in grouped { for key in groups.keys { walk(key, element) } }
        let keys = grouped.flatMap { element in
          groups.keys.map { recording.value(of: $0, at: element) }
        }
        add(.elements(list: index), .elements(list: index), .values(keys), place)
      } else if list.keep != nil {
        add(.elements(list: index), .elements(list: index), .index(elements.count), place)
      }
      for element in elements { lists(element) }
    }
  }

  private mutating func lines(_ lines: [ModelLine], _ group: [Recording.Place]) {
    for line in lines {
      entry = line.id
      var instances: [Recording.Place] = []
      for place in group.flatMap({ recording.elements(of: line.grain.list, below: $0) }) {
        if let when = line.when {
          walk(when, place)
          add(.line(line.id), .holds(when), .flag(isTrue(when, place)), place)
        }
        guard line.when.map({ isTrue($0, place) }) ?? true else { continue }
        instances.append(place)
        switch line.effect {
        case .amount(let formula), .becomes(let formula): walk(formula, place)
        case .members, .nothing: break
        }
      }
      guard case .members(let members, let take) = line.effect else { continue }
      self.lines(members, instances)
      entry = line.id
      guard let take, take != .sum else { continue }
      for place in instances {
        add(.winner(line.id), .winner(line), .index(winner(members, place)), place)
      }
    }
    entry = nil
  }

  /// The member that applies in the end.
  private func winner(_ members: [ModelLine], _ place: Recording.Place) -> Int? {
    members.firstIndex { member in
      recording.elements(of: member.grain.list, below: place).contains {
        recording.applies(member.id, at: $0)
      }
    }
  }

  // MARK: - Expressions

  private mutating func walk(_ expression: PriceExpression, _ place: Recording.Place) {
    let visit = ReachReader.Visit(expression: ObjectIdentifier(expression), place: place)
    guard seen.insert(visit).inserted else { return }
    let identity = visit.expression
    switch expression.operation {
    case .constant: break
    case .reference(.letValue(let index)):
      let named = model.lets[index].value
      walk(named, recording.enclosing(named.grain.list, of: place))
    case .reference: break
    case .conditional(let condition, let then, let otherwise):
      walk(condition, place)
      let holds = isTrue(condition, place)
      add(.choice(identity), .holds(condition), .flag(holds), place)
      if let taken = holds ? then : otherwise { walk(taken, place) }
    case .defaulting(let first, let second):
      walk(first, place)
      let isGiven = recording.value(of: first, at: place) != .notGiven
      add(.given(identity), .given(first), .flag(isGiven), place)
      if !isGiven { walk(second, place) }
    case .aggregate(_, let inner, let list, let condition):
      let above = recording.enclosing(model.lists[list].parent ?? 0, of: place)
      for element in recording.elements(of: list, below: above) {
        counted(inner, condition, identity, element)
      }
    case .sumBefore(let value, let key):
      for element in siblings(expression.along, place) {
        walk(value, element)
        if let key { walk(key, element) }
      }
    case .neighbour:
      for element in siblings(expression.along, place) {
        for part in expression.parts { walk(part, element) }
      }
    case .steps(let start, let each, _):
      walk(start, recording.enclosing(model.lists[expression.grain.list].parent ?? 0, of: place))
      for element in siblings(expression.grain.list, place) { walk(each, element) }
    case .split(let amount, let weight):
      walk(amount, recording.enclosing(model.lists[expression.along].parent ?? 0, of: place))
      for element in siblings(expression.along, place) { walk(weight, element) }
    case .lookup(let table, let column, let keys):
      let taken = lookUp(expression, table, keys, place)
      for row in taken {
        if let cell = model.tables[table].rows[row].values[column] { walk(cell, place) }
      }
    case .isFound(let table, let keys): _ = lookUp(expression, table, keys, place)
    case .graduated(let table, let keys): graduated(expression, table, keys, place)
    case .extreme(_, let choices):
      for choice in choices { walk(choice, place) }
      let value = recording.value(of: expression, at: place)
      guard value != .notGiven else { break }
      let winner = choices.firstIndex { equals($0, value, expression, place) }
      add(.extreme(identity), .extreme(expression, choices), .index(winner), place)
    case .apply(.round(let step, _), let parts):
      walk(parts[0], place)
      guard isRule(expression, step) else { break }
      add(
        .step(identity), .step(expression), .value(recording.value(of: expression, at: place)),
        place)
    case .apply, .and, .or, .isGiven, .texts:
      for part in expression.parts { walk(part, place) }
    }
  }

  private func equals(
    _ choice: PriceExpression, _ value: RecordedValue, _ expression: PriceExpression,
    _ place: Recording.Place
  ) -> Bool {
    let other = recording.value(of: choice, at: place)
    guard model.arithmetic.isBinary, let a = value.inBaseUnits(of: expression),
      let b = other.inBaseUnits(of: choice)
    else { return other == value }
    return abs(a - b) <= 1e-12 * max(abs(a), abs(b))
  }

  /// Rounding of measures and counts is a rule; of money only to more than a minor unit.
  private func isRule(_ expression: PriceExpression, _ step: Ratio) -> Bool {
    guard case .quantity(let quantity) = expression.type else { return false }
    return quantity.numerator != .money || step > model.minorUnit
  }

  private mutating func counted(
    _ inner: PriceExpression, _ condition: PriceExpression?, _ identity: ObjectIdentifier,
    _ element: Recording.Place
  ) {
    guard let condition else { return walk(inner, element) }
    walk(condition, element)
    let holds = isTrue(condition, element)
    add(.choice(identity), .holds(condition), .flag(holds), element)
    if holds { walk(inner, element) }
  }

  private func siblings(_ list: Int, _ place: Recording.Place) -> [Recording.Place] {
    recording.elements(
      of: list, below: recording.enclosing(model.lists[list].parent ?? 0, of: place))
  }

  // MARK: - Tables

  private mutating func lookUp(
    _ expression: PriceExpression, _ table: Int, _ keys: [PriceExpression],
    _ place: Recording.Place
  ) -> [Int] {
    for key in keys { walk(key, place) }
    let taken = recording.rows(of: expression, at: place)
    add(
      .rows(ObjectIdentifier(expression)), .rows(expression, table: table, keys: keys),
      .rows(taken), place)
    return taken
  }

  private mutating func graduated(
    _ expression: PriceExpression, _ table: Int, _ keys: [PriceExpression],
    _ place: Recording.Place
  ) {
    for key in keys { walk(key, place) }
    let entered = recording.enteredBrackets(of: expression, at: place)
    add(
      .brackets(ObjectIdentifier(expression)), .brackets(table: table, keys: keys),
      .rows(entered), place)
    for row in entered {
      if let cell = model.tables[table].rows[row].values[0] { walk(cell, place) }
    }
  }
}

extension RecordedValue {
  /// A number of a binary profile: figures are exact there, what was computed
  /// is in its own unit.
  fileprivate func inBaseUnits(of expression: PriceExpression) -> Double? {
    switch self {
    case .double(let number): number * expression.units.size.nearestDouble
    case .exact(let number): number.nearestDouble
    case .integer(let number): Double(number)
    case .notGiven, .flag, .text, .texts, .choice, .point: nil
    }
  }
}
