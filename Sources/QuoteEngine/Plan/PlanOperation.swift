/// What an instruction does. Sources are registers; storage and grain of the
/// target and the sources choose the loop.
///
/// Unless it says otherwise, sources have the target's grain, or are constant.
public enum PlanOperation: Hashable, Sendable {
  // MARK: Where values come from
  /// A figure of the parameters, to a constant register.
  case parameter(Int)
  /// A column of the bookings (of the elements as sent).
  case field(list: Int, field: Int)
  case fieldGiven(list: Int, field: Int)
  /// Flag: the element came from this source of its list.
  case cameFrom(list: Int, source: Int)
  /// The value of a made list's elements.
  case element(list: Int)

  // MARK: Lists
  /// Counts the elements as sent below kept parents: grain `sent` of this list
  /// exists from here on, and grain `list` too where nothing is left out.
  case open(list: Int)
  /// Marks which elements as sent stay; grain `list` exists from here on.
  case keep(list: Int, Register)
  /// Makes the elements of a list from two bounds of the parent's grain; a
  /// parent whose bounds are not given has none. The target is a flag at the
  /// parent: more elements than the bound allows.
  case make(
    list: Int, lower: PlanValue, lowerIsIncluded: Bool, upper: PlanValue,
    upperIsIncluded: Bool, atMost: Int)
  /// Cells of elements as sent, those that stay.
  case kept(Register, list: Int)
  /// Each parent's cell for all its elements; the target's grain is of `list`.
  case repeated(Register, list: Int)
  /// A constant for every cell of the grain.
  case spread(Register)
  /// The same cells under another quantum or type; costs nothing.
  case renamed(Register)

  // MARK: Numbers
  /// `+ - *` of equal storage (integer, wide, double); integers wrap.
  case arithmetic(Arithmetics, Register, Register)
  /// Doubles.
  case divide(Register, Register)
  case negate(Register)
  case absolute(Register)
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
  case square(Register)
  case squareRoot(Register)
  /// The lesser (greater) of two, the first of equals.
  case extreme(least: Bool, Register, Register)

  // MARK: Flags
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
  case inArea(Int, Register)

  // MARK: Up one list
  /// Over the elements of `list`, for each parent; elements where `counted` is
  /// 0 are left out. `sum` starts from zero, in list order.
  case sum(Register, list: Int, counted: Register?)
  case count(list: Int, counted: Register?)
  /// The first operand plus all elements, added one by one in list order.
  case accumulate(Register, Register, list: Int)
  /// For each element, the running value below it: the first operand (parent)
  /// plus the elements up to and with this one.
  case running(Register, Register, list: Int)
  /// `given` where there is an element that counts.
  case leastOf(Register, list: Int, counted: Register?)
  case greatestOf(Register, list: Int, counted: Register?)
  case firstOf(Register, list: Int, counted: Register?)
  case lastOf(Register, list: Int, counted: Register?)
  /// Flags: of any (all) elements.
  case anyOf(Register, list: Int)
  case allOf(Register, list: Int)
  /// The sum of earlier elements of the same parent; see `PriceExpression.sumBefore`.
  case sumBefore(PlanValue, key: PlanValue?, list: Int)
  /// Shares of the parent's amount: exact ones in minor units, as the amount is; of doubles
  /// so many minor units are one.
  case split(Register, weight: Register, list: Int, units: Int128)

  // MARK: Tables
  /// The row (from 1 in the table's order; 0 for none) that holds first.
  case find(table: Int, [PlanValue])
  /// All rows that hold.
  case match(table: Int, [PlanValue])
  /// A literal cell of a found row, from a column of the parameters.
  case cell(column: Int, row: Register)
  case cellGiven(column: Int, row: Register)
  /// Cells of all rows that hold, added up (multiplied) from 0 (1) in row order.
  case combine(column: Int, rows: Register, Arithmetics)
  /// Flag: this row (from 1) is the one found.
  case rowIs(Register, row: Int)
  /// Flag: this row (from 0) is among those that hold.
  case rowAmong(Register, row: Int)
  /// Literal texts of all rows that hold, in row order.
  case textsOfRows(column: Int, rows: Register)

  // MARK: Texts
  case textFunction(TextFunction, PlanValue)
  /// A value as text; `offset` in minutes is for instants.
  case textOf(Register, TextStyle, offset: Register?)
  /// The word of a choice.
  case choiceText(Register, [String])
  /// Texts one after the other.
  case concatenate([Register])
  case textLength(Register)
  /// The texts of a list as one, with this between them.
  case joined(Register, separator: String)
  /// Texts (and lists of texts) into one list, not-given ones left out.
  case gatherTexts([PlanValue])
  /// Lists of texts of all elements, in order, up to the parent.
  case textsUp(Register, list: Int, counted: Register?)

  // MARK: Dates and places
  case dateFunction(DateFunction, Register, Register?)
  case parseDate(Register, pattern: String)
  case parseInteger(Register)
  case parseNumber(Register)
  /// Metres as a whole number of steps (exact), or as a double (binary).
  case distance(PriceExpression.DistanceKind, Register, Register, step: Ratio)
}

/// How a value is written as text.
public struct TextStyle: Hashable, Sendable {
  public var type: ValueType
  /// What one of the held number is worth in the unit shown.
  public var scale: Ratio
  /// Digits after the point at least (money's minor unit).
  public var digits: Int
  /// Unicode's letters for dates and times, zeros for numbers; nil as the profile prints it.
  public var pattern: String?
  public var arithmetic: Arithmetic
}

public enum Arithmetics: String, Hashable, Sendable { case add, subtract, multiply }

/// How a profile rounds to places.
public enum BinaryRounding: String, Hashable, Sendable {
  /// CPython's `round(x, n)`.
  case python
  /// `Math.round(x * 10ⁿ) / 10ⁿ`.
  case javascript
  /// Of `x * 10ⁿ`, which is divided by `10ⁿ` again.
  case up, down, towardsZero, awayFromZero
}

public enum TextFunction: Hashable, Sendable {
  case lower, upper, trim
  /// The first so many Unicode scalars.
  case left(Int)
}

public enum DateFunction: String, Hashable, Sendable, CaseIterable {
  /// Of an instant, in the file's zone or at the offset (second source, minutes).
  case dateOf, timeOf, hourOf, weekdayOfInstant
  case weekdayOfDate
  case hourOfTime
  case year, month, day
  /// Completed years, months from the first to the second date.
  case years, months
  /// Of a date and at most 120,000 months either way; a day outside the calendar where it leads
  /// there.
  case addMonths
  case daysInMonth
  /// Of a date and a time in the file's zone.
  case instantOf
}
