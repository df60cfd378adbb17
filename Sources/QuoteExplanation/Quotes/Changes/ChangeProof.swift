import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Proves that no decision about a booking changes while one input goes
/// through a stretch. A proof is never wrong; where there is none, somewhere
/// in the stretch something may change.
struct ChangeProof {
  let decisions: [Decision]
  let model: PriceModel

  /// Takes those of all decisions that an input has a part in.
  init(
    _ decisions: [Decision], about input: InputUses.Input, _ uses: InputUses, _ model: PriceModel
  ) {
    self.model = model
    self.decisions = decisions.filter { decision in
      Self.expressions(of: decision.question, model).contains { uses.isMade($0, from: input) }
    }
  }

  private static func expressions(
    of question: Decision.Question, _ model: PriceModel
  ) -> [PriceExpression] {
    switch question {
    case .holds(let expression), .given(let expression), .step(let expression): return [expression]
    case .rows(_, _, let keys), .brackets(_, let keys): return keys
    case .extreme(let expression, _): return [expression]
    case .winner(let line): return line.selfAndMembers.flatMap(\.formulas)
    case .elements(let list):
      let rules = model.lists[list]
      return [rules.keep, rules.made?.lower, rules.made?.upper].compactMap { $0 }
        + (rules.groups?.keys ?? [])
    }
  }

  func holds(_ reader: ReachReader) -> Bool {
    decisions.allSatisfy { decision in
      guard let entry = decision.entry else { return isSame(decision, reader) }
      return reader.within(entry, decision.place) { isSame(decision, reader) }
    }
  }

  private func isSame(_ decision: Decision, _ reader: ReachReader) -> Bool {
    let place = decision.place
    switch (decision.question, decision.outcome) {
    case (.holds(let condition), .flag(let flag)):
      guard case .same(let value) = reader.value(condition, place) else { return false }
      return value.isTrue == flag
    case (.given(let expression), .flag(let flag)):
      switch reader.value(expression, place) {
      case .anything: return false
      case .numbers: return flag
      case .same(let value): return (value != .notGiven) == flag
      }
    case (.rows(_, let table, let keys), .rows(let taken)):
      return areSame(taken, table, keys: keys, at: place, reader: reader)
    case (.brackets(let table, let keys), .rows(let entered)):
      return areEntered(entered, table, keys: keys, at: place, reader: reader)
    case (.extreme(let expression, let choices), .index(let winner?)):
      return isExtreme(winner, expression, choices: choices, at: place, reader: reader)
    case (.step(let expression), .value(let value)):
      switch reader.value(expression, place) {
      case .same(let other): return value == other
      case .numbers(let stretch):
        // In the binary profiles stretches have slack around a rounded number.
        let step = Self.step(of: expression)
        guard let point = reader.numbers(.same(value), of: expression) else { return false }
        return stretch.lower > point.upper - step && stretch.upper < point.lower + step
          && (stretch.isPoint || model.arithmetic.isBinary)
      case .anything: return false
      }
    case (.winner(let group), .index(let winner)):
      return wins(winner, group, at: place, reader: reader)
    case (.elements(let list), _): return areKept(list, place, reader)
    case (.holds, _), (.given, _), (.rows, _), (.brackets, _), (.extreme, _), (.step, _),
      (.winner, _):
      return false
    }
  }

  private static func step(of expression: PriceExpression) -> Ratio {
    if case .apply(.round(let step, _), _) = expression.operation { return step }
    return 0
  }

  // MARK: - Tables

  /// Whether a row holds for all values, for none (nil: for some).
  private func holds(
    _ row: ModelTableRow, _ keys: [PriceExpression], reaches: [ValueReach],
    reader: ReachReader
  ) -> Bool? {
    var all: Bool? = true
    for (index, key) in keys.enumerated() {
      let matches = matches(row.keys[index], reaches[index], key: key, reader: reader)
      if matches == false { return false }
      if matches == nil { all = nil }
    }
    return all
  }

  private func matches(
    _ set: KeySet, _ reach: ValueReach, key: PriceExpression, reader: ReachReader
  ) -> Bool? {
    switch reach {
    case .anything: return set.body == .everything && !key.isOptional ? true : nil
    case .numbers(let stretch): return ReachReader.matches(set, stretch)
    case .same(let value): return set.holds(value, key, reader.recording.areas)
    }
  }

  /// Whether a row holds for all values if it was recorded to, for none if it was not.
  private func isSame(
    _ row: ModelTableRow, _ keys: [PriceExpression], reaches: [ValueReach],
    at place: Recording.Place, reader: ReachReader
  ) -> Bool {
    let recorded = keys.map { reader.recorded($0, place) }
    let areSame = keys.indices.allSatisfy { index in
      if reaches[index] == recorded[index] { return true }
      guard case .same(let value) = recorded[index] else { return false }
      guard let held = matches(row.keys[index], .same(value), key: keys[index], reader: reader)
      else {
        return false
      }
      return matches(row.keys[index], reaches[index], key: keys[index], reader: reader) == held
    }
    return areSame
      || holds(row, keys, reaches: reaches, reader: reader) == false
        && holds(row, keys, reaches: recorded, reader: reader) == false
  }

  private func areSame(
    _ taken: [Int], _ table: TableID, keys: [PriceExpression], at place: Recording.Place,
    reader: ReachReader
  ) -> Bool {
    let reaches = keys.map { reader.value($0, place) }
    let rows = model.tables[table].rows
    func isSame(_ row: Int) -> Bool {
      self.isSame(rows[row], keys, reaches: reaches, at: place, reader: reader)
    }
    switch model.tables[table].hit {
    case .unique, .first:
      guard let row = taken.first else { return rows.indices.allSatisfy(isSame) }
      guard isSame(row) else { return false }
      return model.tables[table].hit == .unique || (0..<row).allSatisfy(isSame)
    case .max, .min:
      guard rows.allSatisfy(\.isRanked), let row = taken.first,
        let order = reader.recording.plan.tables.first(where: { $0.model == table })?.order
      else { return rows.indices.allSatisfy(isSame) }
      // Rows are tried from the best on; what comes after the one that holds does not matter.
      return isSame(row) && order.prefix { $0 != row }.allSatisfy(isSame)
    case .sum, .product, .graduated: return rows.indices.allSatisfy(isSame)
    }
  }

  private func areEntered(
    _ entered: [Int], _ table: TableID, keys: [PriceExpression], at place: Recording.Place,
    reader: ReachReader
  ) -> Bool {
    guard let last = keys.last else { return true }
    let reaches = keys.map { reader.value($0, place) }
    let (others, measure) = (Array(keys.dropLast()), reader.numbers(last, place))
    return model.tables[table].rows.indices.allSatisfy { index in
      let row = model.tables[table].rows[index]
      let holds = self.holds(row, others, reaches: reaches, reader: reader)
      if holds == false { return !entered.contains(index) }
      guard holds == true, let measure, let bracket = Bracket(row, of: last) else { return false }
      return bracket.isEntered(by: measure) == entered.contains(index)
    }
  }

  // MARK: - The least and the greatest

  private func isExtreme(
    _ winner: Int, _ expression: PriceExpression, choices: [PriceExpression],
    at place: Recording.Place, reader: ReachReader
  ) -> Bool {
    guard case .extreme(let least, _) = expression.operation else { return false }
    let reaches = choices.map { reader.value($0, place) }
    if zip(reaches, choices).allSatisfy({ $0 == reader.recorded($1, place) }) { return true }
    let numbers = zip(reaches, choices).map { reader.numbers($0, of: $1) }
    guard let best = numbers[winner] else { return false }
    return choices.indices.allSatisfy { index in
      if index == winner { return true }
      guard let other = numbers[index] else { return false }
      return Self.beats(best, other, least: least, isEarlier: winner < index)
    }
  }

  /// Whether one is taken for all values: the earlier of equals is.
  private static func beats(_ a: Interval, _ b: Interval, least: Bool, isEarlier: Bool) -> Bool {
    let comparison: PriceExpression.Comparison =
      least ? (isEarlier ? .lessOrEqual : .less) : (isEarlier ? .greaterOrEqual : .greater)
    return a.compares(comparison, b) == true
  }

  private func wins(
    _ winner: Int?, _ group: ModelLine, at place: Recording.Place, reader: ReachReader
  ) -> Bool {
    guard case .members(let members, let take?) = group.effect else { return false }
    // Where none applies, that is for their own conditions to say.
    guard let winner else { return true }
    let best = alternative(members[winner], place, reader)
    return members.indices.allSatisfy { index in
      if index == winner { return true }
      let applies = members[index].when.map {
        reader.recording.value(of: $0, at: place).isTrue
      }
      if applies == false { return true }
      let other = alternative(members[index], place, reader)
      if best.isRecorded, other.isRecorded { return true }
      guard let a = best.stretch, let b = other.stretch else { return false }
      return Self.beats(a, b, least: take == .lowest, isEarlier: winner < index)
    }
  }

  /// What a member would add if it were taken.
  private func alternative(
    _ line: ModelLine, _ place: Recording.Place, _ reader: ReachReader
  ) -> MoneyReach {
    guard line.grain.list == line.place.list, case .amount(let formula) = line.effect else {
      return .unknown
    }
    return reader.amount(formula, of: line.id, place)
  }

  // MARK: - Lists

  private func areKept(_ list: ListID, _ place: Recording.Place, _ reader: ReachReader) -> Bool {
    let rules = model.lists[list]
    if let made = rules.made {
      return [made.lower, made.upper].allSatisfy {
        reader.value($0, place) == reader.recorded($0, place)
      }
    }
    if let groups = rules.groups {
      return reader.recording.elements(of: groups.list, below: place).allSatisfy { element in
        groups.keys.allSatisfy { reader.value($0, element) == reader.recorded($0, element) }
      }
    }
    // Elements that were dropped are not recorded: only their own fields are known to stay.
    guard let keep = rules.keep, reader.varied.input.list == list else { return false }
    let element = reader.varied.place
    guard reader.recording.enclosing(place.list, of: element) == place else { return true }
    return reader.value(keep, element) == .same(.flag(true))
  }
}

extension ModelTableRow {
  /// Whether its rank in a table of the best row is a figure.
  fileprivate var isRanked: Bool {
    guard let first = values.first ?? nil else { return true }
    if case .constant = first.operation { return true }
    return false
  }
}
