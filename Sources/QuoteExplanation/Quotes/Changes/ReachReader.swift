import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Says of every value what it may be while one input of a recorded booking
/// goes through a stretch, all decisions staying as recorded: the branches
/// taken, the rows found, the lines that apply. Where a decision would change,
/// what it says means nothing; `ChangeProof` sees to that.
final class ReachReader {
  /// An input of the booking, or of one element.
  struct Varied {
    var input: InputUses.Input
    var place: Recording.Place
  }

  struct Visit: Hashable {
    var expression: ObjectIdentifier
    var place: Recording.Place
  }

  struct LineVisit: Hashable {
    var line: Int
    var place: Recording.Place
  }

  let recording: Recording
  let varied: Varied
  let stretch: Interval
  let uses: InputUses
  let zone: TimeZoneRules
  private var known: [Visit: ValueReach] = [:]
  var knownLines: [LineVisit: LineReach] = [:]
  /// The entry whose formula is being read, and at which place.
  var entry: LineVisit?
  let entries: WaterfallOrder

  var model: PriceModel { recording.model }

  init(
    _ recording: Recording, _ varied: Varied, through stretch: Interval, uses: InputUses,
    prepared: PreparedPlan, entries: WaterfallOrder
  ) {
    self.recording = recording
    self.varied = varied
    self.stretch = stretch
    self.uses = uses
    zone = prepared.zone
    self.entries = entries
  }

  func value(_ expression: PriceExpression, _ place: Recording.Place) -> ValueReach {
    guard isRecorded(expression) else { return evaluate(expression, place) }
    guard uses.isMade(expression, from: varied.input) else { return recorded(expression, place) }
    let visit = Visit(expression: ObjectIdentifier(expression), place: place)
    if let reach = known[visit] { return reach }
    let reach = evaluate(expression, place)
    known[visit] = reach
    return reach
  }

  /// Formulas of `keep` are not: they are about elements that may be dropped.
  func isRecorded(_ expression: PriceExpression) -> Bool {
    recording.plan.trace.expressions[ObjectIdentifier(expression)] != nil
  }

  func recorded(_ expression: PriceExpression, _ place: Recording.Place) -> ValueReach {
    .same(recording.value(of: expression, at: place))
  }

  // MARK: - Numbers

  /// A reach as numbers; nil if it is none, or not given.
  func numbers(_ reach: ValueReach, of expression: PriceExpression) -> Interval? {
    switch reach {
    case .anything: return nil
    case .numbers(let stretch): return stretch
    case .same(.exact(let value)): return Interval(point: value)
    case .same(.integer(let value)): return Interval(point: Ratio(value))
    case .same(.double(let value)):
      guard value.isFinite, abs(value) < 1e15 else { return nil }
      let billionths = Ratio(Int128((value * 1e9).rounded()), 1_000_000_000)
      let point = Interval(point: billionths * expression.units.size)
      return value == value.rounded() && expression.units.size == 1 ? point : point.widened
    case .same(.flag), .same(.text), .same(.texts), .same(.choice), .same(.point),
      .same(.notGiven):
      return nil
    }
  }

  func numbers(_ expression: PriceExpression, _ place: Recording.Place) -> Interval? {
    numbers(value(expression, place), of: expression)
  }

  /// A number that arithmetic made: binary profiles round it somehow.
  func made(_ stretch: Interval) -> ValueReach {
    guard stretch.isFinite else { return .anything }
    return .numbers(model.arithmetic.isBinary ? stretch.widened : stretch)
  }

  /// Where all parts stay as recorded, the whole does too, and where one is never given, the whole
  /// is not either; otherwise the parts' numbers decide.
  func combined(
    _ expression: PriceExpression, _ place: Recording.Place, parts: [PriceExpression],
    body: ([Interval]) -> ValueReach
  ) -> ValueReach {
    let reaches = parts.map { value($0, place) }
    let areRecorded = zip(reaches, parts).allSatisfy { $0 == recorded($1, place) }
    if isRecorded(expression) {
      if areRecorded { return recorded(expression, place) }
      let isMissing = recorded(expression, place) == .same(.notGiven)
      if isMissing, reaches.contains(.same(.notGiven)) { return .same(.notGiven) }
    }
    let numbers = zip(reaches, parts).map { self.numbers($0, of: $1) }
    guard numbers.allSatisfy({ $0 != nil }) else { return .anything }
    return body(numbers.compactMap { $0 })
  }

  // MARK: - Expressions

  /// What one of several parts makes of the whole: where the part stays as
  /// recorded, so does the whole, in its own unit and digits.
  private func chosen(
    _ part: PriceExpression, for whole: PriceExpression, _ place: Recording.Place
  ) -> ValueReach {
    let reach = value(part, place)
    guard isRecorded(whole), reach == recorded(part, place) else { return reach }
    return recorded(whole, place)
  }

  private func evaluate(_ expression: PriceExpression, _ place: Recording.Place) -> ValueReach {
    switch expression.operation {
    case .constant: return recorded(expression, place)
    case .reference(let reference): return self.reference(reference, expression, place)
    case .apply(let operation, let parts):
      return applied(operation, parts, expression: expression, at: place)
    case .and(let a, let b): return both(expression, a, b, at: place, deciding: false)
    case .or(let a, let b): return both(expression, a, b, at: place, deciding: true)
    case .isGiven(let a):
      switch value(a, place) {
      case .anything: return .anything
      case .numbers: return .flag(true)
      case .same(let value): return .flag(value != .notGiven)
      }
    case .defaulting(let a, let b):
      let isMissing = value(a, place) == .same(.notGiven)
      return chosen(isMissing ? b : a, for: expression, place)
    case .conditional(let condition, let then, let otherwise):
      guard recording.value(of: condition, at: place).isTrue else {
        return otherwise.map { chosen($0, for: expression, place) } ?? .same(.notGiven)
      }
      return chosen(then, for: expression, place)
    case .extreme(_, let choices):
      guard let winner = self.winner(of: expression, choices, place) else { return .anything }
      return chosen(choices[winner], for: expression, place)
    case .aggregate(let kind, let inner, _, _):
      return aggregate(expression, kind, inner: inner, at: place)
    case .sumBefore(let inner, let key): return sumBefore(expression, inner, key: key, at: place)
    case .neighbour: return neighbour(expression, place)
    case .steps(_, let each, _): return chosen(each, for: expression, place)
    case .lookup(_, let column, _): return cell(of: expression, column, place)
    case .isFound: return recorded(expression, place)
    case .graduated(let table, let keys): return graduated(expression, table, keys: keys, at: place)
    case .split, .texts:
      return combined(expression, place, parts: expression.parts) { _ in .anything }
    }
  }

  // MARK: - Flags

  private func both(
    _ expression: PriceExpression, _ a: PriceExpression, _ b: PriceExpression,
    at place: Recording.Place, deciding: Bool
  ) -> ValueReach {
    let (x, y) = (value(a, place), value(b, place))
    let decided = ValueReach.same(.flag(deciding))
    if x == decided || y == decided { return decided }
    guard x.isSame, y.isSame else { return .anything }
    let other = ValueReach.same(.flag(!deciding))
    return x == other && y == other ? other : .same(.notGiven)
  }

  /// Whether numbers are among a key cell's; nil: some are.
  static func matches(_ set: KeySet, _ stretch: Interval) -> Bool? {
    switch set.body {
    case .everything: return true
    case .ranges(let ranges):
      let inside = ranges.map(stretch.isInside)
      if inside.contains(true) { return true }
      return inside.allSatisfy { $0 == false } ? false : nil
    case .indices(let indices):
      guard let low = stretch.lower.ceiling, let high = stretch.upper.floor, high - low < 32,
        low <= high
      else { return nil }
      let all = (low...high).map { indices.contains(Int($0)) }
      return all.allSatisfy { $0 } ? true : all.contains(true) ? nil : false
    case .words, .textRanges, .areas: return nil
    }
  }

  // MARK: - Names

  private func reference(
    _ reference: PriceExpression.Reference, _ expression: PriceExpression, _ place: Recording.Place
  ) -> ValueReach {
    switch reference {
    case .field(let list, let field):
      return self.field(list, field, expression: expression, at: place)
    case .letValue(let index):
      let named = model.lets[index].value
      return chosen(named, for: expression, recording.enclosing(named.grain.list, of: place))
    case .element: return recorded(expression, place)
    case .lineAmount(let id):
      let own = model.allLines[id].grain.list
      return money(line(id, recording.enclosing(own, of: place)).amount, expression, place)
    case .lineSum(let id):
      let home = recording.enclosing(expression.grain.list, of: place)
      return money(sum(of: id, below: home), expression, place)
    case .subtotal(let id): return money(below(id, place), expression, place)
    case .running:
      return money(entry.map { above($0.line, $0.place) } ?? .unknown, expression, place)
    case .carried(let number): return carried(number, place)
    case .total: return money(total(), expression, place)
    case .lineReasons: return .anything
    }
  }

  private func money(
    _ reach: MoneyReach, _ expression: PriceExpression, _ place: Recording.Place
  ) -> ValueReach {
    if reach.isRecorded, isRecorded(expression) { return recorded(expression, place) }
    return reach.stretch.map { .numbers($0) } ?? .anything
  }

  private func field(
    _ list: ListID, _ field: Int, expression: PriceExpression, at place: Recording.Place
  ) -> ValueReach {
    let isComputed = model.lists[list].extras.contains { extra in
      extra.computed.contains { $0.field == field && uses.isMade($0.value, from: varied.input) }
    }
    if isComputed { return .anything }
    guard varied.input == InputUses.Input(list: list, field: field),
      recording.enclosing(list, of: place) == varied.place
    else {
      return isRecorded(expression) ? recorded(expression, place) : stored(list, field, place)
    }
    return .numbers(stretch)
  }

  /// A field that a formula of `keep` reads: as some other formula recorded it.
  private func stored(_ list: ListID, _ field: Int, _ place: Recording.Place) -> ValueReach {
    guard let other = entries.fields[InputUses.Input(list: list, field: field)],
      isRecorded(other)
    else { return .anything }
    return recorded(other, place)
  }
}
