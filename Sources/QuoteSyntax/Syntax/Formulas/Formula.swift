/// An expression as written, every part with its place.
package struct Formula: Sendable {
  package indirect enum Kind: Sendable {
    case literal(Literal)
    /// A quoted text, with its `{formulas}`.
    case text(Template)
    case name(String)
    /// `table.column`, `line.reasons`.
    case member(Formula, Spanned<String>)
    /// `f(x, …)`, `sum(x where c)`, `sum_before(x, by k)`, `table(x)`.
    case call(Spanned<String>, arguments: [Formula], where: Formula?, by: Formula?)
    case negate(Formula)
    case not(Formula)
    case binary(BinaryOperator, Formula, Formula, operatorSpan: SourceSpan)
    /// `x is given`, `x is not given`.
    case isGiven(Formula, negated: Bool)
    /// `x in y`: y is a list, a range, or the name of one or of an area.
    case membership(Formula, Formula, negated: Bool)
    case conditional(Formula, then: Formula, else: Formula?)
    /// `[a, b]`.
    case list([Formula])
    /// `[a..b)`, only right of `in`.
    case range(FormulaRange)
    /// Stands for what could not be read and was complained about: it has no
    /// type, no complaint follows from it, and it never reaches a plan.
    case invalid
  }

  package var kind: Kind
  package var span: SourceSpan

  package init(_ kind: Kind, at span: SourceSpan) {
    self.kind = kind
    self.span = span
  }
}

package enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case and
  case or
  /// `x default y`: y where x is not given.
  case `default`
}

/// A text with `{formulas}` in it.
package struct Template: Sendable {
  package enum Part: Sendable {
    case text(String)
    case formula(Formula)
  }

  package var parts: [Part]
  package var span: SourceSpan

  package init(parts: [Part], span: SourceSpan) {
    self.parts = parts
    self.span = span
  }

  /// The text, if no formula is in it.
  package var plainText: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}

/// A value written out.
package enum Literal: Sendable {
  case number(NumberLiteral)
  /// A quoted text or a bare word where a text is wanted.
  case text(String)
  case flag(Bool)
  case date(CalendarDate)
  case time(TimeOfDay)
  case instant(Instant)
}

/// A number as written: `1_000` is not one, `45`, `8%`, `$1.50/mi`, `10 kg` are.
package struct NumberLiteral: Hashable, Sendable {
  /// The exact value in the unit written (`8%` is 0.08, `100 mi` is 100).
  package var value: Ratio
  /// Digits after the point as written, the two of a percent added.
  package var fractionDigits: Int
  package var isPercent: Bool
  /// `$` or an ISO code, as written.
  package var currency: String?
  /// `mi` in `100 mi`.
  package var unit: String?
  /// `mi` in `$1.50/mi`; `each` in `$10 each`.
  package var perUnit: String?

  package init(
    value: Ratio, fractionDigits: Int, isPercent: Bool = false, currency: String? = nil,
    unit: String? = nil, perUnit: String? = nil
  ) {
    self.value = value
    self.fractionDigits = fractionDigits
    self.isPercent = isPercent
    self.currency = currency
    self.unit = unit
    self.perUnit = perUnit
  }
}
