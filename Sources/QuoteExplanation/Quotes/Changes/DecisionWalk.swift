import QuoteEngine
import QuoteLanguage
import QuoteSyntax

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
        add(
          .decline(index), .holds(decline.when), outcome: .flag(isTrue(decline.when, place)),
          at: place)
      }
    }
    lines(model.waterfall, [recording.booking])
  }

  /// Which way each decision went.
  var outcomes: [Decision.Key: Decision.Outcome] {
    Dictionary(decisions.map { ($0.key, $0.outcome) }) { first, _ in first }
  }

  private mutating func add(
    _ site: Decision.Key.Site, _ question: Decision.Question, outcome: Decision.Outcome,
    at place: Recording.Place
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
    for (index, list) in model.lists.withIDs where list.parent == place.list {
      for extra in list.extras {
        if let condition = extra.condition {
          walk(condition, place)
          add(
            .choice(ObjectIdentifier(condition)), .holds(condition),
            outcome: .flag(isTrue(condition, place)), at: place)
        }
      }
      let elements = recording.elements(of: index, below: place)
      if let made = list.made {
        walk(made.lower, place)
        walk(made.upper, place)
        let bounds = [made.lower, made.upper].map { recording.value(of: $0, at: place) }
        add(.elements(list: index), .elements(list: index), outcome: .values(bounds), at: place)
      } else if let groups = list.groups {
        let grouped = recording.elements(of: groups.list, below: place)
        for element in grouped { for key in groups.keys { walk(key, element) } }
        let keys = grouped.flatMap { element in
          groups.keys.map { recording.value(of: $0, at: element) }
        }
        add(.elements(list: index), .elements(list: index), outcome: .values(keys), at: place)
      } else if list.keep != nil {
        add(
          .elements(list: index), .elements(list: index), outcome: .index(elements.count), at: place
        )
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
          add(.line(line.id), .holds(when), outcome: .flag(isTrue(when, place)), at: place)
        }
        guard line.when.map({ isTrue($0, place) }) ?? true else { continue }
        instances.append(place)
        if let formula = line.formula { walk(formula, place) }
      }
      guard case .members(let members, let take) = line.effect else { continue }
      self.lines(members, instances)
      entry = line.id
      guard let take, take != .sum else { continue }
      for place in instances {
        add(.winner(line.id), .winner(line), outcome: .index(winner(members, place)), at: place)
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
    let parts = recording.parts(of: expression, at: place, .lookedAt)
    let cells = parts.firstIndex(where: \.isCell) ?? parts.endIndex
    for part in parts[..<cells] {
      walk(part.expression, part.place)
      decide(part, of: visit.expression)
    }
    decide(expression, place)
    for part in parts[cells...] { walk(part.expression, part.place) }
  }

  /// What a part decides about the whole.
  private mutating func decide(_ part: RecordedPart, of whole: ObjectIdentifier) {
    switch part.role {
    case .condition, .filter:
      let holds = isTrue(part.expression, part.place)
      add(.choice(whole), .holds(part.expression), outcome: .flag(holds), at: part.place)
    case .preferred:
      let isGiven = recording.value(of: part.expression, at: part.place) != .notGiven
      add(.given(whole), .given(part.expression), outcome: .flag(isGiven), at: part.place)
    case .operand, .branch, .fallback, .choice, .element, .earlier, .beside, .passing, .order,
      .start, .step, .whole, .weight, .key, .cell, .named:
      break
    }
  }

  /// What is decided by all parts together.
  private mutating func decide(_ expression: PriceExpression, _ place: Recording.Place) {
    let identity = ObjectIdentifier(expression)
    switch expression.operation {
    case .lookup(let table, _, let keys), .isFound(let table, let keys):
      let taken = recording.rows(of: expression, at: place)
      add(
        .rows(identity), .rows(expression, table: table, keys: keys), outcome: .rows(taken),
        at: place)
    case .graduated(let table, let keys):
      let entered = recording.enteredBrackets(of: expression, at: place)
      add(
        .brackets(identity), .brackets(table: table, keys: keys), outcome: .rows(entered), at: place
      )
    case .extreme(_, let choices):
      let value = recording.value(of: expression, at: place)
      guard value != .notGiven else { break }
      let winner = choices.firstIndex { equals($0, value, expression: expression, at: place) }
      add(.extreme(identity), .extreme(expression, choices), outcome: .index(winner), at: place)
    case .apply(.round(let step, _), _) where isRule(expression, step):
      let value = recording.value(of: expression, at: place)
      add(.step(identity), .step(expression), outcome: .value(value), at: place)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .texts:
      break
    }
  }

  private func equals(
    _ choice: PriceExpression, _ value: RecordedValue, expression: PriceExpression,
    at place: Recording.Place
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
