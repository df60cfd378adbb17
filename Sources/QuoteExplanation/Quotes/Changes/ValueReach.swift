import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a value may be while one input goes through a stretch.
enum ValueReach: Hashable {
  /// What it was recorded as.
  case same(RecordedValue)
  /// A number among these, surely given.
  case numbers(Interval)
  /// Nobody knows.
  case anything

  var isSame: Bool {
    if case .same = self { return true }
    return false
  }

  static func flag(_ flag: Bool?) -> ValueReach { flag.map { .same(.flag($0)) } ?? .anything }
}
