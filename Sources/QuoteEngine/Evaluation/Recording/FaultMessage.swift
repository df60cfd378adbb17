package import QuoteLanguage
import QuoteSyntax

/// Says why a booking that could be read has no price. Where an amount or a
/// bound is not given it says which value was missing: an input, or a row of a
/// table with the keys that were looked up.
package struct FaultMessage {
  package private(set) var text = ""
  private(set) var field = ""
  /// The stable reason, as faults of reading have one.
  private(set) var reason = "not-given"

  package init(recording: Recording, fault: PlanFault) {
    switch fault.cause {
    case .amount(let amount, let line):
      tell(amount, of: recording.model.allLines[line], recording)
    case .bounds(let list): tell(boundsOf: list, recording)
    case .tooMany(let list):
      let schema = recording.model.schema.lists[list]
      reason = "too-many-elements"
      field = schema.name
      text = "`\(schema.name)` has too many elements: at most \(schema.bound)"
      if let made = recording.model.lists[list].made { tell(made, tooManyOf: list, recording) }
    }
  }

  /// From where to where a made list would go, and inside which element of another; or how many
  /// elements those of outer lists would have together.
  private mutating func tell(
    _ made: MadeElements, tooManyOf list: ListID, _ recording: Recording
  ) {
    let model = recording.model
    let bound = model.schema.lists[list].bound
    let together = Int128(ModelList.mostMade)
    var all: Int128 = 0
    let places = recording.elements(
      of: model.lists[list].parent ?? .booking, below: recording.booking)
    for place in places.prefix(Self.mostPlaces) {
      let low = recording.value(of: made.lower, at: place)
      let high = recording.value(of: made.upper, at: place)
      guard let lower = low.floor, let upper = high.floor else { continue }
      let first = made.lowerIsIncluded ? lower : lower + 1
      let last = made.upperIsIncluded ? upper : upper - 1
      all += max(0, last - first + 1)
      guard last - first >= Int128(bound) else { continue }
      let path = recording.path(of: place)
      let within = path.isEmpty ? "" : " for \(path)"
      let (from, to) = (
        low.shown(as: made.lower, in: model) ?? "", high.shown(as: made.upper, in: model) ?? ""
      )
      let (opens, closes) = (made.lowerIsIncluded ? "[" : "(", made.upperIsIncluded ? "]" : ")")
      text =
        "`\(field)` has \(last - first + 1) elements\(within), "
        + "\(opens)\(from)..\(to)\(closes), too many: at most \(bound)"
      return
    }
    let isCounted = places.count <= Self.mostPlaces
    guard all > together else {
      // The element that has too many may be a later one.
      guard !isCounted else { return }
      text += " for one element, and \("\(together)".withThousands) in one booking"
      return
    }
    let count = isCounted ? "\(all)" : "more than \(together)"
    text =
      "`\(field)` has \(count.withThousands) elements in this booking, too many: "
      + "a made list has at most \(ModelList.mostMade.withThousands) in one booking"
  }

  /// What so many elements of an outer list ask for is added up: that costs more than the price of
  /// the booking.
  private static let mostPlaces = 1_000

  private mutating func tell(
    _ amount: PriceExpression, of line: ModelLine, _ recording: Recording
  ) {
    let place =
      recording.elements(of: amount.grain.list, below: recording.booking).first { place in
        recording.value(of: amount, at: place) == .notGiven && recording.applies(line.id, at: place)
      } ?? recording.booking
    let path = recording.path(of: place)
    let missing = Self.found(amount, recording, place)
    field = path.isEmpty ? recording.path(of: missing?.place ?? place) : path
    let what = missing?.told(from: place, recording) ?? "it is not given"
    text = "the amount of `\(line.name)` is not given\(path.isEmpty ? "" : " for \(path)"): \(what)"
  }

  private mutating func tell(boundsOf list: ListID, _ recording: Recording) {
    let model = recording.model
    guard let made = model.lists[list].made else { return }
    let places = recording.elements(
      of: model.lists[list].parent ?? .booking, below: recording.booking)
    let what = places.lazy.compactMap { place in
      Self.missing(made.lower, recording, place)
        ?? Self.missing(made.upper, recording, place)
    }.first
    field = model.lists[list].name
    text = "the elements of `\(field)` are not given: \(what ?? "a bound of it is not given")"
  }

  /// The first part, from the left and inside out, that is not given by itself, and in which
  /// element that is not the one asked for.
  package static func missing(
    _ expression: PriceExpression, _ recording: Recording, _ place: Recording.Place
  ) -> String? {
    found(expression, recording, place)?.told(from: place, recording)
  }

  private static func found(
    _ expression: PriceExpression, _ recording: Recording, _ place: Recording.Place
  ) -> MissingValue? {
    let model = recording.model
    guard recording.value(of: expression, at: place) == .notGiven else { return nil }
    func here(_ what: String) -> MissingValue { MissingValue(what: what, place: place) }
    switch expression.operation {
    case .reference(.letValue(let index)):
      let value = model.lets[index].value
      let home = recording.enclosing(value.grain.list, of: place)
      return found(value, recording, home) ?? here("`\(model.lets[index].name)` is not given")
    case .reference(.field(let list, let field)):
      return here("`\(model.schema.lists[list].fields[field].name)` is not given")
    case .lookup(let table, let column, let keys):
      let miss = TableMiss(of: table, keys: keys, in: recording, at: place)
      return here(miss.ofRow(expression, column))
    case .graduated(let table, let keys):
      return TableMiss(of: table, keys: keys, in: recording, at: place).ofBrackets(expression)
        .map(here)
    case .neighbour(let value, let key, _, _):
      if let beside = recording.neighbour(expression, at: place) {
        return found(value, recording, beside)
      }
      return key.flatMap { found($0, recording, place) } ?? itself(expression, recording, place)
        .map(here)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .steps, .isFound, .texts:
      break
    }
    for part in recording.parts(of: expression, at: place, .lookedAt) {
      if let found = found(part.expression, recording, part.place) { return found }
    }
    if let limit = expression.limitOfTime {
      return here("`\(written(expression, model))` is \(limit)")
    }
    return itself(expression, recording, place).map(here)
  }

  private static func written(_ expression: PriceExpression, _ model: PriceModel) -> String {
    model.sources.text(at: expression.span).inOneLine
  }

  /// Says that a value is not given though all its parts are.
  private static func itself(
    _ expression: PriceExpression, _ recording: Recording, _ place: Recording.Place
  ) -> String? {
    let model = recording.model
    switch expression.operation {
    case .apply(.arithmetic(.divide), _): return "a division by zero"
    case .apply(.number(let function), _): return function.failure
    case .apply(.text(let function), let operands):
      guard let failure = function.failure, let text = recording.shown(operands[0], at: place)
      else { return nil }
      return "`\(written(expression, model))` \(failure) \"\(text)\""
    case .conditional(let condition, _, nil):
      let known = recording.fields(in: condition, at: place).joined(separator: ", ")
      return "`\(written(condition, model))` does not hold\(known.isEmpty ? "" : " for \(known)")"
        + ", and there is no `else`"
    case .aggregate(_, _, let list, let condition):
      let name = model.schema.lists[list].name
      return condition == nil ? "`\(name)` has no elements" : "no element of `\(name)` counts"
    case .neighbour(_, _, _, let isAfter):
      return "no element stands \(isAfter ? "after" : "before") it"
    case .split(_, let weight):
      return "`\(written(weight, model))` adds up to zero, or is below zero for an element"
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .sumBefore, .steps, .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }
}

/// A value that is not given by itself: why, in words, and of which element.
private struct MissingValue {
  let what: String
  let place: Recording.Place

  /// The words, for those who asked from another place with the element in front.
  func told(from asked: Recording.Place, _ recording: Recording) -> String {
    guard place != asked else { return what }
    let path = recording.path(of: place)
    let isAround = path.isEmpty || "\(recording.path(of: asked)).".hasPrefix("\(path).")
    return isAround ? what : "in \(path), \(what)"
  }
}

extension Recording {
  /// The fields that decided a value, with what is given there: `n = 3`.
  fileprivate func fields(in expression: PriceExpression, at place: Place) -> [String] {
    var found: [String] = []
    // Names may be made of names, each of several.
    var seen: Set<ObjectIdentifier> = []
    func gather(_ expression: PriceExpression, _ place: Place) {
      guard seen.insert(ObjectIdentifier(expression)).inserted else { return }
      if case .reference(.field(let list, let field)) = expression.operation {
        guard let value = shown(expression, at: place) else { return }
        let words = "\(model.schema.lists[list].fields[field].name) = \(value)"
        if !found.contains(words) { found.append(words) }
      }
      // Those of other elements would be told by the same names.
      for part in parts(of: expression, at: place)
      where found.count < 3 && (part.place == place || part.place == self.booking) {
        gather(part.expression, part.place)
      }
    }
    gather(expression, place)
    return found
  }
}

extension PriceExpression {
  /// Beyond what it is not given: of a date or an instant that a duration moved, and of a clock
  /// at some minutes east of UTC.
  fileprivate var limitOfTime: String? {
    switch operation {
    case .apply(.arithmetic, _) where type == .date || type == .instant:
      "outside the years 1 to 9999"
    case .apply(let operation, let parts) where parts.count > 1 && operation.readsClock:
      "of a clock that is more than a day from UTC"
    case .apply, .constant, .reference, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      nil
    }
  }
}

extension RecordedValue {
  /// The whole number at or below a number.
  fileprivate var floor: Int128? {
    switch self {
    case .exact(let number): number.floor
    case .integer(let number): Int128(number)
    case .double(let number): Int128(exactly: number.rounded(.down))
    case .notGiven, .flag, .text, .texts, .choice, .point: nil
    }
  }
}
