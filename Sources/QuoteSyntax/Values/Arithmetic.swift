/// How numbers are read, added, rounded and printed.
package enum Arithmetic: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Scaled integers whose ranges the compiler proved.
  case exact
  /// IEEE binary64 in the order written, `round`, `int`, `float` and `repr` as
  /// CPython computes them.
  case python
  /// IEEE binary64 with `Math.round` and `toFixed`.
  case javascript

  package var isBinary: Bool {
    switch self {
    case .exact: false
    case .python, .javascript: true
    }
  }
}

/// To which of two neighbouring steps a value is rounded.
package enum RoundingMode: String, Hashable, Sendable, CaseIterable {
  /// Rounds to the nearest, halves away from zero (the default of `exact`).
  case halfUp = "half_up"
  /// Rounds to the nearest, halves to the even neighbour.
  case halfEven = "half_even"
  /// Rounds to the nearest, halves towards zero.
  case halfDown = "half_down"
  /// Towards positive infinity (`round_up`, `ceil`).
  case up
  /// Towards negative infinity (`round_down`, `floor`).
  case down
  /// Towards zero (`trunc`).
  case towardsZero = "towards_zero"
  /// Away from zero.
  case awayFromZero = "away_from_zero"
}
