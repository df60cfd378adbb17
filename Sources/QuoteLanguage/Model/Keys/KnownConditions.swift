import QuoteSyntax

/// Conditions of which it is known what they come to.
package struct KnownConditions {
  private var known: [(condition: PriceExpression, verdict: Verdict)] = []

  init() {}

  package init(
    _ conditions: [(condition: PriceExpression, verdict: Verdict)], _ names: SameValues
  ) {
    for (condition, verdict) in conditions { add(condition, verdict, names) }
  }

  /// Whether a condition is known to come to this.
  func holds(
    _ condition: PriceExpression, _ names: SameValues, is verdict: Verdict
  ) -> Bool {
    known.contains { $0.verdict.implies(verdict) && names.areSame($0.condition, condition) }
  }

  /// With its parts, as far as what is known of the whole is known of each.
  private mutating func add(
    _ condition: PriceExpression, _ verdict: Verdict, _ names: SameValues
  ) {
    known.append((condition, verdict))
    switch condition.operation {
    case .apply(.not, let parts): add(parts[0], verdict.denied, names)
    case .and(let a, let b) where verdict == .yes || verdict == .notNo,
      .or(let a, let b) where verdict == .no || verdict == .notYes:
      add(a, verdict, names)
      add(b, verdict, names)
    case .reference(.letValue(let index)): add(names.lets[index].value, verdict, names)
    case .and, .or, .constant, .reference, .apply, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      break
    }
  }
}

extension Verdict {
  /// What a condition comes to that does not come to this.
  package var complement: Verdict {
    switch self {
    case .yes: .notYes
    case .no: .notNo
    case .notYes: .yes
    case .notNo: .no
    }
  }

  /// Whether what comes to this comes to the other as well.
  fileprivate func implies(_ other: Verdict) -> Bool {
    switch (self, other) {
    case (.yes, .yes), (.yes, .notNo), (.no, .no), (.no, .notYes), (.notYes, .notYes),
      (.notNo, .notNo):
      true
    case (.yes, _), (.no, _), (.notYes, _), (.notNo, _): false
    }
  }
}
