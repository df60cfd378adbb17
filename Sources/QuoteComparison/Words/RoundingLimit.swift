import QuoteLanguage
package import QuoteSyntax

/// Where rounding ends and another price begins.
package enum RoundingLimit {
  /// A price is made of some lines, each of which may be rounded to a cent more or less. Up to
  /// this many minor units between two prices are therefore rounding, however small the prices
  /// are.
  package static let units = 10

  package static func amount(_ minorUnit: Ratio) -> Ratio { minorUnit * Ratio(Int128(units)) }

  /// The least difference in whole minor units that is another price.
  package static func anotherPrice(_ minorUnit: Ratio) -> Ratio { amount(minorUnit) + minorUnit }
}
