import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Whether a condition of a ledger says of a booking with one price which side refused, or why:
/// that a side prices says neither.
struct ConditionOutcomes {
  private let own: Set<String>
  private(set) var areSaid = false

  init(of condition: Formula, own: Set<String>) {
    self.own = own
    areSaid = isSaid(condition, holds: true)
  }

  private func isSaid(_ condition: Formula, holds: Bool) -> Bool {
    switch condition.kind {
    case .not(let inner): return isSaid(inner, holds: !holds)
    case .binary(.and, let a, let b, _):
      let (one, other) = (isSaid(a, holds: holds), isSaid(b, holds: holds))
      return holds ? one || other : one && other
    case .binary(.or, let a, let b, _):
      let (one, other) = (isSaid(a, holds: holds), isSaid(b, holds: holds))
      return holds ? one && other : one || other
    case .binary(let sign, let a, let b, _):
      return isCompared(a, b, isEqual: holds == (sign == .equal), sign)
        || isCompared(b, a, isEqual: holds == (sign == .equal), sign)
    case .membership(let value, let set, let negated):
      guard holds != negated, case .list(let all) = set.kind, isOutcome(value) else { return false }
      return !all.isEmpty && all.allSatisfy { isCompared(value, $0, isEqual: true, .equal) }
    case .call(_, let arguments, _, _):
      // `starts_with(theirs.reason, "…")` and the like.
      return holds && arguments.count > 1 && arguments.contains { isOutcome($0) }
        && arguments.contains { $0.plainText.map { !$0.isEmpty } ?? false }
    case .conditional(let condition, let then, let otherwise):
      let first = isSaid(condition, holds: true) || isSaid(then, holds: holds)
      guard let otherwise else { return holds && first }
      return first && (isSaid(condition, holds: false) || isSaid(otherwise, holds: holds))
    case .literal, .text, .name, .member, .negate, .isGiven, .list, .range, .invalid: return false
    }
  }

  private func isCompared(
    _ value: Formula, _ word: Formula, isEqual: Bool, _ sign: BinaryOperator
  ) -> Bool {
    guard sign == .equal || sign == .notEqual, isOutcome(value), let text = word.plainText else {
      return false
    }
    let isPriced = text == ReferenceMap.Outcome.priced.rawValue
    if isStatus(value) { return isEqual != isPriced }
    return isEqual
  }

  private func isStatus(_ value: Formula) -> Bool {
    if case .member(_, let part) = value.kind { return part.value == "status" }
    return false
  }

  private func isOutcome(_ value: Formula) -> Bool {
    switch value.kind {
    case .name(let name):
      guard !own.contains(name), let word = AcceptedName(rawValue: name) else { return false }
      return word != .difference && word != .form
    case .member(let whole, let part):
      guard case .name(let side) = whole.kind else { return false }
      return ["ours", "theirs"].contains(side) && ["status", "reason"].contains(part.value)
    case .literal, .text, .call, .negate, .not, .binary, .isGiven, .membership, .conditional,
      .list, .range, .invalid:
      return false
    }
  }
}

extension Formula {
  /// A text without formulas in it.
  package var plainText: String? {
    if case .literal(.text(let text)) = kind { return text }
    guard case .text(let template) = kind else { return nil }
    var whole = ""
    for part in template.parts {
      guard case .text(let text) = part else { return nil }
      whole += text
    }
    return whole
  }

  /// A figure, with its sign.
  var plainNumber: Ratio? {
    if case .negate(let inner) = kind { return inner.plainNumber.map { -$0 } }
    guard case .literal(.number(let number)) = kind else { return nil }
    return number.value
  }
}
