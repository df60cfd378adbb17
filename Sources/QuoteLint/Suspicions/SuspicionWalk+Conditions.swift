import QuoteLanguage
import QuoteSyntax

/// Conditions that neither hold nor fail, where nothing says what then.
extension SuspicionWalk {
  /// What a condition decides.
  enum Decides {
    case line(String)
    case decline
    case choice, elements
    /// What a list of that name keeps.
    case list(String)
  }

  mutating func judge(_ condition: PriceExpression, _ decides: Decides) {
    judgeEmpty(in: condition)
    judgeUndecided(condition, decides)
    if !isSettled, !names.isBoundless(condition) { judgeOpenKeys(in: condition) }
  }

  mutating func judgeUndecided(_ condition: PriceExpression, _ decides: Decides) {
    guard condition.isOptional, !isSettled, !names.isBoundless(condition) else { return }
    let doubt = withoutEquals(condition, isDenied: false)
    guard doubt.isOptional, let found = undecided(doubt, isDenied: false) else { return }
    // Where a name stands for it, what is to be written there says nothing of its other uses.
    let (part, isDenied) = use(of: found.part, in: condition, isDenied: false) ?? found
    let missing = model.inputs(of: part).filter { reference in
      guard case .field(let list, let field) = reference else { return false }
      return model.schema.lists[list].fields[field].isOptional
    }
    if case .list = decides {
      let outcomes = MissingOutcomes(names: names, missing: Set(missing)).of(doubt)
      guard outcomes.contains(.notGiven) else { return }
    }
    guard missing.isEmpty else {
      note(
        doubt.isNotGiven,
        .undecidedCondition(
          part, isDenied: isDenied, decides, missing.map(name), in: model),
        missing)
      return
    }
    guard let value = notGiven(in: part) else { return }
    note(
      doubt.isNotGiven,
      .undecidedCondition(part, isDenied: isDenied, decides, without: value, in: model),
      model.inputs(of: value))
  }

  /// The value in a condition that is not given where all inputs are; nil for what stands beside
  /// an element, which the first or the last plainly has not.
  private func notGiven(in value: PriceExpression) -> PriceExpression? {
    guard value.isOptional else { return nil }
    if case .neighbour = names.resolved(value).operation { return nil }
    // A list without elements has no first and no least, whatever its elements would have.
    if case .aggregate(let kind, _, _, _) = value.operation, kind != .any, kind != .all {
      return value
    }
    return value.parts.first(where: \.isOptional).map(notGiven) ?? value
  }

  private func name(_ reference: PriceExpression.Reference) -> String {
    guard case .field(let list, let field) = reference else { return "" }
    return model.schema.lists[list].fields[field].name
  }

  /// The condition, where what equals a word, begins with one, or is one of some, plainly does not
  /// if it is not given, and a flag that is not given is not set. Denied, that is not so plain.
  private func withoutEquals(_ condition: PriceExpression, isDenied: Bool) -> PriceExpression {
    func made(_ operation: PriceExpression.Operation, _ parts: [PriceExpression]) -> PriceExpression
    {
      PriceExpression(
        operation, type: .flag, grain: condition.grain,
        isOptional: parts.contains(where: \.isOptional), span: condition.span)
    }
    switch condition.operation {
    case .apply(.not, let parts):
      let inner = withoutEquals(parts[0], isDenied: !isDenied)
      return made(.apply(.not, [inner]), [inner])
    case .and(let a, let b):
      let (a, b) = (withoutEquals(a, isDenied: isDenied), withoutEquals(b, isDenied: isDenied))
      return made(.and(a, b), [a, b])
    case .or(let a, let b):
      let (a, b) = (withoutEquals(a, isDenied: isDenied), withoutEquals(b, isDenied: isDenied))
      return made(.or(a, b), [a, b])
    case .apply(.compare(let comparison), let sides)
    where !isDenied && holdsWhereGiven(comparison, sides):
      return condition.defaulting(to: false)
    case .aggregate(let kind, let member, let list, let filter) where kind == .any || kind == .all:
      let member = withoutEquals(member, isDenied: isDenied)
      return made(.aggregate(kind, member, list: list, where: filter), [member])
    case .reference(.letValue):
      let meant = names.resolved(condition)
      if case .reference = meant.operation {
        return isDenied ? meant : meant.defaulting(to: false)
      }
      return withoutEquals(meant, isDenied: isDenied)
    case .apply(.compare(.equal), _), .apply(.contains, _), .apply(.text(.startsWith), _),
      .apply(.text(.endsWith), _), .apply(.text(.contains), _), .reference, .lookup, .aggregate:
      return isDenied ? condition : condition.defaulting(to: false)
    case .apply(.within(let set), _):
      if case .ranges(let ranges) = set.body, ranges.contains(where: { !$0.interval.isPoint }) {
        return condition
      }
      return isDenied ? condition : condition.defaulting(to: false)
    case .apply(.compare(.notEqual), _):
      return isDenied ? condition.defaulting(to: true) : condition
    case .apply, .constant, .isGiven, .defaulting, .conditional, .extreme, .sumBefore, .split,
      .neighbour, .steps,
      .isFound, .graduated, .texts:
      return condition
    }
  }

  /// Whether a comparison asks for no more than that something is there: `cargo > 0 kg`, and
  /// `max(kg) > 20 kg`, which no element is where there is none.
  private func holdsWhereGiven(
    _ comparison: PriceExpression.Comparison, _ sides: [PriceExpression]
  ) -> Bool {
    if sides[0].range.compares(comparison, sides[1].range) == true { return true }
    for (value, comparison) in [(sides[0], comparison), (sides[1], comparison.turned)] {
      guard case .aggregate(let kind, _, _, _) = names.resolved(value).operation else { continue }
      if kind == .max, comparison == .greater || comparison == .greaterOrEqual { return true }
      if kind == .min, comparison == .less || comparison == .lessOrEqual { return true }
    }
    switch comparison {
    case .greater: return names.isZero(sides[1]) && sides[0].range.lower >= 0
    case .less: return names.isZero(sides[0]) && sides[1].range.lower >= 0
    case .equal, .notEqual, .lessOrEqual, .greaterOrEqual: return false
    }
  }

  /// `if volume > 0 then … else 0`, which is nothing where there is no volume.
  func isNothingWithout(
    _ condition: PriceExpression, _ otherwise: PriceExpression?
  ) -> Bool {
    guard case .apply(.compare(.greater), let sides) = condition.operation, let otherwise else {
      return false
    }
    return names.isZero(sides[1]) && names.isZero(otherwise)
  }

  /// The name in a condition that stands for something with a part, and whether it is denied; nil
  /// where the part is written out.
  private func use(
    of part: PriceExpression, in condition: PriceExpression, isDenied: Bool
  ) -> (part: PriceExpression, isDenied: Bool)? {
    var seen: Set<ObjectIdentifier> = []
    func has(_ value: PriceExpression) -> Bool {
      let value = names.resolved(value)
      guard seen.insert(ObjectIdentifier(value)).inserted else { return false }
      return value.span == part.span || value.parts.contains(where: has)
    }
    switch condition.operation {
    case .apply(.not, let parts): return use(of: part, in: parts[0], isDenied: !isDenied)
    case .and(let a, let b), .or(let a, let b):
      return use(of: part, in: a, isDenied: isDenied) ?? use(of: part, in: b, isDenied: isDenied)
    case .reference(.letValue): return has(condition) ? (condition, isDenied) : nil
    case .constant, .reference, .apply, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }

  /// The first part of a condition that may neither hold nor fail, and whether it is denied.
  private func undecided(
    _ condition: PriceExpression, isDenied: Bool
  ) -> (part: PriceExpression, isDenied: Bool)? {
    switch condition.operation {
    // `x not in [1, 2]` is written as one.
    case .apply(.not, let parts) where parts[0].span == condition.span:
      condition.isOptional ? (condition, isDenied) : nil
    case .apply(.not, let parts): undecided(parts[0], isDenied: !isDenied)
    case .and(let a, let b), .or(let a, let b):
      undecided(a, isDenied: isDenied) ?? undecided(b, isDenied: isDenied)
    case .constant, .reference, .apply, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      condition.isOptional ? (condition, isDenied) : nil
    }
  }
}
