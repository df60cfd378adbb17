/// A number as it was written: whole digits times a power of ten, exact.
///
/// `12.50` is 1250 × 10⁻². Nothing goes through a Double.
package struct DecimalNumber: Hashable, Sendable {
  package var digits: Int128
  /// The value is `digits` × 10^`exponent`.
  package var exponent: Int

  package init(digits: Int128, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
  }

  /// Which spellings count as a number.
  package enum Spelling: Hashable, Sendable {
    /// `12`, `-0.5`: digits, a point between digits, a minus. No plus, no
    /// exponent, no underscore or comma, no space, no bare point.
    case plain
    /// The same as `plain`, with leading zeros refused and an exponent `e±N` allowed: JSON.
    case json
  }

  /// Why a text is not an exact number.
  package enum Failure: Error, Hashable, Sendable {
    case empty
    /// Not a number at all (`abc`, `NaN`, a space, an underscore, a plus).
    case notANumber
    /// Digits and commas: somebody's thousands or decimal comma.
    case comma
    /// More digits than 128 bits hold, or an exponent beyond ±400.
    case tooLarge
    /// Finer than the scale asked for.
    case tooFine
  }
}
