/// What kind of thing an expression stands for.
public enum ValueType: Hashable, Sendable {
  case flag
  case text
  /// One of a closed set of texts, in order.
  case choice([String])
  /// Every kind of number: counts, plain numbers, money, measures, prices per unit.
  case quantity(QuantityType)
  case date
  case time
  case instant
  case weekday
  case point
  /// A list of texts (reasons, `join`'s input, a text column of a collecting table).
  case texts
  /// Follows an error already reported; mixes with everything, reaches no plan.
  case invalid
}

/// The dimension of a number: what it measures, per what.
public struct QuantityType: Hashable, Sendable {
  public var numerator: Dimension?
  /// `$1.50/mi`: money per distance.
  public var denominator: Dimension?
  /// A count: whole by type. Only where nothing is measured.
  public var isWhole: Bool

  public init(
    _ numerator: Dimension? = nil, per denominator: Dimension? = nil, isWhole: Bool = false
  ) {
    self.numerator = numerator
    self.denominator = denominator
    self.isWhole = isWhole
  }

  public static let number = QuantityType()
  public static let count = QuantityType(isWhole: true)
  public static let money = QuantityType(.money)
  public static let duration = QuantityType(.duration)
}

/// In which units a number is read, shown and (in the binary profiles) held.
/// Nil means none on that side; money is always in the currency's major unit.
public struct UnitPair: Hashable, Sendable {
  public var numerator: MeasureUnit?
  public var denominator: MeasureUnit?

  public init(_ numerator: MeasureUnit? = nil, per denominator: MeasureUnit? = nil) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Size of one in base units: 1 mi is 1609.344 m.
  public var size: Ratio { (numerator?.size ?? 1) / (denominator?.size ?? 1) }
}
