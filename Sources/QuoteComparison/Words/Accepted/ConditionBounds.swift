import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Which values of the other side a condition of a ledger bounds, from above and from below.
///
/// `abs(difference) <= $0.01` and `theirs.total = 102% * ours.total` say how much theirs may be.
/// `difference < $1` leaves it open how much dearer theirs is, and `ours.total > $0` says nothing
/// of theirs at all. Whatever cannot be told counts as open.
package struct ConditionBounds {
  /// Which ends of a value are held.
  private struct Ends {
    var lower = false
    var upper = false
    var isWhole: Bool { lower && upper }
  }

  /// What a formula is of a value of theirs.
  private enum Term {
    /// It has nothing of theirs.
    case free
    /// It grows with this value, or falls, and with no other one.
    case moving(String, isFalling: Bool)
    /// It grows with the size of such a formula without its sign.
    case size(String, isFalling: Bool)
    case unknown
  }

  /// By the value; nil if the condition cannot hold for a booking that both sides price.
  private typealias Found = [String: Ends]?

  /// Names of values that are bounded; the difference of the totals is a bound of `total`.
  package private(set) var names: Set<String> = []
  /// Names of the rules, which hide the words of ledgers.
  private let own: Set<String>

  package init(of condition: Formula, own: Set<String>) {
    self.own = own
    let found = bounds(condition, holds: true) ?? [:]
    names = Set(found.filter { $0.value.isWhole }.keys)
  }

  // MARK: - Conditions

  private func bounds(_ condition: Formula, holds: Bool) -> Found {
    switch condition.kind {
    case .not(let inner): return bounds(inner, holds: !holds)
    case .binary(.and, let a, let b, _):
      let (one, other) = (bounds(a, holds: holds), bounds(b, holds: holds))
      return holds ? both(one, other) : either(one, other)
    case .binary(.or, let a, let b, _):
      let (one, other) = (bounds(a, holds: holds), bounds(b, holds: holds))
      return holds ? either(one, other) : both(one, other)
    case .binary(let sign, let a, let b, _): return compared(sign, a, b, holds: holds)
    case .membership(let value, let set, let negated):
      return holds == negated ? [:] : inside(value, set)
    case .conditional(let condition, let then, let otherwise):
      let first = both(bounds(condition, holds: true), bounds(then, holds: holds))
      guard let otherwise else { return holds ? first : [:] }
      return either(
        first, both(bounds(condition, holds: false), bounds(otherwise, holds: holds)))
    case .literal, .text, .name, .member, .call, .negate, .isGiven, .list, .range, .invalid:
      return [:]
    }
  }

  private func both(_ one: Found, _ other: Found) -> Found {
    guard let one, let other else { return nil }
    return one.merging(other) { a, b in
      Ends(lower: a.lower || b.lower, upper: a.upper || b.upper)
    }
  }

  private func either(_ one: Found, _ other: Found) -> Found {
    guard let one else { return other }
    guard let other else { return one }
    var found: [String: Ends] = [:]
    for (name, a) in one {
      guard let b = other[name] else { continue }
      found[name] = Ends(lower: a.lower && b.lower, upper: a.upper && b.upper)
    }
    return found
  }

  private func compared(
    _ sign: BinaryOperator, _ a: Formula, _ b: Formula, holds: Bool
  ) -> Found {
    if sign == .equal || sign == .notEqual, isOfRefusals(a, b) {
      return holds == (sign == .equal) ? nil : [:]
    }
    let term = sum(self.term(a), self.term(b), isLess: true)
    switch (sign, holds) {
    case (.equal, true), (.notEqual, false): return ends(term, Ends(lower: true, upper: true))
    case (.less, true), (.lessOrEqual, true), (.greater, false), (.greaterOrEqual, false):
      return ends(term, Ends(lower: false, upper: true))
    case (.greater, true), (.greaterOrEqual, true), (.less, false), (.lessOrEqual, false):
      return ends(term, Ends(lower: true, upper: false))
    case (.equal, false), (.notEqual, true): return [:]
    case (.add, _), (.subtract, _), (.multiply, _), (.divide, _), (.and, _), (.or, _),
      (.default, _):
      return [:]
    }
  }

  /// Whether a status is held against a word that stands for no price.
  private func isOfRefusals(_ a: Formula, _ b: Formula) -> Bool {
    [(a, b), (b, a)].contains { status, word in
      guard case .member(let whole, let part) = status.kind, part.value == "status",
        Self.isSide(whole), let text = word.plainText
      else { return false }
      return text != ReferenceMap.Outcome.priced.rawValue
    }
  }

  private func inside(_ value: Formula, _ set: Formula) -> Found {
    let term = self.term(value)
    switch set.kind {
    case .range(let range):
      guard isFree(range.lower), isFree(range.upper) else { return [:] }
      return ends(term, Ends(lower: true, upper: true))
    case .list(let all):
      guard !all.isEmpty, all.allSatisfy({ isFree($0) }) else { return [:] }
      return ends(term, Ends(lower: true, upper: true))
    case .literal, .text, .name, .member, .call, .negate, .not, .binary, .isGiven, .membership,
      .conditional, .invalid:
      return [:]
    }
  }

  /// What it says of a value that a formula lies between these ends.
  private func ends(_ term: Term, _ ends: Ends) -> Found {
    switch term {
    case .free, .unknown: return [:]
    case .moving(let name, let isFalling):
      let turned = Ends(lower: ends.upper, upper: ends.lower)
      return [name: isFalling ? turned : ends]
    case .size(let name, let isFalling):
      let isHeld = isFalling ? ends.lower : ends.upper
      return isHeld ? [name: Ends(lower: true, upper: true)] : [:]
    }
  }

  // MARK: - Amounts

  private static func isSide(_ formula: Formula) -> Bool {
    if case .name(let side) = formula.kind { return side == "ours" || side == "theirs" }
    return false
  }

  private func isFree(_ formula: Formula) -> Bool {
    if case .free = term(formula) { return true }
    return false
  }

  private func term(_ formula: Formula) -> Term {
    switch formula.kind {
    case .literal: return .free
    case .name(let name):
      let isWord = AcceptedName(rawValue: name) != nil && !own.contains(name)
      guard isWord else { return .free }
      return name == AcceptedName.difference.rawValue
        ? .moving("total", isFalling: true) : .unknown
    case .member(let whole, let part):
      guard case .name("theirs") = whole.kind else {
        return Self.isSide(whole) || isFree(whole) ? .free : .unknown
      }
      return .moving(part.value, isFalling: false)
    case .negate(let inner): return turned(term(inner))
    case .binary(let sign, let a, let b, _): return term(sign, a, b)
    case .call(let name, let arguments, let condition, let key):
      return call(name.value, arguments, [condition, key].compactMap(\.self))
    case .text(let template):
      let parts = template.parts.compactMap { part -> Formula? in
        if case .formula(let inner) = part { inner } else { nil }
      }
      return all(parts)
    case .not(let inner), .isGiven(let inner, _): return all([inner])
    case .membership(let a, let b, _): return all([a, b])
    case .conditional(let condition, let then, let otherwise):
      return all([condition, then] + [otherwise].compactMap(\.self))
    case .list(let parts): return all(parts)
    case .range(let range): return all([range.lower, range.upper])
    case .invalid: return .unknown
    }
  }

  /// Nothing of theirs if no part has any.
  private func all(_ parts: [Formula]) -> Term {
    parts.allSatisfy { isFree($0) } ? .free : .unknown
  }

  private func term(_ sign: BinaryOperator, _ a: Formula, _ b: Formula) -> Term {
    let (one, other) = (term(a), term(b))
    switch sign {
    case .add: return sum(one, other, isLess: false)
    case .subtract: return sum(one, other, isLess: true)
    case .multiply:
      if let factor = a.plainNumber { return times(factor, other) }
      return b.plainNumber.map { times($0, one) } ?? all([a, b])
    case .divide:
      // A divisor of ours is one number for the booking, and not zero.
      if let divisor = b.plainNumber { return times(divisor, one) }
      return isFree(b) ? one : .unknown
    case .default: return isFree(b) ? one : .unknown
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or:
      return all([a, b])
    }
  }

  private func times(_ factor: Ratio, _ term: Term) -> Term {
    if factor.isZero { return .free }
    return factor.isNegative ? turned(term) : term
  }

  private func turned(_ term: Term) -> Term {
    switch term {
    case .free, .unknown: term
    case .moving(let name, let isFalling): .moving(name, isFalling: !isFalling)
    case .size(let name, let isFalling): .size(name, isFalling: !isFalling)
    }
  }

  private func sum(_ one: Term, _ other: Term, isLess: Bool) -> Term {
    let other = isLess ? turned(other) : other
    if case .free = one { return other }
    if case .free = other { return one }
    return .unknown
  }

  private func call(_ name: String, _ arguments: [Formula], _ more: [Formula]) -> Term {
    guard let first = arguments.first, more.isEmpty,
      arguments.dropFirst().allSatisfy({ isFree($0) })
    else { return all(arguments + more) }
    switch name {
    case "abs":
      switch term(first) {
      case .free: return .free
      case .moving(let value, _), .size(let value, _): return .size(value, isFalling: false)
      case .unknown: return .unknown
      }
    case "round", "round_up", "round_down": return term(first)
    case _: return all(arguments)
    }
  }
}
