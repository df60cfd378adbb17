package import QuoteSyntax

extension RecordedValue {
  /// Whether a number is this one, given in base units.
  package func equals(_ number: Ratio, unit: Ratio) -> Bool {
    switch self {
    case .exact(let value): value == number
    case .double(let value): number.isFinite && value == (number / unit).nearestDouble
    case .integer(let value): number == Ratio(value)
    case .notGiven, .flag, .text, .texts, .choice, .point: false
    }
  }
}
