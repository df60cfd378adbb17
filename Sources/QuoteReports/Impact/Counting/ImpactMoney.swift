import QuoteBookings
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Amounts as whole billionths, so that a sum of many is exact and quick.
package enum ImpactMoney {
  package static func ratio(_ billionths: Int128) -> Ratio { Ratio(billionths, 1_000_000_000) }

  /// The total of a booking that was quoted. Binary fractions are taken to the ninth digit.
  @inline(__always) package static func total(_ column: ResultColumn, _ row: Int) -> Int128 {
    switch column.schema.storage {
    case .integer: scaled(Int128(column.integers[row]), column.schema.scale)
    case .wide: scaled(column.wides[row], column.schema.scale)
    case .double:
      column.doubles[row].isFinite && column.doubles[row].magnitude < 1e20
        ? Int128((column.doubles[row] * 1e9).rounded()) : 0
    case .flag, .choice, .text, .texts, .point: 0
    }
  }

  @inline(__always) private static func scaled(_ steps: Int128, _ scale: Ratio) -> Int128 {
    steps * 1_000_000_000 * scale.numerator / scale.denominator
  }
}
