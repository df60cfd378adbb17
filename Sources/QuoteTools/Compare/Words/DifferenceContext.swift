import QuoteEngine
import QuoteLanguage

/// What a report says of the run as a whole: who was compared with whom.
package struct DifferenceContext: Sendable {
  /// What the other side is.
  package enum Mode: String, Hashable, Sendable {
    /// Recorded replies.
    case records
    /// A second file, joined by keys.
    case reference
    /// The same bookings by other rules.
    case rules
    /// A running backend.
    case live
  }

  package var mode: Mode
  /// The rules file, and its title or name.
  package var rules: String
  package var title: String
  /// The map by which records were read, if they were.
  package var map = ""
  /// ISO 4217.
  package var currency: String
  /// Digits after the point of the currency's minor unit.
  package var minorDigits = 2
  /// The version of the program that compares.
  package var version = ""
  /// Files or the address of the other side, as given.
  package var others: [String]
  /// Whether all its values are texts, as the cells of a CSV are.
  var othersAreTexts = false
  /// What the sides are called in tables: `ours`, `theirs`.
  package var ourName = "ours"
  package var theirName = "theirs"

  package init(mode: Mode, rules: String, title: String, currency: String, others: [String]) {
    self.mode = mode
    self.rules = rules
    self.title = title
    self.currency = currency
    self.others = others
  }
}
