package import QuoteSyntax

/// A typed expression. A value of the model's own: every part knows its type,
/// units, grain, range, and the place it was written at.
package final class PriceExpression: Sendable {
  package let operation: Operation
  package let type: ValueType
  /// For quantities: the units it is shown (and, in binary, held) in.
  package let units: UnitPair
  package let grain: Grain
  /// Whether the value is not given for some bookings.
  package let isOptional: Bool
  /// The range of quantities in base units (metres, kilograms, seconds, major money unit); that of
  /// dates, times and instants in days, seconds and microseconds.
  package let range: Interval
  /// For quantities under `exact`: the fraction, in base units, of which every
  /// value is a whole multiple. Zero under the binary profiles and for other
  /// types. A quotient by something that is not a constant has none either.
  package let quantum: Ratio
  package let span: SourceSpan
  /// The members of groups along which `sum_before`, `split`, `previous` and `next` look where
  /// they are asked in a group, instead of along the whole list.
  package let over: ListID?
  /// What it is a use of.
  package let use: FormulaUse?

  /// The list along which it looks.
  package var along: ListID { over ?? grain.list }

  package init(
    _ operation: Operation, type: ValueType, units: UnitPair = UnitPair(), grain: Grain,
    isOptional: Bool, range: Interval = .unbounded, quantum: Ratio = 0, span: SourceSpan,
    over: ListID? = nil, use: FormulaUse? = nil
  ) {
    self.operation = operation
    self.type = type
    self.units = units
    self.grain = grain
    self.isOptional = isOptional
    self.range = range
    self.quantum = quantum
    self.span = span
    self.over = over
    self.use = use
  }

  /// Whether it is what stands above a line: `subtotal`.
  package var isSubtotal: Bool {
    if case .reference(.running) = operation { return true }
    return false
  }

  /// Division by something not constant, which lives only inside a rounding or
  /// a comparison.
  package var isOpenQuotient: Bool {
    guard case .apply(.arithmetic(.divide), let sides) = operation else { return false }
    if case .constant = sides[1].operation { return false }
    return true
  }

  /// What a value is. A case for each way of evaluating: what is strict, and so is not given
  /// where one of its operands is not, is an `Operator` applied to them.
  package indirect enum Operation: Sendable {
    case constant(Constant)
    case reference(Reference)
    /// The operands as the operator takes them, in the order written.
    case apply(Operator, [PriceExpression])
    /// Kleene's: certain where one side settles it, whether the other is given or not.
    case and(PriceExpression, PriceExpression)
    case or(PriceExpression, PriceExpression)
    case isGiven(PriceExpression)
    case defaulting(PriceExpression, PriceExpression)
    /// Without `else`: not given where the condition does not hold.
    case conditional(PriceExpression, PriceExpression, PriceExpression?)
    /// The least or greatest of several of one grain, the first of equals; not given if one of
    /// them is not.
    case extreme(least: Bool, [PriceExpression])
    /// Over the elements of `list`, for each element of its parent.
    case aggregate(Aggregate, PriceExpression, list: ListID, where: PriceExpression?)
    /// Sum of `value` over the elements of the same parent that come earlier
    /// by `key` (ties and no key: as given).
    case sumBefore(value: PriceExpression, key: PriceExpression?)
    /// Shares of `amount` (of the parent's grain) in proportion to `weight`,
    /// in minor units, by largest remainder, ties to the earlier element.
    case split(amount: PriceExpression, weight: PriceExpression)
    /// For each element, the value of the one next to it among those of the same parent: before
    /// it or after it, by `key` (ties and no key: as given), and past those for which the
    /// condition does not hold. Not given at the end.
    case neighbour(
      value: PriceExpression, key: PriceExpression?, where: PriceExpression?, isAfter: Bool)
    /// Over the elements of this grain's list in order: what `each` makes of an element and of
    /// what stood before it, which is `Reference.carried` of this number; before the first
    /// stands `start` (of the parent's grain).
    case steps(start: PriceExpression, each: PriceExpression, number: Int)
    /// The found value of a column; keys given in header order.
    case lookup(table: TableID, column: Int, keys: [PriceExpression])
    /// Whether a row is found.
    case isFound(table: TableID, keys: [PriceExpression])
    /// `graduated`: the measure is the last key.
    case graduated(table: TableID, keys: [PriceExpression])
    /// A list of texts, not-given ones left out.
    case texts([PriceExpression])
  }

  package enum Reference: Hashable, Sendable {
    case field(list: ListID, field: Int)
    /// The element of a made list.
    case element(list: ListID)
    case letValue(LetID)
    /// A line's amount at the line's own grain.
    case lineAmount(Int)
    /// A line's amounts summed up to a coarser grain (the sum in list order,
    /// from zero), given by the expression's own grain.
    case lineSum(Int)
    /// What a `subtotal` entry named.
    case subtotal(Int)
    /// The running value above the entry in which this stands; in a line that takes its
    /// elements in order, above (in its label and reasons, below) this element's own step.
    case running
    /// In `steps` of this number, what stands before the element.
    case carried(Int)
    case total
    /// The reasons of a line, as texts.
    case lineReasons(Int)
  }

  package enum Aggregate: String, Hashable, Sendable, CaseIterable {
    case sum, min, max, any, all, first, last, count, join
  }
}

/// A formula with parameters that is written out where it is used.
package struct FormulaUse: Sendable {
  /// `share(rate)`.
  package var form: String
  package var name: SourceSpan
  /// What it is for any values.
  package var body: SourceSpan
}

/// A value known when the rules are compiled.
package enum Constant: Hashable, Sendable {
  /// A number in base units, with the double nearest to the number as written (in the units
  /// written), for the binary profiles.
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
