/// What a report says of the run as a whole: who was compared with whom.
public struct DifferenceContext: Sendable {
  /// What the other side is.
  public enum Mode: String, Hashable, Sendable {
    /// Recorded replies.
    case records
    /// A second file, joined by keys.
    case reference
    /// The same bookings by other rules.
    case rules
    /// A running backend.
    case live
  }

  public var mode: Mode
  /// The rules file, and its title or name.
  public var rules: String
  public var title: String
  /// The map by which records were read, if they were.
  public var map = ""
  /// ISO 4217.
  public var currency: String
  /// Digits after the point of the currency's minor unit.
  public var minorDigits = 2
  /// Of the program that compares.
  public var version = ""
  /// Files or the address of the other side, as given.
  public var others: [String]
  /// Whether all its values are texts, as the cells of a CSV are.
  public var othersAreTexts = false
  /// What the sides are called in tables: `ours`, `theirs`.
  public var ourName = "ours"
  public var theirName = "theirs"

  public init(mode: Mode, rules: String, title: String, currency: String, others: [String]) {
    self.mode = mode
    self.rules = rules
    self.title = title
    self.currency = currency
    self.others = others
  }
}
