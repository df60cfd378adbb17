/// A typed expression. A value of the model's own: every part knows its type,
/// units, grain, range, and the place it was written at.
public final class PriceExpression: Sendable {
  public let operation: Operation
  public let type: ValueType
  /// For quantities: the units it is shown (and, in binary, held) in.
  public let units: UnitPair
  public let grain: Grain
  /// Whether it may be not given.
  public let isOptional: Bool
  /// For quantities, in base units (metres, kilograms, seconds, major money
  /// unit); for dates, times and instants in days, seconds, microseconds.
  public let range: Interval
  /// For quantities under `exact`: the fraction, in base units, of which every
  /// value is a whole multiple. Zero under the binary profiles and for other
  /// types. A quotient by something that is not a constant has none either.
  public let quantum: Ratio
  public let span: SourceSpan

  public init(
    _ operation: Operation, type: ValueType, units: UnitPair = UnitPair(), grain: Grain,
    isOptional: Bool, range: Interval = .unbounded, quantum: Ratio = 0, span: SourceSpan
  ) {
    self.operation = operation
    self.type = type
    self.units = units
    self.grain = grain
    self.isOptional = isOptional
    self.range = range
    self.quantum = quantum
    self.span = span
  }

  /// Division by something not constant, which lives only inside a rounding or
  /// a comparison.
  public var isOpenQuotient: Bool {
    guard case .arithmetic(.divide, _, let divisor) = operation else { return false }
    if case .constant = divisor.operation { return false }
    return true
  }

  public indirect enum Operation: Sendable {
    case constant(Constant)
    case reference(Reference)
    /// `+ - * /`. Under `exact` operands keep their own quanta; the result's is
    /// theirs combined.
    case arithmetic(ArithmeticOperator, PriceExpression, PriceExpression)
    case negate(PriceExpression)
    /// Orders numbers, dates, times, instants, weekdays; texts and choices by
    /// code point. `choice = text` compares the words.
    case compare(Comparison, PriceExpression, PriceExpression)
    case and(PriceExpression, PriceExpression)
    case or(PriceExpression, PriceExpression)
    case not(PriceExpression)
    case isGiven(PriceExpression)
    case defaulting(PriceExpression, PriceExpression)
    /// Without `else`: not given where the condition does not hold.
    case conditional(PriceExpression, PriceExpression, PriceExpression?)
    /// To a multiple of `step` (base units).
    case round(PriceExpression, step: Ratio, RoundingMode)
    /// The least or greatest of several of one grain, not-given ones left out;
    /// not given if all are.
    case extreme(least: Bool, [PriceExpression])
    /// Over the elements of `list`, for each element of its parent.
    case aggregate(Aggregate, PriceExpression, list: Int, where: PriceExpression?)
    /// Sum of `value` over the elements of the same parent that come earlier
    /// by `key` (ties and no key: as given).
    case sumBefore(value: PriceExpression, key: PriceExpression?)
    /// Shares of `amount` (of the parent's grain) in proportion to `weight`,
    /// in minor units, by largest remainder, ties to the earlier element.
    case split(amount: PriceExpression, weight: PriceExpression)
    /// The found value of a column; keys given in header order.
    case lookup(table: Int, column: Int, keys: [PriceExpression])
    /// Whether a row is found.
    case isFound(table: Int, keys: [PriceExpression])
    /// `graduated`: the measure is the last key.
    case graduated(table: Int, keys: [PriceExpression])
    /// Numbers inside are printed as the profile prints them; not given if any part is.
    case template([PriceExpression])
    case function(Function, [PriceExpression])
    /// Whether a value equals one of these constants or lies in one of these ranges.
    case within(PriceExpression, KeySet)
    case contains(area: Int, PriceExpression)
    /// Great-circle or geodesic distance of two points, rounded to `step` metres.
    case distance(DistanceKind, PriceExpression, PriceExpression, step: Ratio)
    /// A list of texts, not-given ones left out.
    case texts([PriceExpression])
    /// The same number held in other units; exact: nothing happens to the value.
    case converted(PriceExpression)
  }

  public enum Reference: Hashable, Sendable {
    case field(list: Int, field: Int)
    /// The element of a made list.
    case element(list: Int)
    case letValue(Int)
    /// A line's amount at the line's own grain.
    case lineAmount(Int)
    /// A line's amounts summed up to a coarser grain (the sum in list order,
    /// from zero), given by the expression's own grain.
    case lineSum(Int)
    /// What a `subtotal` entry named.
    case subtotal(Int)
    /// The running value above the entry in which this stands.
    case running
    case total
    /// The reasons of a line, as texts.
    case lineReasons(Int)
  }

  public enum ArithmeticOperator: String, Hashable, Sendable {
    case add, subtract, multiply, divide
  }
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }
  public enum Aggregate: String, Hashable, Sendable, CaseIterable {
    case sum, min, max, any, all, first, last, count, join
  }
  public enum DistanceKind: String, Hashable, Sendable { case geodesic, haversine }

  /// Functions of one place; arguments in order.
  public enum Function: Hashable, Sendable {
    case lower, upper, trim
    /// The first n characters (Unicode scalars).
    case left(Int)
    case length
    case absolute
    /// `text(x, pattern)`; without a pattern as the profile prints it.
    case text(pattern: String?)
    /// `date(text, pattern)`: not given if unreadable.
    case parseDate(pattern: String)
    /// Of an instant, in the file's time zone (or a fixed offset in minutes as
    /// second argument: minutes to add to UTC).
    case dateOf, timeOf, weekdayOf
    /// Monday is 1.
    case weekdayNumber
    case hourOf
    /// Completed years or months between two dates.
    case years, months
    /// A date, so many months later: the same day of the month, or its last.
    case addMonths
    /// Of the month in which a date lies.
    case daysInMonth
    /// Of a date and a time in the file's zone.
    case instantOf
    /// A text as Python's int() or float() reads it; not given if unreadable.
    case parseInteger, parseNumber
    case year, month, day
    case square, squareRoot
    /// The texts of a list as one, with this between them.
    case joined(separator: String)
  }
}

/// A value known when the rules are compiled.
public enum Constant: Hashable, Sendable {
  /// In base units, with the double nearest to the number as written (in the
  /// units written), for the binary profiles.
  case quantity(Ratio)
  case flag(Bool)
  case text(String)
  case choice(Int)
  case date(CalendarDate)
  case time(TimeOfDay)
  case instant(Instant)
  case weekday(Weekday)
  case point(GeographicPoint)
  /// The value that is not given.
  case notGiven
}
