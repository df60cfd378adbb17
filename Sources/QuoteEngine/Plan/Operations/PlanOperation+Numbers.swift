package import QuoteLanguage
package import QuoteSyntax

extension PlanOperation {
  /// Numbers from numbers, a cell for a cell.
  package enum Numbers: Hashable, Sendable {
    /// `+ - *` of equal storage (integer, wide, double); integers wrap.
    case arithmetic(Arithmetics, Register, Register)
    /// Doubles.
    case divide(Register, Register)
    case negate(Register)
    /// Times a whole number; the target may be wide where the source is not.
    case scale(Register, by: Int128)
    case widen(Register)
    /// Wide to integer; the range is known to fit.
    case narrow(Register)
    /// Integer to the nearest double.
    case toDouble(Register)
    /// Double times a constant (a conversion of units).
    case scaleDouble(Register, by: Double)
    /// `cell × multiplier ÷ divisor`, rounded to a whole number.
    case round(Register, multiplier: Int128, divisor: Int128, RoundingMode)
    /// `a × multiplier ÷ (b × divisor)`, rounded; zero where b is zero.
    case roundQuotient(Register, Register, multiplier: Int128, divisor: Int128, RoundingMode)
    /// A double to so many places as the profile rounds.
    case roundPlaces(Register, places: Int, BinaryRounding)
    /// A double to a whole number as an integer; `given` where that is at most so much in size.
    case wholeOf(Register, RoundingMode, most: Double)
    /// The lesser (greater) of two, the first of equals.
    case extreme(least: Bool, Register, Register)
    /// Operands and target are held alike.
    case function(NumberFunction, Register, Register?)

    func forEachSource(_ body: (Register) -> Void) {
      switch self {
      case .negate(let a), .scale(let a, _), .widen(let a), .narrow(let a), .toDouble(let a),
        .scaleDouble(let a, _), .round(let a, _, _, _), .roundPlaces(let a, _, _),
        .wholeOf(let a, _, _):
        body(a)
      case .arithmetic(_, let a, let b), .divide(let a, let b),
        .roundQuotient(let a, let b, _, _, _), .extreme(_, let a, let b):
        body(a)
        body(b)
      case .function(_, let a, let b):
        body(a)
        if let b { body(b) }
      }
    }
  }

  /// Conditions, bytes of 0 or 1, and what they choose.
  package enum Flags: Hashable, Sendable {
    case compare(PriceExpression.Comparison, Register, Register)
    /// Flags 0 or 1, bit by bit.
    case and(Register, Register)
    case or(Register, Register)
    case not(Register)
    /// Cells of the first where the flag is 1, else of the second.
    case select(Register, Register, Register)
    /// Cells where the flag is 1, else zero (an empty text, no texts).
    case zeroUnless(Register, Register)
    /// A cell lies in a set; exact bounds in the units of `PlanKey`.
    case within(Register, KeySet, PlanKey)

    func forEachSource(_ body: (Register) -> Void) {
      switch self {
      case .not(let a), .within(let a, _, _): body(a)
      case .compare(_, let a, let b), .and(let a, let b), .or(let a, let b),
        .zeroUnless(let a, let b):
        body(a)
        body(b)
      case .select(let flag, let a, let b):
        body(flag)
        body(a)
        body(b)
      }
    }
  }
}

package enum Arithmetics: String, Hashable, Sendable { case add, subtract, multiply }

/// How a profile rounds to places.
package enum BinaryRounding: String, Hashable, Sendable {
  /// CPython's `round(x, n)`.
  case python
  /// `Math.round(x * 10ⁿ) / 10ⁿ`.
  case javascript
  /// Rounds `x * 10ⁿ` this way, and divides by `10ⁿ` again.
  case up, down, towardsZero, awayFromZero
}
