import QuoteLanguage
import QuoteSyntax

/// What a condition may come to where some inputs are not given, whatever the others are: found
/// from the formula alone, for conditions that no booking can be asked about.
struct MissingOutcomes {
  enum Outcome: Hashable {
    case holds, fails, notGiven
  }

  let names: SameValues
  let missing: Set<PriceExpression.Reference>

  func of(_ condition: PriceExpression) -> Set<Outcome> {
    switch condition.operation {
    case .constant(.flag(let flag)): return [flag ? .holds : .fails]
    case .apply(.not, let parts): return Set(of(parts[0]).map(Self.opposite))
    case .and(let a, let b): return both(a, b) { Self.both($0, $1) }
    case .or(let a, let b):
      return both(a, b) { Self.opposite(Self.both(Self.opposite($0), Self.opposite($1))) }
    case .isGiven(let value): return Set(isGiven(value).map { $0 ? .holds : .fails })
    case .defaulting(let inner, let otherwise):
      let found = of(inner)
      return found.contains(.notGiven)
        ? found.subtracting([.notGiven]).union(of(otherwise)) : found
    case .conditional(let test, let then, let otherwise):
      let tested = of(test)
      let taken: Set<Outcome> = tested.contains(.holds) ? of(then) : []
      return tested == [.holds] ? taken : taken.union(otherwise.map(of) ?? [.notGiven])
    case .reference(.letValue) where names.resolved(condition) !== condition:
      return of(names.resolved(condition))
    case .constant, .reference, .apply, .extreme, .aggregate, .sumBefore, .split, .neighbour,
      .steps, .lookup, .isFound, .graduated, .texts:
      return isGiven(condition).reduce(into: []) { found, isGiven in
        found.formUnion(isGiven ? [.holds, .fails] : [.notGiven])
      }
    }
  }

  /// Whether a value is given, where both may be.
  private func isGiven(_ value: PriceExpression) -> Set<Bool> {
    let either: Set<Bool> = value.isOptional ? [true, false] : [true]
    switch value.operation {
    case .reference(let reference):
      if missing.contains(reference) { return [false] }
      let meant = names.resolved(value)
      return meant === value ? either : isGiven(meant)
    case .apply:
      return value.parts.contains { isGiven($0) == [false] } ? [false] : either
    case .defaulting(let inner, let otherwise):
      let found = isGiven(inner)
      return found.contains(false) ? found.subtracting([false]).union(isGiven(otherwise)) : found
    case .conditional(let test, let then, let otherwise):
      let tested = of(test)
      let taken: Set<Bool> = tested.contains(.holds) ? isGiven(then) : []
      return tested == [.holds] ? taken : taken.union(otherwise.map(isGiven) ?? [false])
    case .constant, .and, .or, .isGiven, .extreme, .aggregate, .sumBefore, .split, .neighbour,
      .steps, .lookup, .isFound, .graduated, .texts:
      return either
    }
  }

  private func both(
    _ a: PriceExpression, _ b: PriceExpression, _ join: (Outcome, Outcome) -> Outcome
  ) -> Set<Outcome> {
    let (one, other) = (of(a), of(b))
    return Set(one.flatMap { first in other.map { join(first, $0) } })
  }

  private static func both(_ a: Outcome, _ b: Outcome) -> Outcome {
    if a == .fails || b == .fails { return .fails }
    return a == .holds ? b : .notGiven
  }

  private static func opposite(_ outcome: Outcome) -> Outcome {
    switch outcome {
    case .holds: .fails
    case .fails: .holds
    case .notGiven: .notGiven
    }
  }
}
