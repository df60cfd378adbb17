package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Which bookings are to be explained.
package struct ExplanationSearch: Sendable {
  /// These; all where there are none.
  package var keys: [String]
  /// Those for which a condition holds: a pricer of the same rules that selects.
  package var condition: Pricer?
  /// At most so many.
  package var limit: Int
  /// Whether somebody said how many; nothing is read then beyond the last.
  package var isLimited: Bool

  /// Unless said, keys bring all that have them, and a condition a hundred.
  package init(keys: [String] = [], condition: Pricer? = nil, first: Int? = nil) {
    self.keys = keys
    self.condition = condition
    isLimited = first != nil
    limit = first ?? (keys.isEmpty ? condition == nil ? 1 : Self.plenty : .max)
  }

  static let plenty = 100

  /// Explanations in the order of the input; keys that brought none.
  package struct Result: Sendable {
    package var explanations: [Explanation] = []
    /// No booking has them.
    package var missing: [String] = []
    /// For a missing key those near it that were seen.
    package var near: [String: [String]] = [:]
    /// Bookings with these keys do not satisfy the condition.
    package var refused: [String] = []
    /// There may be more: the limit was reached.
    package var isCut = false
  }
}
