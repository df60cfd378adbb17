import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a report says of the run as a whole: who was compared with whom.
package struct DifferenceContext: Sendable {
  /// The rules file, and its title or name.
  package var rules: String
  package var title: String
  /// The map by which records were read, if they were.
  package var map = ""
  /// Options and files with which `quote explain` reads the same bookings, as words of a command.
  package var explaining: [String] = []
  /// ISO 4217.
  package var currency: String
  /// Digits after the point of the currency's minor unit.
  package var minorDigits = 2
  /// The version of the program that compares.
  package var version = ""
  /// Files or the address of the other side, as given.
  package var others: [String]
  /// Whether all its values are texts, as the cells of a CSV are.
  package var othersAreTexts = false
  /// Whether a map could gather the other side's rows that have one key.
  package var mayGatherRows = false
  /// What the sides are called in tables: `ours`, `theirs`.
  package var ourName = "ours"
  package var theirName = "theirs"

  package init(rules: String, title: String, currency: String, others: [String]) {
    self.rules = rules
    self.title = title
    self.currency = currency
    self.others = others
  }
}
