import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// In which Arrow type a result is given.
enum ValueForm: Hashable {
  /// `Int64` times a factor, with so many places; a number of so many digits holds all of them.
  case decimal(factor: Int64, places: Int, precision: Int)
  /// The same of an `Int128`.
  case wide(factor: Int64, places: Int, precision: Int)
  /// A fraction without an end, to twelve decimals.
  case fraction(Ratio)
  case count(Int64)
  /// Money as whole numbers of its smallest place.
  case minorUnits(Int64, places: Int)
  /// The double nearest to a decimal.
  case nearest(Int64, places: Int)
  case double, flag, text, texts, point, date, time, instant, weekday
  case choice([String])

  /// Widest of Arrow's decimals with 128 bits.
  private static let most = 38

  init(_ column: ResultColumnSchema, of schema: QuoteSchema, range: Interval?, _ money: MoneyForm) {
    switch CellForm(column, of: schema) {
    case .decimal(let factor, let places, let minimum):
      self = Self.number(
        column, factor: factor, places: places, minimum: minimum, range: range, money: money,
        isWide: false)
    case .wide(let factor, let places, let minimum):
      self = Self.number(
        column, factor: factor, places: places, minimum: minimum, range: range, money: money,
        isWide: true)
    case .fraction(let ratio, _), .wideFraction(let ratio, _): self = .fraction(ratio)
    case .double: self = .double
    case .flag: self = .flag
    case .choice: self = .choice(column.choices)
    case .text: self = .text
    case .texts: self = .texts
    case .date: self = .date
    case .time: self = .time
    case .instant: self = .instant
    case .weekday: self = .weekday
    case .point: self = .point
    }
  }

  private static func number(
    _ column: ResultColumnSchema, factor: UInt64, places: Int, minimum: Int,
    range: Interval?, money: MoneyForm, isWide: Bool
  ) -> ValueForm {
    let shown = max(places, minimum)
    var scaled = Int64(clamping: factor)
    for _ in places..<shown { scaled = scaled.multipliedReportingOverflow(by: 10).partialValue }
    if case .quantity(let quantity) = column.type {
      if quantity.isWhole, shown == 0, !isWide { return .count(scaled) }
      if quantity.numerator == .money, !isWide {
        switch money {
        case .decimal: break
        case .minorUnits: return .minorUnits(scaled, places: shown)
        case .double: return .nearest(scaled, places: shown)
        }
      }
    }
    let precision = max(digits(range, factor: scaled, isWide), shown + 1)
    return isWide
      ? .wide(factor: scaled, places: shown, precision: min(precision, most))
      : .decimal(factor: scaled, places: shown, precision: min(precision, most))
  }

  /// How many digits the numbers of a range have, in what is held.
  private static func digits(_ range: Interval?, factor: Int64, _ isWide: Bool) -> Int {
    guard let range, range.lower.isFinite, range.upper.isFinite else { return isWide ? most : 19 }
    let greatest = max(range.lower.magnitude, range.upper.magnitude) * Ratio(factor)
    guard greatest.isFinite, let whole = greatest.ceiling else { return most }
    return "\(whole)".count
  }

  var format: String {
    switch self {
    case .decimal(_, let places, let precision), .wide(_, let places, let precision):
      "d:\(precision),\(places)"
    case .fraction: "d:38,12"
    case .count, .minorUnits: "l"
    case .nearest, .double: "g"
    case .flag: "b"
    case .text: "u"
    case .texts: "+l"
    case .point: "+s"
    case .date: "tdD"
    case .time: "tts"
    case .instant: "tsu:UTC"
    case .weekday, .choice: "i"
    }
  }

  /// The words that a dictionary holds.
  var words: [String] {
    switch self {
    case .choice(let words): words
    case .weekday:
      ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    case .decimal, .wide, .fraction, .count, .minorUnits, .nearest, .double, .flag, .text, .texts,
      .point, .date, .time, .instant:
      []
    }
  }
}

/// How money is given.
package enum MoneyForm: String, CaseIterable, Sendable {
  case decimal
  case minorUnits = "int64"
  case double = "float64"
}

extension Ratio {
  fileprivate var magnitude: Ratio { self < 0 ? -self : self }
}
