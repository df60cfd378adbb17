import QuoteEngine
import QuoteLanguage
package import QuoteLayout
import QuoteSyntax

/// What a report of an impact says of the run as a whole.
package struct ImpactContext: Sendable {
  /// The rules as given, and their title or name.
  package var before: String
  package var after: String
  package var title: String
  /// ISO 4217.
  package var currency: String
  package var minorDigits: Int
  /// What the sides are called.
  package var names: (before: String, after: String)
  /// What bookings are grouped by.
  package var groups: [String]
  /// The files of bookings.
  package var bookings: [String] = []
  /// The rules as a page that is sent to others names them.
  package var pageNames: (before: String, after: String)

  package init(
    before: String, after: String, title: String, currency: String, minorDigits: Int,
    names: (before: String, after: String), groups: [String],
    pageNames: (before: String, after: String)? = nil
  ) {
    self.before = before
    self.after = after
    self.title = title
    self.currency = currency
    self.minorDigits = minorDigits
    self.names = names
    self.groups = groups
    self.pageNames = pageNames ?? (before, after)
  }
}

/// The forms in which an impact is shown.
package enum ImpactFormat: String, Hashable, Sendable, FormatOfFile {
  case text, json
  /// A comment on a pull request.
  case markdown
  /// One page that opens without a network.
  case html

  package func render(
    _ summary: ImpactSummary, _ edits: EditMoney, _ context: ImpactContext,
    on screen: Screen = Screen()
  ) -> String {
    let words = ImpactWords(summary, edits, context, isForPage: self == .html)
    return switch self {
    case .text: ImpactText(words: words, screen: screen).text
    case .json: ImpactJSON(words: words).text + "\n"
    case .markdown: ImpactMarkdown(words: words).text
    case .html: ImpactPage(words: words).text
    }
  }
}
