package import QuoteSyntax

extension PriceExpression {
  /// What is computed of operands that are all given: not given where one of them is not.
  ///
  /// Whoever only passes through expressions has one case for all of these; whoever decides by
  /// what is computed switches over the families, and each family lives beside its rows.
  package enum Operator: Hashable, Sendable {
    /// `+ - * /`. Under `exact` operands keep their own quanta; the result's is
    /// theirs combined.
    case arithmetic(ArithmeticOperator)
    case negate
    /// Orders numbers, dates, times, instants, weekdays; texts and choices by
    /// code point. `choice = text` compares the words.
    case compare(Comparison)
    case not
    /// Rounds to a multiple of `step` (base units).
    case round(step: Ratio, RoundingMode)
    /// Where a quotient lies among the multiples of `step` (base units): itself, if it is one of
    /// them, else the middle of the two that it lies between. It compares with each of them as the
    /// quotient does, and has an end.
    case placed(step: Ratio)
    /// The same number held in other units; exact: nothing happens to the value.
    case converted
    /// Whether a value equals one of these constants or lies in one of these ranges.
    case within(KeySet)
    case contains(area: Int)
    /// Great-circle or geodesic distance of two points, rounded to `step` metres.
    case distance(DistanceKind, step: Ratio)
    /// A text of all operands, one after the other, numbers among them as the profile prints
    /// them.
    case template
    /// `text(x, pattern)`, of an instant with minutes east of UTC as second operand; without a
    /// pattern as the profile prints it.
    case printed(pattern: String?)
    case number(NumberFunction)
    case text(TextFunction)
    case date(DateFunction)
  }

  package enum ArithmeticOperator: String, Hashable, Sendable {
    case add, subtract, multiply, divide
  }
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }
  package enum DistanceKind: String, Hashable, Sendable { case geodesic, haversine }
}

extension PriceExpression.Operator {
  /// Whether it looks at a clock, of which minutes may say how far it is from UTC.
  package var readsClock: Bool {
    switch self {
    case .date(let function): function.isOfClock
    case .printed: true
    case .arithmetic, .negate, .compare, .not, .round, .placed, .converted, .within, .contains,
      .distance, .template, .number, .text:
      false
    }
  }
}
