package import QuoteSyntax

/// What kind of thing an expression stands for.
package enum ValueType: Hashable, Sendable {
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
package struct QuantityType: Hashable, Sendable {
  package var numerator: Dimension?
  /// `$1.50/mi`: money per distance.
  package var denominator: Dimension?
  /// A count: whole by type. Only where nothing is measured.
  package var isWhole: Bool

  package init(
    _ numerator: Dimension? = nil, per denominator: Dimension? = nil, isWhole: Bool = false
  ) {
    self.numerator = numerator
    self.denominator = denominator
    self.isWhole = isWhole
  }

  package static let number = QuantityType()
  package static let count = QuantityType(isWhole: true)
  package static let money = QuantityType(.money)
  package static let duration = QuantityType(.duration)
}

/// In which units a number is read, shown and (in the binary profiles) held.
/// Nil means none on that side; money is always in the currency's major unit.
package struct UnitPair: Hashable, Sendable {
  /// Apart, for most expressions have none, and there are as many as cells of tables.
  private final class Units: Hashable, Sendable {
    let numerator: MeasureUnit?
    let denominator: MeasureUnit?

    init(_ numerator: MeasureUnit?, per denominator: MeasureUnit?) {
      self.numerator = numerator
      self.denominator = denominator
    }

    static func == (one: Units, other: Units) -> Bool {
      one.numerator == other.numerator && one.denominator == other.denominator
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(numerator)
      hasher.combine(denominator)
    }
  }

  /// Nil if there is neither.
  private let units: Units?

  package var numerator: MeasureUnit? { units?.numerator }
  package var denominator: MeasureUnit? { units?.denominator }

  package init(_ numerator: MeasureUnit? = nil, per denominator: MeasureUnit? = nil) {
    let isPlain = numerator == nil && denominator == nil
    units = isPlain ? nil : Units(numerator, per: denominator)
  }

  /// Size of one in base units: 1 mi is 1609.344 m.
  package var size: Ratio {
    units == nil ? 1 : (numerator?.size ?? 1) / (denominator?.size ?? 1)
  }

  /// Whether there is neither.
  package var isPlain: Bool { units == nil }
}

extension ValueType {
  /// A number or count that measures nothing.
  package var isPlainNumber: Bool {
    guard case .quantity(let quantity) = self else { return false }
    return quantity.numerator == nil && quantity.denominator == nil
  }
}
