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
  /// Bookings in which the value that departs is theirs then, of those of the cause, or of so many
  /// that were tried; and how many agree in all values under this edit alone, and under all edits
  /// that were found; the last two are nil where nobody knows.
  package var removes: Int
  package var of: Int
  package var alone: Int?
  package var together: Int?
  /// Whether the value that departs is theirs in the same bookings under this edit alone.
  package internal(set) var isRightAlone = true
  /// Bookings that have this value alike, or are the same, of those that were tried, and would not.
  package var breaks: Int
  /// How many such bookings were tried. Where all bookings differ there by something else as well,
  /// nobody knows what an edit breaks.
  package var judged: Int

  /// The value that departs in most of them.
  package var departing = ""
  /// Where those of them depart that differ still under all edits, and of which nothing else is
  /// said: the most frequent first.
  package var restPlaces: [String] = []
  /// How many bookings depart there that do not have its causes, and one of which nothing is known;
  /// nil where nobody knows.
  package var others: Int?

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

  /// Whether another one is said in the same words.
  func isSameEdit(as other: CauseRemedy) -> Bool { edit == other.edit && place == other.place }
}
