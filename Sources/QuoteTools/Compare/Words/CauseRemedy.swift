/// An edit of our rules under which what has a cause is no difference any more.
public struct CauseRemedy: Hashable, Sendable {
  /// `8% becomes 8.5%`.
  public var edit: String
  /// As `--set` takes it, where it does.
  public var setting: String?
  /// What it changes.
  public var place: RulePlace?
  /// Bookings in which the value that departs is theirs then, of so many that were tried.
  public var removes: Int
  public var of: Int
  /// Bookings that are the same, of those that were tried, and would not be.
  public var breaks: Int
}
