/// Which bookings are to be explained.
public struct ExplanationSearch: Sendable {
  /// These; all where there are none.
  public var keys: [String]
  /// Those for which a condition holds: a pricer of the same rules that selects.
  public var condition: Pricer?
  /// At most so many.
  public var limit: Int
  /// Whether somebody said how many; nothing is read then beyond the last.
  public var isLimited: Bool

  /// Unless said, keys bring all that have them, and a condition a hundred.
  public init(keys: [String] = [], condition: Pricer? = nil, first: Int? = nil) {
    self.keys = keys
    self.condition = condition
    isLimited = first != nil
    limit = first ?? (keys.isEmpty ? condition == nil ? 1 : Self.plenty : .max)
  }

  static let plenty = 100

  /// Explanations in the order of the input; keys that brought none.
  public struct Result: Sendable {
    public var explanations: [Explanation] = []
    /// No booking has them.
    public var missing: [String] = []
    /// For a missing key those near it that were seen.
    public var near: [String: [String]] = [:]
    /// Bookings with these keys do not satisfy the condition.
    public var refused: [String] = []
    /// There may be more: the limit was reached.
    public var isCut = false
  }
}
