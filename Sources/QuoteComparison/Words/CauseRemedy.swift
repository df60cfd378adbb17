import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// An edit of our rules under which what has a cause is no difference any more.
package struct CauseRemedy: Hashable, Sendable {
  /// `8% becomes 8.5%`.
  package var edit: String
  /// As `--set` takes it, where it does.
  package var setting: String?
  /// What it changes.
  package var place: RulePlace?
  /// Bookings in which the value that departs is theirs then, of so many that were tried.
  package var removes: Int
  package var of: Int
  /// Bookings that have this value alike, or are the same, of those that were tried, and would not.
  package var breaks: Int
  /// How many such bookings were tried. Where all bookings differ there by something else as well,
  /// nobody knows what an edit breaks.
  package var judged: Int

  /// What differs still under all edits that were found.
  package var rest = Rest()

  /// Bookings of its causes in which something differs still, of those that were tried, and the
  /// values at which they depart then, the most frequent first.
  package struct Rest: Hashable, Sendable {
    package var count = 0
    package var of = 0
    package var places: [String] = []
  }

  package init(
    edit: String, setting: String?, place: RulePlace?, removes: Int, of: Int, breaks: Int,
    judged: Int
  ) {
    self.edit = edit
    self.setting = setting
    self.place = place
    self.removes = removes
    self.of = of
    self.breaks = breaks
    self.judged = judged
  }
}
